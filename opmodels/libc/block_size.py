"""Exact sizes of allocated objects. The machine tells the size of an object as a number: where the
size depends on inputs, that is only the most it can be, so such sizes are remembered here."""

from cudabmc.modelapi import I64, ModelContext, Pointer, Value


def remember(ctx: ModelContext, ptr: Pointer, size: Value) -> None:
    """Note the size (I64) of a new object."""
    if not ctx.is_const(size):
        ctx.put(f"libc:size:{ptr.obj}", size, I64)


def exact_size(ctx: ModelContext, ptr: Value) -> Value | None:
    """The size of the object (I64) that `ptr`, if it has one target on this path, points into."""
    targets = ctx.targets(ptr)
    if len(targets) > 1:
        return None
    _, target = targets[0]
    size = ctx.get(f"libc:size:{target.obj}", 0)
    return ctx.object_size(target) if ctx.is_const(size) else size
