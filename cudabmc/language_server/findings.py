"""What the verifier has to say about a file, as an editor shows it."""

from collections.abc import Sequence
from enum import Enum

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """Part of a line. `path` is absolute; lines and columns count from 1, columns in characters, and `end` is behind
    the last one. Without a column it is the whole line. `text` is the line, if it is known."""

    path: str
    line: int
    column: int = 0
    end: int = 0
    text: str | None = None

    def is_in(self, lines: Sequence[str]) -> bool:
        """Is it still where it was, in these lines of its file?"""
        return self.reads(lines, self.line - 1)

    def reads(self, lines: Sequence[str], line: int) -> bool:
        """Has a line, which counts from 0, the text that was verified?"""
        if self.text is None:
            return True
        return 0 <= line < len(lines) and lines[line].rstrip("\r\n") == self.text.rstrip("\r\n")


class Weight(Enum):
    """How much it matters."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about the run as a whole: why there is no verdict, a bound that was hit, a kernel without a proof."""

    weight: Weight
    text: str
    span: SourceSpan | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class FindingStep:
    """A step of a counterexample, the one with this number: what a thread did. `essential` are those of the accesses
    that the finding is about."""

    number: int
    thread: str
    what: str
    span: SourceSpan
    essential: bool


@dataclass(frozen=True, slots=True)
class FindingThread:
    """A thread that takes part, and the values of its variables."""

    name: str
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation of the property `rule`: `what` happens, and the `hint` what to do. `related` are other places, and
    what they are. `steps` are some of `steps_in_all`, `launch` is that of a kernel which was to be proved, and
    `accepted` tells that a comment in the source accepts it."""

    rule: str
    weight: Weight
    what: str
    hint: str
    span: SourceSpan | None
    fingerprint: str
    related: tuple[tuple[SourceSpan, str], ...] = ()
    threads: tuple[FindingThread, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    steps: tuple[FindingStep, ...] = ()
    steps_in_all: int = 0
    schedule: str = ""
    launch: str = ""
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class ProvedSpan:
    """A kernel that is proved for every launch that meets the preconditions, which are in C, and where it is."""

    span: SourceSpan
    kernel: str
    preconditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """All that a run says. `pages` are the addresses of the rules' documentation, `proved` the kernels that are proved,
    each with its preconditions, and `conclusion` is the verdict in a line."""

    conclusion: str
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Remark, ...] = ()
    proved: tuple[ProvedSpan, ...] = ()
    pages: tuple[tuple[str, str], ...] = ()
