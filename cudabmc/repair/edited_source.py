"""A source text that edits are made for: its statements, and what stands where."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cudabmc.late_dataclass import dataclass
from cudabmc.repair.line_numbers import lines_before
from cudabmc.repair.source_tokens import SourceToken, TokenKind, source_tokens
from cudabmc.repair.statements import SourceStatement, StatementKind, functions_of
from cudabmc.source.location import Location

_LINE = re.compile(r"[^\n]*")
_JUMPS = ("return", "break", "continue", "goto")


@dataclass(frozen=True, slots=True)
class TextChange:
    """What stands from offset `begin` to `end` is replaced by `text`."""

    begin: int
    end: int
    text: str


class EditedSource:
    """The text of a file with its tokens and functions, which was the text `old` before earlier edits. Raises
    UnreadableSourceError."""

    def __init__(self, name: str, text: str, old: str | None = None) -> None:
        self.name = name
        self.text = text
        self.tokens = source_tokens(text)
        self.functions = functions_of(self.tokens)
        self._before = None if old is None or old == text else lines_before(old, text)
        self._begins = [token.begin for token in self.tokens]
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]

    def offset(self, loc: Location) -> int | None:
        """The offset of a position; of the first token of its line if the column is not known."""
        if not 0 < loc.line <= len(self._lines):
            return None
        line = self._lines[loc.line - 1]
        if loc.column:
            return line + loc.column - 1
        found = re.compile(r"[ \t]*").match(self.text, line)
        return found.end() if found else line

    def line_of(self, offset: int) -> int:
        """The number of the line of an offset, from 1, as it is in the file of the user."""
        number = bisect_right(self._lines, offset)
        return number if self._before is None else self._before[number]

    def statement_at(self, loc: Location) -> SourceStatement | None:
        """The innermost statement at a position in one of the functions."""
        at = self.offset(loc)
        if at is None:
            return None
        for function in self.functions:
            if function.begin <= at < function.end:
                inner = [one for one in function.inside() if one.begin <= at < one.end]
                return min(inner, key=lambda one: one.end - one.begin)
        return None

    def tokens_in(self, begin: int, end: int) -> Sequence[SourceToken]:
        """The tokens between two offsets."""
        first = bisect_right(self._begins, begin - 1)
        return self.tokens[first : bisect_right(self._begins, end - 1)]

    def words_in(self, statement: SourceStatement) -> list[str]:
        """The texts of the tokens of a statement."""
        return [token.text for token in self.tokens_in(statement.begin, statement.end)]

    def text_of(self, span: tuple[int, int] | SourceStatement) -> str:
        """The text of a statement, or between two offsets."""
        begin, end = span if isinstance(span, tuple) else (span.begin, span.end)
        return self.text[begin:end]

    def calls(self, function: SourceStatement, name: str) -> Iterator[SourceStatement]:
        """The simple statements in a function that name a function."""
        for statement in function.inside():
            if statement.kind is StatementKind.SIMPLE and name in self.words_in(statement):
                yield statement

    def arguments(self, begin: int, end: int, name: str) -> list[tuple[int, int]]:
        """The arguments of the first call of `name` in a piece of text, each as offsets; none if there is no call."""
        tokens = self.tokens_in(begin, end)
        for number, token in enumerate(tokens[:-1]):
            if token.text == name and tokens[number + 1].text == "(":
                return split_arguments(tokens[number + 2 :], ")")
        return []

    def is_jump(self, statement: SourceStatement) -> bool:
        """Does it leave: return, break?"""
        words = self.words_in(statement)
        return statement.kind is StatementKind.SIMPLE and bool(words) and words[0] in _JUMPS

    def declares(self, statement: SourceStatement) -> bool:
        """Is it a declaration, as far as that shows without types? Two words, or a word and stars, stand in front of a
        name."""
        if statement.kind is not StatementKind.SIMPLE:
            return False
        tokens = [token for token in self.tokens_in(statement.begin, statement.end) if token.text not in "*&"]
        kinds = [token.kind for token in tokens[:2]]
        return (
            kinds == [TokenKind.WORD] * 2 and tokens[0].text not in (*_JUMPS, "delete", "throw", "else")
        ) or tokens[0].text in ("const", "unsigned", "struct", "auto", "static", "extern", "using", "typedef")

    def indent(self, offset: int) -> str:
        """The blanks at the beginning of the line of an offset."""
        line = self.text.rfind("\n", 0, offset) + 1
        found = re.compile(r"[ \t]*").match(self.text, line)
        return found[0] if found else ""

    def begins_line(self, offset: int) -> bool:
        """Is there nothing in front of it in its line?"""
        line = self.text.rfind("\n", 0, offset) + 1
        return not self.text[line:offset].strip()

    def end_of_line(self, offset: int) -> int | None:
        """Where the line of an offset ends, if only blanks and a comment stand behind it."""
        match = _LINE.match(self.text, offset)
        assert match is not None
        rest = match[0].strip()
        closed = rest.startswith("/*") and rest.find("*/") == len(rest) - 2
        return match.end() if not rest or rest.startswith("//") or closed else None

    def token_before(self, offset: int) -> SourceToken:
        """The last token that begins in front of an offset."""
        return self.tokens[bisect_right(self._begins, offset - 1) - 1]


def split_arguments(tokens: Sequence[SourceToken], close: str) -> list[tuple[int, int]]:
    """Arguments up to the bracket that closes their list, as offsets."""
    found: list[tuple[int, int]] = []
    depth, first = 0, 0
    for number, token in enumerate(tokens):
        if depth == 0 and token.text in (",", close):
            if number > first:
                found.append((tokens[first].begin, tokens[number - 1].end))
            first = number + 1
            if token.text == close:
                return found
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
    return []


def overlap(changes: Sequence[TextChange]) -> bool:
    """Do two changes want to replace the same text?"""
    ordered = sorted(changes, key=lambda one: (one.begin, one.end))
    return any(one.end > other.begin for one, other in pairwise(ordered))


def changed(text: str, changes: Sequence[TextChange]) -> str:
    """The text with changes that do not overlap; those at one offset come in their order."""
    out: list[str] = []
    at = 0
    for change in sorted(changes, key=lambda one: (one.begin, one.end)):
        assert change.begin >= at, "changes overlap"
        out += (text[at : change.begin], change.text)
        at = change.end
    return "".join((*out, text[at:]))
