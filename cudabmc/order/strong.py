"""Strong accesses: atomics and volatile ones carry what fences release and acquire.

What a strong write releases is kept at its place until another strong write that is not atomic
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
"""Up to this number of threads, a race is examined for being open by a missing fence alone."""


def read(ex: Execution, thread: Thread, obj: int, offset: "int | Term", path: Value) -> None:
    """A strong read finds what was released at its place: a fence behind it acquires that."""
    s, p = ex.s, ex.s.published
    if _few(s) and (obj, offset) in p.strong:
        thread.causality.strong = join(thread.causality.strong, p.strong[obj, offset])  # type: ignore[index]
    thread.causality.found = NOTHING
    if ex.all_orders is not None and thread.block is not None:
        return  # in some order it comes before the release
    if not p.released and not p.released_somewhere:
        return
    found = races.reaching(under(_found(s, obj, offset), _condition(thread, path)), thread)
    if found:
        thread.causality.found = found
        thread.causality.acquired = join(thread.causality.acquired, found)
        if isinstance(offset, int) and p.releasers.get((obj, offset), MANY) == races.block_of(thread):
            thread.causality.near = join(thread.causality.near, found)
        if ex.settings.atomics_synchronise:
            thread.causality.knowledge = join(thread.causality.knowledge, found)


def write(ex: Execution, thread: Thread, obj: int, offset: "int | Term", path: Value, *, atomic: bool) -> None:
    """A strong write releases what the last fence before it covers; an atomic keeps what was there."""
    s, p = ex.s, ex.s.published
    if _few(s) and isinstance(offset, int):
        mine = join(races.snapshot(thread), thread.causality.strong)
        p.strong[obj, offset] = join(mine, p.strong.get((obj, offset), NOTHING)) if atomic else mine
    condition = _condition(thread, path)
    if not atomic and (p.released or p.released_somewhere):
        _overwrite(s, obj, offset, condition)
    if ex.settings.atomics_synchronise:
        released = races.snapshot(thread)
        thread.causality.clock += 1
    else:
        released = join(thread.causality.released, thread.causality.once)
    if not released:
        return
    released = under(released, condition)
    if isinstance(offset, int):
        own = races.block_of(thread)
        alone = (obj, offset) not in p.released and not p.released_somewhere.get(obj)
        p.releasers[obj, offset] = own if alone or p.releasers.get((obj, offset)) == own else MANY
        p.released[obj, offset] = join(released, p.released.get((obj, offset), NOTHING))
    else:
        p.releasers = {place: MANY if place[0] == obj else block for place, block in p.releasers.items()}
        p.released_somewhere[obj] = (*p.released_somewhere.get(obj, ()), (offset, released))


def replaced(s: State, obj: int, offset: "int | Term", size: Value, path: Value) -> None:
    """A plain write: what was released at a place that it overlaps is not found there any more."""
    p = s.published
    if not (isinstance(offset, int) and isinstance(size, int)):
        _overwrite(s, obj, offset, path)
        return
    for at in range(offset - events.WIDEST + 1, offset + size):
        if (obj, at) in p.released and at + 8 > offset:
            _overwrite(s, obj, at, path)


def _few(s: State) -> bool:
    return 0 < sum(len(grid.threads) for grid in s.device.grids.values()) <= FEW_THREADS


def _condition(thread: Thread, path: Value) -> Value:
    return True if path is thread.base else path


def _found(s: State, obj: int, offset: "int | Term") -> Knowledge:
    """All that is released at a place."""
    p = s.published
    if isinstance(offset, int):
        found = p.released.get((obj, offset), NOTHING)
    else:
        found = NOTHING
        for (other, at), released in p.released.items():
            if other == obj:
                found = join(found, under(released, terms.equal(offset, at % 2**64, I64)))
    for place, released in p.released_somewhere.get(obj, ()):
        found = join(found, under(released, _same(place, offset)))
    return found


def _overwrite(s: State, obj: int, offset: "int | Term", condition: Value) -> None:
    """Nothing that was released at a place is found there any more where `condition` holds."""
    p = s.published
    known = [(obj, offset)] if isinstance(offset, int) else [place for place in p.released if place[0] == obj]
    for place in known:
        kept = under(p.released.get(place, NOTHING), terms.lnot(terms.land(condition, _same(place[1], offset))))
        if kept:
            p.released[place] = kept
        else:
            p.released.pop(place, None)
    left = []
    for somewhere, released in p.released_somewhere.get(obj, ()):
        kept = under(released, terms.lnot(terms.land(condition, _same(somewhere, offset))))
        if kept:
            left.append((somewhere, kept))
    if obj in p.released_somewhere:
        p.released_somewhere[obj] = tuple(left)


def _same(a: "int | Term", b: "int | Term") -> Value:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return terms.equal(a % 2**64 if isinstance(a, int) else a, b % 2**64 if isinstance(b, int) else b, I64)
