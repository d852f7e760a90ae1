"""Order of strings (C11 7.24.4). The result is the difference of the first bytes that differ, as in
glibc; its sign alone is specified."""

from collections.abc import Sequence
from itertools import count

from cudabmc.modelapi import I8, I32, I64, ModelContext, Value
from opmodels.libc.c_string import LIMIT, room
from opmodels.libc.character import lower
from opmodels.libc.expression import both, either, eq, narrow, negation, select, widen
from opmodels.libc.memory_block import difference
from opmodels.libc.text_places import StringPlace, byte_at, places_of, require_end
from opmodels.registry import model


def _compare(ctx: ModelContext, s1: Value, s2: Value, most: int | None, *, fold: bool = False) -> Value:
    if most != 0 and None in (room(ctx, s1), room(ctx, s2)):
        first, second = places_of(ctx, s1), places_of(ctx, s2)
        if first is not None and second is not None:
            return _compare_places(ctx, (first, second), most, fold=fold)
    steps: list[tuple[Value, Value]] = []  # (it ends here, with this result), for each position
    reached: Value = True
    rooms = (room(ctx, s1), room(ctx, s2))
    for i in count():
        if i == most or reached is False or not _can_read(ctx, reached, i, (s1, s2), rooms):
            break
        a, b = ctx.load(ctx.add(s1, i), I8), ctx.load(ctx.add(s2, i), I8)
        if fold:
            a, b = folded(ctx, a), folded(ctx, b)
        differ, zero = negation(ctx, eq(ctx, a, b, I8)), eq(ctx, a, 0, I8)
        if None in rooms:  # nothing may be read behind the end: see _bytes_one_by_one of c_string
            ends: Value = ctx.decide(differ) or ctx.decide(zero)
        else:
            ends = either(ctx, differ, zero)
        steps.append((ends, difference(ctx, a, b)))
        reached = both(ctx, reached, negation(ctx, ends))
    return _first(ctx, steps)


def _first(ctx: ModelContext, steps: list[tuple[Value, Value]]) -> Value:
    """The answer of the first step that ends the comparison."""
    result: Value = 0
    for ends, answer in reversed(steps):
        result = select(ctx, ends, answer, result, I32)
    return result


def _compare_places(
    ctx: ModelContext, strings: tuple[Sequence[StringPlace], Sequence[StringPlace]], most: int | None, *, fold: bool
) -> Value:
    """As `_compare`, without a decision: each byte is read where the comparison comes to it."""
    steps: list[tuple[Value, Value]] = []
    reached: Value = True
    endless: Value = False
    for i in count():
        if i == most or reached is False:
            break
        outside = either(ctx, *(place.ends_before(ctx, i) for places in strings for place in places))
        endless = either(ctx, endless, both(ctx, reached, outside))
        reached = both(ctx, reached, negation(ctx, outside))
        if i >= min(max(place.most for place in places) for places in strings):
            break
        a, b = (byte_at(ctx, places, i, reached) for places in strings)
        if fold:
            a, b = folded(ctx, a), folded(ctx, b)
        ends = either(ctx, negation(ctx, eq(ctx, a, b, I8)), eq(ctx, a, 0, I8))
        steps.append((ends, difference(ctx, a, b)))
        reached = both(ctx, reached, negation(ctx, ends))
    require_end(ctx, [place for places in strings for place in places], endless)
    return _first(ctx, steps)


def _can_read(
    ctx: ModelContext, reached: Value, i: int, strings: tuple[Value, Value], rooms: tuple[int | None, int | None]
) -> bool:
    """May position i be read, where `reached`? Past the end of an object that is a violation."""
    for string, available in zip(strings, rooms, strict=True):
        if available is not None and i >= available:
            if reached is True:
                ctx.load(ctx.add(string, i), I8)
            text = f"{ctx.name} reads past {ctx.object_name(string)}: the string does not end in it"
            ctx.require(negation(ctx, reached), "bounds", text)
            return False
    return i < LIMIT


def folded(ctx: ModelContext, byte: Value) -> Value:
    """The byte in lower case."""
    return narrow(ctx, lower(ctx, widen(ctx, byte, I8, I32, is_signed=False)), I32)


@model("int strcmp(const char *s1, const char *s2)", "int strcoll(const char *s1, const char *s2)", device=False)
def strcmp(ctx: ModelContext, s1: Value, s2: Value) -> Value:
    """C11 7.24.4.2; strcoll in the "C" locale."""
    return _compare(ctx, s1, s2, None)


@model("int strncmp(const char *s1, const char *s2, size_t n)", device=False)
def strncmp(ctx: ModelContext, s1: Value, s2: Value, n: Value) -> Value:
    """C11 7.24.4.4."""
    return _compare(ctx, s1, s2, ctx.concretize(n, I64))


@model("int strcasecmp(const char *s1, const char *s2)", device=False)
def strcasecmp(ctx: ModelContext, s1: Value, s2: Value) -> Value:
    """POSIX, in the "C" locale."""
    return _compare(ctx, s1, s2, None, fold=True)


@model("int strncasecmp(const char *s1, const char *s2, size_t n)", device=False)
def strncasecmp(ctx: ModelContext, s1: Value, s2: Value, n: Value) -> Value:
    """POSIX, in the "C" locale."""
    return _compare(ctx, s1, s2, ctx.concretize(n, I64), fold=True)
