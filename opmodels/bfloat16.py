"""bfloat16: the upper half of a float (CUDA Math API, "Bfloat16 Precision Intrinsics")."""

from cudabmc.modelapi import BOOL, F32, I16, I32, ModelContext, Op, Value

_NOT_A_NUMBER = 0x7FFF


def widened(ctx: ModelContext, bits: Value) -> Value:
    """The float of these 16 bits."""
    word = ctx.op(Op.SHL, I32, ctx.op(Op.ZEXT, I32, bits, of=I16), 16, of=I32)
    return ctx.op(Op.BITCAST, F32, word, of=I32)


def rounded(ctx: ModelContext, number: Value) -> Value:
    """The 16 bits of a float, rounded to the nearest, to even if it is in the middle."""

    def word(op: Op, x: Value, y: Value) -> Value:
        return ctx.op(op, I32, x, y, of=I32)

    bits = ctx.op(Op.BITCAST, I32, number, of=F32)
    odd = word(Op.AND, word(Op.LSHR, bits, 16), 1)
    upper = word(Op.LSHR, word(Op.ADD, word(Op.ADD, bits, 0x7FFF), odd), 16)
    is_number = ctx.op(Op.FEQ, BOOL, number, number, of=F32)
    return ctx.op(Op.TRUNC, I16, ctx.op(Op.SELECT, I32, is_number, upper, _NOT_A_NUMBER), of=I32)
