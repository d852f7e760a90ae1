"""Initial values of local variables with addresses of shared memory in them.

    __shared__ float a[8], b[8];
    float *both[2] = {a, b};                clang copies it from a constant, @__const.k.both

Each block has shared memory of its own, so one constant for all of them holds no such address. The parts of the value
are stored one by one instead.
"""

from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.module import VariableIr
from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.frontend.clang.lower.memory import stored
from cudabmc.frontend.clang.lower.operands import lower
from cudabmc.goto.program import Operand

_SHARED = 3
"""The address space of shared memory (LLVM, "User Guide for NVPTX Back-end", Address Spaces)."""


def stores_shared_addresses(ctx: FunctionContext, target: Operand, source: v.IrValue, size: int) -> bool:
    """Store a constant that has such addresses, if it is all that is copied; False if it is anything else."""
    if not isinstance(source, v.GlobalName) or source.name not in ctx.module.variables:
        return False
    variable = ctx.module.variable(source.name)
    if not isinstance(variable, VariableIr) or not variable.constant or variable.value is None:
        return False
    if size != t.size_of(variable.type) or not _names_shared(ctx, variable.value):
        return False
    stored(ctx, target, variable.type, lower(ctx, variable.type, variable.value))
    return True


def _names_shared(ctx: FunctionContext, value: v.IrValue) -> bool:
    match value:
        case v.AggregateC():
            return any(_names_shared(ctx, element.value) for element in value.elements)
        case v.GepC():
            return _names_shared(ctx, value.base)
        case v.CastC():
            return _names_shared(ctx, value.operand.value)
        case v.GlobalName() if value.name in ctx.module.variables:
            variable = ctx.module.variable(value.name)
            return isinstance(variable, VariableIr) and variable.space == _SHARED
    return False
