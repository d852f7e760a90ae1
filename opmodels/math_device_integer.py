"""Integer intrinsics of kernels (CUDA Math API, "Integer Intrinsics"), exact on constants and terms."""

from cudabmc.modelapi import BOOL, I32, I64, I128, IntType, ModelContext, Op, Value
from opmodels.libc.expression import add, minimum, narrow, select, slt, ult, widen
from opmodels.registry import pure_model


def _wide_product(ctx: ModelContext, x: Value, y: Value, type: IntType, *, is_signed: bool) -> Value:
    wide = IntType(2 * type.width)
    return ctx.op(Op.MUL, wide, *(widen(ctx, v, type, wide, is_signed=is_signed) for v in (x, y)))


@pure_model("int __mul24(int x, int y)", "unsigned int __umul24(unsigned int x, unsigned int y)", host=False)
def multiply_24(ctx: ModelContext, x: Value, y: Value) -> Value:
    """The low 32 bits of the product of the low 24 bits."""
    shift_back = Op.ASHR if ctx.name == "__mul24" else Op.LSHR
    x, y = (ctx.op(shift_back, I32, ctx.op(Op.SHL, I32, v, 8), 8) for v in (x, y))
    return ctx.op(Op.MUL, I32, x, y)


@pure_model(
    "int __mulhi(int x, int y)", "unsigned int __umulhi(unsigned int x, unsigned int y)",
    "long long __mul64hi(long long x, long long y)",
    "unsigned long long __umul64hi(unsigned long long x, unsigned long long y)",
    host=False,
)  # fmt: skip
def multiply_high(ctx: ModelContext, x: Value, y: Value) -> Value:
    """The upper half of the product."""
    type = ctx.ret_type
    assert type in (I32, I64)
    product = _wide_product(ctx, x, y, type, is_signed=not ctx.name.startswith("__u"))
    wide = I64 if type == I32 else I128
    return narrow(ctx, ctx.op(Op.LSHR, wide, product, type.width), wide, type)


def _masks(width: int) -> list[tuple[int, int]]:
    """For each power of two below `width`, the bits whose position lacks it."""
    result = []
    shift = 1
    while shift < width:
        result.append((shift, sum(1 << i for i in range(width) if not i & shift)))
        shift *= 2
    return result


@pure_model("int __popc(unsigned int x)", "int __popcll(unsigned long long x)", host=False)
def count_ones(ctx: ModelContext, x: Value) -> Value:
    """The number of bits that are set."""
    if isinstance(x, int):
        return x.bit_count()
    type = ctx.arg_types[0]
    assert isinstance(type, IntType)
    for shift, mask in _masks(type.width):
        upper = ctx.op(Op.AND, type, ctx.op(Op.LSHR, type, x, shift), mask)
        x = ctx.op(Op.ADD, type, ctx.op(Op.AND, type, x, mask), upper)
    return narrow(ctx, x, type, I32)


@pure_model("int __clz(int x)", "int __clzll(long long x)", host=False)
def leading_zeros(ctx: ModelContext, x: Value) -> Value:
    """The number of zeros above the highest one; all bits for 0."""
    type = ctx.arg_types[0]
    assert isinstance(type, IntType)
    if isinstance(x, int):
        return type.width - x.bit_length()
    result: Value = type.width
    for i in range(type.width):
        result = select(ctx, _bit(ctx, x, i, type), type.width - 1 - i, result, I32)
    return result


@pure_model("int __ffs(int x)", "int __ffsll(long long x)", host=False)
def first_set(ctx: ModelContext, x: Value) -> Value:
    """The position of the lowest one, counted from 1; 0 for 0."""
    return lowest_one(ctx, x)


@pure_model("int ffs(int x)", device=False)
def first_set_on_host(ctx: ModelContext, x: Value) -> Value:
    """POSIX ffs: as __ffs."""
    return lowest_one(ctx, x)


def lowest_one(ctx: ModelContext, x: Value) -> Value:
    """One plus the position of the lowest bit that is set, 0 if none is."""
    type = ctx.arg_types[0]
    assert isinstance(type, IntType)
    if isinstance(x, int):
        return (x & -x).bit_length()
    result: Value = 0
    for i in reversed(range(type.width)):
        result = select(ctx, _bit(ctx, x, i, type), i + 1, result, I32)
    return result


