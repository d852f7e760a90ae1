"""What is seen while cases run: a bar on a terminal, and the cases that are not as expected at once."""

from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from cudabmc.suite.tally import Judged
from cudabmc.suite.text_table import problem_line

if TYPE_CHECKING:
    from typing import Self


class Progress:
    """Reports to `stream`: with a bar if that is a terminal, and nothing at all with `quiet`."""

    def __init__(self, stream: TextIO, total: int, *, quiet: bool) -> None:
        self._stream, self._quiet = stream, quiet
        self._wrong = 0
        self._bar: Any = None
        if total and stream.isatty() and not quiet:
            from tqdm import tqdm

            self._bar = tqdm(total=total, unit="case", file=stream, leave=False, dynamic_ncols=True, smoothing=0.1)

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def seen(self, judged: Judged) -> None:
        """A case has ended."""
        self._wrong += not judged.judgement.expected
        if not judged.judgement.expected and not self._quiet:
            if self._bar is not None:
                self._bar.clear()
            self._stream.write(f"{problem_line(judged)}\n")
            self._stream.flush()
        if self._bar is not None:
            self._bar.set_postfix_str(f"{self._wrong} not as expected" if self._wrong else "", refresh=False)
            self._bar.update()
