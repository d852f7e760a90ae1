"""The bytes of an object that a launch has touched, as its stamps say."""

import ctypes
from collections.abc import Callable

from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.stamp_word import SIZES, load_stamp, stamp_type
from cudabmc.native.kernels.stamps import BYTES, EVER, OPEN
from cudabmc.native.layout import KernelRow
from cudabmc.native.machine_code import LlvmCompiler

Ranges = tuple[tuple[int, int], ...]
"""Offsets and sizes, in bytes."""

MOST_RANGES = 32
"""Ranges of a footprint. If there are more, those with the least bytes between them become one."""


def _ranges(size: int) -> str:
    """The name of the function for stamps of so many bytes."""
    return f"ranges.{size}"


def _text(size: int) -> str:
    return f"""
; The places with stamps that are (not) written: their first ones and those behind the last ones. Places with at most
; %gap others between them are one range. Answers the number of ranges, or -1 if there are more than %most.
define i64 @{_ranges(size)}(ptr %stamps, i64 %count, i64 %wanted, i64 %gap, ptr %out, i64 %most) {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %on ]
  %n = phi i64 [ 0, %start ], [ %n.after, %on ]
  %end = phi i64 [ 0, %start ], [ %end.after, %on ]
  %over = icmp uge i64 %i, %count
  br i1 %over, label %done, label %look
look:
  %place = getelementptr {stamp_type(size)}, ptr %stamps, i64 %i
{load_stamp(size)}
  %touched = icmp ne i64 %s, 0
  %flag = and i64 %s, {EVER}
  %written = icmp ne i64 %flag, 0
  %asked = icmp ne i64 %wanted, 0
  %same = icmp eq i1 %written, %asked
  %is = and i1 %touched, %same
  br i1 %is, label %found, label %on
found:
  %beside = sub i64 %i, %end
  %near = icmp ule i64 %beside, %gap
  %some = icmp ne i64 %n, 0
  %joins = and i1 %near, %some
  br i1 %joins, label %longer, label %another
another:
  %full = icmp uge i64 %n, %most
  br i1 %full, label %many, label %begin
begin:
  %double = shl i64 %n, 1
  %begin.at = getelementptr i64, ptr %out, i64 %double
  store i64 %i, ptr %begin.at
  %n.more = add i64 %n, 1
  br label %longer
longer:
  %n.now = phi i64 [ %n, %found ], [ %n.more, %begin ]
  %twice = shl i64 %n.now, 1
  %last = sub i64 %twice, 1
  %end.at = getelementptr i64, ptr %out, i64 %last
  %behind = add i64 %i, 1
  store i64 %behind, ptr %end.at
  br label %on
on:
  %n.after = phi i64 [ %n, %look ], [ %n.now, %longer ]
  %end.after = phi i64 [ %end, %look ], [ %behind, %longer ]
  %after = add i64 %i, 1
  br label %next
done:
  ret i64 %n
many:
  ret i64 -1
}}
"""


_OPEN = f"""
; Is one of the places OPEN?
define i64 @open.{BYTES}(ptr %stamps, i64 %count) {{
start:
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %after, %next ]
  %found = phi i64 [ 0, %start ], [ %more, %next ]
  %place = getelementptr {stamp_type(BYTES)}, ptr %stamps, i64 %i
{load_stamp(BYTES)}
  %more = or i64 %found, %s
  %after = add i64 %i, 1
  %over = icmp uge i64 %after, %count
  br i1 %over, label %done, label %next
done:
  %flag = and i64 %more, {OPEN}
  ret i64 %flag
}}
"""

_Open = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
_Ranges = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a launch may have touched of an object: nothing outside of it. What is written may be read, too.
    `depends`: it may have read bytes that were there before."""

    written: Ranges
    read: Ranges
    depends: bool


class Footprints:
    """Makes footprints of stamps."""

    def __init__(self, compiler: LlvmCompiler) -> None:
        self._code = compiler.compile(_OPEN + "".join(map(_text, SIZES)), [*map(_ranges, SIZES), f"open.{BYTES}"])
        self._open = _Open(self._code.addresses[f"open.{BYTES}"])
        self._ranges = {size: _Ranges(self._code.addresses[_ranges(size)]) for size in SIZES}
        self._found = (ctypes.c_int64 * (2 * MOST_RANGES))()

    def of(self, row: KernelRow, stamp_bytes: int) -> Footprint:
        """The footprint of an object whose stamps have so many bytes."""
        ranges = self._ranges[stamp_bytes]
        depends = stamp_bytes != BYTES or bool(self._open(row.stamps, _places(row)))
        return Footprint(self._touched(row, ranges, written=True), self._touched(row, ranges, written=False), depends)

    def _touched(self, row: KernelRow, ranges: Callable[..., int], *, written: bool) -> Ranges:
        count, gap = _places(row), 0
        found = ranges(row.stamps, count, written, gap, self._found, MOST_RANGES)
        while found < 0:
            gap = 2 * gap + 1
            found = ranges(row.stamps, count, written, gap, self._found, MOST_RANGES)
        starts, ends = self._found[0 : 2 * found : 2], self._found[1 : 2 * found : 2]
        return tuple(
            (start << row.grain, min(end << row.grain, row.readable) - (start << row.grain))
            for start, end in zip(starts, ends, strict=True)
        )


def _places(row: KernelRow) -> int:
    """How many stamps an object has."""
    return int(row.readable + (1 << row.grain) - 1 >> row.grain)
