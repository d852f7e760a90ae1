"""What `--suggest` answers: edits that were verified, or why there are none."""

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ReplacedLines:
    """Lines `first` to `last` of a file, counted from 1, are replaced by `text`; with a `last` in front of `first`,
    `text` is put in front of line `first`."""

    file: str
    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class SuggestedEdit:
    """One edit of a suggestion: what it does, and what the program pays for it."""

    sentence: str
    price: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What was found in `tried` edits, each of which was verified. With `edits` the program verifies, as it was asked
    for and at larger bounds, as `seen_again` says; `patch` is all of them as a unified diff. Without, `reason` says why
    there are none. `moved` says of edits that remove the finding what is found instead. `written` are the files that
    `--fix` has changed, `refused` says why it has not."""

    edits: tuple[SuggestedEdit, ...] = ()
    patch: str = ""
    lines: tuple[ReplacedLines, ...] = ()
    tried: int = 0
    reason: str = ""
    moved: tuple[str, ...] = ()
    seen_again: str = ""
    written: tuple[str, ...] = ()
    refused: str = ""

    @property
    def found(self) -> bool:
        """Is there something to suggest?"""
        return bool(self.edits)
