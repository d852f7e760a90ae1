"""Format strings of scanf as data, and scanning of known text (C11 7.21.6.2)."""

import re
from dataclasses import dataclass

from opmodels.libc.number_text import parse_float, parse_integer

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


Scanned = int | float | str


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


def scan(text: str, pieces: list[str | ScanSpec]) -> tuple[list[Scanned], bool]:
    """The values of the conversions that succeed, suppressed ones left out and %n included, and
    whether the input ended before the first conversion did or failed."""
    values: list[Scanned] = []
    at = 0
    for piece in pieces:
        if isinstance(piece, str):
            moved = _match_literal(text, at, piece)
            if moved is None:
                return values, at >= len(text)
            at = moved
            continue
        if piece.kind == "count":
            values.append(at)
            continue
        if piece.kind != "chars" and piece.conversion[0] != "[":
            at = _skip_spaces(text, at)
        end = len(text) if piece.width is None else min(len(text), at + piece.width)
        found = _convert(text[at:end], piece)
        if found is None:
            return values, at >= len(text)
        value, length = found
        at += length
        if not piece.suppressed and piece.kind != "percent":
            values.append(value)
    return values, False


def _skip_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACES:
        at += 1
    return at


def _match_literal(text: str, at: int, literal: str) -> int | None:
    for char in literal:
        if char in _SPACES:
            at = _skip_spaces(text, at)
        elif text[at : at + 1] == char:
            at += 1
        else:
            return None
    return at


def _convert(text: str, spec: ScanSpec) -> tuple[Scanned, int] | None:
    """Value and length of the longest match at the start of `text`; None if there is none."""
    if spec.kind == "integer":
        base = {"d": 10, "u": 10, "i": 0, "o": 8}.get(spec.conversion, 16)
        number = parse_integer(text, base)
        return (number.value, number.length) if number.length else None
    if spec.kind == "float":
        real = parse_float(text)
        begun = text[real.length : real.length + 1].lower() == "e"  # glibc takes 1e for 1, and the e is gone
        return (real.value, real.length + begun) if real.length else None
    if spec.kind == "percent":
        return ("%", 1) if text.startswith("%") else None
    if spec.kind == "chars":
        count = spec.width or 1
        return (text[:count], count) if len(text) >= count else None
    length = 0
    while length < len(text) and _accepts(spec.conversion, text[length]):
        length += 1
    return (text[:length], length) if length else None


def _accepts(conversion: str, char: str) -> bool:
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
