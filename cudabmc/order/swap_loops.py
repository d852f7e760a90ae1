"""Loops that swap until nobody was in between, in a pass that proves something of all orders at once.

    int old = *p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, f(assumed));
    } while (assumed != old);

Where the swap fails, nothing happens but that the loop goes round with another number, which is arbitrary as the first
one was. Where it succeeds, the place held what was compared. So what counts is one round that succeeds, for an
arbitrary number; and the differences that all of them make add up to what the place holds in the end, in any order.
"""

from cudabmc import terms
from cudabmc.goto.types import IntType
from cudabmc.order.critical_sections import Swap, always, changes, rule_out, state_of
from cudabmc.state.execution import Execution
from cudabmc.state.order_abstraction import OrderAbstraction, Retries
from cudabmc.state.signals import RunAgain
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value, identical
from cudabmc.terms import Term

FAILURES = 2
"""So often a swap fails: the second round shows that one from an arbitrary number leads to another one."""


def is_one(ex: Execution, thread: Thread, swap: Swap) -> bool:
    """May this be the swap of such a loop?"""
    abstraction = ex.all_orders
    assert abstraction is not None
    critical = abstraction.critical
    if not isinstance(swap.compare, Term) or terms.free_vars(swap.compare).isdisjoint(abstraction.variables):
        return False
    if not swap.used or swap.site in critical.no_sites or thread.tid in critical.held or not always(thread):
        return False
    if not critical.expected:
        critical.expected = True
        raise RunAgain
    return True


def fails(ex: Execution, thread: Thread, swap: Swap, type: IntType) -> Value:
    """What the swap finds if it fails once more; None if it succeeds now."""
    abstraction = ex.all_orders
    assert abstraction is not None
    critical = abstraction.critical
    known = critical.retries.get(thread.tid)
    if known is None:
        known = Retries(swap.spot, swap.site, thread.facts, changes(ex, thread))
        critical.retries[thread.tid] = known
    if (known.spot, known.site, known.memory) != (swap.spot, swap.site, changes(ex, thread)):
        rule_out(critical, known.site)
    if known.compared and not _is_of_place(abstraction, known, swap):
        rule_out(critical, known.site)
    known.compared.append(swap.compare)
    known.states.append(state_of(ex, thread))
    if len(known.states) > FAILURES:
        del critical.retries[thread.tid]
        if not _is_round(known):
            rule_out(critical, known.site)
        thread.facts = known.facts
        return None
    found = abstraction.another(type)
    thread.facts = thread.facts.holding(terms.lnot(terms.equal(found, swap.compare, type)))
    thread.awaiting.writes += 1  # it does not wait
    known.memory = changes(ex, thread)
    known.found, known.read = found, len(abstraction.variables)
    return found


def _is_of_place(abstraction: OrderAbstraction, known: Retries, swap: Swap) -> bool:
    """Is what it compares with what the place held in this round? Otherwise nothing says that it ever succeeds."""
    if swap.compare is known.found:
        return True
    spot, number = abstraction.reads.get(swap.compare, (None, 0))
    return spot == swap.spot and number >= known.read


def _is_round(known: Retries) -> bool:
    """Are the rounds the same but for the number that is compared, which is arbitrary from the second one on?"""
    first, second, third = known.compared
    if not isinstance(second, Term) or second.args or not isinstance(third, Term) or third.args:
        return False
    return _are_instances(known.states[1], known.states[0], second, first) and _are_instances(
        known.states[1], known.states[2], second, third
    )


def _are_instances(
    general: tuple[object, list[Value]], other: tuple[object, list[Value]], variable: Term, value: Value
) -> bool:
    """Is the other state the general one with this value for the variable?"""
    if general[0] != other[0] or len(general[1]) != len(other[1]):
        return False
    return all(identical(_with(a, variable, value), b) for a, b in zip(general[1], other[1], strict=True))


def _with(general: Value, variable: Term, value: Value) -> Value:
    return terms.substitute(general, {variable: value}) if isinstance(general, Term) else general
