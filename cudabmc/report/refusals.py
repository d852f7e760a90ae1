"""Which files the front end takes, and why not the others (--parse-only)."""

from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from cudabmc.report.plural import plural
from cudabmc.report.style import printable
from cudabmc.result import FileOutcome

if TYPE_CHECKING:
    from typing import Self


def refusal_report(outcomes: Sequence[FileOutcome], *, each: bool = False) -> str:
    """The reasons by how often they occur, and the share of files that were taken; with `each`, every file first."""
    lines = [_file_line(outcome) for outcome in outcomes] if each else []
    reasons = Counter(outcome.refusal.reason for outcome in outcomes if outcome.refusal)
    if reasons:
        lines += [""] if each else []
        lines += ["Refused, by reason:"]
        lines += [f"{count:6}  {printable(reason)}" for reason, count in sorted(reasons.items(), key=_by_count)]
    missing = Counter(name for outcome in outcomes for name in outcome.unmodelled)
    if missing:
        lines += ["Accepted, but without a model for some functions, which a run that calls them names:"]
        lines += [f"{count:6}  {printable(name)}()" for name, count in sorted(missing.items(), key=_by_count)]
    taken = [outcome for outcome in outcomes if outcome.refusal is None]
    by = Counter(outcome.frontend for outcome in taken)
    whom = ", ".join(f"{count} by {name}" for name, count in sorted(by.items()))
    share = f"{100 * len(taken) / len(outcomes):.1f} %"
    lines += [f"Accepted {len(taken)} of {plural(len(outcomes), 'file')} ({share}{'; ' + whom if whom else ''})"]
    partly = sum(1 for outcome in taken if outcome.unmodelled)
    if partly:
        lines += [f"{partly} of them without a model for some function"]
    return "\n".join(lines) + "\n"


def _by_count(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def _file_line(outcome: FileOutcome) -> str:
    if outcome.refusal is not None:
        return printable(outcome.refusal.text)
    return printable(f"{outcome.file}: accepted by {outcome.frontend} in {outcome.seconds:.2f} s")


class ProgressBar:
    """A progress bar on a terminal, and nothing elsewhere."""

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self._stream = stream
        self._shown = stream.isatty() and not quiet
        self._bar: Any = None

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def seen(self, done: int, total: int) -> None:
        """So many of so many are done."""
        if not self._shown:
            return
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(total=total, unit="file", file=self._stream, leave=False, dynamic_ncols=True)
        self._bar.update(done - self._bar.n)
