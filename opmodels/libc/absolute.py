"""Absolute values of integers (C11 7.22.6.1)."""

from cudabmc.modelapi import ModelContext, Op, Value
from opmodels.libc.expression import select, slt
from opmodels.registry import pure_model


@pure_model(
    "int abs(int j)", "long abs(long j)", "long long abs(long long j)",
    "long labs(long j)", "long long llabs(long long j)",
)  # fmt: skip
def absolute(ctx: ModelContext, j: Value) -> Value:
    """C11 7.22.6.1 and the C++ overloads; the most negative number is its own result."""
    return select(ctx, slt(ctx, j, 0, ctx.ret_type), ctx.op(Op.NEG, ctx.ret_type, j), j, ctx.ret_type)
