"""Whether a value depends on some of its variables: where it surely does, and where it may.

Both are conditions on the other variables. `depends` is exact: two values of the variables in question that make
a difference. What may depend is found from the structure alone, as memory checkers carry undefined bits along, and
spares the solver most of the arithmetic; what surely does needs no solver at all.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from cudabmc.goto.meaning.const_function import Constant
from cudabmc.terms.boolean import land, lnot, lor
from cudabmc.terms.choice import choose
from cudabmc.terms.compare import same_float, same_int, same_truth
from cudabmc.terms.evaluate import ModelValue, evaluate, evaluate_parts
from cudabmc.terms.free_vars import free_vars
from cudabmc.terms.kind import Kind
from cudabmc.terms.rename import rename
from cudabmc.terms.sort import BOOL_SORT, ArraySort, BVSort, FPSort
from cudabmc.terms.term import Term, TermValue, lower, width_of

_DEEPEST = 64
"""How far choices and stores are followed; what lies below may depend, and does not surely."""

_MOST_CONSTANTS = 8
"""So many constants of a value are tried for its variables."""

_TRIALS, _MOST_NODES = 12, 30_000
"""How often the variables of float arithmetic get values of their own, and how many nodes are evaluated for that."""


def depends(value: TermValue, others: Mapping[Term, Term], surely: TermValue | None = None) -> TermValue:
    """Where does the value depend on the variables of `others`? Each stands there with another one of its sort: the
    condition holds for what both stand for, if that makes a difference. `surely` is `surely_depends` of it, if
    known."""
    if type(value) is not Term or free_vars(value).isdisjoint(others):
        return False
    surely = surely_depends(value, others) if surely is None else surely
    if surely is True:
        return True
    maybe = _Maybe(others).of(value)
    if maybe is False:
        return False
    return lor(surely, land(maybe, differs(value, others)))


def differs(value: Term, others: Mapping[Term, Term]) -> TermValue:
    """Where is the value another one with the `others` instead of its variables?"""
    return lnot(_same(value, rename(value, others)))


def surely_depends(value: TermValue, on: Mapping[Term, object]) -> TermValue:
    """Where the value takes several values as those of the variables change, as far as that is seen at once."""
    return False if type(value) is not Term else _Surely(on).of(value, _DEEPEST)


def _same(a: Term, b: TermValue) -> TermValue:
    if a.sort is BOOL_SORT:
        return same_truth(a, b)
    return (same_float if isinstance(a.sort, FPSort) else same_int)(a, b, width_of(a))


class _Maybe:
    """Where a value may depend on the variables, each node once."""

    def __init__(self, on: Mapping[Term, object]) -> None:
        self._on = on
        self._done: dict[Term, TermValue] = {}
        self._elements: dict[tuple[Term, Term], TermValue] = {}

    def of(self, root: Term) -> TermValue:
        stack = [root]
        done = self._done
        while stack:
            term = stack[-1]
            if term in done:
                stack.pop()
                continue
            if free_vars(term).isdisjoint(self._on):
                done[stack.pop()] = False
                continue
            missing = [part for part in _parts(term) if part not in done]
            if missing:
                stack.extend(missing)
                continue
            done[stack.pop()] = self._step(term)
        return done[root]

    def _step(self, term: Term) -> TermValue:
        done = self._done
        if term.kind is Kind.ITE:
            condition, a, b = term.args
            return lor(done[condition], choose(lower(condition), done[a], done[b], BOOL_SORT))
        if term.kind is Kind.SELECT:
            return lor(done[term.args[1]], self._element(term.args[0], term.args[1], _DEEPEST))
        return lor(*(done[arg] for arg in term.args)) if term.args else True

    def _element(self, array: Term, index: Term, depth: int) -> TermValue:
        """May the element at an index depend on the variables?"""
        if free_vars(array).isdisjoint(self._on):
            return False
        if depth == 0 or array.kind is Kind.VAR:
            return True
        found = self._elements.get((array, index))
        if found is None:
            found = self._elements[array, index] = self._written(array, index, depth)
        return found

    def _written(self, array: Term, index: Term, depth: int) -> TermValue:
        if array.kind is Kind.STORE:
            base, at, element = array.args
            hit = same_int(lower(at), lower(index), width_of(index))
            below = self._element(base, index, depth - 1) if hit is not True else False
            return lor(self._done[at], choose(hit, self._done[element], below, BOOL_SORT))
        if array.kind is Kind.ITE:
            condition, a, b = array.args
            left, right = self._element(a, index, depth - 1), self._element(b, index, depth - 1)
            return lor(self._done[condition], choose(lower(condition), left, right, BOOL_SORT))
        return self._done[array.args[0]]


def _parts(term: Term) -> Iterator[Term]:
    """The nodes to look at before a node: of arrays what is stored, where, and under which conditions."""
    if term.kind is not Kind.SELECT:
        yield from term.args
        return
    yield term.args[1]
    stack, seen = [term.args[0]], {term.args[0]}
    while stack:
        array = stack.pop()
        for arg in array.args:
            if not isinstance(arg.sort, ArraySort):
                yield arg
            elif arg not in seen:
                seen.add(arg)
                stack.append(arg)


class _Surely:
    """Where a value surely depends on the variables."""

    def __init__(self, on: Mapping[Term, object]) -> None:
        self._on = on
        self._two: dict[Term, TermValue] = {}
        self._all: dict[Term, TermValue] = {}

    def of(self, term: Term, depth: int) -> TermValue:
        """Where it takes at least two values, whatever the other variables are."""
        if depth == 0 or self._clean(term):
            return False
        found = self._two.get(term)
        if found is None:
            found = self._two[term] = self._takes_two(term, depth)
        return found

    def _takes_two(self, term: Term, depth: int) -> TermValue:
        if term.kind is Kind.VAR:
            return True
        if term.kind is Kind.ITE and self._clean(term.args[0]):
            return self._choice(term, lambda arm: self.of(arm, depth - 1))
        if free_vars(term) <= self._on.keys() and _takes_two_values(term):
            return True
        rule = _RULES.get(term.kind)
        return False if rule is None else rule(self, term, depth - 1)

    def takes_all(self, term: Term, depth: int) -> TermValue:
        """Where it takes every value of its sort as those of the variables change."""
        if depth == 0 or self._clean(term):
            return False
        found = self._all.get(term)
        if found is None:
            found = self._all[term] = self._takes_all(term, depth)
        return found

    def _takes_all(self, term: Term, depth: int) -> TermValue:
        if term.kind is Kind.VAR:
            return True
        if term.kind is Kind.ITE and self._clean(term.args[0]):
            return self._choice(term, lambda arm: self.takes_all(arm, depth - 1))
        if term.kind is Kind.EXTRACT and term.params[1] == 0:
            return self._takes_all_low(term.args[0], width_of(term), depth - 1)
        if term.kind in (Kind.EXTRACT, Kind.BITS_TO_FP):
            return self.takes_all(term.args[0], depth - 1)
        if term.kind in (Kind.SUM, Kind.BVXOR):
            return self._takes_all_low(term, width_of(term), depth)
        if term.kind is Kind.CONCAT and all(self._apart(a, term) for a in term.args):
            return land(*(self.takes_all(a, depth - 1) for a in term.args))
        return False

    def _takes_all_low(self, term: Term, width: int, depth: int) -> TermValue:
        """Where its lowest bits take every value. Those of sums come from the lowest bits of what is added, so that
        integer promotion does no harm."""
        if depth == 0 or self._clean(term) or width_of(term) < width:
            return False
        if term.kind in (Kind.SEXT, Kind.ZEXT):
            return self._takes_all_low(term.args[0], width, depth - 1)
        if term.kind in (Kind.SUM, Kind.BVXOR):
            factors = term.params[1] if term.kind is Kind.SUM else (1,) * len(term.args)
            odd = [a for a, factor in zip(term.args, factors, strict=True) if factor % 2]
            return lor(*(self._takes_all_low(a, width, depth - 1) for a in odd if self._apart(a, term)))
        return self.takes_all(term, depth)

    def _clean(self, term: Term) -> bool:
        return free_vars(term).isdisjoint(self._on)

    def _apart(self, part: Term, whole: Term) -> bool:
        """Has the part variables that no other argument has?"""
        own = free_vars(part) & self._on.keys()
        return bool(own) and all(a is part or free_vars(a).isdisjoint(own) for a in whole.args)

    def _choice(self, term: Term, of: Callable[[Term], TermValue]) -> TermValue:
        condition, a, b = term.args
        return choose(lower(condition), of(a), of(b), BOOL_SORT)

    # ------------------------------------------------------------ by kind

    def same(self, term: Term, depth: int) -> TermValue:
        """Operators that give different results for different operands."""
        return self.of(term.args[0], depth)

    def any_part(self, term: Term, depth: int) -> TermValue:
        return lor(*(self.of(arg, depth) for arg in term.args))

    def any_value(self, term: Term, depth: int) -> TermValue:
        """Operators that do not give one result for all operands."""
        return self.takes_all(term.args[0], depth)

    def conjunction(self, term: Term, depth: int) -> TermValue:
        dependent = [arg for arg in term.args if not self._clean(arg)]
        if len(dependent) != 1:
            return False
        rest = [arg for arg in term.args if arg is not dependent[0]]
        return land(*rest, self.of(dependent[0], depth))

    def exclusive(self, term: Term, depth: int) -> TermValue:
        return lor(*(self.of(a, depth) for a in term.args if self._apart(a, term)))

    def sum(self, term: Term, depth: int) -> TermValue:
        found = [
            self.of(a, depth) if factor % 2 else self.takes_all(a, depth)
            for a, factor in zip(term.args, term.params[1], strict=True)
            if self._apart(a, term)
        ]
        return lor(*found)

    def equation(self, term: Term, depth: int) -> TermValue:
        sides = [a for a in term.args if self._apart(a, term)]
        of = self.of if term.args[0].sort is BOOL_SORT else self.takes_all
        return lor(*(of(a, depth) for a in sides))

    def less(self, term: Term, depth: int) -> TermValue:
        """a < b: nothing is less than the least number, and the largest is less than nothing."""
        a, b = term.args
        width = width_of(a)
        top = (1 << width) - 1 if term.kind is Kind.ULT else (1 << (width - 1)) - 1
        found: TermValue = False
        for side, other, extreme in ((a, b, top + 1 & (1 << width) - 1), (b, a, top)):
            if self._apart(side, term):
                reached = lnot(same_int(lower(other), extreme, width))
                found = lor(found, land(reached, self.takes_all(side, depth)))
        return found


_RULES: dict[Kind, Callable[[_Surely, Term, int], TermValue]] = {
    Kind.NOT: _Surely.same,
    Kind.AND: _Surely.conjunction,
    Kind.BVXOR: _Surely.exclusive,
    Kind.EQ: _Surely.equation,
    Kind.ULT: _Surely.less,
    Kind.SLT: _Surely.less,
    Kind.SUM: _Surely.sum,
    Kind.CONCAT: _Surely.any_part,
    Kind.EXTRACT: _Surely.any_value,
    Kind.ZEXT: _Surely.same,
    Kind.SEXT: _Surely.same,
    Kind.FNEG: _Surely.same,
    Kind.FP_TO_BITS: _Surely.same,
    Kind.BITS_TO_FP: _Surely.any_value,
    Kind.SITOFP: _Surely.any_value,
    Kind.UITOFP: _Surely.any_value,
    Kind.FPCAST: _Surely.any_value,
}


def _takes_two_values(term: Term) -> bool:
    """Do a few values for its variables, the same for all, make a difference?"""
    variables = free_vars(term)
    from cudabmc.terms.trials import float_trials  # few runs meet such values

    tried = iter([0, 1, -1, *_constants(term)])
    parts = evaluate_parts(term, _model(variables, next(tried)))
    first = parts[term]
    assert isinstance(first, bool | int | float)
    trials = float_trials(parts, min(_TRIALS, _MOST_NODES // len(parts)))
    models = chain((_model(variables, number) for number in tried), trials)
    return any(_differ(evaluate(term, model), first) for model in models)


def _differ(a: Constant, b: Constant) -> bool:
    return a != b and not (a != a and b != b)


def _constants(term: Term) -> Iterator[int | float]:
    """Some constants of a value, and their neighbours."""
    stack, seen, left = [term], {term}, _MOST_CONSTANTS
    while stack and left and len(seen) < _DEEPEST:
        node = stack.pop()
        if node.kind is Kind.CONST and node.sort is not BOOL_SORT:
            left -= 1
            number = lower(node)
            assert isinstance(number, int | float)
            yield from (number, number - 1, number + 1)
        fresh = [arg for arg in node.args if arg not in seen]
        seen.update(fresh)
        stack.extend(fresh)


def _model(variables: frozenset[Term], number: float) -> dict[Term, ModelValue]:
    return {variable: _as(number, variable) for variable in variables}


def _as(number: float, variable: Term) -> ModelValue:
    sort = variable.sort
    if isinstance(sort, FPSort):
        return float(number)
    whole = int(number) if number == number and abs(number) < 1e30 else 0
    if isinstance(sort, BVSort):
        return whole % (1 << sort.width)
    if isinstance(sort, ArraySort):
        return whole % (1 << sort.elem_width), {}
    return bool(whole)
