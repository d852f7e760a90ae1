"""What a thread knows: accesses of others that happen before what it does next.

Knowledge maps a thread (or a block and its barriers) to the clock up to which it is known. Where that
depends on inputs, because a fence or an atomic is executed under a condition, or because two strong
accesses meet at some offsets only, a clock becomes alternatives, each under its guard.
"""

from typing import TypeAlias

from cudabmc import terms
from cudabmc.state.value import Value

Alternative: TypeAlias = tuple[int, Value, "int | None"]
"""Known up to this clock, where the guard holds, to the threads of this block (None: to all)."""

Clock: TypeAlias = "int | tuple[Alternative, ...]"
Knowledge: TypeAlias = dict[object, Clock]

NOTHING: Knowledge = {}
"""Shared, so never changed in place."""


def join(a: Knowledge, b: Knowledge) -> Knowledge:
    """The union of two pieces of knowledge."""
    if not a or a is b:
        return b
    result = dict(a)
    for key, clock in b.items():
        old = result.get(key)
        result[key] = clock if old is None else _later(old, clock)
    return result


def _later(a: Clock, b: Clock) -> Clock:
    if isinstance(a, int) and isinstance(b, int):
        return a if a > b else b
    return _clock((*_alternatives(a), *_alternatives(b)))


def _alternatives(clock: Clock) -> tuple[Alternative, ...]:
    return ((clock, True, None),) if isinstance(clock, int) else clock


def _clock(alternatives: tuple[Alternative, ...]) -> Clock:
    """The alternatives without those that others include, the latest first."""
    guards: dict[tuple[int, int | None], Value] = {}
    for clock, guard, block in sorted(alternatives, key=lambda a: -a[0]):
        guards[clock, block] = terms.lor(guards.get((clock, block), False), guard)
    kept: list[Alternative] = []
    for (clock, block), guard in guards.items():
        if not any(sure is True and to in (None, block) for _, sure, to in kept):
            kept.append((clock, guard, block))
    if len(kept) == 1 and kept[0][1] is True and kept[0][2] is None:
        return kept[0][0]
    return tuple(kept)


def under(knowledge: Knowledge, guard: Value) -> Knowledge:
    """What is known only where `guard` holds."""
    if guard is True or not knowledge:
        return knowledge
    if guard is False:
        return NOTHING
    result: Knowledge = {}
    for key, clock in knowledge.items():
        left = [(at, terms.land(holds, guard), block) for at, holds, block in _alternatives(clock)]
        alternatives = tuple(a for a in left if a[1] is not False)
        if alternatives:
            result[key] = alternatives
    return result


def only_to(knowledge: Knowledge, block: int) -> Knowledge:
    """What a fence of block scope makes known, to the threads of that block alone."""
    return {
        key: tuple((at, holds, block) for at, holds, to in _alternatives(clock) if to in (None, block))
        for key, clock in knowledge.items()
    }


def meant_for(knowledge: Knowledge, block: int) -> Knowledge:
    """What of it reaches a thread of the block."""
    if all(isinstance(clock, int) for clock in knowledge.values()):
        return knowledge
    result: Knowledge = {}
    for key, clock in knowledge.items():
        alternatives = tuple((at, holds, None) for at, holds, to in _alternatives(clock) if to in (None, block))
        if alternatives:
            result[key] = _clock(alternatives)
    return result


def is_later(knowledge: Knowledge, key: object, clock: int) -> Value:
    """Where is `key` known up to a later clock?"""
    known = knowledge.get(key)
    if known is None:
        return False
    if isinstance(known, int):
        return known > clock
    return terms.lor(*(guard for at, guard, _ in known if at > clock))


def as_key(knowledge: Knowledge) -> tuple[object, ...]:
    """Equal for equal knowledge, and hashable."""
    return tuple(sorted((str(key), _clock_key(clock)) for key, clock in knowledge.items()))


def _clock_key(clock: Clock) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (at, guard.id if isinstance(guard, terms.Term) else -1, -1 if block is None else block)
        for at, guard, block in _alternatives(clock)
    )
