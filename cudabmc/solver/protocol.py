"""What every solver is to the rest of the program, and what it can answer."""

from collections.abc import Sequence
from dataclasses import field
from typing import Protocol

from cudabmc.late_dataclass import dataclass
from cudabmc.terms import SolverModel, Term, TermValue


@dataclass(frozen=True, slots=True)
class Sat:
    """The assertions hold together under `model`, which `cudabmc.terms.evaluate` takes as it is."""

    model: SolverModel = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unsat:
    """The assertions contradict each other."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The solver gave up; `reason` is "timeout", "interrupted" or what the solver says."""

    reason: str


@dataclass(frozen=True, slots=True)
class Error:
    """The solver failed on the query."""

    text: str


SolverAnswer = Sat | Unsat | Unknown | Error


class Solver(Protocol):
    """Decides whether Bool values can hold together."""

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        """Whether all assertions (BOOL values) hold for some inputs within the declared bounds of their variables.

        Constant assertions are decided without the solver. The model covers every variable of the assertions.
        Never raises for what the solver does: it answers Unknown or Error.
        """
        ...


@dataclass(slots=True)
class SolverStatistics:
    """What the queries of a run cost."""

    queries: int = 0
    seconds: float = 0.0
    sat: int = 0
    unsat: int = 0
    unknown: int = 0
    load_seconds: float = 0.0  # of `seconds`, until the solver was ready
    decided_by: dict[str, int] = field(default_factory=dict)  # queries by the name of the solver that answered

    def count(self, answer: SolverAnswer, seconds: float, solver: str) -> None:
        """Counts one query that was sent to a solver, by its name."""
        self.queries += 1
        self.seconds += seconds
        self.sat += isinstance(answer, Sat)
        self.unsat += isinstance(answer, Unsat)
        if isinstance(answer, Unknown | Error):
            self.unknown += 1
        else:
            self.decided_by[solver] = self.decided_by.get(solver, 0) + 1


class MeasuredSolver(Solver, Protocol):
    """A solver that counts."""

    statistics: SolverStatistics

    def close(self) -> None:
        """Ends what runs beside this process; it starts again with the next query."""
        ...


def symbolic(assertions: Sequence[TermValue]) -> tuple[Term, ...] | None:
    """The assertions that depend on inputs, each once; None if a constant one is false."""
    kept: dict[Term, None] = {}
    for assertion in assertions:
        if isinstance(assertion, Term):
            kept[assertion] = None
        elif not assertion:
            return None
    return tuple(kept)
