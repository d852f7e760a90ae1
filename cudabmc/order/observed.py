"""Observation order: what an atomic or volatile read has observed comes before what its thread does next.

    block 0: atomicInc(&count, 1);        block 1: if (atomicInc(&count, 1) == 1) count = 0;

The plain store does not race with the increment that block 1 has read (PTX ISA, 'Observation Order' and 'Causality
Order': X precedes Y if X precedes some Z in observation order, and Z precedes Y in base causality order). A write is
observed by a morally strong read of its value, or of what atomics have made of it. An atomic without a result is not
a read in this sense, since it can become `red` (PTX ISA, 'Operation Types'), but for a compare-and-swap, which `red`
does not have. Only the write itself is ordered: what its thread did before needs fences.

The accesses to a place are kept in the order of the interleaving, for objects on which a pass has met atomic and plain
accesses in conflict; the pass that meets them first leaves the answer to the next one, unless nobody has observed
anything of the object.
"""

from collections.abc import Iterator

from cudabmc import terms
from cudabmc.state import events, races
from cudabmc.state.events import ATOMIC, READ, WRITE, Event, Moment
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.state import State
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def is_kept(ex: Execution, obj: MemObject) -> bool:
    """Are the accesses to the object kept?"""
    return not ex.settings.por or obj.key in ex.decisions.observed


def note(ex: Execution, thread: Thread, obj: MemObject, new: Event) -> None:
    """Keep an access to known bytes of such an object, and tell it from all others of its thread."""
    offset, size = new.offset, _size(new)
    assert isinstance(offset, int)
    kept = ex.s.published.moments
    for at in range(offset - events.WIDEST + 1, offset + size):
        moment = kept.get((obj.id, at))
        if at != offset and moment is not None and at + _size(moment.event) > offset and new.kind != READ:
            kept[obj.id, at] = Moment(moment, new)
    if new.strong or (obj.id, offset) in kept:
        kept[obj.id, offset] = Moment(kept.get((obj.id, offset)), new)
        thread.causality.clock += 1


def _size(access: Event) -> int:
    return access.size if isinstance(access.size, int) else events.WIDEST


def forget(ex: Execution, obj: MemObject) -> None:
    """An access at an offset that depends on inputs: what was observed before is not known any more."""
    s = ex.s
    s.published.moments = {place: moment for place, moment in s.published.moments.items() if place[0] != obj.id}


def precedes(ex: Execution, thread: Thread, obj: MemObject, old: Event, new: Event) -> Value:
    """Where has a read that comes before `new` observed `old`? Everywhere, in a pass that does not keep accesses,
    if any has observed the object at all."""
    if ex.all_orders is not None:
        return False  # in some order nobody has
    if not old.strong or old.kind not in (WRITE, ATOMIC) or not obj.observed:
        return False
    if not is_kept(ex, obj):
        ex.met.observed.add(obj.key)
        return True
    observed: Value = False
    intact: Value = True
    heads = [old]
    for access in _behind(ex.s, obj, old):
        linked = all(_is_linked(head, access) for head in heads)
        if linked and observes(access) and _comes_before(access, thread, new):
            observed = terms.lor(observed, terms.land(intact, access.path))
        if access.kind == READ:
            continue
        if access.kind == ATOMIC and linked:
            heads = [access] if access.path is True else [*heads, access]
            continue
        intact = terms.land(intact, terms.lnot(access.path))
        if intact is False:
            break
    return observed


def _behind(s: State, obj: MemObject, old: Event) -> Iterator[Event]:
    """What was done to the place of an access after it, in that order; nothing if it was not kept."""
    later: list[Event] = []
    moment = s.published.moments.get((obj.id, old.offset)) if isinstance(old.offset, int) else None
    while moment is not None and moment.event is not old:
        later.append(moment.event)
        moment = moment.before
    return iter(()) if moment is None else reversed(later)


def _is_linked(old: Event, new: Event) -> bool:
    """Are the two morally strong, one after the other at one place?"""
    if (old.offset, old.size) != (new.offset, new.size):
        return False
    return old.tid == new.tid or events.morally_strong(old, new)


def observes(access: Event) -> bool:
    """Does it read in the sense of observation order?"""
    return access.kind in (READ, ATOMIC) and bool(access.strong) and not access.commutes


def _comes_before(read: Event, thread: Thread, new: Event) -> bool:
    """Does a read come before an access in base causality order?"""
    if read is new:
        return False
    return read.tid == thread.tid or races.barrier_ordered(read, new, thread) or races.known(read, thread) is True
