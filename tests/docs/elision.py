"""What is printed, compared with a page that leaves lines out."""

from collections.abc import Sequence

ELISION = "..."
"""A line of the page that stands for one or more lines of any kind."""


def agrees(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Is `shown` what was printed, but for lines left out and for blanks at the ends of lines?"""
    parts = _parts([line.rstrip() for line in shown])
    rest = [line.rstrip() for line in printed]
    first, *others = parts
    if rest[: len(first)] != first:
        return False
    rest = rest[len(first) :]
    if not others:
        return not rest
    *middle, last = others
    for part in middle:
        at = _find(part, rest, 1)
        if at is None:
            return False
        rest = rest[at + len(part) :]
    return len(rest) > len(last) and rest[len(rest) - len(last) :] == last


def _parts(lines: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == ELISION:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def _find(part: list[str], lines: list[str], start: int) -> int | None:
    places = range(start, len(lines) - len(part) + 1)
    return next((at for at in places if lines[at : at + len(part)] == part), None)