def _bit(ctx: ModelContext, x: Value, i: int, type: IntType) -> Value:
    return ctx.op(Op.NE, BOOL, ctx.op(Op.AND, type, x, 1 << i), 0, of=type)


@pure_model("unsigned int __brev(unsigned int x)", "unsigned long long __brevll(unsigned long long x)", host=False)
def reverse_bits(ctx: ModelContext, x: Value) -> Value:
    """The bits in opposite order."""
    type = ctx.ret_type
    assert isinstance(type, IntType)
    for shift, mask in _masks(type.width):
        lower = ctx.op(Op.SHL, type, ctx.op(Op.AND, type, x, mask), shift)
        x = ctx.op(Op.OR, type, lower, ctx.op(Op.AND, type, ctx.op(Op.LSHR, type, x, shift), mask))
    return x


@pure_model("unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s)", host=False)
def permute_bytes(ctx: ModelContext, x: Value, y: Value, s: Value) -> Value:
    """Byte i of the result is the byte of y:x that bits 4i to 4i+2 of s name (bit 4i+3 is ignored)."""
    upper = ctx.op(Op.SHL, I64, widen(ctx, y, I32, is_signed=False), 32)
    source = ctx.op(Op.OR, I64, upper, widen(ctx, x, I32, is_signed=False))
    result: Value = 0
    for i in range(4):
        selector = ctx.op(Op.AND, I32, ctx.op(Op.LSHR, I32, s, 4 * i), 7)
        shift = ctx.op(Op.MUL, I64, widen(ctx, selector, I32, is_signed=False), 8)
        byte = ctx.op(Op.AND, I64, ctx.op(Op.LSHR, I64, source, shift), 0xFF)
        result = ctx.op(Op.OR, I32, result, ctx.op(Op.SHL, I32, narrow(ctx, byte, I64, I32), 8 * i))
    return result


@pure_model(
    "unsigned int __sad(int x, int y, unsigned int z)",
    "unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)",
    host=False,
)
def sum_of_difference(ctx: ModelContext, x: Value, y: Value, z: Value) -> Value:
    """|x - y| + z."""
    less = slt(ctx, x, y, I32) if ctx.name == "__sad" else ult(ctx, x, y, I32)
    difference = select(ctx, less, ctx.op(Op.SUB, I32, y, x), ctx.op(Op.SUB, I32, x, y), I32)
    return add(ctx, difference, z, I32)


@pure_model(
    "int __hadd(int x, int y)", "unsigned int __uhadd(unsigned int x, unsigned int y)",
    "int __rhadd(int x, int y)", "unsigned int __urhadd(unsigned int x, unsigned int y)",
    host=False,
)  # fmt: skip
def average(ctx: ModelContext, x: Value, y: Value) -> Value:
    """(x + y) / 2 without overflow, rounded down; the forms with r round up."""
    is_signed = ctx.name in ("__hadd", "__rhadd")
    total = ctx.op(Op.ADD, I64, *(widen(ctx, v, I32, is_signed=is_signed) for v in (x, y)))
    if "rhadd" in ctx.name:
        total = add(ctx, total, 1)
    return narrow(ctx, ctx.op(Op.ASHR, I64, total, 1), I64, I32)


@pure_model(
    *(
        f"unsigned int __funnelshift_{name}(unsigned int lo, unsigned int hi, unsigned int shift)"
        for name in ("l", "lc", "r", "rc")
    ),
    host=False,
)
def funnel_shift(ctx: ModelContext, lo: Value, hi: Value, shift: Value) -> Value:
    """hi:lo shifted by `shift` modulo 32, or (c) by at most 32: its upper half after a left shift, its
    lower one after a right shift."""
    kind = ctx.name.removeprefix("__funnelshift_")
    amount = minimum(ctx, shift, 32, I32) if kind.endswith("c") else ctx.op(Op.AND, I32, shift, 31)
    wide_amount = widen(ctx, amount, I32, is_signed=False)
    upper = ctx.op(Op.SHL, I64, widen(ctx, hi, I32, is_signed=False), 32)
    both_halves = ctx.op(Op.OR, I64, upper, widen(ctx, lo, I32, is_signed=False))
    if kind.startswith("r"):
        return narrow(ctx, ctx.op(Op.LSHR, I64, both_halves, wide_amount), I64, I32)
    return narrow(ctx, ctx.op(Op.LSHR, I64, ctx.op(Op.SHL, I64, both_halves, wide_amount), 32), I64, I32)
