"""Atomic additions of one number to one place, whose results are used: each thread gets a turn, and no two the same.

    out[atomicAdd(&n, 1)] = x;

In a pass that proves something of all orders, which turn a thread gets is a variable. Of n additions the turns are the
numbers below n: that they are, and that they differ, is told to the solver, and that stores do not meet which are
indexed by turns is seen from their offsets.
"""

from collections.abc import Iterator
from itertools import combinations

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.state.decisions import Spot
from cudabmc.state.events import Span
from cudabmc.state.execution import Execution
from cudabmc.state.order_abstraction import AbstractAtomic, OrderAbstraction, Ticket, Tickets
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value, identical
from cudabmc.terms import Kind, SolverModel, Term


def take(ex: Execution, thread: Thread, atomic: AbstractAtomic, *, used: bool) -> Value:
    """One more addition; the number that it answers, if that is used. None if it is not known to be one of several of
    one number to one place."""
    abstraction = ex.all_orders
    assert abstraction is not None
    tickets = _joined(ex, thread, atomic)
    if tickets is None:
        return None
    turn: Term | None = None
    if used:
        name = f"turn {len(abstraction.variables)} {tickets.type} {tickets.most}"
        variable = terms.var(name, tickets.type, 0, tickets.most - 1)
        if not isinstance(variable, Term):
            return tickets.start  # the only one
        turn = variable
        abstraction.variables[turn] = tickets
        abstraction.paths[turn] = thread.path
    tickets.taken.append(Ticket(thread.tid, thread.path, turn))
    abstraction.again = abstraction.again or len(tickets.taken) > tickets.most
    if turn is None:
        return None
    type = tickets.type
    return terms.apply(Op.ADD, type, type, (tickets.start, terms.apply(Op.MUL, type, type, (turn, tickets.step))))


def _joined(ex: Execution, thread: Thread, atomic: AbstractAtomic) -> Tickets | None:
    """The additions that this one belongs to."""
    abstraction = ex.all_orders
    assert abstraction is not None
    place, type = atomic.place, atomic.type
    if place is None or not isinstance(type, IntType):
        _rule_out(abstraction, {(key, None) for key in atomic.keys})
        return None
    obj, key, offset = place
    if (key, offset) in abstraction.irregular or (key, None) in abstraction.irregular:
        return None
    step = (terms.difference(atomic.written, atomic.read, type.width) or 0) % 2**type.width
    known = abstraction.tickets.setdefault((thread.operation, obj, offset), [])
    last = known[-1] if known else None
    # All additions in the kernel are among them. Whatever else is written to the place conflicts with each of another
    # thread, so barriers order it with them.
    if last is None or not identical(last.left, atomic.found):
        threads = len(ex.s.device.grids[thread.operation].threads)
        last = Tickets(atomic.operation, type, step, atomic.found, None, max(abstraction.per_thread * threads, 2))
        known.append(last)
    # Any other operation, such as a maximum, may move the place by the same number in this order alone; and the turns
    # must be numbers of the type.
    alike = atomic.operation == last.operation and step == last.step and type == last.type
    if not step or not alike or max(last.most, len(last.taken) + 1) >= 2**type.width:
        _rule_out(abstraction, {(key, offset)})
        return None
    last.left = atomic.left
    return last


def _rule_out(abstraction: OrderAbstraction, places: set[Spot]) -> None:
    """Nothing is known of the turns at these places. What was taken for known of them until now may be wrong."""
    abstraction.again = abstraction.again or not places <= abstraction.irregular
    abstraction.irregular |= places


# ---------------------------------------------------------------- what is known of turns


def constraints(abstraction: OrderAbstraction) -> Iterator[Value]:
    """What holds of all turns in each order."""
    for known in abstraction.tickets.values():
        for tickets in known:
            yield from _constraints(tickets)


