"""Terms that differ in the names of their variables alone: whether one can hold is whether all others can.

    a[0] * 2 != a[0] << 1        a[1] * 2 != a[1] << 1
"""

from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import Sort
from cudabmc.terms.term import Term, TermValue

MOST_NODES = 50_000
"""Nodes of a term that is looked at: what is larger is like itself alone."""

Shape = tuple[object, ...]
"""Equal for two terms only if renaming the variables of one, each to another one, gives the other."""


def shape(value: TermValue, most: int = MOST_NODES) -> Shape | None:
    """The form of a term in which variables are numbered as they come, with their sorts and bounds. None if it has more
    than `most` nodes. Terms of one form may still have two shapes, where arguments are ordered by when they were made.
    """
    if not isinstance(value, Term):
        return (type(value), value)
    numbers: dict[Term, int] = {}
    nodes: list[tuple[Kind, Sort, tuple[int, ...], object]] = []
    stack = [value]
    while stack:
        term = stack[-1]
        if term in numbers:
            stack.pop()
            continue
        missing = [arg for arg in reversed(term.args) if arg not in numbers]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        numbers[term] = len(nodes)
        parameters = term.params[1:] if term.kind is Kind.VAR else term.params
        nodes.append((term.kind, term.sort, tuple([numbers[arg] for arg in term.args]), parameters))
        if len(nodes) > most:
            return None
    return tuple(nodes)
