"""The variables that a term reaches, and what is known about them."""

from cudabmc.terms.boolean import lnot
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BOOL_SORT
from cudabmc.terms.term import Term, TermValue, lift, make


def free_vars(value: TermValue) -> frozenset[Term]:
    """The variables of a value, arrays included; none for a constant. Cached for every term it was asked for."""
    if type(value) is not Term:
        return frozenset()
    if value.free is None:
        value.free = frozenset(_collect(value))
    return value.free


def _collect(term: Term) -> set[Term]:
    found: set[Term] = set()
    seen = {term}
    stack = [term]
    while stack:
        node = stack.pop()
        if node.kind is Kind.VAR:
            found.add(node)
        elif node.free is not None:
            found |= node.free
        else:
            for arg in node.args:
                if arg not in seen:
                    seen.add(arg)
                    stack.append(arg)
    return found


def var_constraints(value: TermValue) -> tuple[Term, ...]:
    """Bool terms that say the declared bounds of the free variables of a value, in the order of the variables."""
    constraints: list[Term] = []
    for variable in sorted(free_vars(value), key=lambda term: term.id):
        constraints.extend(bounds_of(variable))
    return tuple(constraints)


def bounds_of(variable: Term) -> tuple[Term, ...]:
    """The declared bounds of one variable as Bool terms."""
    _, lo, hi = variable.params
    found: list[TermValue] = []
    # Built without the folding builders, to which the bounds are known already.
    if lo is not None:
        found.append(lnot(make(Kind.ULT, BOOL_SORT, (variable, lift(lo, variable.sort)))))
    if hi is not None:
        found.append(lnot(make(Kind.ULT, BOOL_SORT, (lift(hi, variable.sort), variable))))
    return tuple(term for term in found if type(term) is Term)
