"""Large queries about floats go to a process of their own, which is killed when its time is over.

z3 turns float arithmetic into clauses in steps that look at no clock: a thousand roundings can take it ten times the
time that it was given, and a run that waits for it is killed with what it has found.
"""

from collections.abc import Sequence

from cudabmc.solver.content import Content, TermContents, rounds
from cudabmc.solver.process import ProcessSolver
from cudabmc.solver.protocol import MeasuredSolver, SolverAnswer, Unsat, symbolic
from cudabmc.terms import Term, TermValue

LARGE = 400
"""So many operations that round make a query large: some seconds of z3's, at least."""


class LargeQueriesApart:
    """Implements `cudabmc.solver.Solver` by a solver in this process, and one of the same name in another process for
    large queries."""

    def __init__(self, here: MeasuredSolver, name: str) -> None:
        self.statistics = here.statistics
        self._here = here
        self._apart = ProcessSolver(name)
        self._apart.statistics = here.statistics
        self._sizes = QuerySizes()

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        """See the protocol."""
        terms = symbolic(assertions)
        if terms is None:
            return Unsat()
        return (self._apart if self._sizes.is_large(terms) else self._here).check(terms, timeout_ms)

    def close(self) -> None:
        """Ends what runs in the other process."""
        self._here.close()
        self._apart.close()


class QuerySizes:
    """Tells large queries from others. Those without float arithmetic are not walked again."""

    def __init__(self) -> None:
        self._contents = TermContents()

    def is_large(self, query: Sequence[Term]) -> bool:
        """Has a query so many operations that round?"""
        if Content.ROUNDING not in self._contents.of(*query):
            return False
        seen = set(query)
        stack, count = list(seen), 0
        while stack and count < LARGE:
            term = stack.pop()
            count += rounds(term)
            new = [arg for arg in term.args if arg not in seen]
            seen.update(new)
            stack += new
        return count >= LARGE
