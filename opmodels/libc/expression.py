"""Short spellings of the expressions that models build most often."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, IntType, ModelContext, Op, Type, Value
from opmodels.libc.twos_complement import unsigned


def eq(ctx: ModelContext, a: Value, b: Value, of: Type = I32) -> Value:
    """a == b, integers."""
    return ctx.op(Op.EQ, BOOL, a, b, of=of)


def ult(ctx: ModelContext, a: Value, b: Value, of: Type = I64) -> Value:
    """a < b, unsigned."""
    return ctx.op(Op.ULT, BOOL, a, b, of=of)


def ule(ctx: ModelContext, a: Value, b: Value, of: Type = I64) -> Value:
    """a <= b, unsigned."""
    return ctx.op(Op.ULE, BOOL, a, b, of=of)


def slt(ctx: ModelContext, a: Value, b: Value, of: Type = I32) -> Value:
    """a < b, signed."""
    return ctx.op(Op.SLT, BOOL, a, b, of=of)


def sle(ctx: ModelContext, a: Value, b: Value, of: Type = I32) -> Value:
    """a <= b, signed."""
    return ctx.op(Op.SLE, BOOL, a, b, of=of)


def select(ctx: ModelContext, cond: Value, then: Value, orelse: Value, type: Type) -> Value:
    """cond ? then : orelse."""
    if isinstance(cond, bool):
        return then if cond else orelse
    return ctx.op(Op.SELECT, type, cond, then, orelse)


def one_target(ctx: ModelContext, ptr: Value) -> Value:
    """The one thing that a pointer points to, an object or a function, on this path; splits the path where that depends
    on inputs."""
    targets = ctx.targets(ptr)
    return next((target for where, target in targets[:-1] if ctx.decide(where)), targets[-1][1])


def negation(ctx: ModelContext, cond: Value) -> Value:
    """Logical not."""
    return ctx.op(Op.NOT, BOOL, cond)


def both(ctx: ModelContext, *conds: Value) -> Value:
    """The conjunction."""
    result: Value = True
    for cond in conds:
        result = ctx.op(Op.AND, BOOL, result, cond)
    return result


def either(ctx: ModelContext, *conds: Value) -> Value:
    """The disjunction."""
    result: Value = False
    for cond in conds:
        result = ctx.op(Op.OR, BOOL, result, cond)
    return result


def is_null(ctx: ModelContext, ptr: Value) -> Value:
    """ptr == NULL."""
    return ctx.op(Op.PTREQ, BOOL, ptr, NULL, of=PTR)


def truth(ctx: ModelContext, value: Value, type: Type) -> Value:
    """A value of a C integer type or bool, as a condition."""
    return value if type == BOOL else ctx.op(Op.NE, BOOL, value, 0, of=type)


def from_truth(ctx: ModelContext, cond: Value) -> Value:
    """A condition as the result of the model: 0 or 1 of its integer type."""
    return cond if ctx.ret_type == BOOL else ctx.op(Op.ZEXT, ctx.ret_type, cond, of=BOOL)


def widen(ctx: ModelContext, value: Value, of: Type, type: Type = I64, *, is_signed: bool = True) -> Value:
    """An integer in a type that is at least as wide."""
    return value if of == type else ctx.op(Op.SEXT if is_signed else Op.ZEXT, type, value, of=of)


def narrow(ctx: ModelContext, value: Value, of: Type, type: Type = I8) -> Value:
    """The low bits of an integer."""
    return value if of == type else ctx.op(Op.TRUNC, type, value, of=of)


def add(ctx: ModelContext, a: Value, b: Value, type: Type = I64) -> Value:
    """a + b, wrapping."""
    return ctx.op(Op.ADD, type, a, b)


def minimum(ctx: ModelContext, a: Value, b: Value, type: Type = I64) -> Value:
    """The smaller of two unsigned integers."""
    return select(ctx, ult(ctx, a, b, type), a, b, type)


def nondet_in(ctx: ModelContext, type: IntType, low: int, high: int, label: str) -> Value:
    """An arbitrary integer with low <= value <= high, read as signed."""
    value = ctx.nondet(type, label)
    ctx.constrain(sle(ctx, unsigned(low, type.width), value, type))
    ctx.constrain(sle(ctx, value, unsigned(high, type.width), type))
    return value
