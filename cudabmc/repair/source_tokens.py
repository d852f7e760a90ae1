"""Source text as words and marks, for both front ends: where a statement begins and ends needs no types.

Comments, and lines of the preprocessor with their continuations, are no tokens. A macro is a word like any other.
"""

import re
from collections.abc import Sequence
from enum import Enum, auto

from cudabmc.late_dataclass import dataclass

_TOKEN = re.compile(
    r"""
      (?P<gap>(?:\s|\\\n)+)
    | (?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
    | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
    | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
    | (?P<word>[A-Za-z_]\w*)
    | (?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)
    | (?P<sign><<<|>>>|<<=|>>=|->|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|.)
    """,
    re.DOTALL | re.VERBOSE,
)
_OPEN = {"(": ")", "[": "]", "{": "}"}


class TokenKind(Enum):
    """What a token is made of."""

    WORD = auto()
    NUMBER = auto()
    STRING = auto()
    SIGN = auto()


_KINDS = {
    "word": TokenKind.WORD, "number": TokenKind.NUMBER, "string": TokenKind.STRING, "raw": TokenKind.STRING,
    "sign": TokenKind.SIGN,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SourceToken:
    """A token with its place: offsets into the text."""

    kind: TokenKind
    text: str
    begin: int
    end: int


class UnreadableSourceError(Exception):
    """The brackets of a text do not fit, as it stands: `#if` may choose between halves of them."""


def source_tokens(text: str) -> list[SourceToken]:
    """The tokens of a text, in order. Blanks in front of a directive belong to it."""
    found: list[SourceToken] = []
    at = 0
    while at < len(text):
        match = _directive(text, at) or _TOKEN.match(text, at)
        assert match is not None
        name = match.lastgroup if match.lastgroup != "mark" else "raw"
        if name in _KINDS:
            found.append(SourceToken(_KINDS[name], match[0], at, match.end()))
        at = match.end()
    return found


_DIRECTIVE = re.compile(r"[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)


def _directive(text: str, at: int) -> re.Match[str] | None:
    """A directive, if `at` is where a line begins, or the blanks in front of its first mark."""
    line = text.rfind("\n", 0, at) + 1
    return _DIRECTIVE.match(text, at) if not text[line:at].strip() else None


def partners(tokens: Sequence[SourceToken]) -> dict[int, int]:
    """The number of each bracket to that of its partner. Raises UnreadableSourceError."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for number, token in enumerate(tokens):
        if token.kind is not TokenKind.SIGN:
            continue
        if token.text in _OPEN:
            stack.append(number)
        elif token.text in _OPEN.values():
            if not stack or _OPEN[tokens[stack[-1]].text] != token.text:
                raise UnreadableSourceError
            found[number] = stack.pop()
            found[found[number]] = number
    if stack:
        raise UnreadableSourceError
    return found
