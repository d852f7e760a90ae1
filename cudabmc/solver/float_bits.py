"""The bits of floats for solvers that have no operator for them, as SMT-LIB has none."""

from typing import Generic, TypeVar

from cudabmc.terms import Kind, Term

E = TypeVar("E")


class FloatBits(Generic[E]):
    """Definitions of unknown bits: a query needs those of all floats in it whose bits it takes.

    `definitions[term]` says that unknown bits are those of the float `term`; it can be fulfilled for every float.
    """

    def __init__(self) -> None:
        self.definitions: dict[Term, E] = {}
        self._reached: dict[Term, frozenset[Term]] = {}

    def needed(self, root: Term) -> list[E]:
        """The definitions that an assertion needs. All of it must have been translated before."""
        if not self.definitions:
            return []
        return [self.definitions[term] for term in sorted(self._visit(root), key=lambda term: term.id)]

    def _visit(self, root: Term) -> frozenset[Term]:
        reached = self._reached
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [arg for arg in term.args if arg not in reached]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            own = frozenset(term.args if term.kind is Kind.FP_TO_BITS else ())
            reached[term] = own.union(*(reached[arg] for arg in term.args))
        return reached[root]
