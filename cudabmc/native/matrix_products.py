"""Products of matrices of known numbers (`state/matrix_product.py`) as machine code."""

import ctypes
from collections.abc import Callable

from cudabmc.goto.types import F16, F32, F64, FloatType
from cudabmc.native.machine_code import LlvmCompiler, MachineCode
from cudabmc.native.operators import HALVES, INTRINSICS
from cudabmc.state.matrix_product import MatrixProduct

Kinds = tuple[FloatType, FloatType, FloatType]
"""The types of A and B, of C, and of the arithmetic."""

KINDS: tuple[Kinds, ...] = (
    (F16, F16, F16), (F16, F16, F32), (F16, F32, F32), (F32, F32, F32), (F64, F64, F64)
)  # fmt: skip
"""Those that there is machine code for."""

LOOK = 1 << 26
"""Multiplications until Python has a look around: less than a tenth of a second, or more if halves are rounded."""

_STORED = {F16: "i16", F32: "float", F64: "double"}
_HELD = {F16: "double", F32: "float", F64: "double"}
"""Halves are held as doubles, as everywhere in machine code (`operators.py`)."""


def _name(kinds: Kinds) -> str:
    return "product." + ".".join(str(kind.width) for kind in kinds)


def _loaded(name: str, stored: FloatType, compute: FloatType) -> str:
    """Text that makes %name, as it is computed with, of %name.bits."""
    if stored is not F16:
        return f"  %{name} = select i1 true, {_HELD[compute]} %{name}.bits, {_HELD[compute]} %{name}.bits"
    if compute is F16:
        return f"  %{name} = call double @half.of(i16 %{name}.bits)"
    return f"  %{name}.wide = call double @half.of(i16 %{name}.bits)\n  %{name} = fptrunc double %{name}.wide to float"


def _narrowed(name: str, held: str) -> str:
    """Text that makes a factor of the double that stands for it."""
    same = f"select i1 true, double %{name}.given, double %{name}.given"
    return f"  %{name} = {same if held == 'double' else f'fptrunc double %{name}.given to float'}"


def _operation(result: str, op: str, left: str, right: str, compute: FloatType) -> str:
    """Text of an operation that is rounded."""
    if compute is not F16:
        return f"  %{result} = {op} {_HELD[compute]} {left}, {right}"
    exact = f"  %{result}.exact = {op} double {left}, {right}\n"  # the product and the sum of two halves are doubles
    return exact + f"  %{result} = call double @half.round(double %{result}.exact)"


def _stored(target: FloatType, compute: FloatType) -> str:
    """Text that makes %bits of %value. There is one NaN."""
    kind = _HELD[compute]
    if target is F16 and compute is F16:
        return "  %bits = call i16 @half.bits(double %value)"
    if target is F16:
        return (
            "  %wide = fpext float %value to double\n  %near = call double @half.round(double %wide)\n"
            "  %bits = call i16 @half.bits(double %near)"
        )
    return f"  %is = fcmp ord {kind} %value, %value\n  %bits = select i1 %is, {kind} %value, {kind} 0x7FF8000000000000"


