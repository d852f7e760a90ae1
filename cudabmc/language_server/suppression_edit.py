"""The comment that accepts a finding, as an edit of the source."""

from collections.abc import Sequence

from cudabmc.acceptance.comments import Comments
from cudabmc.late_dataclass import dataclass
from cudabmc.properties import PROPERTIES
from cudabmc.source.location import Location

REASON = "TODO: say why"
"""What stands where the user writes the reason."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """A `text`, a whole line, that goes in front of a line, which counts from 0."""

    line: int
    text: str


def accepting(lines: Sequence[str], line: int, prop: str) -> Insertion | None:
    """The comment that accepts a finding of the property in a line of a file, which counts from 0; None if there is
    one already, or if none can stand there. The lines have their ends."""
    if not 0 <= line < len(lines) or _accepted(lines, line, prop):
        return None
    if line > 0 and lines[line - 1].rstrip("\r\n").endswith("\\"):
        return None  # the comment would belong to the line above, and swallow this one
    text = lines[line]
    indent = text[: len(text) - len(text.lstrip(" \t"))]
    end = "\r\n" if text.endswith("\r\n") else "\n"
    return Insertion(line, f"{indent}// cudabmc-ignore: {prop} {REASON}{end}")


def _accepted(lines: Sequence[str], line: int, prop: str) -> bool:
    def text(at: Location) -> str | None:
        return lines[at.line - 1].rstrip("\r\n") if 0 < at.line <= len(lines) else None

    return Comments(text).accepts(PROPERTIES[prop], Location("", line + 1))
