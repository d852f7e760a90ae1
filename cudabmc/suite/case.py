"""A case of a suite: what to verify, and what must come out."""

from dataclasses import dataclass
from enum import Enum

from cudabmc.options.table import Options
from cudabmc.result import ProofOutcome
from cudabmc.source.location import Location


class Expected(Enum):
    """What a case must end with."""

    SUCCESSFUL = "SUCCESSFUL"
    FAILED = "FAILED"
    UNKNOWN = "UNKNOWN"
    ERROR = "ERROR"  # not a valid program, or not supported


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A line of the case's sources, counted from 1; of any of its files if `file` is empty, else of the
    one whose path ends like that."""

    number: int
    file: str = ""

    def is_at(self, file: str, line: int) -> bool:
        """Whether a position is on this line."""
        return line == self.number and (not self.file or f"/{file}".endswith(f"/{self.file}"))

    def __str__(self) -> str:
        return f"{self.file}:{self.number}" if self.file else str(self.number)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must come out. Of a violation, only what is given here matters: it must break one of `properties`;
    it must have a place on `line`; all its places must be on `lines`. Of `kernels` that are to be proved, those that
    are named must be what is said of them."""

    verdict: Expected
    properties: tuple[str, ...] = ()
    line: Line | None = None
    lines: tuple[Line, ...] = ()
    kernels: tuple[tuple[str, ProofOutcome], ...] = ()

    def __str__(self) -> str:
        text = self.verdict.value
        if self.properties:
            text += f", {' or '.join(self.properties)}"
        if self.line:
            text += f" at line {self.line}"
        if self.lines:
            text += f" at line{'s' if len(self.lines) > 1 else ''} {', '.join(map(str, self.lines))}"
        if self.kernels:
            text += f"; {', '.join(f'{name} {outcome.value}' for name, outcome in self.kernels)}"
        return text


@dataclass(frozen=True, slots=True)
class Case:
    """A run of the verifier and its expectation. `name` is unique within the suite, `folder` groups cases in
    the table, `where` is the place of the case in its suite, `notes` say what of a foreign header is ignored."""

    suite: str
    name: str
    folder: str
    files: tuple[str, ...]
    expectation: Expectation
    options: Options
    where: Location
    why: str = ""
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of the case among all suites."""
        return f"{self.suite}: {self.name}"
