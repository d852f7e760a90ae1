"""Places of a string whose pointer depends on inputs.

Before:  printf("%s", argc > 1 ? argv[1] : "none")      a path for each place, and there for each length
After:   the bytes of each place, each read where the pointer leads there and the string has not ended before: one path
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import I8, I64, ModelContext, Op, Pointer, Value
from opmodels.libc.block_size import exact_size
from opmodels.libc.expression import both, either, eq, negation, select, ult

MOST_READS = 4096
"""A string whose places have more bytes is followed byte by byte instead."""


@dataclass(frozen=True, slots=True)
class StringPlace:
    """Where a string may be: the condition (BOOL), the place, and the bytes (I64) from there to the end of its object,
    of which there are at most `most`."""

    where: Value
    pointer: Pointer
    left: Value
    most: int

    def byte(self, ctx: ModelContext, i: int, where: Value) -> Value:
        """Byte i, read where the string is here and `where` holds, too; 0 behind the end of the object."""
        if i >= self.most:
            return 0
        inside = both(ctx, self.where, where, ult(ctx, i, self.left))
        return ctx.load(ctx.add(self.pointer, i), I8, where=inside) if inside is not False else 0

    def ends_before(self, ctx: ModelContext, i: int) -> Value:
        """Is the string here, and byte i behind the end of its object?"""
        return both(ctx, self.where, negation(ctx, ult(ctx, i, self.left)))


def places_of(ctx: ModelContext, ptr: Value) -> list[StringPlace] | None:
    """All places of the string at `ptr`, whose first byte is required to be there. None if it is not known how many
    bytes there are, or if they are too many."""
    ctx.load(ptr, I8)
    found: list[StringPlace] = []
    for where, pointer in ctx.targets(ptr):
        here = _in_one_object(ctx, where, pointer)
        if here is None:
            return None
        found += here
        if sum(place.most for place in found) > MOST_READS:
            return None
    return found


def _in_one_object(ctx: ModelContext, where: Value, pointer: Pointer) -> Sequence[StringPlace] | None:
    most, size = ctx.object_size(pointer), exact_size(ctx, pointer)
    if most is None or size is None or most > MOST_READS:
        return None
    offset = ctx.object_offset(pointer)
    inside = either(ctx, negation(ctx, where), ult(ctx, offset, size))
    ctx.require(inside, "bounds", f"{ctx.name} is given a pointer that is outside of {ctx.object_name(pointer)}")
    start = Pointer(pointer.obj, 0)
    places = []
    for at in [offset] if isinstance(offset, int) else range(most):
        here = both(ctx, where, eq(ctx, offset, at, I64))
        if here is not False and at < most:
            places.append(StringPlace(here, ctx.add(start, at), ctx.op(Op.SUB, I64, size, at), most - at))
    return places


def byte_at(ctx: ModelContext, places: Sequence[StringPlace], i: int, where: Value) -> Value:
    """Byte i of the string, which is in its object there and read where `where` holds."""
    byte: Value = 0
    for place in reversed(places):
        byte = select(ctx, place.where, place.byte(ctx, i, where), byte, I8)
    return byte


def bytes_and_length(ctx: ModelContext, places: Sequence[StringPlace], most: int | None) -> tuple[list[Value], Value]:
    """The bytes of the string, and its length (I64), or `most` if it is longer. It must end within its object, unless
    that has `most` bytes."""
    longest = max((place.most for place in places), default=0)
    content: list[Value] = [0] * (longest if most is None else min(longest, most))
    length: Value = 0
    endless: Value = False
    for place in reversed(places):
        read, reached = _followed(ctx, place, len(content))
        own: Value = len(read)
        for i in reversed(range(len(read))):
            own = select(ctx, eq(ctx, read[i], 0, I8), i, own, I64)
        length = select(ctx, place.where, own, length, I64)
        for i, byte in enumerate(content):
            content[i] = select(ctx, place.where, read[i] if i < len(read) else 0, byte, I8)
        short = True if most is None else ult(ctx, place.left, most)
        endless = either(ctx, endless, both(ctx, place.where, reached, short))
    require_end(ctx, places, endless)
    return content, length


def require_end(ctx: ModelContext, places: Sequence[StringPlace], endless: Value) -> None:
    """A string that is read must end within its object; where `endless` holds it does not."""
    names = " or ".join(dict.fromkeys(ctx.object_name(place.pointer) for place in places))
    text = f"{ctx.name} reads past the end of {names}: the string has no end there"
    ctx.require(negation(ctx, endless), "bounds", text)


def _followed(ctx: ModelContext, place: StringPlace, limit: int) -> tuple[list[Value], Value]:
    """The bytes of the string if it is at this place, and the condition that it has not ended with them."""
    found: list[Value] = []
    reached: Value = True
    for i in range(min(limit, place.most)):
        byte = place.byte(ctx, i, reached)
        found.append(byte)
        ended = both(ctx, ult(ctx, i, place.left), eq(ctx, byte, 0, I8))
        reached = both(ctx, reached, negation(ctx, ended))
        if reached is False:
            break
    return found, reached
