"""Preprocessing tokens: the lexer under pcpp.

pcpp brings a lexer of its own, made with ply. This one speaks the same protocol (`input`, `token`,
`clone`, token types by name) and differs where a model checker needs it: tokens know their column,
`<<<` and `>>>` are tokens, numbers are pp-numbers (C99 6.4.8, with digit separators), continued
lines are joined before (C99 5.1.1.2) and it is several times faster.
"""

import re
from collections.abc import Iterator

from cudabmc.errors import SourceError
from cudabmc.source.location import Location

_PATTERNS = (
    ("CPP_WS", r"[ \t\f\v\r]+|\n"),
    ("CPP_COMMENT1", r"/\*(?s:.)*?\*/"),
    ("CPP_OPEN_COMMENT", r"/\*"),
    ("CPP_COMMENT2", r"//[^\n]*"),
    ("CPP_LINECONT", r"\\[ \t]*\n"),
    ("CPP_STRING", r'(?:u8|[LuU])?"(?:[^"\\\n]|\\[^\n])*"'),
    ("CPP_CHAR", r"(?:u8|[LuU])?'(?:[^'\\\n]|\\[^\n])*'"),
    ("CPP_ID", r"[^\W\d][\w$]*|\$[\w$]*"),
    ("CPP_NUMBER", r"\.?\d(?:[eEpP][+-]|'?\w|\.)*"),
    ("CPP_DPOUND", r"\#\#"),
    ("CPP_PUNCTUATOR", r"<<<|>>>(?!=)|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::"),
    ("CPP_OTHER", r"(?s:.)"),
)
_SCAN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _PATTERNS)).finditer
_INTEGER = re.compile(r"(?:0[xX][0-9a-fA-F]+|\d+)(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU])$")

_PUNCTUATORS = {
    "#": "CPP_POUND", "+": "CPP_PLUS", "-": "CPP_MINUS", "*": "CPP_STAR", "/": "CPP_FSLASH",
    "%": "CPP_PERCENT", "|": "CPP_BAR", "&": "CPP_AMPERSAND", "~": "CPP_TILDE", "^": "CPP_HAT",
    "<": "CPP_LESS", ">": "CPP_GREATER", "=": "CPP_EQUAL", "!": "CPP_EXCLAMATION", "?": "CPP_QUESTION",
    "(": "CPP_LPAREN", ")": "CPP_RPAREN", "[": "CPP_LBRACKET", "]": "CPP_RBRACKET", "{": "CPP_LCURLY",
    "}": "CPP_RCURLY", ".": "CPP_DOT", ",": "CPP_COMMA", ";": "CPP_SEMICOLON", ":": "CPP_COLON",
    "\\": "CPP_BSLASH", "'": "CPP_SQUOTE", '"': "CPP_DQUOTE", "->": "CPP_DEREFERENCE",
    "-=": "CPP_MINUSEQUAL", "--": "CPP_MINUSMINUS", "<<": "CPP_LSHIFT", "<=": "CPP_LESSEQUAL",
    ">>": "CPP_RSHIFT", ">=": "CPP_GREATEREQUAL", "||": "CPP_LOGICALOR", "|=": "CPP_OREQUAL",
    "&&": "CPP_LOGICALAND", "&=": "CPP_ANDEQUAL", "==": "CPP_EQUALITY", "!=": "CPP_INEQUALITY",
    "^=": "CPP_XOREQUAL", "*=": "CPP_MULTIPLYEQUAL", "/=": "CPP_DIVIDEEQUAL", "+=": "CPP_PLUSEQUAL",
    "++": "CPP_PLUSPLUS", "%=": "CPP_PERCENTEQUAL", "<<=": "CPP_LSHIFTEQUAL", ">>=": "CPP_RSHIFTEQUAL",
}  # fmt: skip


