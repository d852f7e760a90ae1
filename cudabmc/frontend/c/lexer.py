"""Tokens of the CUDA dialect, from preprocessed text.

One regular expression finds the next token; `attributes` and `qualified` then take out what the
grammar does not need to see. The parser reads the result through pycparser's lexer interface.
"""

import re
from collections.abc import Callable

from pycparser.c_lexer import CLexer, Token

from cudabmc.errors import SourceError
from cudabmc.frontend.c.attributes import without_attributes
from cudabmc.frontend.c.keywords import DROPPED, KEYWORDS, REFUSED, SPELLING
from cudabmc.frontend.c.literals import literal
from cudabmc.frontend.c.marks import OPEN
from cudabmc.frontend.c.packing import PACK, PRAGMA, with_packing
from cudabmc.frontend.c.qualified import without_std
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.location import Location

PUNCTUATORS = {
    "...": "ELLIPSIS", "<<=": "LSHIFTEQUAL", ">>=": "RSHIFTEQUAL", "<<<": "LAUNCH_OPEN", ">>>": "LAUNCH_CLOSE",
    "++": "PLUSPLUS", "--": "MINUSMINUS", "->": "ARROW", "&&": "LAND", "||": "LOR", "<<": "LSHIFT", ">>": "RSHIFT",
    "<=": "LE", ">=": "GE", "==": "EQ", "!=": "NE", "*=": "TIMESEQUAL", "/=": "DIVEQUAL", "%=": "MODEQUAL",
    "+=": "PLUSEQUAL", "-=": "MINUSEQUAL", "&=": "ANDEQUAL", "|=": "OREQUAL", "^=": "XOREQUAL", "=": "EQUALS",
    "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "DIVIDE", "%": "MOD", "|": "OR", "&": "AND", "~": "NOT",
    "^": "XOR", "!": "LNOT", "<": "LT", ">": "GT", "?": "CONDOP", "(": "LPAREN", ")": "RPAREN", "[": "LBRACKET",
    "]": "RBRACKET", "{": "LBRACE", "}": "RBRACE", ",": "COMMA", ".": "PERIOD", ";": "SEMI", ":": "COLON",
    "::": "COLONCOLON",
}  # fmt: skip

_NEXT = re.compile(
    r"""(?P<space>[ \t\f\v\r]+)
    |(?P<newline>\n)
    |(?P<word>[A-Za-z_$][\w$]*+(?!['"]))
    |(?P<number>\.?\d(?:[eEpP][+-]|'?\w|\.)*)
    |(?P<text>(?:u8|[LuU])?(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'))
    |(?P<mark>\x01(\d+):(\d+):(\w*)\x02)
    |(?P<linemark>\#[ \t]*(?:line[ \t]+)?(\d+)[ \t]*(?:"((?:[^"\\\n]|\\.)*)")?[^\n]*(?:\n|$))
    |(?P<pragma>\#[ \t]*(?:pragma|ident)\b[^\n]*)
    |(?P<prefixed>[A-Za-z_$][\w$]*)
    |(?P<punctuator>"""
    + "|".join(re.escape(p) for p in sorted(PUNCTUATORS, key=len, reverse=True))
    + ")",
    re.VERBOSE,
).match


class CudaLexer(CLexer):  # type: ignore[misc]
    """Reads the whole text at once and hands the tokens out one by one."""

    def __init__(self, error_func: Callable[[str, int, int], None], **_: object) -> None:
        super().__init__(error_func)
        self._reversed: list[Token] = []

    def input(self, text: str, filename: str = "") -> None:
        self._filename = filename
        tokens = tokenize(text, filename)
        self.end = tokens[-1] if tokens else Token("SEMI", "", 1, 1, filename)
        self._reversed = tokens[::-1]

    def token(self) -> Token | None:
        return self._reversed.pop() if self._reversed else None


def tokenize(text: str, filename: str) -> list[Token]:
    """The tokens of preprocessed text, with the positions that its marks give."""
    return with_packing(without_std(without_attributes(_scan(text, filename))))


def _scan(text: str, filename: str) -> list[Token]:
    tokens: list[Token] = []
    line, base, fixed = 1, -1, 0  # a column is position - base; in text from a macro it is `fixed`
    at, end = 0, len(text)
    while at < end:
        match = _NEXT(text, at)
        if match is None:
            raise SourceError(_bad_character(text, at), Location(filename, line, fixed or at - base))
        kind = match.lastgroup
        after = match.end()
        if kind == "newline":
            line, base, fixed = line + 1, at, 0
        elif kind == "linemark":
            if at and text[at - 1] != "\n":  # not the preprocessor's
                raise SourceError(_bad_character(text, at), Location(filename, line, fixed or at - base))
            line, base, fixed = int(match[11]), after - 1, 0
            filename = match[12] if match[12] is not None else filename
        elif kind == "mark":
            line, base = int(match[7]), after - int(match[8])
            fixed = int(match[8]) if match[9] else 0
        elif kind == "punctuator":
            value = match[0]
            tokens.append(Token(PUNCTUATORS[value], value, line, fixed or at - base, filename))
        elif kind == "word" or kind == "prefixed":
            _add_word(tokens, match[0], Location(filename, line, fixed or at - base))
        elif kind == "number" or kind == "text":
            where = Location(filename, line, fixed or at - base)
            kind, value = literal(match[0], where)
            if kind == "STRING_LITERAL" and text[after : after + 1] == "_":
                raise unsupported("user-defined literals", where)
            tokens.append(Token(kind, value, where.line, where.column, filename))
        elif kind == "pragma":
            packing = PRAGMA.match(match[0])
            if packing is not None:
                tokens.append(Token(PACK, packing[1].strip(), line, fixed or at - base, filename))
        at = after
    return tokens


def _add_word(tokens: list[Token], word: str, where: Location) -> None:
    kind = KEYWORDS.get(word)
    if kind is None:
        if word in REFUSED:
            _refuse(word, tokens[-1] if tokens else None, where)
        if word in DROPPED:
            return
        kind = "NAMESPACE" if word == "namespace" else "ID"
    tokens.append(Token(kind, SPELLING.get(word, word), where.line, where.column, where.file))


def _refuse(word: str, before: Token | None, where: Location) -> None:
    """Raise for a refused word, unless the word before gives it another meaning."""
    if word == "namespace" and before is not None and before.type == "USING":
        return
    if word in ("private", "protected", "public") and before is not None and before.type == "COLON":
        raise unsupported("base classes", where)
    if word in ("class", "struct") and before is not None and before.type == "ENUM":
        raise unsupported("scoped enumerations", where)
    raise unsupported(REFUSED[word], where)


def _bad_character(text: str, at: int) -> str:
    character = text[at]
    if character in "\"'":
        return f"missing terminating {character}"
    if character == OPEN:
        return "broken position mark"
    return f"stray {character!r} in the program"
