"""Strings in memory: known ones as Python text, unknown ones by their bytes and length."""

from cudabmc.modelapi import BOOL, I8, I64, ModelContext, Op, Value
from opmodels.libc.block_size import exact_size
from opmodels.libc.expression import both, either, eq, negation, select

LIMIT = 1 << 16
"""No string is followed further than this when the end of its object is not known."""


def room(ctx: ModelContext, ptr: Value) -> int | None:
    """Bytes from `ptr` to the end of its object, if it has one target and that is known."""
    size = exact_size(ctx, ptr)
    if not isinstance(size, int):
        return None
    offset = ctx.object_offset(ptr)
    return size - offset if isinstance(offset, int) and offset <= size else None


def string_bytes(ctx: ModelContext, ptr: Value, most: int | None = None) -> list[Value]:
    """The bytes of the string at `ptr`, up to and including the first that is known to be zero,
    but not more than `most`. A string that has no end within its object violates `bounds`."""
    available = room(ctx, ptr)
    if available is None:
        return _bytes_one_by_one(ctx, ptr, LIMIT if most is None else most)
    limit = available if most is None else min(available, most)
    found: list[Value] = []
    ended: Value = False
    for i in range(limit):
        byte = ctx.load(ctx.add(ptr, i), I8)
        found.append(byte)
        ended = either(ctx, ended, eq(ctx, byte, 0, I8))
        if isinstance(byte, int) and byte == 0:
            return found
    if limit == most:
        return found
    if ended is False:
        ctx.load(ctx.add(ptr, limit), I8)  # reports the object and its size, which a sentence here could not
        return found
    ctx.require(
        ended, "bounds", f"{ctx.name} reads past the end of {ctx.object_name(ptr)}: the string has no end there"
    )
    return found


def _bytes_one_by_one(ctx: ModelContext, ptr: Value, limit: int) -> list[Value]:
    """For a pointer with several targets: no byte is read before the one in front is known not to
    end the string."""
    found: list[Value] = []
    for i in range(limit):
        byte = ctx.load(ctx.add(ptr, i), I8)
        if ctx.decide(eq(ctx, byte, 0, I8)):
            return [*found, 0]
        found.append(byte)
    if limit == LIMIT:
        ctx.require(False, "bounds", f"{ctx.name} found no end of the string within {LIMIT} bytes")
    return found


def length_of(ctx: ModelContext, content: list[Value]) -> Value:
    """The number of bytes (I64) in front of the first zero in `content`, or all of them."""
    result: Value = len(content)
    for i in reversed(range(len(content))):
        result = select(ctx, eq(ctx, content[i], 0, I8), i, result, I64)
    return result


def string_length(ctx: ModelContext, ptr: Value) -> Value:
    """strlen (I64)."""
    text = ctx.string(ptr)
    return len(text) if text is not None else length_of(ctx, string_bytes(ctx, ptr))


def alive(ctx: ModelContext, content: list[Value]) -> list[Value]:
    """For each byte: does the string reach it (no zero in front of it)?"""
    result: list[Value] = []
    reached: Value = True
    for byte in content:
        result.append(reached)
        reached = both(ctx, reached, negation(ctx, eq(ctx, byte, 0, I8)))
    return result


def store_text(ctx: ModelContext, ptr: Value, text: str, *, terminate: bool = True) -> None:
    """Write a known string."""
    for i, char in enumerate(text):
        ctx.store(ctx.add(ptr, i), ord(char) & 0xFF, I8)
    if terminate:
        ctx.store(ctx.add(ptr, len(text)), 0, I8)


def is_any(ctx: ModelContext, byte: Value, chars: list[Value]) -> Value:
    """Is `byte` one of `chars`?"""
    return either(ctx, *(ctx.op(Op.EQ, BOOL, byte, c, of=I8) for c in chars))
