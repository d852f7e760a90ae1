"""Parts of a conjunction that share no input: each can be answered alone."""

from collections.abc import Iterable

from cudabmc import terms
from cudabmc.terms import Kind, Term, TermValue


def independent_parts(formulas: Iterable[TermValue]) -> list[list[Term]]:
    """The conjuncts of formulas, none of which is constant, in groups of which no two have a variable in common. In the
    order of the formulas."""
    leader: dict[Term, Term] = {}  # a conjunct or a variable -> one that stands for more of its group

    def found(term: Term) -> Term:
        while (above := leader.setdefault(term, term)) is not term:
            leader[term] = term = leader[above]
        return term

    conjuncts = list(_conjuncts(formulas))
    for conjunct in conjuncts:
        for variable in terms.free_vars(conjunct):
            leader[found(variable)] = found(conjunct)
    parts: dict[Term, list[Term]] = {}
    for conjunct in conjuncts:
        parts.setdefault(found(conjunct), []).append(conjunct)
    return list(parts.values())


def _conjuncts(formulas: Iterable[TermValue]) -> dict[Term, None]:
    """Each once; long conjunctions are nested."""
    found: dict[Term, None] = {}
    left = [formula for formula in formulas if isinstance(formula, Term)][::-1]
    while left:
        formula = left.pop()
        if formula.kind is Kind.AND:
            left.extend(reversed(formula.args))
        else:
            found[formula] = None
    return found