def _text(kinds: Kinds) -> str:
    source, target, compute = kinds
    held, a, c = _HELD[compute], _STORED[source], _STORED[target]
    return f"""
; Columns %from to %to of C. %left and %sums have room for op(A) and a column, as they are computed with; op(A) is
; there if %from is not 0. A number of op(A) is %ar behind the one above it and %ac behind the one beside it; of op(B)
; that is %br and %bc.
define void @{_name(kinds)}(
  ptr noalias %a, ptr noalias %b, ptr noalias %c, ptr noalias %out, ptr noalias %left, ptr noalias %sums,
  i64 %m, i64 %k, i64 %ar, i64 %ac, i64 %br, i64 %bc, double %alpha.given, double %beta.given, i64 %from, i64 %to
) {{
start:
{_narrowed("alpha", held)}
{_narrowed("beta", held)}
  %with.c = icmp ne ptr %c, null
  %packed = icmp ne i64 %from, 0
  br i1 %packed, label %columns, label %pack
pack:
  %pp = phi i64 [ 0, %start ], [ %pp.next, %pack.done ]
  %pack.over = icmp uge i64 %pp, %k
  br i1 %pack.over, label %columns, label %pack.rows
pack.rows:
  %pr = phi i64 [ 0, %pack ], [ %pr.next, %pack.one ]
  %pr.over = icmp uge i64 %pr, %m
  br i1 %pr.over, label %pack.done, label %pack.one
pack.one:
  %at.r = mul i64 %pr, %ar
  %at.p = mul i64 %pp, %ac
  %at = add i64 %at.r, %at.p
  %x.at = getelementptr {a}, ptr %a, i64 %at
  %x.bits = load {a}, ptr %x.at, align 1
{_loaded("x", source, compute)}
  %to.column = mul i64 %pp, %m
  %to.at = add i64 %to.column, %pr
  %x.to = getelementptr {held}, ptr %left, i64 %to.at
  store {held} %x, ptr %x.to
  %pr.next = add i64 %pr, 1
  br label %pack.rows
pack.done:
  %pp.next = add i64 %pp, 1
  br label %pack
columns:
  %j = phi i64 [ %from, %start ], [ %from, %pack ], [ %j.next, %column.done ]
  %j.over = icmp uge i64 %j, %to
  br i1 %j.over, label %done, label %clear
clear:
  %z = phi i64 [ 0, %columns ], [ %z.next, %clear.one ]
  %z.over = icmp uge i64 %z, %m
  br i1 %z.over, label %inner, label %clear.one
clear.one:
  %z.at = getelementptr {held}, ptr %sums, i64 %z
  store {held} 0.0, ptr %z.at
  %z.next = add i64 %z, 1
  br label %clear
inner:
  %p = phi i64 [ 0, %clear ], [ %p.next, %inner.done ]
  %p.over = icmp uge i64 %p, %k
  br i1 %p.over, label %finish, label %factor
factor:
  %b.row = mul i64 %p, %br
  %b.column = mul i64 %j, %bc
  %b.index = add i64 %b.row, %b.column
  %y.at = getelementptr {a}, ptr %b, i64 %b.index
  %y.bits = load {a}, ptr %y.at, align 1
{_loaded("y", source, compute)}
  %left.first = mul i64 %p, %m
  br label %rows
rows:
  %r = phi i64 [ 0, %factor ], [ %r.next, %rows ]
  %l.index = add i64 %left.first, %r
  %l.at = getelementptr {held}, ptr %left, i64 %l.index
  %l = load {held}, ptr %l.at
  %s.at = getelementptr {held}, ptr %sums, i64 %r
  %s = load {held}, ptr %s.at
{_operation("part", "fmul", "%l", "%y", compute)}
{_operation("sum", "fadd", "%s", "%part", compute)}
  store {held} %sum, ptr %s.at
  %r.next = add i64 %r, 1
  %r.over = icmp uge i64 %r.next, %m
  br i1 %r.over, label %inner.done, label %rows
inner.done:
  %p.next = add i64 %p, 1
  br label %inner
finish:
  %f = phi i64 [ 0, %inner ], [ %f.next, %put ]
  %f.over = icmp uge i64 %f, %m
  br i1 %f.over, label %column.done, label %one
one:
  %t.at = getelementptr {held}, ptr %sums, i64 %f
  %t = load {held}, ptr %t.at
{_operation("scaled", "fmul", "%alpha", "%t", compute)}
  %c.first = mul i64 %j, %m
  %c.index = add i64 %c.first, %f
  br i1 %with.c, label %old, label %put
old:
  %o.at = getelementptr {c}, ptr %c, i64 %c.index
  %o.bits = load {c}, ptr %o.at, align 1
{_loaded("o", target, compute)}
{_operation("kept", "fmul", "%beta", "%o", compute)}
{_operation("both", "fadd", "%scaled", "%kept", compute)}
  br label %put
put:
  %value = phi {held} [ %scaled, %one ], [ %both, %old ]
{_stored(target, compute)}
  %out.at = getelementptr {c}, ptr %out, i64 %c.index
  store {c} %bits, ptr %out.at, align 1
  %f.next = add i64 %f, 1
  br label %finish
column.done:
  %j.next = add i64 %j, 1
  br label %columns
done:
  ret void
}}
"""


_Function = ctypes.CFUNCTYPE(
    None, *[ctypes.c_void_p] * 6, *[ctypes.c_int64] * 6, *[ctypes.c_double] * 2, *[ctypes.c_int64] * 2
)


class MatrixProducts:
    """Computes products."""

    def __init__(self, compiler: LlvmCompiler) -> None:
        self._compiler = compiler
        self._code: MachineCode | None = None

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float],
        look: Callable[[], None],
    ) -> bytes | None:  # fmt: skip
        """As in `modelapi`; `look` is called now and then meanwhile."""
        kinds = (shape.source, shape.target, shape.compute)
        if kinds not in KINDS or not shape.work:
            return None
        if self._code is None:
            text = INTRINSICS + HALVES + "".join(map(_text, KINDS))
            self._code = self._compiler.compile(text, [*map(_name, KINDS)])
        run = _Function(self._code.addresses[_name(kinds)])
        m, n, k = shape.rows, shape.columns, shape.inner
        width = 4 if _HELD[shape.compute] == "float" else 8
        out = ctypes.create_string_buffer(m * n * shape.target.size)
        left, sums = ctypes.create_string_buffer(m * k * width), ctypes.create_string_buffer(m * width)
        rows = [(k, 1) if shape.transposed[0] else (1, m), (n, 1) if shape.transposed[1] else (1, k)]
        step = max(1, LOOK // (m * k))
        for first in range(0, n, step):
            run(a, b, c, out, left, sums, m, k, *rows[0], *rows[1], *factors, first, min(first + step, n))
            look()
        return out.raw
