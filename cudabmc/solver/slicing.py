"""The part of a context that can matter for a question."""

from collections.abc import Sequence

from cudabmc.terms import Term, TermValue, free_vars


def relevant(context: Sequence[TermValue], question: TermValue) -> tuple[TermValue, ...]:
    """The assertions of `context`, in their order, that share variables with `question`, directly or by others.

    If the whole context can hold, then question and context contradict each other exactly if the question and this
    part do. A model of the part says nothing of the other variables. Constant assertions are kept.
    """
    reached = set(free_vars(question))
    pending = [(at, assertion, free_vars(assertion)) for at, assertion in enumerate(context)]
    kept: list[tuple[int, TermValue]] = []
    grown = True
    while grown:
        rest: list[tuple[int, TermValue, frozenset[Term]]] = []
        grown = False
        for at, assertion, variables in pending:
            if not variables or not reached.isdisjoint(variables):
                kept.append((at, assertion))
                grown = grown or not variables <= reached
                reached |= variables
            else:
                rest.append((at, assertion, variables))
        pending = rest
    return tuple(assertion for _, assertion in sorted(kept, key=lambda pair: pair[0]))
