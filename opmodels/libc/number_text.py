"""The longest prefix of a text that is a number, as strtol and strtod read it (C11 7.22.1)."""

import math
import re
from dataclasses import dataclass
from typing import Generic, TypeVar

N = TypeVar("N")

_SPACES = " \t\n\v\f\r"
_FLOAT = re.compile(
    r"[+-]?(?:(?P<special>inf(?:inity)?|nan(?:\(\w*\))?)"
    r"|(?P<hex>0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?)"
    r"|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Parsed(Generic[N]):
    """A number and the count of characters read, 0 if there is none."""

    value: N
    length: int


def parse_integer(text: str, base: int, start: int = 0) -> Parsed[int]:
    """The integer at `start`, not reduced to any width; base 0 goes by the prefix."""
    at = start
    while at < len(text) and text[at] in _SPACES:
        at += 1
    negative = text[at : at + 1] == "-"
    at += text[at : at + 1] in ("+", "-") and at < len(text)
    if base in (0, 16) and text[at : at + 2].lower() == "0x" and _digit(text[at + 2 : at + 3]) < 16:
        at, base = at + 2, 16
    elif base == 0:
        base = 8 if text[at : at + 1] == "0" else 10
    first, value = at, 0
    while _digit(text[at : at + 1]) < base:
        value = value * base + _digit(text[at])
        at += 1
    if at == first:
        return Parsed(0, 0)
    return Parsed(-value if negative else value, at - start)


def _digit(char: str) -> int:
    return int(char, 36) if char.isascii() and char.isalnum() else 99


def parse_float(text: str, start: int = 0) -> Parsed[float]:
    """The floating-point number at `start`, rounded to double; too large ones are infinite."""
    at = start
    while at < len(text) and text[at] in _SPACES:
        at += 1
    match = _FLOAT.match(text, at)
    if match is None:
        return Parsed(0.0, 0)
    found = match[0]
    if match["special"]:
        value = math.inf if "inf" in found.lower() else math.nan
        value = math.copysign(value, -1.0 if found[0] == "-" else 1.0)
    elif match["hex"]:
        try:
            value = float.fromhex(found)
        except OverflowError:
            value = -math.inf if found[0] == "-" else math.inf
    else:
        value = float(found)
    return Parsed(value, match.end() - start)
