"""Copies of strings that always end within the room they are given (BSD; GNU C Library 2.38), and strxfrm."""

from cudabmc.modelapi import I8, I64, ModelContext, Op, Value
from opmodels.libc.c_string import bounded_length, string_length
from opmodels.libc.expression import add, eq, minimum, ult
from opmodels.libc.memory_block import require_apart
from opmodels.registry import model


def _copy_within(ctx: ModelContext, dst: Value, src: Value, length: Value, size: Value) -> None:
    """Copy a string of this length, cut to `size` bytes with its end; nothing into no bytes."""
    ctx.check_range(dst, size, write=True)
    if ctx.decide(eq(ctx, size, 0, I64)):
        return
    kept = minimum(ctx, length, ctx.op(Op.SUB, I64, size, 1))
    require_apart(ctx, dst, src, add(ctx, kept, 1))
    ctx.copy(dst, src, kept)
    ctx.store(ctx.add(dst, kept), 0, I8)


@model("size_t strlcpy(char *dst, const char *src, size_t size)", device=False)
def strlcpy(ctx: ModelContext, dst: Value, src: Value, size: Value) -> Value:
    """BSD: the length of `src`, all of which is read; the copy is cut to `size` bytes."""
    length = string_length(ctx, src)
    _copy_within(ctx, dst, src, length, size)
    return length


@model("size_t strlcat(char *dst, const char *src, size_t size)", device=False)
def strlcat(ctx: ModelContext, dst: Value, src: Value, size: Value) -> Value:
    """BSD: the length of both together; a `dst` that has no end within `size` bytes stays as it is."""
    length = string_length(ctx, src)
    ctx.check_range(dst, size, write=True)
    used = bounded_length(ctx, dst, ctx.concretize(size, I64))
    if ctx.decide(ult(ctx, used, size)):
        _copy_within(ctx, ctx.add(dst, used), src, length, ctx.op(Op.SUB, I64, size, used))
    return add(ctx, used, length)


@model("size_t strxfrm(char *dst, const char *src, size_t n)", device=False)
def strxfrm(ctx: ModelContext, dst: Value, src: Value, n: Value) -> Value:
    """C11 7.24.4.5, in the "C" locale: the string itself. What a copy that does not fit leaves is
    indeterminate; here it is the beginning, as in glibc."""
    length = string_length(ctx, src)
    if not ctx.decide(eq(ctx, n, 0, I64)):
        size = minimum(ctx, add(ctx, length, 1), n)
        require_apart(ctx, dst, src, size)
        ctx.copy(dst, src, size)
    return length
