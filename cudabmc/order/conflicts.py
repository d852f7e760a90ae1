"""Conflicts of accesses: decision points for the scheduler, and races.

Where it depends on inputs whether two accesses meet, the question is put off to the end of the
execution, and asked once for all accesses of two instructions.
"""

from dataclasses import replace
from math import prod
from typing import Any

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Load, Store
from cudabmc.goto.types import BOOL, I64
from cudabmc.order import flows, observed
from cudabmc.order.written_values import same_value, unequal
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.result import Place, ThreadId
from cudabmc.state import events, races
from cudabmc.state.code import location_in
from cudabmc.state.events import ATOMIC, HOST, VERBS, Event, Span, is_multiple
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.show import actor_name, element_name, naming_of, thread_name
from cudabmc.state.state import State
from cudabmc.state.thread import WARP, Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition


def overlapping(m: Execution, thread: Thread, obj: MemObject, a: Span, b: Span) -> None:
    """Two accesses of which at least one is at an offset that depends on inputs."""
    overlap = overlap_of(a.offset, a.size, b.offset, b.size)
    if overlap is not False:
        found(m, thread, obj, a.event, b.event, overlap)


def overlap_of(a: Value, a_size: Value, b: Value, b_size: Value) -> Value:
    """Do [a, a + a_size) and [b, b + b_size) share a byte?"""
    distance = terms.difference(a, b, 64)
    if distance is not None and isinstance(a_size, int) and isinstance(b_size, int):
        return -a_size < distance < b_size
    if isinstance(a_size, int) and a_size == b_size and is_multiple(a, a_size) and is_multiple(b, a_size):
        return terms.equal(a, b, I64)
    apart = terms.apply(Op.SUB, I64, I64, (b, a))
    back = terms.apply(Op.SUB, I64, I64, (a, b))
    return terms.lor(terms.apply(Op.ULT, BOOL, I64, (apart, a_size)), terms.apply(Op.ULT, BOOL, I64, (back, b_size)))


def found(m: Execution, thread: Thread, obj: MemObject, old: Event, new: Event, overlap: Value) -> None:
    """Two accesses conflict where `overlap` holds, and no barrier orders them."""
    meet = terms.land(overlap, old.path, new.path)
    if meet is False:
        return
    same = same_value(old, new)
    unordered = terms.land(meet, _unordered(m, thread, obj, old, new))
    racy = terms.land(unordered, unequal(m, old, new)) if m.settings.same_value_races else unordered
    if meet is True and not same:  # two writes of one value commute
        m.met.conflict(old.point, obj.key, old.offset)
        m.met.conflict(new.point, obj.key, new.offset)
    if racy is True:
        _race(m, thread, obj, old, new, m.s.alive, same)
    key = (old.point, new.point, obj.key, same)
    if meet is not True:
        m.s.maybe = (m.s.maybe, (*key, False), terms.land(m.s.alive, meet), True)
    if isinstance(racy, terms.Term):
        if key not in m.races.conditions:
            m.races.conditions[key] = _condition(m, thread, obj, old, new, True, same)
        m.s.maybe = (m.s.maybe, (*key, True), terms.land(m.s.alive, racy), terms.land(m.s.alive, unordered))


def _excused(m: Execution, old: Event, new: Event) -> bool:
    """Does a compare-and-swap validate what a plain read gives?"""
    from cudabmc.order import swaps

    return swaps.excused(m, old, new)


def _unordered(m: Execution, thread: Thread, obj: MemObject, old: Event, new: Event) -> Value:
    """Where does nothing order two accesses that conflict, so that they are a race?"""
    if not m.settings.is_on(DATA_RACE):
        return False
    if m.settings.intra_block_only and old.block != new.block:
        return False
    apart = events.partly(old, new) if events.morally_strong(old, new) else True
    if apart is False:
        _rests_on_volatile(m, old, new)
        return False
    unknown = terms.land(apart, terms.lnot(races.known(old, thread)))
    if unknown is not True:
        for point, spot in flows.relied_on(m):
            m.met.conflict(point, *spot)
    if unknown is not False and _excused(m, old, new):
        return False
    if unknown is True and _race_key(obj, old, new, m.s.alive) in m.races.seen:
        return True  # one more of these races: what has observed what is a long way to look back
    if unknown is not False:
        unknown = terms.land(unknown, terms.lnot(observed.precedes(m, thread, obj, old, new)))
    return unknown


def _rests_on_volatile(m: Execution, *accesses: Event) -> None:
    """Two strong accesses do not race: is that because volatile ones are strong?"""
    if _VOLATILE not in m.notes and any(_is_volatile(m, access) for access in accesses):
        m.notes.setdefault(_VOLATILE)


