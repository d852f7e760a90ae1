"""The result table in numbers: how many cases of each category, in total and by group."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.result import ProofOutcome
from cudabmc.suite.answer import Outcome
from cudabmc.suite.case import Case, Expected
from cudabmc.suite.judgement import Category, Judgement, judge

NO_VIOLATION, ANY_PROPERTY = "no violation", "any property"


@dataclass(frozen=True, slots=True)
class Judged:
    """A case with its result, and what that is worth."""

    case: Case
    outcome: Outcome
    judgement: Judgement


@dataclass(slots=True)
class Row:
    """A row of the table: how many `cases`, how many of them ended `right` (as expected), how many are in each
    category, and the sum of their times in seconds by the clock."""

    name: str
    cases: int = 0
    right: int = 0
    categories: Counter[Category] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, judged: Judged) -> None:
        """Count a case."""
        self.cases += 1
        self.right += judged.judgement.expected
        self.categories[judged.judgement.category] += 1
        self.seconds += judged.outcome.seconds


@dataclass(slots=True)
class KernelCounts:
    """The kernels of cases that are proofs: how many, how many of those that the suite says something of are `right`,
    of how many it does, and how many there are of each outcome."""

    kernels: int = 0
    right: int = 0
    stated: int = 0
    outcomes: Counter[ProofOutcome] = field(default_factory=Counter)

    def add(self, judged: Judged) -> None:
        """Count the kernels of a case."""
        found = {kernel.name: kernel.outcome for kernel in judged.outcome.answer.kernels}
        stated = judged.case.expectation.kernels
        self.kernels += len(judged.outcome.answer.kernels)
        self.stated += len(stated)
        self.right += sum(found.get(name) is outcome for name, outcome in stated)
        self.outcomes.update(kernel.outcome for kernel in judged.outcome.answer.kernels)


@dataclass(frozen=True, slots=True)
class Tally:
    """The table: a row in total, and rows for each suite, each expected property and each folder; and the kernels."""

    total: Row
    by_suite: tuple[Row, ...]
    by_property: tuple[Row, ...]
    by_folder: tuple[Row, ...]
    kernels: KernelCounts = field(default_factory=KernelCounts)


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """What reports are made of. `left`: how many cases have no result."""

    results: tuple[Judged, ...]
    counts: Tally
    left: int = 0


def judged(cases: Iterable[Case], outcomes: dict[str, Outcome]) -> list[Judged]:
    """The cases that have a result, in their order."""
    return [
        Judged(case, outcome, judge(case.expectation, outcome.answer))
        for case in cases
        if (outcome := outcomes.get(case.key))
    ]


def tally(results: Sequence[Judged]) -> Tally:
    """Count results."""
    total, kernels = Row("total"), KernelCounts()
    for result in results:
        total.add(result)
        kernels.add(result)
    return Tally(
        total,
        _rows(results, lambda case: case.suite),
        _rows(results, expected_property),
        _rows(results, lambda case: case.folder),
        kernels,
    )


def expected_property(case: Case) -> str:
    """The group of a case by what it must show: a property, no violation, or no answer."""
    if case.expectation.verdict is Expected.SUCCESSFUL:
        return NO_VIOLATION
    if case.expectation.verdict is not Expected.FAILED:
        return str(case.expectation.verdict.value)
    return ", ".join(case.expectation.properties) or ANY_PROPERTY


def _rows(results: Sequence[Judged], name: Callable[[Case], str]) -> tuple[Row, ...]:
    rows: dict[str, Row] = {}
    for result in results:
        group = name(result.case)
        rows.setdefault(group, Row(group)).add(result)
    return tuple(rows[group] for group in sorted(rows))
