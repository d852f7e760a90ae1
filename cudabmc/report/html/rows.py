"""The steps of all traces of a run in one table.

Traces of one run begin alike, so a step is stored once and a trace is a list of runs of rows, as in
`[[0, 389], [412, 7]]`: 389 rows from row 0, then 7 from row 412. Texts, threads and objects are numbers into tables
of their own.
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from cudabmc.report.style import printable
from cudabmc.result import Step, StepAccess, ThreadId
from cudabmc.source.location import Location

T = TypeVar("T", bound=Hashable)

SWITCH, PREEMPTION, BARRIER = 1, 2, 4
KINDS = ("read", "write", "atomic")


class Numbers(Generic[T]):
    """Numbers for values, from 0 in the order in which they are first met."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def of(self, value: T) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    @property
    def values(self) -> list[T]:
        return list(self._numbers)


class Rows:
    """Builds the table. A row is `[thread, file, line, column, function, text, flags, depth, interval, changes,
    accesses]`; changes are name, value, name, value...; an access is `[kind, object, offset, size, element, value]`."""

    def __init__(self) -> None:
        self.texts: Numbers[str] = Numbers()
        self.threads: Numbers[ThreadId] = Numbers()
        self.files: Numbers[str] = Numbers()
        self.objects: Numbers[tuple[int, str, str]] = Numbers()  # number in the run, name, space
        self._steps: Numbers[Step] = Numbers()
        self._rows: list[list[object]] = []

    def text(self, text: str) -> int:
        return self.texts.of(printable(text))

    def place(self, loc: Location) -> list[int]:
        return [self.files.of(loc.file), loc.line, loc.column]

    def trace(self, steps: Iterable[Step]) -> list[list[int]]:
        """The steps as runs of rows: first row, number of rows."""
        runs: list[list[int]] = []
        for step in steps:
            number = self._steps.of(step)
            if number == len(self._rows):
                self._rows.append(self._row(step))
            if runs and runs[-1][0] + runs[-1][1] == number:
                runs[-1][1] += 1
            else:
                runs.append([number, 1])
        return runs

    def _row(self, step: Step) -> list[object]:
        flags = SWITCH * step.switch + PREEMPTION * step.preemption + BARRIER * step.barrier
        row: list[object] = [self.threads.of(step.thread), *self.place(step.loc)]
        row += [self.text(step.function), self.text(step.text), flags, step.depth, step.interval]
        changes = [self.text(text) for change in step.changes for text in change]
        accesses = [self.access(access) for access in step.accesses]
        if changes or accesses:
            row.append(changes)
        if accesses:
            row.append(accesses)
        return row

    def number_of(self, access: StepAccess) -> int:
        return self.objects.of((access.number, printable(access.object), access.space))

    def access(self, access: StepAccess) -> list[int]:
        place = [KINDS.index(access.kind), self.number_of(access), access.offset, access.size]
        return [*place, self.text(access.element), self.text(access.value)]

    def table(self) -> list[list[object]]:
        return self._rows
