"""Strings in memory: known ones as Python text, unknown ones by their bytes and length."""

from cudabmc.modelapi import BOOL, I8, I64, ModelContext, Op, Value
from opmodels.libc.block_size import exact_size
from opmodels.libc.expression import both, either, eq, negation, select, ult
from opmodels.libc.text_places import bytes_and_length, places_of

LIMIT = 1 << 16
"""No string is followed further than this when the size of its object is not known."""


def room(ctx: ModelContext, ptr: Value) -> int | None:
    """Bytes from `ptr` to the end of its object, if it has one target and that is known."""
    size = exact_size(ctx, ptr)
    if not isinstance(size, int):
        return None
    offset = ctx.object_offset(ptr)
    return size - offset if isinstance(offset, int) and offset <= size else None


def _room_left(ctx: ModelContext, ptr: Value) -> Value | None:
    """As `room`, as a term where it depends on inputs."""
    size = exact_size(ctx, ptr)
    return None if size is None else ctx.op(Op.SUB, I64, size, ctx.object_offset(ptr))


def string_bytes(ctx: ModelContext, ptr: Value, most: int | None = None) -> list[Value]:
    """The bytes of the string at `ptr`, up to and including the first that is known to be zero,
    but not more than `most`. A string that has no end within its object violates `bounds`."""
    available = room(ctx, ptr)
    if available is not None:
        return _bytes_at_once(ctx, ptr, available, most)
    if most == 0:
        return []
    places = places_of(ctx, ptr)
    if places is None:
        return _bytes_one_by_one(ctx, ptr, most)
    content, _ = bytes_and_length(ctx, places, most)
    end = next((i + 1 for i, byte in enumerate(content) if byte == 0), len(content))
    return content[:end]


def bounded_length(ctx: ModelContext, ptr: Value, most: int | None) -> Value:
    """The length (I64) of the string at `ptr`, or `most` if it is longer. Reads no further."""
    available = room(ctx, ptr)
    if available is None:
        return _length_of_places(ctx, ptr, most)
    content = _bytes_at_once(ctx, ptr, available, most)
    length: Value = len(content)
    for i in reversed(range(len(content))):
        length = select(ctx, eq(ctx, content[i], 0, I8), i, length, I64)
    return length


def _length_of_places(ctx: ModelContext, ptr: Value, most: int | None) -> Value:
    """As `bounded_length`, for a pointer that depends on inputs, or one into an object whose size does."""
    if most == 0:
        return 0
    places = places_of(ctx, ptr)
    if places is None:
        content = _bytes_one_by_one(ctx, ptr, most)
        return len(content) - (content[-1:] == [0])
    return bytes_and_length(ctx, places, most)[1]


def _bytes_at_once(ctx: ModelContext, ptr: Value, available: int, most: int | None) -> list[Value]:
    """Without a decision: bytes behind an end that depends on inputs are read as well."""
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


def _bytes_one_by_one(ctx: ModelContext, ptr: Value, most: int | None) -> list[Value]:
    """For a pointer whose places are not known, or too many: no byte is read before the one in front is known not to
    end the string."""
    left = _room_left(ctx, ptr)
    limit = ctx.object_size(ptr) or LIMIT
    found: list[Value] = []
    for i in range(limit if most is None else min(limit, most)):
        if left is not None and not ctx.decide(ult(ctx, i, left)):
            break
        byte = ctx.load(ctx.add(ptr, i), I8)
        if ctx.decide(eq(ctx, byte, 0, I8)):
            return [*found, 0]
        found.append(byte)
    if len(found) != most:
        ctx.load(ctx.add(ptr, len(found)), I8)
    return found


def string_length(ctx: ModelContext, ptr: Value) -> Value:
    """strlen (I64)."""
    text = ctx.string(ptr)
    return len(text) if text is not None else bounded_length(ctx, ptr, None)


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
