"""Inputs that are tried on a query with float arithmetic before a solver is asked, which needs seconds for many.

What is found is a model like that of a solver; that nothing is found says nothing.
"""

from collections.abc import Sequence

from cudabmc.solver.content import Content, TermContents
from cudabmc.terms import ModelValue, Term, land
from cudabmc.terms.evaluate import evaluate_parts
from cudabmc.terms.trials import float_trials

MOST_NODES = 60_000
"""So many nodes are evaluated for a query: about a tenth of a second."""

MOST_TRIALS = 24


class TriedValues:
    """Looks for models of queries by evaluation."""

    def __init__(self) -> None:
        self._contents = TermContents()

    def model(self, assertions: Sequence[Term]) -> dict[Term, ModelValue] | None:
        """Inputs for which all of these hold; None if none are found, or a solver is quick enough."""
        if Content.ROUNDING not in self._contents.of(*assertions):
            return None
        query = land(*assertions)
        if not isinstance(query, Term):
            return None
        parts = evaluate_parts(query, {})
        if parts[query] is True:
            return {}
        for model in float_trials(parts, min(MOST_TRIALS, MOST_NODES // len(parts))):
            if evaluate_parts(query, model)[query] is True:
                return model
        return None
