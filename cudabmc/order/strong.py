"""Strong accesses: atomics and volatile ones carry what fences release and acquire.

What a strong write releases is kept at its place until another strong write that is no atomic
replaces it; atomics hand on what they find (PTX ISA, 'Release and Acquire Patterns' and 'Release
sequence'). Under a condition, or at offsets that depend on inputs, all of it holds under a guard.
"""


from cudabmc import terms
from cudabmc.goto.types import I64
from cudabmc.state import events, races
from cudabmc.state.execution import Execution
from cudabmc.state.knowledge import NOTHING, Knowledge, join, under
from cudabmc.state.state import State
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term

MANY = -2
"""In place of a block: what was released at a place is from threads of several blocks."""

FEW_THREADS = 256
"""Up to so many threads, a race is examined for being open by a missing fence alone."""


def read(m: Execution, thread: Thread, obj: int, offset: "int | Term", path: Value) -> None:
    """A strong read finds what was released at its place: a fence behind it acquires that."""
    s = m.s
    if _few(s) and (obj, offset) in s.strong:
        thread.strong = join(thread.strong, s.strong[obj, offset])  # type: ignore[index]
    thread.found = NOTHING
    if not s.released and not s.released_somewhere:
        return
    found = races.reaching(under(_found(s, obj, offset), _condition(thread, path)), thread)
    if found:
        thread.found = found
        thread.acquired = join(thread.acquired, found)
        if isinstance(offset, int) and s.releasers.get((obj, offset), MANY) == races.block_of(thread):
            thread.near = join(thread.near, found)
        if m.settings.atomics_synchronise:
            thread.knowledge = join(thread.knowledge, found)


def write(m: Execution, thread: Thread, obj: int, offset: "int | Term", path: Value, *, atomic: bool) -> None:
    """A strong write releases what the last fence before it covers; an atomic keeps what was there."""
    s = m.s
    if _few(s) and isinstance(offset, int):
        mine = join(races.snapshot(thread), thread.strong)
        s.strong[obj, offset] = join(mine, s.strong.get((obj, offset), NOTHING)) if atomic else mine
    condition = _condition(thread, path)
    if not atomic and (s.released or s.released_somewhere):
        _overwrite(s, obj, offset, condition)
    if m.settings.atomics_synchronise:
        released = races.snapshot(thread)
        thread.clock += 1
    else:
        released = join(thread.released, thread.once)
    if not released:
        return
    released = under(released, condition)
    if isinstance(offset, int):
        own = races.block_of(thread)
        alone = (obj, offset) not in s.released and not s.released_somewhere.get(obj)
        s.releasers[obj, offset] = own if alone or s.releasers.get((obj, offset)) == own else MANY
        s.released[obj, offset] = join(released, s.released.get((obj, offset), NOTHING))
    else:
        s.releasers = {place: MANY if place[0] == obj else block for place, block in s.releasers.items()}
        s.released_somewhere[obj] = (*s.released_somewhere.get(obj, ()), (offset, released))


def replaced(s: State, obj: int, offset: "int | Term", size: Value, path: Value) -> None:
    """A plain write: what was released at a place that it overlaps is not found there any more."""
    if not (isinstance(offset, int) and isinstance(size, int)):
        _overwrite(s, obj, offset, path)
        return
    for at in range(offset - events.WIDEST + 1, offset + size):
        if (obj, at) in s.released and at + 8 > offset:
            _overwrite(s, obj, at, path)


def _few(s: State) -> bool:
    return 0 < sum(len(grid.threads) for grid in s.grids.values()) <= FEW_THREADS


def _condition(thread: Thread, path: Value) -> Value:
    return True if path is thread.base else path


def _found(s: State, obj: int, offset: "int | Term") -> Knowledge:
    """All that is released at a place."""
    if isinstance(offset, int):
        found = s.released.get((obj, offset), NOTHING)
    else:
        found = NOTHING
        for (other, at), released in s.released.items():
            if other == obj:
                found = join(found, under(released, terms.equal(offset, at % 2**64, I64)))
    for place, released in s.released_somewhere.get(obj, ()):
        found = join(found, under(released, _same(place, offset)))
    return found


def _overwrite(s: State, obj: int, offset: "int | Term", condition: Value) -> None:
    """Nothing that was released at a place is found there any more where `condition` holds."""
    known = [(obj, offset)] if isinstance(offset, int) else [place for place in s.released if place[0] == obj]
    for place in known:
        kept = under(s.released.get(place, NOTHING), terms.lnot(terms.land(condition, _same(place[1], offset))))
        if kept:
            s.released[place] = kept
        else:
            s.released.pop(place, None)
    left = []
    for somewhere, released in s.released_somewhere.get(obj, ()):
        kept = under(released, terms.lnot(terms.land(condition, _same(somewhere, offset))))
        if kept:
            left.append((somewhere, kept))
    if obj in s.released_somewhere:
        s.released_somewhere[obj] = tuple(left)


def _same(a: "int | Term", b: "int | Term") -> Value:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return terms.equal(a % 2**64 if isinstance(a, int) else a, b % 2**64 if isinstance(b, int) else b, I64)
