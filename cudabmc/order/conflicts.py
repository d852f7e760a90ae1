"""What becomes of conflicts: decision points for the scheduler, and races.

A conflict comes from the accesses of one kernel (access.py) or of concurrent stream operations (across.py), and takes
one way: do the two meet, does anything order them, do they leave different values? Where that depends on inputs, the
question is postponed to the end of the execution, and asked once for all accesses of two instructions.
"""

from typing import Any

from cudabmc import terms
from cudabmc.goto.program import Load, Store
from cudabmc.order import flows, observed
from cudabmc.order.conflict import Conflict
from cudabmc.order.race import Race
from cudabmc.order.written_values import unequal
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.state import assumed, events, races
from cudabmc.state.decisions import ConflictPoints
from cudabmc.state.events import ATOMIC, ENDS, Event
from cudabmc.state.execution import Execution
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.state import State
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition


def found(ex: Execution, c: Conflict) -> None:
    """Two accesses conflict: must their order be decided, and do they race?"""
    if c.meet is False:
        return
    if ex.all_orders is not None and (c.old.kind in ENDS or c.new.kind in ENDS):
        raise NotForAllOrders  # in another order the object is not there any more
    matters = not c.same or _is_part_of_an_order(ex, c)  # two writes of one value commute
    if matters:
        _decide(ex, c)
    _look_for_race(ex, c)
    if matters:
        assumed.follow(ex.s, c.thread, c.old, c.would_meet)


def _look_for_race(ex: Execution, c: Conflict) -> None:
    """Does nothing order two accesses that conflict?"""
    if ex.all_orders is not None and _in_sections(ex, c):
        return
    unordered = _unordered(ex, c)
    if unordered is False:
        return
    unordered = terms.land(c.meet, unordered)
    racy = terms.land(unordered, unequal(ex, c.old, c.new)) if ex.settings.same_value_races else unordered
    if racy is True:
        _race(ex, c)
    elif racy is not False:
        if c.key not in ex.races.conditions:
            ex.races.conditions[c.key] = _condition(ex, c, True)
        _put_off(ex, c, racy, unordered, race=True)


def _is_part_of_an_order(ex: Execution, c: Conflict) -> bool:
    """Do two writes of one value come between other accesses, in a pass that proves something of all orders? Whatever
    is written there must be arbitrary then."""
    return ex.all_orders is not None and ex.decisions.contends(c.obj.key, None)


def _in_sections(ex: Execution, c: Conflict) -> bool:
    """Does a lock order the two, in a pass that proves something of all orders?"""
    from cudabmc.order import critical_sections

    return critical_sections.orders(ex, c)


def _decide(ex: Execution, c: Conflict) -> None:
    """The order of the two matters: the next pass explores both."""
    if c.beside:
        ex.met.concurrent = True
    ex.met.pairs += 1
    if not events.leave_the_same(c.old, c.new):
        ex.met.mixed.update((c.obj.key, at if isinstance(at, int) else None) for at in (c.old.offset, c.new.offset))
    strong = c.old.strong and c.new.strong
    if c.meet is True or (strong and ex.all_orders is not None):
        _meet(ex.met, c)
        return
    if strong:
        _meet(ex.met.guarded, c)
    _put_off(ex, c, c.meet, True, race=False)


def _meet(met: ConflictPoints, c: Conflict) -> None:
    for access in (c.old, c.new):
        met.conflict(access.point, c.obj.key, access.offset)


def _put_off(ex: Execution, c: Conflict, formula: Value, within: Value, *, race: bool) -> None:
    """Ask at the end of the execution."""
    alive = ex.s.alive
    ex.s.maybe = (ex.s.maybe, (*c.key, race), terms.land(alive, formula), terms.land(alive, within))


def _unordered(ex: Execution, c: Conflict) -> Value:
    """Where does nothing order two accesses that meet, so that they are a race?"""
    old, new = c.old, c.new
    if not ex.settings.is_on(DATA_RACE):
        return False
    if ex.settings.intra_block_only and old.block != new.block and not c.beside:
        return False
    apart = events.partly(old, new) if events.morally_strong(old, new) else True
    if apart is False:
        _rests_on_volatile(ex, old, new)
        return False
    unknown = terms.land(apart, terms.lnot(races.known(old, c.thread)))
    if unknown is not True:
        for point, spot in flows.relied_on(ex):
            ex.met.conflict(point, *spot)
    if unknown is False or _excused(ex, old, new):
        return False
    if unknown is True and c.race(ex.s.alive) in ex.races.seen:
        return True  # one more of these races: what has observed what is a long way to look back
    return terms.land(unknown, terms.lnot(observed.precedes(ex, c.thread, c.obj, old, new)))


def _excused(ex: Execution, old: Event, new: Event) -> bool:
    """Does a compare-and-swap validate what a plain read gives?"""
    from cudabmc.order import swaps

    return swaps.excused(ex, old, new)


def _rests_on_volatile(ex: Execution, *accesses: Event) -> None:
    """Two strong accesses do not race: is that because volatile ones are strong?"""
    if _VOLATILE not in ex.remarks.notes and any(_is_volatile(ex, access) for access in accesses):
        ex.remarks.note(_VOLATILE)


_VOLATILE = "volatile accesses count as relaxed atomics of system scope, as in PTX (--volatile=plain lets them race)"


def _is_volatile(ex: Execution, access: Event) -> bool:
    name, at = access.point
    if access.kind == ATOMIC or name not in ex.program.functions:
        return False
    body = ex.program.functions[name].body
    instruction = body[at] if at < len(body) else None
    return isinstance(instruction, Load | Store) and instruction.volatile and not instruction.atomic


def _race(ex: Execution, c: Conflict) -> None:
    """They race in each execution that comes here."""
    formula = ex.s.alive
    race = c.race(formula)
    if formula is not False and race not in ex.races.seen:
        ex.races.seen.add(race)
        ex.s.vcs.append(_condition(ex, c, formula))


def _condition(ex: Execution, c: Conflict, formula: Value) -> Condition:
    return ex.condition(DATA_RACE, Race(ex, c), formula, c.obj)


def settle(ex: Execution, state: State) -> None:
    """Ask the questions that were put off: at the end of an execution."""
    grouped: dict[tuple[Any, ...], list[tuple[Value, Value]]] = {}
    link = state.maybe
    while link is not None:
        grouped.setdefault(link[1], []).append(link[2:])
        link = link[0]
    state.maybe = None
    for key, formulas in reversed(grouped.items()):
        old, new, *_, race = key
        formula = terms.lor(*(formula for formula, _ in formulas))
        known = (old, new, race, formula)
        if known in ex.races.settled:
            continue
        ex.races.settled.add(known)
        if race:
            within = terms.lor(*(wider for _, wider in formulas))
            state.vcs.append(ex.races.conditions[key[:-1]].under(formula, state.choices.schedule, within))
        elif not all(ex.decisions.decides(point, None) for point in (old, new)) and ex.feasible(formula):
            ex.met.anywhere(old)
            ex.met.anywhere(new)
