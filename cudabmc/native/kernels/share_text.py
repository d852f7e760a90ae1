"""What two shares of a launch know of the same object, put together as machine code (`shares.py`)."""

import ctypes

from cudabmc.native.kernels.stamp_word import SIZES, stamp_type
from cudabmc.native.kernels.stamps import EVER
from cudabmc.native.machine_code import LlvmCompiler

_PIECE = 1 << 10
"""Words that are looked at at once: where a share has touched nothing, nothing is written."""


def _name(size: int) -> str:
    """The name of the function for stamps of so many bytes."""
    return f"join.stamps.{size}"


_MARKS = "join.marks"


def _for_each(name: str, kind: str, change: str, result: str) -> str:
    """A function that changes words at %a by those at %b, unless these are 0; `change` makes %new of %x and %y, and
    %bad.after of %bad."""
    return f"""
define i64 @{name}(ptr noalias %a, ptr noalias %b, i64 %count) {{
start:
  br label %piece
piece:
  %first = phi i64 [ 0, %start ], [ %end, %piece.done ]
  %bad.before = phi {kind} [ 0, %start ], [ %bad.piece, %piece.done ]
  %over = icmp uge i64 %first, %count
  br i1 %over, label %done, label %sized
sized:
  %far = add i64 %first, {_PIECE}
  %end = call i64 @llvm.umin.i64(i64 %far, i64 %count)
  br label %look
look:
  %i = phi i64 [ %first, %sized ], [ %i.next, %look ]
  %some = phi {kind} [ 0, %sized ], [ %some.after, %look ]
  %look.at = getelementptr {kind}, ptr %b, i64 %i
  %seen = load {kind}, ptr %look.at
  %some.after = or {kind} %some, %seen
  %i.next = add i64 %i, 1
  %looked = icmp uge i64 %i.next, %end
  br i1 %looked, label %found, label %look
found:
  %none = icmp eq {kind} %some.after, 0
  br i1 %none, label %piece.done, label %change
change:
  %j = phi i64 [ %first, %found ], [ %j.next, %change ]
  %bad = phi {kind} [ %bad.before, %found ], [ %bad.after, %change ]
  %x.at = getelementptr {kind}, ptr %a, i64 %j
  %y.at = getelementptr {kind}, ptr %b, i64 %j
  %x = load {kind}, ptr %x.at
  %y = load {kind}, ptr %y.at
{change}
  store {kind} %new, ptr %x.at
  %j.next = add i64 %j, 1
  %changed = icmp uge i64 %j.next, %end
  br i1 %changed, label %piece.done, label %change
piece.done:
  %bad.piece = phi {kind} [ %bad.before, %found ], [ %bad.after, %change ]
  br label %piece
done:
  {result}
}}
"""


def _stamps(size: int) -> str:
    kind = stamp_type(size)
    change = f"""  %new = or {kind} %x, %y
  %touched = icmp ne {kind} %x, 0
  %touches = icmp ne {kind} %y, 0
  %both = and i1 %touched, %touches
  %flag = and {kind} %new, {EVER}
  %here = select i1 %both, {kind} %flag, {kind} 0
  %bad.after = or {kind} %bad, %here"""
    wide = f"%wide = zext {kind} %bad.before to i64" if size < 8 else "%wide = or i64 %bad.before, 0"
    return _for_each(_name(size), kind, change, f"{wide}\n  ret i64 %wide")


_TEXT = (
    "declare i64 @llvm.umin.i64(i64, i64)\n"
    + "".join(map(_stamps, SIZES))
    + _for_each(_MARKS, "i8", "  %new = or i8 %x, %y\n  %bad.after = or i8 %bad, 0", "ret i64 0")
)

_Join = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class ShareCode:
    """Puts stamps and marks together. All arguments are addresses, and how many stamps or bytes there are."""

    def __init__(self, compiler: LlvmCompiler) -> None:
        self._code = compiler.compile(_TEXT, [*map(_name, SIZES), _MARKS])
        self._stamps = {size: _Join(self._code.addresses[_name(size)]) for size in SIZES}
        self._marks = _Join(self._code.addresses[_MARKS])

    def join_stamps(self, size: int, mine: int, its: int, count: int) -> bool:
        """Whoever has touched a place has so for the first share, too. False if both have, and one has written it."""
        return bool(self._stamps[size](mine, its, count) == 0)

    def join_marks(self, mine: int, its: int, count: int) -> None:
        """What is known to one of them is known to the first share."""
        self._marks(mine, its, count)
