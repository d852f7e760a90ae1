"""Memory that a program gives to an operation for its own use, as large as a `bufferSize` function says.

How much that is the reference does not say; here it is a number for each row or column. Operations write to it, so
two that may run at the same time need one each.
"""

from collections.abc import Callable

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, SUCCESS
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.element import Element
from opmodels.runtime.handle import is_null

HOST_BYTES = 64
"""What every function of the 64-bit API asks for in memory of the host."""


def numbers(*sizes: int) -> int:
    """How many numbers an operation on a matrix of these sizes asks for."""
    return max(1, *sizes)


def store_count(ctx: ModelContext, target: Value, *sizes: int) -> int:
    """Tell the program how many numbers are needed; the status."""
    if is_null(ctx, target):
        return INVALID_VALUE
    ctx.store(target, numbers(*sizes), I32)
    return SUCCESS


def store_bytes(ctx: ModelContext, targets: tuple[Value, Value], element: Element, *sizes: int) -> int:
    """Tell the program how many bytes are needed in memory of the device and of the host; the status."""
    if any([is_null(ctx, target) for target in targets]):
        return INVALID_VALUE
    ctx.store(targets[0], numbers(*sizes) * element.size, I64)
    ctx.store(targets[1], HOST_BYTES, I64)
    return SUCCESS


def checked(
    ctx: ModelContext, buffer: Value, given: int | None, needed: int, unit: int, what: str
) -> Callable[[], None]:
    """Require that the program has given as many units of memory as were asked for (`given` is None where it does not
    say how many); what the operation does with it when it runs."""
    if given is not None and given < needed:
        words = f"a {what} of {given} {'bytes' if unit == 1 else 'numbers'}"
        text = f"{ctx.name} is given {words}, and the bufferSize function asks for {needed}"
        ctx.require(False, "api-misuse", text)
    missing = is_null(ctx, buffer)
    ctx.require(not missing, "api-misuse", f"{ctx.name} is given NULL as {what}")
    check_device_range(ctx, buffer, needed * unit, what, write=True)
    return lambda: ctx.fill(buffer, 0, needed * unit, cross=True)


def check_host(ctx: ModelContext, buffer: Value, given: int) -> None:
    """Require the memory of the host that the 64-bit API asks for."""
    if given < HOST_BYTES or is_null(ctx, buffer):
        what = "NULL" if given >= HOST_BYTES else f"{given} bytes"
        text = f"{ctx.name} is given {what} as bufferOnHost, and the bufferSize function asks for {HOST_BYTES} bytes"
        ctx.require(False, "api-misuse", text)
    check_host_range(ctx, buffer, HOST_BYTES, "bufferOnHost", write=True)
