"""Products of matrices of known numbers (`state/matrix_product.py`) as machine code."""

import ctypes
from collections.abc import Callable
from functools import partial

from cudabmc.goto.op import Op
from cudabmc.goto.types import F16, F32, F64, FloatType
from cudabmc.native.machine_code import LlvmCompiler, MachineCode
from cudabmc.native.memory_text import stored_type
from cudabmc.native.operators import HALVES, INTRINSICS, apply, bits_of, llvm_type, of_bits
from cudabmc.native.text_lines import TextLines, loops
from cudabmc.state.matrix_product import MatrixProduct

Kinds = tuple[FloatType, FloatType, FloatType]
"""The types of A and B, of C, and of the arithmetic."""

KINDS: tuple[Kinds, ...] = (
    (F16, F16, F16), (F16, F16, F32), (F16, F32, F32), (F32, F32, F32), (F64, F64, F64)
)  # fmt: skip
"""Those that there is machine code for."""

LOOK = 1 << 26
"""Multiplications until Python has a look around: less than a tenth of a second, or more if halves are rounded."""


def _name(kinds: Kinds, what: str) -> str:
    return f"{what}." + ".".join(str(kind.width) for kind in kinds)


def _converted(t: TextLines, value: str, of: FloatType, to: FloatType) -> str:
    return apply(t.emit, Op.FPCAST, to, of, [value])


def _place(t: TextLines, kind: str, base: str, index: str) -> str:
    return t.emit(f"getelementptr {kind}, ptr {base}, i64 {index}")


def _read(t: TextLines, base: str, index: str, type: FloatType, compute: FloatType) -> str:
    """A number of a matrix, as it is computed with."""
    kind = stored_type(type)
    bits = t.emit(f"load {kind}, ptr {_place(t, kind, base, index)}, align 1")
    return _converted(t, of_bits(t.emit, type, bits, kind), type, compute)


def _now(t: TextLines, name: str) -> str:
    return t.emit(f"load i64, ptr %{name}.now")


def _at(t: TextLines, row: str, by_row: str, column: str, by_column: str) -> str:
    """The index of a number that is so far behind the one above it, and behind the one beside it."""
    return t.emit(f"add i64 {t.emit(f'mul i64 {row}, {by_row}')}, {t.emit(f'mul i64 {column}, {by_column}')}")


def _function(head: str, t: TextLines, counters: str) -> str:
    variables = [f"  %{name}.now = alloca i64" for name in counters]
    return "\n".join((f"define void {head} {{", *variables, *t.lines, "  ret void", "}", ""))


def _pack_text(kinds: Kinds) -> str:
    """A function that puts op(A), of %m rows and %k columns, to %left, as it is computed with."""
    source, _, compute = kinds
    t, held = TextLines(), llvm_type(compute)

    def one() -> None:
        row, column = _now(t, "r"), _now(t, "p")
        number = _read(t, "%a", _at(t, row, "%ar", column, "%ac"), source, compute)
        t.line(f"store {held} {number}, ptr {_place(t, held, '%left', _at(t, row, '1', column, '%m'))}")

    loops(t, [("p", "%k"), ("r", "%m")], one)
    arguments = "ptr noalias %a, ptr noalias %left, i64 %m, i64 %k, i64 %ar, i64 %ac"
    return _function(f"@{_name(kinds, 'pack')}({arguments})", t, "pr")


def _columns_text(kinds: Kinds) -> str:
    """A function that computes columns %from to %to of C. %left is op(A), and %sums has room for a column, as they are
    computed with. A number of op(B) is %br behind the one above it and %bc behind the one beside it."""
    source, target, compute = kinds
    t, held = TextLines(), llvm_type(compute)
    operate = partial(apply, t.emit, type=compute, of=compute)
    alpha, beta = (_converted(t, name, F64, compute) for name in ("%alpha", "%beta"))
    with_old = t.emit("icmp ne ptr %c, null")
    t.line("%columns = sub i64 %to, %from")

    def column() -> None:
        j = t.emit(f"add i64 %from, {_now(t, 'j')}")

        def clear() -> None:
            t.line(f"store {held} 0.0, ptr {_place(t, held, '%sums', _now(t, 'r'))}")

        def add_products() -> None:
            p = _now(t, "p")
            factor = _read(t, "%b", _at(t, p, "%br", j, "%bc"), source, compute)
            first = t.emit(f"mul i64 {p}, %m")

            def add_product() -> None:
                row = _now(t, "r")
                left = t.emit(f"load {held}, ptr {_place(t, held, '%left', t.emit(f'add i64 {first}, {row}'))}")
                place = _place(t, held, "%sums", row)
                part = operate(Op.FMUL, args=[left, factor])
                total = operate(Op.FADD, args=[t.emit(f"load {held}, ptr {place}"), part])
                t.line(f"store {held} {total}, ptr {place}")

            loops(t, [("r", "%m")], add_product)

        def put() -> None:
            row = _now(t, "r")
            scaled = operate(Op.FMUL, args=[alpha, t.emit(f"load {held}, ptr {_place(t, held, '%sums', row)}")])
            index, old, done = _at(t, row, "1", j, "%m"), t.label(), t.label()
            t.line(f"store {held} {scaled}, ptr %result")
            t.line(f"br i1 {with_old}, label %{old}, label %{done}")
            t.begin(old)
            kept = operate(Op.FMUL, args=[beta, _read(t, "%c", index, target, compute)])
            t.line(f"store {held} {operate(Op.FADD, args=[scaled, kept])}, ptr %result")
            t.line(f"br label %{done}")
            t.begin(done)
            number = _converted(t, t.emit(f"load {held}, ptr %result"), compute, target)
            kind = stored_type(target)
            t.line(f"store {kind} {bits_of(t.emit, target, number)}, ptr {_place(t, kind, '%out', index)}, align 1")

        loops(t, [("r", "%m")], clear)
        loops(t, [("p", "%k")], add_products)
        loops(t, [("r", "%m")], put)

    t.line(f"%result = alloca {held}")
    loops(t, [("j", "%columns")], column)
    arrays = ", ".join(f"ptr noalias %{name}" for name in ("left", "b", "c", "out", "sums"))
    numbers = ", ".join(f"i64 %{name}" for name in ("m", "k", "br", "bc", "from", "to"))
    return _function(f"@{_name(kinds, 'columns')}({arrays}, {numbers}, double %alpha, double %beta)", t, "jpr")


_Pack = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 4)
_Columns = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 5, *[ctypes.c_int64] * 6, *[ctypes.c_double] * 2)


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
            text = INTRINSICS + HALVES + "".join(_pack_text(kinds) + _columns_text(kinds) for kinds in KINDS)
            self._code = self._compiler.compile(text, [_name(k, what) for k in KINDS for what in ("pack", "columns")])
        pack = _Pack(self._code.addresses[_name(kinds, "pack")])
        compute = _Columns(self._code.addresses[_name(kinds, "columns")])
        m, n, k = shape.rows, shape.columns, shape.inner
        width = 4 if llvm_type(shape.compute) == "float" else 8
        out = ctypes.create_string_buffer(m * n * shape.target.size)
        left, sums = ctypes.create_string_buffer(m * k * width), ctypes.create_string_buffer(m * width)
        pack(a, left, m, k, *((k, 1) if shape.transposed[0] else (1, m)))
        strides = (n, 1) if shape.transposed[1] else (1, k)
        step = max(1, LOOK // (m * k))
        for first in range(0, n, step):
            compute(left, b, c, out, sums, m, k, *strides, first, min(first + step, n), *factors)
            look()
        return out.raw
