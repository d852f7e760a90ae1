"""Conditions about the holders of turns: what holds in some order holds when it is simplified."""

import random
from collections.abc import Callable, Iterator
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.order.ticket_holders import TicketHolders
from cudabmc.state.order_abstraction import OrderAbstraction, Ticket, Tickets
from cudabmc.state.value import Value
from cudabmc.terms import Term

Choose = Callable[[int], int]


class Orders:
    """Tickets of some threads. The first ones, so many as are `uncertain`, are taken where an input says so; of those
    that are `unused`, nobody looks at the turns."""

    def __init__(self, count: int, uncertain: int, unused: int = 0) -> None:
        self.abstraction = OrderAbstraction()
        self.tickets = Tickets("add", I32, 1, 0, None, count)
        self.abstraction.tickets[0, 0, 0] = [self.tickets]
        self.turns: list[Term] = []
        self.paths: list[Value] = []
        for thread in range(count):
            turn = terms.var(f"turn {thread}", I32, 0, count - 1)
            path = terms.var(f"path {thread}", BOOL) if thread < uncertain else True
            assert isinstance(turn, Term)
            self.turns.append(turn)
            self.paths.append(path)
            self.tickets.taken.append(Ticket(thread, path, turn))
            self.abstraction.variables[turn] = self.tickets
        self.unused = range(count, count + unused)
        self.tickets.taken += [Ticket(thread, True, None) for thread in self.unused]

    def models(self) -> Iterator[dict[Term, object]]:
        """All orders, for all inputs. Who takes no ticket computes nothing of a turn: let it be none of them."""
        inputs = [path for path in self.paths if isinstance(path, Term)]
        for values in product((False, True), repeat=len(inputs)):
            given_ = dict(zip(inputs, values, strict=True))
            taking = [t for t, path in enumerate(self.paths) if path is True or given_[path]] + [*self.unused]
            for order in permutations(range(len(taking))):
                mine = dict(zip(taking, order, strict=True))
                yield {**given_, **{turn: mine.get(t, 1000 + t) for t, turn in enumerate(self.turns)}}

    def held(self, number: int, values: list[int], default: int) -> Value:
        """What a place holds that the holder of a turn writes to."""
        found: Value = default
        for turn, value in zip(self.turns, values, strict=True):
            found = terms.ite(terms.equal(turn, number, I32), value, found, I32)
        return found


    def element(self, place: int, values: list[int], default: int, factor: int, first: int) -> Value:
        """What an array holds at a place, where each thread has written at a multiple of its turn."""
        array = terms.const_array(64, 32, default)
        for turn, path, value in zip(self.turns, self.paths, values, strict=True):
            wide = terms.apply(Op.MUL, I64, I64, (terms.apply(Op.ZEXT, I64, I32, (turn,)), factor))
            written = terms.store(array, terms.apply(Op.ADD, I64, I64, (wide, first)), value)
            array = terms.ite_array(path, written, array)
        return terms.select(array, place)


def number(choose: Choose, orders: Orders, values: list[int]) -> Value:
    """A random number of 32 bits."""
    count = len(orders.turns)
    kind = choose(14)
    if kind > 11:
        return orders.element(choose(2 * count), values, choose(3), (1, 2, 2**63)[choose(3)], choose(2))
    if kind < 3:
        return orders.held(choose(count), values if choose(4) else [choose(5) for _ in values], choose(5))
    if kind == 3:
        op = (Op.ADD, Op.MUL, Op.UREM, Op.XOR)[choose(4)]
        return terms.apply(op, I32, I32, (number(choose, orders, values), 1 + choose(4)))
    if kind == 4:
        return terms.apply(Op.ADD, I32, I32, (number(choose, orders, values), number(choose, orders, values)))
    if kind == 5:
        return orders.turns[choose(count)]
    places = list(range(count)) if choose(3) else list(range(choose(count) + 1))
    factor, sum_, default, other = 1 + choose(2), 0, choose(3), choose(2 * count)
    for place in places:
        held = orders.held(place, [choose(5) for _ in values] if place == other else values, default)
        part = terms.apply(Op.MUL, I32, I32, (held, factor))
        sum_ = terms.apply(Op.ADD, I32, I32, (sum_, part))  # type: ignore[assignment]
    return sum_


def condition(choose: Choose, orders: Orders, values: list[int], depth: int = 3) -> Value:
    """A random condition."""
    kind = choose(6) if depth else 0
    if kind in (1, 2):
        parts = [condition(choose, orders, values, depth - 1) for _ in range(2 + choose(2))]
        return terms.land(*parts) if kind == 1 else terms.lor(*parts)
    if kind == 3:
        return terms.lnot(condition(choose, orders, values, depth - 1))
    if kind == 4:
        return orders.paths[choose(len(orders.paths))]
    value = number(choose, orders, values)
    if choose(2):  # a number that it is in some order
        models = list(orders.models())
        return terms.equal(value, terms.evaluate(value, models[choose(len(models))]), I32)
    if choose(2):
        wide = terms.apply(Op.SEXT, I64, I32, (value,))
        return terms.apply(Op.ULT, BOOL, I64, (wide, choose(8)))
    return terms.apply(Op.ULT, BOOL, I32, (value, choose(8)))


