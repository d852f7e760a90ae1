"""The statements of a source text: what is in which branch, loop and function.

    if (a) { b; c; } else d;    ->    if: condition a, body {b; c;}, otherwise d;
"""

from collections.abc import Iterator, Sequence
from dataclasses import field
from enum import StrEnum

from cudabmc.late_dataclass import dataclass
from cudabmc.repair.source_tokens import SourceToken, TokenKind, UnreadableSourceError, partners


class StatementKind(StrEnum):
    """The form of a statement; a function counts as one that holds its body."""

    FUNCTION = "function"
    BLOCK = "block"
    IF = "if"
    FOR = "for"
    WHILE = "while"
    DO = "do"
    SWITCH = "switch"
    LABEL = "label"
    SIMPLE = "simple"


LOOPS = (StatementKind.FOR, StatementKind.WHILE, StatementKind.DO)
_HEADED = {"if": StatementKind.IF, "for": StatementKind.FOR, "while": StatementKind.WHILE,
           "switch": StatementKind.SWITCH}  # fmt: skip
_HOLDERS = {"namespace", "struct", "class", "union", "extern"}


@dataclass(eq=False, slots=True)
class SourceStatement:
    """A statement from offset `begin` to `end`. `head` is what stands between its parentheses, of a function all that
    stands in front of its body. `body` has one statement, the branch or what a loop repeats, but those of a block."""

    kind: StatementKind
    begin: int
    end: int = 0
    head: tuple[int, int] = (0, 0)
    body: list["SourceStatement"] = field(default_factory=list)
    otherwise: "SourceStatement | None" = None
    parent: "SourceStatement | None" = None

    @property
    def parts(self) -> tuple["SourceStatement", ...]:
        """The statements directly in it."""
        return (*self.body, *([self.otherwise] if self.otherwise else []))

    def inside(self) -> Iterator["SourceStatement"]:
        """It and all statements in it."""
        yield self
        for part in self.parts:
            yield from part.inside()

    def around(self) -> Iterator["SourceStatement"]:
        """It and all statements that it is in, up to its function."""
        at: SourceStatement | None = self
        while at is not None:
            yield at
            at = at.parent

    @property
    def condition(self) -> tuple[int, int] | None:
        """Where the condition of a branch or loop stands; None for what has none."""
        return self.head if self.kind is StatementKind.IF or self.kind in LOOPS else None

    @property
    def function(self) -> "SourceStatement":
        """The function that it stands in."""
        return list(self.around())[-1]

    @property
    def is_in_block(self) -> bool:
        """May another statement stand beside it?"""
        return self.parent is not None and self.parent.kind is StatementKind.BLOCK


class _Reader:
    """Reads statements, at a place in the list of tokens."""

    def __init__(self, tokens: Sequence[SourceToken]) -> None:
        self.tokens = tokens
        self.partners = partners(tokens)
        self.at = 0

    def functions(self, end: int) -> Iterator[SourceStatement]:
        """The functions from here to token `end`, those in classes and namespaces included."""
        first = self.at
        while self.at < end:
            text = self.tokens[self.at].text
            if text == "{":
                yield from self._braces(first)
                first = self.at
            elif text in ("(", "["):
                self.at = self.partners[self.at] + 1
            else:
                self.at += 1
                first = self.at if text in (";", "}") else first

    def _braces(self, first: int) -> Iterator[SourceStatement]:
        close = self.partners[self.at]
        head = self.tokens[first : self.at]
        words = {token.text for token in head}
        if ")" in words and "=" not in words:
            function = SourceStatement(StatementKind.FUNCTION, head[0].begin, head=(head[0].begin, head[-1].end))
            self._take(function, self.statement())
            function.end = function.body[0].end
            yield function
        elif words & _HOLDERS:
            self.at += 1
            yield from self.functions(close)
        self.at = close + 1

    def statement(self) -> SourceStatement:
        token = self._now()
        if token.text == "{":
            return self._block()
        if token.text in _HEADED:
            return self._headed(_HEADED[token.text])
        if token.text == "do":
            return self._do()
        if token.text in ("case", "default") or self._is_label():
            return self._label()
        return self._simple()

    def _now(self) -> SourceToken:
        if self.at >= len(self.tokens):
            raise UnreadableSourceError
        return self.tokens[self.at]

    def _take(self, whole: SourceStatement, part: SourceStatement) -> None:
        part.parent = whole
        whole.body.append(part)

    def _block(self) -> SourceStatement:
        block = SourceStatement(StatementKind.BLOCK, self._now().begin)
        close = self.partners[self.at]
        self.at += 1
        while self.at < close:
            self._take(block, self.statement())
        self.at = close + 1
        block.end = self.tokens[close].end
        return block

    def _parentheses(self, statement: SourceStatement) -> None:
        while self._now().text != "(":  # if constexpr (...)
            if self._now().kind is not TokenKind.WORD:
                raise UnreadableSourceError
            self.at += 1
        close = self.partners[self.at]
        statement.head = self.tokens[self.at].end, self.tokens[close].begin
        self.at = close + 1

    def _headed(self, kind: StatementKind) -> SourceStatement:
        statement = SourceStatement(kind, self._now().begin)
        self._parentheses(statement)
        self._take(statement, self.statement())
        statement.end = statement.body[0].end
        if kind is StatementKind.IF and self.at < len(self.tokens) and self._now().text == "else":
            self.at += 1
            statement.otherwise = self.statement()
            statement.otherwise.parent = statement
            statement.end = statement.otherwise.end
        return statement

    def _do(self) -> SourceStatement:
        statement = SourceStatement(StatementKind.DO, self._now().begin)
        self.at += 1
        self._take(statement, self.statement())
        if self._now().text != "while":
            raise UnreadableSourceError
        self._parentheses(statement)
        statement.end = self._now().end
        self.at += 1
        return statement

    def _is_label(self) -> bool:
        return (
            self._now().kind is TokenKind.WORD
            and self.at + 1 < len(self.tokens)
            and self.tokens[self.at + 1].text == ":"
        )

    def _label(self) -> SourceStatement:
        label = SourceStatement(StatementKind.LABEL, self._now().begin)
        while self._now().text not in (":", "{", "}", ";"):
            self.at = self.partners[self.at] + 1 if self._now().text in ("(", "[") else self.at + 1
        label.end = self._now().end
        self.at += 1
        return label

    def _simple(self) -> SourceStatement:
        statement = SourceStatement(StatementKind.SIMPLE, self._now().begin)
        while (text := self._now().text) != ";":
            if text == "}":
                raise UnreadableSourceError
            self.at = self.partners[self.at] + 1 if text in ("(", "[", "{") else self.at + 1
        statement.end = self._now().end
        self.at += 1
        return statement


def functions_of(tokens: Sequence[SourceToken]) -> list[SourceStatement]:
    """The functions with bodies, in order. Raises UnreadableSourceError."""
    return list(_Reader(tokens).functions(len(tokens)))
