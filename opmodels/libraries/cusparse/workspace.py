"""Memory that a program gives to cuSPARSE for its own use, as large as a function of the library asks for.

How much that is the reference does not say; here it is always the same. Operations write to it, so two that may run at
the same time need one each.
"""

from cudabmc.modelapi import I64, ModelContext, Value
from opmodels.libraries.device_memory import check_device_range
from opmodels.runtime.handle import is_null

SIZE = 1024
"""Bytes that every operation asks for."""


def store_size(ctx: ModelContext, target: Value) -> None:
    """Tell the program how much memory is needed."""
    ctx.store(target, SIZE, I64)


def check(ctx: ModelContext, buffer: Value, what: str = "externalBuffer") -> None:
    """Require that the program has given as much memory as was asked for."""
    missing = is_null(ctx, buffer)
    ctx.require(not missing, "api-misuse", f"{ctx.name} is given NULL as {what}, which needs {SIZE} bytes")
    check_device_range(ctx, buffer, SIZE, what, write=True)


def use(ctx: ModelContext, buffer: Value) -> None:
    """What an operation does with it when it runs."""
    ctx.fill(buffer, 0, SIZE, cross=True)
