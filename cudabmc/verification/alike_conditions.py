"""Conditions that differ in the names of inputs alone: one of them is asked, and its answer is that of the others."""

from collections.abc import Sequence

from cudabmc.state.vc import Condition
from cudabmc.terms import Term
from cudabmc.terms.up_to_names import Shape, shape

MOST_NODES = 500_000
"""Nodes of all formulas of a run that are looked at: about two seconds."""


class AlikeConditions:
    """Knows the shapes of the formulas that cannot hold."""

    def __init__(self) -> None:
        self._shapes: dict[Term, Shape | None] = {}
        self._never: set[Shape] = set()
        self._left = MOST_NODES

    def one_of_each(self, conditions: Sequence[Condition]) -> list[Condition]:
        """The conditions, without those that cannot hold as one like them cannot, and of others alike the first."""
        seen: set[Shape] = set(self._never)
        found: list[Condition] = []
        for condition in conditions:
            form = self._shape(condition)
            if form is None:
                found.append(condition)
            elif form not in seen:
                seen.add(form)
                found.append(condition)
        return found

    def hold(self, conditions: Sequence[Condition]) -> None:
        """None of these can hold."""
        self._never.update(form for c in conditions if (form := self._known(c)) is not None)

    def _known(self, condition: Condition) -> Shape | None:
        return self._shapes.get(condition.formula) if isinstance(condition.formula, Term) else None

    def _shape(self, condition: Condition) -> Shape | None:
        formula = condition.formula
        if not isinstance(formula, Term):
            return None
        if formula not in self._shapes:
            form = shape(formula, self._left) if self._left > 0 else None
            self._left -= len(form) if form is not None else self._left
            self._shapes[formula] = form
        return self._shapes[formula]
