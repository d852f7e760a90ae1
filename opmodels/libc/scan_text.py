"""Scanning of known text as scanf does it (C11 7.21.6.2): it looks one character ahead, and no further, so that what
was read of a number that fails is gone. Where the standard leaves it open, as in glibc."""

import string
from collections.abc import Sequence
from dataclasses import dataclass, field

from opmodels.libc.number_text import parse_float, parse_integer
from opmodels.libc.scan_format import ScanSpec, accepts

_SPACES = " \t\n\v\f\r"
_NO_LIMIT = 1 << 62

Scanned = int | float | str


class _Mismatch(Exception):
    """A matching failure."""


class _NoInput(Exception):
    """An input failure: the text has ended."""


@dataclass(slots=True)
class Scan:
    """What was found: the values of the conversions that succeed, %n included and suppressed ones left out; where
    the text goes on, whether its end was met, and whether it ended before a conversion (an input failure)."""

    text: str
    at: int
    values: list[Scanned] = field(default_factory=list)
    met_end: bool = False
    no_input: bool = False

    def peek(self) -> str:
        """The next character, "" at the end."""
        if self.at >= len(self.text):
            self.met_end = True
            return ""
        return self.text[self.at]

    def needed(self) -> str:
        """The next character, which must be there."""
        char = self.peek()
        if not char:
            raise _NoInput
        return char

    def skip_spaces(self) -> None:
        """Take white space."""
        while (char := self.peek()) and char in _SPACES:
            self.at += 1


def scan(text: str, pieces: Sequence[str | ScanSpec], start: int = 0) -> Scan:
    """Scan the text from there on, as far as it matches."""
    found = Scan(text, start)
    try:
        for piece in pieces:
            if isinstance(piece, str):
                _literal(found, piece)
            else:
                _conversion(found, piece, start)
    except _NoInput:
        found.no_input = True
    except _Mismatch:
        pass
    return found


def _literal(found: Scan, literal: str) -> None:
    for char in literal:
        if char in _SPACES:
            found.skip_spaces()
        elif found.needed() != char:
            raise _Mismatch
        else:
            found.at += 1


def _conversion(found: Scan, spec: ScanSpec, start: int) -> None:
    if spec.kind == "count":
        if not spec.suppressed:
            found.values.append(found.at - start)
        return
    if spec.kind != "chars" and spec.conversion[0] != "[":
        found.skip_spaces()
    found.needed()
    if spec.kind == "percent":
        _literal(found, "%")
        return
    value: Scanned
    if spec.kind == "integer":
        value = _integer(found, spec)
    elif spec.kind == "float":
        value = _float(found, spec.width or _NO_LIMIT)
    else:
        value = _characters(found, spec)
    if not spec.suppressed:
        found.values.append(value)


def _characters(found: Scan, spec: ScanSpec) -> str:
    """Up to `width` characters of a set, at least one; those of %c are any."""
    first, any_ = found.at, spec.kind == "chars"
    left = spec.width or (1 if any_ else _NO_LIMIT)
    while left and (char := found.peek()) and (any_ or accepts(spec.conversion, char)):
        found.at += 1
        left -= 1
    if found.at == first:
        raise _Mismatch
    return found.text[first : found.at]


class _Number:
    """The characters of a number, within its width. `ahead`: behind the last of them, one more is looked at."""

    def __init__(self, found: Scan, width: int, *, ahead: bool) -> None:
        self.found = found
        self.left = width
        self.ahead = ahead
        self.text = ""

    def next(self) -> str:
        """The next character if it can belong to the number, in lower case."""
        char = self.found.peek() if self.left or self.ahead else ""
        return char.lower() if self.left else ""

    def take(self, *, keep: bool = True) -> None:
        """The next character belongs to the number."""
        if keep:
            self.text += self.found.peek()
        self.found.at += 1
        self.left -= 1

    def take_sign(self) -> None:
        """A sign, if there is one."""
        if self.next() in ("+", "-"):
            self.take()

    def take_word(self, word: str) -> None:
        """All characters of a word, which must be there. The first that is another one is gone, too."""
        for char in word:
            other = self.next() != char
            if self.next():
                self.take()
            if other:
                raise _Mismatch


def _integer(found: Scan, spec: ScanSpec) -> int:
    base = {"d": 10, "u": 10, "i": 0, "o": 8}.get(spec.conversion, 16)
    number = _Number(found, spec.width or _NO_LIMIT, ahead=True)
    if spec.conversion == "p" and number.next() == "(" and number.left >= len("(nil)"):
        return _null_pointer(number)
    number.take_sign()
    if number.next() == "0":
        number.take()
        if number.next() == "x" and base in (0, 16):
            number.take(keep=False)  # `0x` without digits is 0 in glibc
            base = 16
        base = base or 8
    base = base or 10
    while (char := number.next()) and _digit(char) < base:
        number.take()
    if number.text in ("", "+", "-"):
        raise _Mismatch
    number.next()
    return parse_integer(number.text, base).value


def _null_pointer(number: _Number) -> int:
    """glibc reads back the `(nil)` that it prints."""
    number.take_word("(nil)")
    return 0


def _digit(char: str) -> int:
    return int(char, 36) if char.isascii() and char.isalnum() else 99


def _float(found: Scan, width: int) -> float:
    number = _Number(found, width, ahead=False)
    number.take_sign()
    sign = len(number.text)
    if number.next() == "n":
        number.take_word("nan")
    elif number.next() == "i":
        number.take_word("inf")
        if number.next() == "i":
            number.take_word("inity")
    else:
        _take_digits(number)
        if len(number.text) == sign or number.text[sign:].lower() == "0x":
            raise _Mismatch
    parsed = parse_float(number.text)
    if not parsed.length:
        raise _Mismatch
    return parsed.value


def _take_digits(number: _Number) -> None:
    digits, exponent = string.digits, "e"
    got_digit = got_point = got_exponent = False
    if number.next() == "0":
        number.take()
        if number.next() == "x" and number.left > 1:
            number.take()
            digits, exponent = string.hexdigits, "p"
        else:
            got_digit = True
    while char := number.next():
        if char in (string.digits if got_exponent else digits):
            got_digit = True
        elif got_exponent and char in "+-" and number.text[-1].lower() == exponent:
            pass
        elif got_digit and not got_exponent and char == exponent:
            got_exponent = got_point = True
        elif char == "." and not got_point:
            got_point = True
        else:
            break
        number.take()