_VOLATILE = "volatile accesses count as relaxed atomics of system scope, as in PTX (--volatile=plain lets them race)"


def _is_volatile(m: Execution, access: Event) -> bool:
    name, at = access.point
    if access.kind == ATOMIC or name not in m.program.functions:
        return False
    body = m.program.functions[name].body
    instruction = body[at] if at < len(body) else None
    return isinstance(instruction, Load | Store) and instruction.volatile and not instruction.atomic


def settle(m: Execution, state: State) -> None:
    """Ask the questions that were put off: at the end of an execution."""
    grouped: dict[tuple[Any, ...], list[tuple[Value, Value]]] = {}
    link = state.maybe
    while link is not None:
        grouped.setdefault(link[1], []).append(link[2:])
        link = link[0]
    state.maybe = None
    for key, formulas in reversed(grouped.items()):
        old, new, _, same, racy = key
        formula = terms.lor(*(formula for formula, _ in formulas))
        known = (old, new, racy, formula)
        if known in m.races.settled:
            continue
        m.races.settled.add(known)
        if racy:
            within = terms.lor(*(wider for _, wider in formulas))
            state.vcs.append(m.races.conditions[key[:-1]].under(formula, state.schedule, within))
            continue
        decided = all(m.decisions.decides(point, None) for point in (old, new))
        if not same and not decided and m.feasible(formula):
            m.met.anywhere(old)
            m.met.anywhere(new)


def _race(
    m: Execution, thread: Thread, obj: MemObject, old: Event, new: Event, formula: Value, same: bool
) -> None:  # fmt: skip
    key = _race_key(obj, old, new, formula)
    if formula is not False and key not in m.races.seen:
        m.races.seen.add(key)
        m.s.vcs.append(_condition(m, thread, obj, old, new, formula, same))


def _race_key(obj: MemObject, old: Event, new: Event, formula: Value) -> tuple[object, ...]:
    """What races have in common of which one is enough."""
    return (frozenset((old.point, new.point)), obj.name, formula)


def _condition(
    m: Execution, thread: Thread, obj: MemObject, old: Event, new: Event, formula: Value, same: bool
) -> Condition:  # fmt: skip
    first = _described(old.place() if old.place else _place(m, old), old)
    second = _described(m.place(thread, ""), new)
    text = (
        f"data race on {_met_at(m, obj, old, new)}: {_verb(old)} by {thread_name(first.thread)}"
        f" and {_verb(new)} by {thread_name(second.thread)}"
    )
    if same:
        text += ", both write the same value"
    if _lacks_fence_only(old, new, thread):
        text += "; only a memory fence is missing"
    places = (first, second)
    return m.condition(DATA_RACE, text, places, formula, obj, _hint(m, old, new, thread))


def _met_at(m: Execution, obj: MemObject, old: Event, new: Event) -> str:
    """What two accesses touch both, where that is known, or the member that one of them is if it is a part of that."""
    known = [(a.offset, a.size) for a in (new, old) if isinstance(a.offset, int) and isinstance(a.size, int)]
    if len(known) < 2:
        return element_name(m, obj, new.offset)
    start = max(first for first, _ in known)
    both = (start, min(first + size for first, size in known) - start)
    naming = naming_of(m, obj)
    return naming.of(*next((place for place in (both, *known) if naming.part(*place)), both))


def _lacks_fence_only(old: Event, new: Event, thread: Thread) -> bool:
    """Would the two plain accesses be ordered if no fence were missing? One that is strong needs more than that."""
    return not old.strong and not new.strong and races.lacks_fence(old, thread)


def _verb(access: Event) -> str:
    """What the access does, in words."""
    return VERBS[access.kind] if access.tid > 0 else f"{VERBS[access.kind]} of a copy that is under way"


def _hint(m: Execution, old: Event, new: Event, thread: Thread) -> str:
    if old.tid < 0 or new.tid < 0:
        return "wait for the copy first, and then synchronise the other threads: __syncthreads() or the group's sync()"
    if _lacks_fence_only(old, new, thread):
        return (
            "only a memory fence is missing: __threadfence() between the first access and the atomic or volatile"
            " write that announces it, and another between the atomic or volatile read that sees this and the second"
        )
    if events.morally_strong(old, new):
        return (
            "atomic and volatile accesses that partly overlap race (PTX ISA, 'Morally strong operations'): access the"
            " same bytes with one size"
        )
    if old.strong and new.strong:
        return "an atomic of block scope does not reach threads of other blocks; use the form without _block"
    if bool(old.strong) != bool(new.strong):
        return "one side is atomic or volatile, the other a plain access; make both atomic, or order them by a barrier"
    if old.block == new.block:
        return f"order the two accesses with {_barrier(m, old, thread)}, or use an atomic operation"
    return "threads of different blocks have no common barrier inside of a kernel: use atomics, or split the kernel"


