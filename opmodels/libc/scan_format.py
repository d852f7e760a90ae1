"""Format strings of scanf as data (C11 7.21.6.2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_SPEC = re.compile(
    r"%(?P<star>\*)?(?P<width>\d+)?(?P<length>hh|h|ll|l|j|z|t|L|q)?(?P<conversion>\[\^?\]?[^\]]*\]|.)", re.DOTALL
)
_SPACES = " \t\n\v\f\r"


@dataclass(frozen=True, slots=True)
class ScanSpec:
    """One conversion; `conversion` is a letter, or a whole `[set]`."""

    suppressed: bool
    width: int | None
    length: str
    conversion: str
    text: str

    @property
    def kind(self) -> str:
        """integer, float, string (with an end), chars (without), count, percent, or empty."""
        return {
            **dict.fromkeys("diouxXp", "integer"), **dict.fromkeys("aAeEfFgG", "float"),
            "s": "string", "[": "string", "c": "chars", "n": "count", "%": "percent",
        }.get(self.conversion[0], "")  # fmt: skip

    @property
    def bits(self) -> int:
        """Width of the number that is stored."""
        if self.kind == "float":
            return 64 if self.length == "l" else 32
        if self.conversion == "p":
            return 64
        return {"hh": 8, "h": 16, "": 32}.get(self.length, 64)


def parse_scan_format(text: str) -> list[str | ScanSpec]:
    """Literal text and conversions in turn."""
    pieces: list[str | ScanSpec] = []
    end = 0
    for match in _SPEC.finditer(text):
        if match.start() > end:
            pieces.append(text[end : match.start()])
        end = match.end()
        width = int(match["width"]) if match["width"] else None
        pieces.append(ScanSpec(bool(match["star"]), width, match["length"] or "", match["conversion"], match[0]))
    if end < len(text):
        pieces.append(text[end:])
    return pieces


def stored(pieces: Sequence[str | ScanSpec]) -> list[ScanSpec]:
    """The conversions that have an argument."""
    return [p for p in pieces if isinstance(p, ScanSpec) and not p.suppressed and p.kind != "percent"]


def accepts(conversion: str, char: str) -> bool:
    """Does %s or a set take the character?"""
    if conversion == "s":
        return char not in _SPACES
    members = conversion[1:-1]
    negated = members.startswith("^")
    members = members[negated:]
    inside = any(a <= char <= b for a, b in _ranges(members))
    return inside != negated


def _ranges(members: str) -> list[tuple[str, str]]:
    ranges, at = [], 0
    while at < len(members):
        if members[at + 1 : at + 2] == "-" and at + 2 < len(members):
            ranges.append((members[at], members[at + 2]))
            at += 3
        else:
            ranges.append((members[at], members[at]))
            at += 1
    return ranges