@settings(max_examples=600, deadline=None)
@given(st.integers(0, 2**64), st.integers(1, 4), st.integers(0, 2), st.sampled_from((0, 0, 0, 1)))
def test_what_holds_in_some_order_holds_simplified(seed: int, count: int, uncertain: int, unused: int) -> None:
    chance = random.Random(seed)
    with terms.terms_of_a_run():
        orders = Orders(count, min(count, uncertain), unused)
        values = [chance.randrange(5) for _ in range(count)]
        asked = condition(chance.randrange, orders, values)
        simplified = TicketHolders(orders.abstraction).simplified(asked)
        for model in orders.models():
            if terms.evaluate(asked, model):
                assert terms.evaluate(simplified, model), (asked, simplified, model)


def test_the_sum_over_all_places_is_that_of_all_threads() -> None:
    with terms.terms_of_a_run():
        orders = Orders(4, 0)
        total: Value = 0
        for place in range(4):
            total = terms.apply(Op.ADD, I32, I32, (total, orders.held(place, [1, 2, 3, 5], 77)))
        holders = TicketHolders(orders.abstraction)
        assert holders.simplified(terms.lnot(terms.equal(total, 11, I32))) is False
        assert holders.simplified(terms.equal(total, 11, I32)) is True


def test_a_place_holds_what_some_thread_has_written() -> None:
    with terms.terms_of_a_run():
        orders = Orders(4, 0)
        holders = TicketHolders(orders.abstraction)
        held = orders.held(2, [4, 8, 16, 32], 3)
        odd = terms.equal(terms.apply(Op.UREM, I32, I32, (held, 4)), 3, I32)
        assert holders.simplified(odd) is False
        assert holders.simplified(terms.equal(held, 16, I32)) is True


def test_elements_of_an_array_are_places_too() -> None:
    with terms.terms_of_a_run():
        orders = Orders(4, 0)
        holders = TicketHolders(orders.abstraction)
        total: Value = 0
        for place in range(1, 9):
            total = terms.apply(Op.ADD, I32, I32, (total, orders.element(place, [1, 2, 3, 5], 0, 2, 1)))
        assert holders.simplified(terms.equal(orders.element(4, [1, 2, 3, 5], 7, 2, 1), 7, I32)) is True
        assert holders.simplified(terms.equal(orders.element(3, [1, 2, 3, 5], 7, 2, 1), 7, I32)) is False
        assert holders.simplified(terms.lnot(terms.equal(total, 11, I32))) is False


def test_nobody_may_hold_a_turn_where_a_ticket_is_uncertain() -> None:
    with terms.terms_of_a_run():
        orders = Orders(3, 1)
        holders = TicketHolders(orders.abstraction)
        assert holders.simplified(terms.equal(orders.held(1, [4, 8, 16], 3), 3, I32)) is False
        unheld = holders.simplified(terms.equal(orders.held(2, [4, 8, 16], 3), 3, I32))
        assert unheld is terms.lnot(orders.paths[0])
        assert holders.simplified(terms.equal(orders.held(1, [4, 8, 16], 3), 4, I32)) is orders.paths[0]


def test_what_one_turn_decides_is_looked_at_together() -> None:
    with terms.terms_of_a_run():
        orders = Orders(4, 0)
        first, second = orders.held(0, [1, 2, 3, 4], 0), orders.held(1, [1, 2, 3, 4], 0)
        nothing = (terms.lnot(terms.equal(second, number, I32)) for number in range(1, 5))
        missing = terms.land(terms.equal(first, 1, I32), *nothing)
        assert TicketHolders(orders.abstraction).simplified(missing) is False


def test_a_turn_that_nobody_looks_at_may_be_any() -> None:
    with terms.terms_of_a_run():
        orders = Orders(2, 0, unused=1)
        unheld = terms.equal(orders.held(1, [4, 8], 3), 3, I32)
        assert TicketHolders(orders.abstraction).simplified(unheld) is not False


def total(orders: Orders, places: int, values: list[int]) -> Value:
    found: Value = 0
    for place in range(places):
        found = terms.apply(Op.ADD, I32, I32, (found, orders.held(place, values, 0)))
    return found


def test_a_sum_over_some_places_is_not_that_of_all_threads() -> None:
    with terms.terms_of_a_run():
        orders = Orders(4, 0)
        some = terms.equal(total(orders, 3, [1, 2, 4, 8]), 7, I32)
        assert TicketHolders(orders.abstraction).simplified(some) is not False


def test_a_sum_in_which_a_thread_may_be_missing_is_not_that_of_all() -> None:
    with terms.terms_of_a_run():
        orders = Orders(3, 1)
        some = terms.equal(total(orders, 3, [1, 2, 4]), 6, I32)
        assert TicketHolders(orders.abstraction).simplified(some) is not False


def test_a_turn_that_is_looked_at_itself_is_not_decided_by_who_holds_another() -> None:
    with terms.terms_of_a_run():
        orders = Orders(3, 0)
        both = terms.apply(Op.ADD, I32, I32, (orders.held(0, [10, 20, 30], 0), orders.turns[1]))
        assert TicketHolders(orders.abstraction).simplified(terms.equal(both, 12, I32)) is not False
