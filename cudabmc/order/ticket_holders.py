"""Who has which turn, for conditions that ask for nothing else of turns (`tickets.py`).

    out[atomicAdd(&n, 1)] = x;    ...    assert(out[3] > 0);      assert(sum of out == sum of x);

What depends on the holder of one turn alone can be true if it can for one of the threads. What is added up over all
turns is what is added up over all threads. Both spare the solver the question which of n! orders it was.
"""

from collections.abc import Iterator, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.order.tickets import how_many
from cudabmc.state.order_abstraction import OrderAbstraction, Ticket, Tickets
from cudabmc.state.value import Value, identical
from cudabmc.terms import Kind, Term, TermValue

MOST = 64
"""So many tickets are looked at one by one: the effort for a sum grows with the third power."""

_DEEPEST = 50
"""So deep into conditions is looked."""

HeldTurn = tuple[int, int]
"""A turn of some tickets, which have a number."""


@dataclass(frozen=True, slots=True)
class _Family:
    """Tickets whose turns are all known by variables: `turns` tells whose each is."""

    tickets: Tickets
    turns: dict[Term, Ticket]
    count: Value

    @property
    def is_certain(self) -> bool:
        """Are all of them taken, whatever the inputs are?"""
        return isinstance(self.count, int) and self.count == len(self.turns)


