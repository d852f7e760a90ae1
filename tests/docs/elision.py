"""What is printed, compared with a page that leaves lines out."""

from collections.abc import Sequence
from difflib import SequenceMatcher

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


def elided(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    """What was printed, with lines left out where `shown` does, as far as the lines around those are still there."""
    parts = _parts([line.rstrip() for line in shown])
    lines = [line.rstrip() for line in printed]
    flat = [line for part in parts for line in part]
    pairs = SequenceMatcher(None, flat, lines, autojunk=False).get_matching_blocks()
    place = {a + i: b + i for a, b, size in pairs for i in range(size)}
    found, done, seen = [], 0, 0  # lines of the result, and how many of `lines` and `flat` are behind us
    for part in parts[:-1]:
        seen += len(part)
        before = place.get(seen - 1) if seen else -1
        after = place.get(seen) if seen < len(flat) else len(lines)
        if before is not None and after is not None and max(done, before + 1) < after:
            found += [*lines[done : before + 1], ELISION]
            done = after
    return [*found, *lines[done:]]


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