def _barrier(m: Execution, old: Event, thread: Thread) -> str:
    """The smallest barrier that both threads of a block come to."""
    grid = m.s.device.grids[thread.work]
    if grid.threads[old.tid].linear // WARP != thread.linear // WARP:
        return "__syncthreads()"
    others = "; __syncthreads() does so for all warps" if prod(grid.block) > WARP else ""
    return f"__syncwarp() (both threads are in one warp{others})"


def _described(place: Place, access: Event) -> Place:
    return Place(place.thread, place.loc, place.function, VERBS[access.kind], place.stack, place.values)


def _place(m: Execution, access: Event) -> Place:
    """Where an earlier access was, from what its record holds."""
    function = m.program.functions[access.point[0]]
    grid = m.s.device.grids.get(access.work)
    if grid is not None:
        thread = grid.threads[abs(access.tid)].id
    else:
        thread = ThreadId() if access.block < 0 else ThreadId((access.block, 0, 0))
    return Place(thread, location_in(function, access.point[1]), function.display, VERBS[access.kind])


# ---------------------------------------------------------------- works beside each other


def between_works(m: Execution, thread: Thread, obj: MemObject, old: Event, new: Event, meet: Value) -> None:
    """Two accesses, by different works or by the host beside one, conflict where `meet` holds."""
    strong = _both_strong(old, new) and events.partly(old, new) is False
    if strong:
        _rests_on_volatile(m, old, new)
    if strong and old.commutes and old.commutes == new.commutes:
        return
    same = same_value(old, new)
    racy: Value = False
    if not strong and m.settings.is_on(DATA_RACE):
        racy = terms.land(meet, terms.lnot(races.known(old, thread)))
        if racy is not False and _excused(m, old, new):
            racy = False
        if racy is not False:
            racy = terms.land(racy, terms.lnot(observed.precedes(m, thread, obj, old, new)))
        if m.settings.same_value_races:
            racy = terms.land(racy, unequal(m, old, new))
    if not same:
        m.met.concurrent = True
        if meet is True:
            m.met.conflict(old.point, obj.key, old.offset)
            m.met.conflict(new.point, obj.key, new.offset)
        else:
            m.s.maybe = (m.s.maybe, (old.point, new.point, obj.key, same, False), terms.land(m.s.alive, meet), True)
    formula = terms.land(m.s.alive, racy)
    key = _race_key(obj, old, new, formula)
    if formula is not False and key not in m.races.seen:
        m.races.seen.add(key)
        _race_of_works(m, thread, obj, old, new, formula)


def _both_strong(old: Event, new: Event) -> bool:
    """Are both strong, with scopes that include the other side? The host needs the whole system."""
    if "" in (old.strong, new.strong) or "block" in (old.strong, new.strong):
        return False
    return (old.work > 0 and new.work > 0) or old.strong == new.strong == "system"


def _launched(m: Execution, place: Place) -> Place:
    """The place with where its kernel was launched: one kernel can run beside itself."""
    site = m.device.launch_sites.get(place.thread.launch)
    return place if site is None else replace(place, stack=(*place.stack, ("", site)))


def _race_of_works(m: Execution, thread: Thread, obj: MemObject, old: Event, new: Event, formula: Value) -> None:
    first = _launched(m, _described(old.place() if old.place else _place(m, old), old))
    second = _launched(m, _described(new.place() if new.place else m.place(thread, ""), new))
    text = (
        f"data race on {_met_at(m, obj, old, new)}: {VERBS[old.kind]} by {actor_name(first.thread)}"
        f" and {VERBS[new.kind]} by {actor_name(second.thread)}"
    )
    if HOST in (old.work, new.work):
        text += ", which has not waited for it"
        hint = "let the host wait (cudaDeviceSynchronize, cudaStreamSynchronize, cudaEventSynchronize) in between"
        if not obj.common:
            hint += "; the memory is pageable, and whether its copy is done when the call returns is not specified"
    else:
        text += ": no stream, event or graph orders the two"
        hint = (
            "issue both to one stream, or record an event after the first (cudaEventRecord) and let the stream of"
            " the second wait for it (cudaStreamWaitEvent)"
        )
    for place in (first, second):
        call = place.thread.kernel if place.thread.block is None else ""
        if call and not call.endswith("Async"):
            hint += f"; {call}() can return before the device is done with it"
    m.violated(DATA_RACE, text, (first, second), formula, obj, hint)
