"""Streams of files of which nothing is known: they open or not, deliver anything, and end anywhere."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, IntType, ModelContext, Op, Space, Value
from opmodels.libc.arbitrary_value import arbitrary, arbitrary_in, failure
from opmodels.libc.expression import select, ule


def opened(ctx: ModelContext, name: str | None) -> Value:
    """C11 7.21.5.3: a stream or NULL; what the file contains is arbitrary."""
    ctx.note(f"the file {name or '?'} may or may not open, and its contents are arbitrary")
    fails = failure(ctx, f"{ctx.name}({name or '?'}) fails")
    return select(ctx, fails, NULL, ctx.allocate(8, Space.HOST_GLOBAL, f"{ctx.name}({name or '?'})", zero=True), PTR)


def temporary(ctx: ModelContext) -> Value:
    """C11 7.21.4.3: a stream, or NULL."""
    fails = failure(ctx, "tmpfile() fails")
    return select(ctx, fails, NULL, ctx.allocate(8, Space.HOST_GLOBAL, "tmpfile()", zero=True), PTR)


def truth(ctx: ModelContext) -> Value:
    """0 or 1."""
    return ctx.op(Op.ZEXT, I32, arbitrary(ctx, BOOL, f"{ctx.name}()"), of=BOOL)


def success(ctx: ModelContext) -> Value:
    """0, or -1 on failure."""
    return select(ctx, arbitrary(ctx, BOOL, f"{ctx.name}() fails"), (1 << 32) - 1, 0, I32)


def position(ctx: ModelContext) -> Value:
    """C11 7.21.9.4: a position, or -1."""
    return arbitrary_in(ctx, I64, -1, (1 << 62), f"{ctx.name}()")


def character(ctx: ModelContext) -> Value:
    """C11 7.21.7.1: a character, or EOF."""
    return arbitrary_in(ctx, I32, -1, 255, f"{ctx.name}()")


def line(ctx: ModelContext, s: Value, size: int) -> Value:
    """C11 7.21.7.2: NULL and nothing written, or a string of at most size-1 characters. The bytes
    behind the end of the string become arbitrary, too."""
    ended = arbitrary(ctx, BOOL, "fgets() fails")
    for i in range(size):
        place = ctx.add(s, i)
        byte = arbitrary(ctx, I8, f"fgets()[{i}]") if i < size - 1 else 0
        ctx.store(place, select(ctx, ended, ctx.load(place, I8), byte, I8), I8)
    return select(ctx, ended, NULL, s, PTR)


def block(ctx: ModelContext, ptr: Value, width: int, count: int) -> Value:
    """C11 7.21.8.1: any number of elements up to `count`. All of the block becomes arbitrary: what
    lies behind the last element is indeterminate only in part."""
    unit = next(u for u in (8, 4, 2, 1) if width % u == 0)
    for i in range(width * count // unit):
        type = IntType(8 * unit)
        ctx.store(ctx.add(ptr, i * unit), arbitrary(ctx, type, f"fread()[{i}]", ctype="unsigned"), type)
    result = arbitrary(ctx, I64, "fread()")
    ctx.constrain(ule(ctx, result, count))
    return result if width else 0


def descriptor(ctx: ModelContext) -> Value:
    """A number behind those of the standard streams."""
    return arbitrary_in(ctx, I32, 3, 1023, f"{ctx.name}()")