class TokenPlace:
    """Where a token was written, and what was written there.

    `str` gives the line number, for pcpp makes `__LINE__` of it. `in_macro` is set for the tokens
    of a macro definition.
    """

    __slots__ = ("column", "in_macro", "line", "text")

    def __init__(self, line: int, column: int, text: str, in_macro: bool = False) -> None:
        self.line = line
        self.column = column
        self.text = text
        self.in_macro = in_macro

    def __str__(self) -> str:
        return str(self.line)


class PPToken:
    """A preprocessing token with the attributes that pcpp reads and writes.

    pcpp moves every token of an expansion to the use of the macro. That is right for those of the
    macro's definition (`from_macro`); one that was written as an argument keeps its own place.
    """

    __slots__ = ("_place", "expanded_from", "from_macro", "lexer", "lexpos", "source", "type", "value")
    expanded_from: list[str]

    def __init__(self, type: str, value: str, place: TokenPlace, source: str) -> None:
        self.type = type
        self.value = value
        self._place = place
        self.source = source
        self.from_macro = False

    @property
    def lineno(self) -> TokenPlace:
        return self._place

    @lineno.setter
    def lineno(self, place: TokenPlace) -> None:
        if self._place.in_macro:
            self._place = place

    def define(self) -> None:
        """Make this a token of a macro definition."""
        self.from_macro = True
        place = self._place
        self._place = TokenPlace(place.line, place.column, place.text, in_macro=True)

    def __copy__(self) -> "PPToken":
        twin = PPToken(self.type, self.value, self._place, self.source)
        twin.from_macro = self.from_macro
        if hasattr(self, "expanded_from"):
            twin.expanded_from = self.expanded_from
        return twin


class PPLexer:
    """Lexes text into `PPToken`s, in ply's manner."""

    def __init__(self) -> None:
        self.lineno = 1
        self._tokens: Iterator[PPToken] = iter(())

    def input(self, text: str) -> None:
        self._tokens = _scan(text, [(0, 1, 1)], "")

    def token(self) -> PPToken | None:
        return next(self._tokens, None)

    def clone(self) -> "PPLexer":
        return PPLexer()


def scan(text: str, source: str) -> Iterator[PPToken]:
    """The tokens of the file `source`, each with its line and column in `text`; continued lines are joined."""
    return _scan(*_join_lines(text), source)


def _scan(text: str, starts: list[tuple[int, int, int]], source: str) -> Iterator[PPToken]:
    starts.append((len(text) + 1, 0, 0))
    index = 0
    start, line, column = starts[0]
    following = starts[1][0]
    for match in _SCAN(text):
        at = match.start()
        while at >= following:
            index += 1
            start, line, column = starts[index]
            following = starts[index + 1][0]
        kind = match.lastgroup or ""
        value = match.group()
        if kind == "CPP_NUMBER":
            kind = "CPP_INTEGER" if _INTEGER.match(value) else "CPP_FLOAT"
        elif kind == "CPP_OTHER" or kind == "CPP_PUNCTUATOR":
            kind = _PUNCTUATORS.get(value, "CPP_PUNCTUATOR")
        elif kind == "CPP_LINECONT":
            value = value[1:-1]
        elif kind == "CPP_OPEN_COMMENT":
            raise SourceError("comment without end", Location(source, line, at - start + column))
        yield PPToken(kind, value, TokenPlace(line, at - start + column, value), source)


def _join_lines(text: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The text with continued lines joined, and for each piece of a line (offset, line, column)."""
    joined: list[str] = []
    starts: list[tuple[int, int, int]] = []
    offset = 0
    for number, line in enumerate(text.split("\n"), 1):
        starts.append((offset, number, 1))
        if line.endswith(("\\", " ", "\t", "\r")):
            line = line.rstrip()
            if line.endswith("\\"):
                joined.append(line[:-1])
                offset += len(line) - 1
                continue
        joined.append(line)
        joined.append("\n")
        offset += len(line) + 1
    return "".join(joined), starts
