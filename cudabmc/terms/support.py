"""The variables on which a value rests under a model: whatever the others are, it is the same.

    a < 10 ? b == 3 : c == 4        rests on a and b where a is 2 and b is 3
"""

from collections.abc import Callable, Sequence

from cudabmc.terms.evaluate import PartValue, SolverModel, evaluate_parts
from cudabmc.terms.free_vars import free_vars
from cudabmc.terms.kind import Kind
from cudabmc.terms.term import Term, TermValue

Need = Term | tuple[Term, int]
"""A term whose value is needed, or an array of which one element is."""


def support(value: TermValue, model: SolverModel) -> frozenset[Term]:
    """Variables that have the value what it is under the model, arrays included. It is not the smallest such set: what
    operators of arithmetic do to all of their operands counts, and of several reasons one is taken."""
    if not isinstance(value, Term):
        return frozenset()
    values = evaluate_parts(value, model)
    found: set[Term] = set()
    seen: set[Need] = {value}
    stack: list[Need] = [value]
    while stack:
        need = stack.pop()
        if isinstance(need, Term) and need.kind is Kind.VAR:
            found.add(need)
        for part in _element(*need, values) if isinstance(need, tuple) else _parts(need, values, found):
            if isinstance(part, tuple) and part[0].kind is Kind.VAR:
                found.add(part[0])
            elif part not in seen:
                seen.add(part)
                stack.append(part)
    return frozenset(found)


def _parts(term: Term, values: dict[Term, PartValue], found: set[Term]) -> Sequence[Need]:
    """What is needed for the value of a term."""
    rule = _RULES.get(term.kind)
    return term.args if rule is None else rule(term, values, found)


def _ite(term: Term, values: dict[Term, PartValue], found: set[Term]) -> Sequence[Need]:
    condition, a, b = term.args
    return condition, a if values[condition] is True else b


def _and(term: Term, values: dict[Term, PartValue], found: set[Term]) -> Sequence[Need]:
    """All conjuncts if all are true, else one that is not: the one that adds the fewest variables."""
    if values[term] is True:
        return term.args
    return (min((arg for arg in term.args if values[arg] is not True), key=lambda arg: _added(arg, found)),)


def _product(term: Term, values: dict[Term, PartValue], found: set[Term]) -> Sequence[Need]:
    """A factor that is zero decides alone."""
    zeros = [arg for arg in term.args if values[arg] == 0]
    return (min(zeros, key=lambda arg: _added(arg, found)),) if zeros else term.args


def _added(term: Term, found: set[Term]) -> tuple[int, int]:
    return len(free_vars(term) - found), term.id


def _select(term: Term, values: dict[Term, PartValue], found: set[Term]) -> Sequence[Need]:
    array, index = term.args
    return index, (array, _index(index, values))


def _element(array: Term, index: int, values: dict[Term, PartValue]) -> Sequence[Need]:
    """What is needed for one element of an array."""
    if array.kind is Kind.STORE:
        base, at, element = array.args
        return at, element if _index(at, values) == index else (base, index)
    if array.kind is Kind.ITE:
        condition, a, b = array.args
        return condition, (a if values[condition] is True else b, index)
    assert array.kind is Kind.CONST_ARRAY, array.kind
    return array.args


def _index(term: Term, values: dict[Term, PartValue]) -> int:
    value = values[term]
    assert isinstance(value, int)
    return value


_RULES: dict[Kind, Callable[[Term, dict[Term, PartValue], set[Term]], Sequence[Need]]] = {
    Kind.ITE: _ite,
    Kind.AND: _and,
    Kind.MUL: _product,
    Kind.BVAND: _product,
    Kind.SELECT: _select,
}
