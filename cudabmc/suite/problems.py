"""Mistakes in suites: all of them at once, each with its place and what to do."""

from collections.abc import Sequence
from difflib import get_close_matches

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a suite. A `warning` is about something that is left out and keeps nothing from running."""

    location: Location
    message: str
    hint: str = ""
    warning: bool = False

    def __str__(self) -> str:
        return f"{self.location}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class SuiteError(UsageError):
    """Suites that cannot be run, for the reasons in `problems` (at least one)."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        first, *others = problems
        super().__init__(first.message, first.location, first.hint)
        self.problems = (first, *others)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


def near(word: str, known: Sequence[str]) -> str:
    """'did you mean ...?' for a misspelt word, in capitals or not, or what there is to choose from."""
    spelt = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), spelt, n=1, cutoff=0.6)
    return f"did you mean {spelt[found[0]]}?" if found else f"there are {', '.join(known)}"
