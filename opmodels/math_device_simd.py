"""Operations on the two halves or the four bytes of a word (CUDA Math API, "SIMD Intrinsics"), and sums of
products of such parts (CUDA Math API, "Integer Intrinsics", __dp4a and kin). Exact on constants and terms."""

from collections.abc import Callable

from cudabmc.modelapi import BOOL, I32, IntType, ModelContext, Op, Value
from opmodels.libc.expression import narrow, select, widen
from opmodels.registry import ModelFunction, pure_model

PartOperation = Callable[[ModelContext, Value, Value, int], Value]
"""From two parts, widened to I32 by their sign, and the bits of a part, to the new part."""


def _parts(ctx: ModelContext, word: Value, bits: int, *, is_signed: bool) -> list[Value]:
    type = IntType(bits)
    shifted = (ctx.op(Op.LSHR, I32, word, shift) for shift in range(0, 32, bits))
    return [widen(ctx, narrow(ctx, part, I32, type), type, I32, is_signed=is_signed) for part in shifted]


def _word(ctx: ModelContext, parts: list[Value], bits: int) -> Value:
    result: Value = 0
    for index, part in enumerate(parts):
        low = ctx.op(Op.AND, I32, part, (1 << bits) - 1)
        result = ctx.op(Op.OR, I32, result, ctx.op(Op.SHL, I32, low, index * bits))
    return result


def _less(ctx: ModelContext, a: Value, b: Value) -> Value:
    return ctx.op(Op.SLT, BOOL, a, b, of=I32)


def _clamped(ctx: ModelContext, value: Value, low: int, high: int) -> Value:
    capped = select(ctx, _less(ctx, high, value), high, value, I32)
    return select(ctx, _less(ctx, capped, low % 2**32), low % 2**32, capped, I32)