class TicketHolders:
    """Simplifies the conditions that a pass has met."""

    def __init__(self, abstraction: OrderAbstraction) -> None:
        every = (tickets for known in abstraction.tickets.values() for tickets in known)
        self._families = [family for tickets in every if (family := _family(tickets)) is not None]
        self._family_of = {turn: number for number, one in enumerate(self._families) for turn in one.turns}
        self._arbitrary = abstraction.variables.keys()
        self._asked: dict[Term, frozenset[HeldTurn] | None] = {}
        self._simplified: dict[Term, Value] = {}

    def simplified(self, condition: Value, depth: int = 0) -> Value:
        """A condition that holds in some order if the given one does."""
        if not isinstance(condition, Term) or terms.free_vars(condition).isdisjoint(self._family_of):
            return condition
        if depth > _DEEPEST:
            return condition
        known = self._simplified.get(condition)
        if known is None:
            known = self._simplified[condition] = self._looked_at(condition, depth + 1)
        return known

    def _looked_at(self, condition: Term, depth: int) -> Value:
        known = self._with_sums(condition)
        if not isinstance(known, Term):
            return known
        asked = self._turns(known)
        if asked is not None and len(asked) == 1:
            return self._of_any_holder(known, *asked)
        if asked is not None and not asked:
            return terms.substitute(known, dict.fromkeys(self._family_of, 0))  # any turns, as none of them matters
        if known.kind is Kind.AND:
            return terms.land(*(self.simplified(part, depth) for part in self._by_turn(known.args)))
        if known.kind is Kind.NOT and known.args[0].kind is Kind.AND:
            return terms.lor(*(self.simplified(terms.lnot(part), depth) for part in known.args[0].args))
        return known

    def _by_turn(self, parts: Sequence[Term]) -> list[Value]:
        """What has to hold together, with what depends on one turn alone in one part."""
        groups: dict[object, list[Term]] = {}
        for part in parts:
            asked = self._turns(part)
            groups.setdefault(asked if asked is not None and len(asked) == 1 else part, []).append(part)
        return [terms.land(*group) for group in groups.values()]

    def _of_any_holder(self, condition: Term, turn: HeldTurn) -> Value:
        """Can it be true for some holder of a turn?"""
        found: Value = False
        for case, holds in self._cases(turn):
            found = terms.lor(found, terms.land(holds, terms.substitute(condition, case)))
            if found is True:
                break
        return found

    def _cases(self, turn: HeldTurn) -> Iterator[tuple[Mapping[Term, TermValue], Value]]:
        """Who may hold a turn, as values of all turns that matter for that, and where that may be: each thread, and
        nobody if there are not so many turns. Nothing rests on the turn of a thread that takes no ticket."""
        family, number = self._families[turn[0]], turn[1]
        nobody: dict[Term, TermValue] = dict.fromkeys(family.turns, _other(number, family.tickets.type))
        within = terms.apply(Op.ULT, BOOL, family.tickets.type, (number, family.count))
        for variable, ticket in family.turns.items():
            yield {**nobody, variable: number}, terms.land(ticket.path, within)
        yield nobody, terms.lnot(within)

    # ------------------------------------------------------------ which turns a term asks for

    def _turns(self, term: Term) -> frozenset[HeldTurn] | None:
        """The turns whose holders decide the value of a term; None if something else of turns does."""
        stack = [term]
        while stack:
            top = stack[-1]
            if top in self._asked:
                stack.pop()
                continue
            if terms.free_vars(top).isdisjoint(self._arbitrary):
                self._asked[stack.pop()] = frozenset()
                continue
            direct = self._asks_directly(top)
            if direct is not None:
                self._asked[stack.pop()] = direct
                continue
            missing = [arg for arg in top.args if arg not in self._asked]
            if missing:
                stack.extend(missing)
                continue
            parts = [self._asked[arg] for arg in top.args]
            known = [part for part in parts if part is not None]
            whole = len(known) == len(parts) and bool(parts)
            self._asked[stack.pop()] = frozenset().union(*known) if whole else None
        return self._asked[term]

    def _asks_directly(self, term: Term) -> frozenset[HeldTurn] | None:
        """The turns that a comparison of one with a number asks for, or an element of an array; None for other terms,
        and where something else of turns is asked."""
        if term.kind is Kind.EQ:
            a, b = term.args
            variable, constant = (b, a) if a.kind is Kind.CONST else (a, b)
            is_number = constant.kind is Kind.CONST and variable in self._family_of
            return frozenset({(self._family_of[variable], constant.params[0])}) if is_number else None
        if term.kind is Kind.SELECT and term.args[1].kind is Kind.CONST:
            return self._of_element(term.args[0], term.args[1].params[0])
        return None

    def _of_element(self, array: Term, place: int) -> frozenset[HeldTurn] | None:
        """The turns that decide what an array holds at a place: of stores at indices that are turns, and of others."""
        found: set[HeldTurn] = set()
        seen: set[Term] = set()
        stack = [array]
        while stack:
            top = stack.pop()
            if top in seen or terms.free_vars(top).isdisjoint(self._arbitrary):
                continue
            seen.add(top)
            if top.kind is Kind.STORE:
                base, index, element = top.args
                asked, inner = self._at_index(index, place), [element]
                stack.append(base)
            elif top.kind is Kind.ITE:
                condition, one, other = top.args
                asked, inner = frozenset[HeldTurn](), [condition]
                stack += [one, other]
            else:
                asked, inner = frozenset[HeldTurn](), list(top.args)
            for part in (asked, *map(self._turns, inner)):
                if part is None:
                    return None
                found |= part
        return frozenset(found)

    def _at_index(self, index: Term, place: int) -> frozenset[HeldTurn] | None:
        """Which turn is it that makes an index this place?"""
        if terms.free_vars(index).isdisjoint(self._arbitrary):
            return frozenset()
        assert isinstance(index.sort, terms.BVSort)
        constant, factors = _summands(index)
        if len(factors) != 1:
            return None
        ((variable, factor),) = factors.items()
        while variable.kind in (Kind.ZEXT, Kind.SEXT):
            variable = variable.args[0]
        family = self._family_of.get(variable)
        if family is None:
            return None
        tickets = self._families[family].tickets
        if tickets.most > 2 ** (tickets.type.width - 1) or factor * tickets.most + constant >= 2**index.sort.width:
            return None
        number, rest = divmod(place - constant, factor)
        return frozenset() if rest or not 0 <= number < tickets.most else frozenset({(family, number)})

    # ------------------------------------------------------------ sums over all turns

    def _with_sums(self, condition: Term) -> Value:
        """The condition with what is added up over all turns taken from the threads."""
        found: dict[Term, TermValue] = {}
        seen: set[Term] = set()
        stack = [condition]
        while stack:
            term = stack.pop()
            if term in seen or terms.free_vars(term).isdisjoint(self._family_of):
                continue
            seen.add(term)
            total = self._total(term) if term.kind is Kind.SUM else None
            if total is not None:
                found[term] = total
            else:
                stack.extend(term.args)
        return terms.replace(condition, found) if found else condition

    def _total(self, term: Term) -> Value:
        """A sum in which all turns of some tickets stand alike; None if there are none."""
        assert isinstance(term.sort, terms.BVSort)
        type = IntType(term.sort.width)
        constant, parts = _summands(term)
        groups: dict[tuple[int, int], dict[int, Term]] = {}
        for part, factor in parts.items():
            asked = self._turns(part)
            if asked is not None and len(asked) == 1:
                ((of, number),) = asked
                groups.setdefault((of, factor), {})[number] = part
        rest: Value = constant % 2**type.width
        taken: set[Term] = set()
        for (of, factor), members in groups.items():
            family = self._families[of]
            if not family.is_certain or members.keys() != set(range(len(family.turns))):
                continue
            values = self._values_by_holder(of, members)
            if values is not None:
                taken.update(members.values())
                for value in values:
                    rest = _plus(rest, value, factor, type)
        if not taken:
            return None
        for part, factor in parts.items():
            if part not in taken:
                rest = _plus(rest, part, factor, type)
        return rest

    def _values_by_holder(self, family: int, members: Mapping[int, Term]) -> list[TermValue] | None:
        """For each thread, the value of the member whose turn it has; None if it depends on which one that is."""
        found: list[TermValue] | None = None
        for number, member in members.items():
            held = [case for case, _ in self._cases((family, number))][:-1]
            values = [terms.substitute(member, case) for case in held]
            if found is None:
                found = values
            elif not all(identical(a, b) for a, b in zip(found, values, strict=True)):
                return None
        return found


def _family(tickets: Tickets) -> _Family | None:
    turns = {ticket.turn: ticket for ticket in tickets.taken if ticket.turn is not None}
    if not turns or len(turns) < len(tickets.taken) or len(turns) > MOST:
        return None
    return _Family(tickets, turns, how_many(tickets))


def _other(number: int, type: IntType) -> int:
    """A number that is another one."""
    return (number + 1) % (1 << type.width)


def _summands(term: Term) -> tuple[int, dict[Term, int]]:
    """The constant of a sum, and the factors of what is added up, sums in it included."""
    constant = 0
    factors: dict[Term, int] = {}
    stack = [(term, 1)]
    while stack:
        top, by = stack.pop()
        if top.kind is not Kind.SUM:
            factors[top] = factors.get(top, 0) + by
            continue
        more, by_argument = top.params
        constant += by * int(more)
        stack += [(arg, by * int(factor)) for arg, factor in zip(top.args, by_argument, strict=True)]
    return constant, factors


def _plus(a: Value, b: Value, factor: int, type: IntType) -> Value:
    product = terms.apply(Op.MUL, type, type, (b, factor % 2**type.width))
    return terms.apply(Op.ADD, type, type, (a, product))
