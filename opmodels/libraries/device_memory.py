"""Memory that a library works on: is it where the device reaches it, and is it large enough?"""

from cudabmc.modelapi import ModelContext, Space, Value
from opmodels.libc.expression import eq

_REACHED = frozenset({Space.DEVICE_GLOBAL, Space.MANAGED, Space.PINNED, Space.CONSTANT})
_OF_HOST = frozenset({Space.HOST_HEAP, Space.HOST_STACK, Space.HOST_GLOBAL, Space.MANAGED, Space.PINNED})


def check_device_range(ctx: ModelContext, pointer: Value, size: Value, what: str, *, write: bool) -> None:
    """Require `size` bytes of memory that the device reaches; `what` is the parameter."""
    space = ctx.space(pointer)
    if space is not None and space not in _REACHED:
        text = f"{ctx.name} is given {ctx.object_name(pointer)} as {what}, which is {space.value} memory"
        ctx.require(eq(ctx, size, 0), "api-misuse", f"{text} and not device memory")
        return
    ctx.check_range(pointer, size, write=write, cross=True)


def check_host_range(ctx: ModelContext, pointer: Value, size: Value, what: str, *, write: bool) -> None:
    """Require `size` bytes of memory of the host."""
    space = ctx.space(pointer)
    if space is not None and space not in _OF_HOST:
        text = f"{ctx.name} is given {ctx.object_name(pointer)} as {what}, which is {space.value} memory"
        ctx.require(eq(ctx, size, 0), "api-misuse", f"{text} and not host memory")
        return
    ctx.check_range(pointer, size, write=write, cross=True)
