"""Values that come from files of which nothing is known: inputs where the user calls files arbitrary, and otherwise
approximations, of files whose names depend on inputs. A replay knows these names, and what is in the files."""

from cudabmc.modelapi import BOOL, IntType, ModelContext, Type, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import sle
from opmodels.libc.twos_complement import unsigned


def arbitrary(ctx: ModelContext, type: Type, label: str, ctype: str = "") -> Value:
    """Any value; an integer is shown as a `ctype`."""
    if ctx.is_arbitrary("files"):
        return ctx.nondet(type, label, ctype=ctype)
    return approximate(ctx, type, f"what {ctx.name}() gives for a file whose name depends on inputs", label)


def arbitrary_in(ctx: ModelContext, type: IntType, low: int, high: int, label: str) -> Value:
    """Any integer with low <= value <= high, read as signed."""
    value = arbitrary(ctx, type, label)
    ctx.constrain(sle(ctx, unsigned(low, type.width), value, type))
    ctx.constrain(sle(ctx, value, unsigned(high, type.width), type))
    return value


def failure(ctx: ModelContext, label: str) -> Value:
    """Does the call fail (BOOL)?"""
    return ctx.failure(label) if ctx.is_arbitrary("files") else arbitrary(ctx, BOOL, label)