def _saturated(op: Op, *, is_signed: bool) -> PartOperation:
    def part(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed else (0, (1 << bits) - 1)
        return _clamped(ctx, ctx.op(op, I32, a, b), low, high)

    return part


def _wrapping(op: Op) -> PartOperation:
    return lambda ctx, a, b, bits: ctx.op(op, I32, a, b)


def _difference(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return select(ctx, _less(ctx, a, b), ctx.op(Op.SUB, I32, b, a), ctx.op(Op.SUB, I32, a, b), I32)


def _signed_average(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    """Halves are rounded away from 0."""
    total = ctx.op(Op.ADD, I32, a, b)
    up = select(ctx, _less(ctx, total, 0), 0, 1, I32)
    return ctx.op(Op.ASHR, I32, ctx.op(Op.ADD, I32, total, up), 1)


def _average(rounding: int) -> PartOperation:
    return lambda ctx, a, b, bits: ctx.op(Op.LSHR, I32, ctx.op(Op.ADD, I32, ctx.op(Op.ADD, I32, a, b), rounding), 1)


def _greater(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return select(ctx, _less(ctx, a, b), b, a, I32)


def _smaller(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return select(ctx, _less(ctx, b, a), b, a, I32)


def _size(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return _difference(ctx, a, 0, bits)


def _saturated_size(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return _clamped(ctx, _difference(ctx, a, 0, bits), 0, (1 << (bits - 1)) - 1)


def _negative(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return ctx.op(Op.SUB, I32, 0, a)


def _saturated_negative(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
    return _clamped(ctx, _negative(ctx, a, b, bits), -(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def _relation(op: Op, result: int, *, swapped: bool = False) -> PartOperation:
    def part(ctx: ModelContext, a: Value, b: Value, bits: int) -> Value:
        operands = (b, a) if swapped else (a, b)
        return select(ctx, ctx.op(op, BOOL, *operands, of=I32), result, 0, I32)

    return part


_BINARY: dict[str, tuple[PartOperation, bool]] = {
    "add": (_wrapping(Op.ADD), False),
    "addss": (_saturated(Op.ADD, is_signed=True), True),
    "addus": (_saturated(Op.ADD, is_signed=False), False),
    "sub": (_wrapping(Op.SUB), False),
    "subss": (_saturated(Op.SUB, is_signed=True), True),
    "subus": (_saturated(Op.SUB, is_signed=False), False),
    "absdiffs": (_difference, True),
    "absdiffu": (_difference, False),
    "avgs": (_signed_average, True),
    "avgu": (_average(1), False),
    "haddu": (_average(0), False),
    "maxs": (_greater, True),
    "maxu": (_greater, False),
    "mins": (_smaller, True),
    "minu": (_smaller, False),
}
"""The name without v and the number of parts: what happens to a pair of parts, and whether they have a sign."""
_UNARY: dict[str, PartOperation] = {
    "abs": _size, "absss": _saturated_size, "neg": _negative, "negss": _saturated_negative,
}  # fmt: skip
_RELATIONS = {
    "eq": (Op.EQ, False), "ne": (Op.NE, False), "lt": (Op.SLT, False), "le": (Op.SLE, False), "gt": (Op.SLT, True),
    "ge": (Op.SLE, True),
}  # fmt: skip
for _name, (_op, _swapped) in _RELATIONS.items():
    for _prefix, _result in (("cmp", 2**32 - 1), ("set", 1)):
        _both = _relation(_op, _result, swapped=_swapped)
        if _name in ("eq", "ne"):
            _BINARY[_prefix + _name] = (_both, False)
        else:
            _BINARY[f"{_prefix}{_name}s"], _BINARY[f"{_prefix}{_name}u"] = (_both, True), (_both, False)


def _by_parts(part: PartOperation, bits: int, *, is_signed: bool) -> ModelFunction:
    def simd(ctx: ModelContext, a: Value, b: Value = 0) -> Value:
        """The operation on each part by itself; of each the low bits."""
        pairs = zip(*(_parts(ctx, word, bits, is_signed=is_signed) for word in (a, b)), strict=True)
        return _word(ctx, [part(ctx, x, y, bits) for x, y in pairs], bits)

    return simd


def _sum_of_differences(bits: int, *, is_signed: bool) -> ModelFunction:
    def sad(ctx: ModelContext, a: Value, b: Value) -> Value:
        """The sum of the sizes of the differences."""
        total: Value = 0
        pairs = zip(*(_parts(ctx, word, bits, is_signed=is_signed) for word in (a, b)), strict=True)
        for x, y in pairs:
            total = ctx.op(Op.ADD, I32, total, _difference(ctx, x, y, bits))
        return total

    return sad


for _count in (2, 4):
    _bits = 32 // _count
    for _name, (_part, _signed) in _BINARY.items():
        pure_model(f"unsigned int __v{_name}{_count}(unsigned int a, unsigned int b)", host=False)(
            _by_parts(_part, _bits, is_signed=_signed)
        )
    for _name, _part in _UNARY.items():
        pure_model(f"unsigned int __v{_name}{_count}(unsigned int a)", host=False)(
            _by_parts(_part, _bits, is_signed=True)
        )
    for _letter, _signed in (("s", True), ("u", False)):
        pure_model(f"unsigned int __vsad{_letter}{_count}(unsigned int a, unsigned int b)", host=False)(
            _sum_of_differences(_bits, is_signed=_signed)
        )


@pure_model(
    "int __dp4a(int srcA, int srcB, int c)",
    "unsigned int __dp4a(unsigned int srcA, unsigned int srcB, unsigned int c)",
    host=False,
)
def dot_4(ctx: ModelContext, a: Value, b: Value, c: Value) -> Value:
    """c plus the products of the four bytes; the sum wraps around."""
    is_signed = not ctx.arg_ctypes[0].startswith("unsigned")
    return _dot(ctx, _parts(ctx, a, 8, is_signed=is_signed), _parts(ctx, b, 8, is_signed=is_signed), c)


@pure_model(
    "int __dp2a_lo(int srcA, int srcB, int c)",
    "unsigned int __dp2a_lo(unsigned int srcA, unsigned int srcB, unsigned int c)",
    "int __dp2a_hi(int srcA, int srcB, int c)",
    "unsigned int __dp2a_hi(unsigned int srcA, unsigned int srcB, unsigned int c)",
    host=False,
)
def dot_2(ctx: ModelContext, a: Value, b: Value, c: Value) -> Value:
    """c plus the products of the two halves of srcA and the lower (lo) or upper (hi) two bytes of srcB."""
    is_signed = not ctx.arg_ctypes[0].startswith("unsigned")
    numbers = _parts(ctx, b, 8, is_signed=is_signed)
    half = numbers[:2] if ctx.name.endswith("lo") else numbers[2:]
    return _dot(ctx, _parts(ctx, a, 16, is_signed=is_signed), half, c)


def _dot(ctx: ModelContext, a: list[Value], b: list[Value], c: Value) -> Value:
    for x, y in zip(a, b, strict=True):
        c = ctx.op(Op.ADD, I32, c, ctx.op(Op.MUL, I32, x, y))
    return c
