"""The words of the textual form of a GOTO program, from left to right, each with its place in the file."""

import re
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from cudabmc.errors import SourceError
from cudabmc.source.location import Location

_TOKEN = re.compile(
    r"""\s*("(?:[^"\\]|\\.)*"|-?(?:inf|nan|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?![\w.])"""
    r"""|[A-Za-z_][\w.]*|<<<|>>>|<-|->|[-+=:,()&*@])"""
)
_COMMENT = "#"
END_OF_LINE = "\n"

TextPlace = tuple[str, str, int]
"""A part of a program: ("functions", a name, the index of an instruction or -1), ("globals", a name, -1)."""


class _Token(NamedTuple):
    text: str
    line: int
    column: int


def words(text: str) -> tuple[str, ...]:
    """The tokens of a part of a line."""
    return tuple(_TOKEN.findall(text))


class Tokens:
    """The tokens of a file. Each line that is neither empty nor a comment ends with END_OF_LINE.

    `lines` says where the parts of the program stand; whoever reads a part fills it.
    """

    def __init__(self, text: str, file: str) -> None:
        self.lines: dict[TextPlace, int] = {}
        self._file = file
        self._tokens: list[_Token] = []
        self._next = 0
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith(_COMMENT):
                self._split(line.rstrip(), number)

    def _split(self, line: str, number: int) -> None:
        at = 0
        while at < len(line):
            match = _TOKEN.match(line, at)
            if match is None:
                at = len(line) - len(line[at:].lstrip())
                raise SourceError(f"'{line[at : at + 20]}' is not understood", Location(self._file, number, at + 1))
            self._tokens.append(_Token(match[1], number, match.start(1) + 1))
            at = match.end()
        self._tokens.append(_Token(END_OF_LINE, number, at + 1))

    def fail(self, message: str, line: int = 0) -> NoReturn:
        """Raise SourceError at a line, or at the token that was taken last."""
        _, last, column = self._tokens[self._next - 1] if self._next else _Token("", 1, 1)
        raise SourceError(message, Location(self._file, line) if line else Location(self._file, last, column))

    @property
    def done(self) -> bool:
        """Have all tokens been taken?"""
        return self._next == len(self._tokens)

    @property
    def line(self) -> int:
        """The line of the token that was taken last."""
        return self._tokens[self._next - 1].line

    def peek(self, ahead: int = 0) -> str:
        """A token that comes next, empty behind the last one."""
        at = self._next + ahead
        return self._tokens[at].text if at < len(self._tokens) else ""

    def follows(self, wanted: Sequence[str]) -> bool:
        """Are these the next tokens?"""
        return all(self.peek(ahead) == token for ahead, token in enumerate(wanted))

    def take(self, wanted: str) -> str:
        """The next token, even the end of a line; a message calls what should stand here `wanted`."""
        if self.done:
            self.fail(f"expected {wanted}, not the end of the file")
        self._next += 1
        return self._tokens[self._next - 1].text

    def expect(self, *wanted: str) -> None:
        """Take these tokens."""
        for token in wanted:
            found = self.take(shown(token))
            if found != token:
                self.fail(f"expected {shown(token)}, not {shown(found)}")

    def accept(self, *wanted: str) -> bool:
        """Take these tokens if they stand here."""
        if not self.follows(wanted):
            return False
        self.expect(*wanted)
        return True


def shown(token: str) -> str:
    """A token as messages show it."""
    return "the end of the line" if token == END_OF_LINE else f"'{token}'"