def how_many(tickets: Tickets) -> Value:
    """How many are taken, which may depend on inputs."""
    count: Value = 0
    type = tickets.type
    for ticket in tickets.taken:
        count = terms.apply(Op.ADD, type, type, (count, terms.ite(ticket.path, 1, 0, type)))
    return count


def _constraints(tickets: Tickets) -> Iterator[Value]:
    count, type = how_many(tickets), tickets.type
    used = [(ticket.path, ticket.turn) for ticket in tickets.taken if ticket.turn is not None]
    for path, turn in used:
        yield terms.implies(path, terms.apply(Op.ULT, BOOL, type, (turn, count)))
    for (path, turn), (other, another) in combinations(used, 2):
        yield terms.implies(terms.land(path, other), terms.lnot(terms.equal(turn, another, type)))
    if len(used) < len(tickets.taken):
        return
    # What follows from this, too, but is hard to find for a solver: each turn is somebody's, and what their sum is.
    for number in range(len(used)):
        somebody = terms.lor(*(terms.land(path, terms.equal(turn, number, type)) for path, turn in used))
        yield terms.implies(terms.apply(Op.ULT, BOOL, type, (number, count)), somebody)
    if isinstance(count, int):
        total: Value = 0
        for _, turn in used:
            total = terms.apply(Op.ADD, type, type, (total, turn))
        yield terms.equal(total, count * (count - 1) // 2 % 2**type.width, type)


def order_of(abstraction: OrderAbstraction, model: SolverModel) -> list[int]:
    """The threads in the order of their turns, under a model of the constraints."""
    found: list[int] = []
    for known in abstraction.tickets.values():
        for tickets in known:
            taken = [
                (terms.evaluate(ticket.turn, model), ticket.tid)
                for ticket in tickets.taken
                if ticket.turn is not None and terms.evaluate(ticket.path, model)
            ]
            found += [tid for _, tid in sorted(taken)]
    return found


def apart(abstraction: OrderAbstraction, one: Span, other: Span) -> bool:
    """Are two accesses known to be apart, since their offsets are one multiple of different turns?"""
    if not isinstance(one.offset, Term) or not isinstance(other.offset, Term):
        return False
    (left, k), (right, m) = _summands(one.offset), _summands(other.offset)
    if k != m:
        return False
    mine, others = left.items() - right.items(), right.items() - left.items()
    if len(mine) != 1 or len(others) != 1:
        return False
    ((a, factor),), ((b, factor_b),) = mine, others
    distance = min(factor, 2**64 - factor)
    sizes = (one.size, other.size)
    if factor != factor_b or not all(isinstance(size, int) and size <= distance for size in sizes):
        return False
    first, second = _turn_of(abstraction, a), _turn_of(abstraction, b)
    if first is None or second is None or first is second:
        return False
    tickets = abstraction.variables[first]
    if tickets is None or tickets is not abstraction.variables[second] or distance << tickets.type.width >= 2**64:
        return False
    if terms.rename(a, {first: second}) is not b:
        return False
    return _holds_where(abstraction.paths[first], one) and _holds_where(abstraction.paths[second], other)


def _summands(offset: Term) -> tuple[dict[Term, int], int]:
    """The coefficients of the terms that an offset is the sum of, and the constant."""
    if offset.kind is not Kind.SUM:
        return {offset: 1}, 0
    return dict(zip(offset.args, offset.params[1], strict=True)), offset.params[0]


def _turn_of(abstraction: OrderAbstraction, value: Term) -> Term | None:
    """The turn that a number is, but for its width and a constant: different turns give different numbers, and these
    are less than 2**width apart, for the width of the turn."""
    while value.kind in (Kind.ZEXT, Kind.SEXT):
        value = value.args[0]
    if value.kind is Kind.SUM and len(value.args) == 1 and value.params[1] == (1,):
        value = value.args[0]
    return value if abstraction.variables.get(value) is not None else None


def _holds_where(path: Value, span: Span) -> bool:
    """Does an access happen only where `path` holds?"""
    return set(terms.conjuncts(path)) <= set(terms.conjuncts(span.event.path))
