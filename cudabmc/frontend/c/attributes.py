"""Takes attributes out of a token list.

`[[...]]` and most of `__attribute__((...))` only advise the compiler and are dropped; `aligned(n)`
becomes `alignas(n)`; what changes layout or linkage in a way that is not modelled is refused.
"""

from itertools import pairwise

from pycparser.c_lexer import Token

from cudabmc.errors import SourceError
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.location import Location

_ATTRIBUTE_WORDS = frozenset({"__attribute__", "__attribute", "__declspec", "_Pragma"})
_REFUSED = frozenset({"packed", "vector_size", "mode", "cleanup", "constructor", "destructor", "alias", "weak"})


def without_attributes(tokens: list[Token]) -> list[Token]:
    """The tokens without attributes."""
    if not any(t.value in _ATTRIBUTE_WORDS for t in tokens) and not any(
        t.type == "LBRACKET" and n.type == "LBRACKET" for t, n in pairwise(tokens)
    ):
        return tokens
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.value in _ATTRIBUTE_WORDS and token.type == "ID":
            end = _closing(tokens, at + 1, "LPAREN", "RPAREN")
            out.extend(_kept(tokens[at + 1 : end]))
        elif token.type == "_PRAGMA":
            end = _closing(tokens, at + 1, "LPAREN", "RPAREN")
            if any("pack" in t.value for t in tokens[at + 1 : end]):
                raise unsupported("_Pragma of pack", _location(token))
        elif token.type == "LBRACKET" and _type(tokens, at + 1) == "LBRACKET":
            end = _closing(tokens, at, "LBRACKET", "RBRACKET")
        else:
            out.append(token)
            end = at + 1
        at = end
    return out


def _kept(attribute: list[Token]) -> list[Token]:
    """`alignas(n)` for each aligned(n) among the tokens of an attribute."""
    kept: list[Token] = []
    for at, token in enumerate(attribute):
        name = token.value.strip("_")
        if token.type != "ID":
            continue
        if name in _REFUSED:
            raise unsupported(f"__attribute__(({name}))", _location(token))
        if name in ("aligned", "align") and _type(attribute, at + 1) == "LPAREN":
            end = _closing(attribute, at + 1, "LPAREN", "RPAREN")
            kept.append(Token("_ALIGNAS", "alignas", token.lineno, token.column, token.filename))
            kept.extend(attribute[at + 1 : end])
    return kept


def _closing(tokens: list[Token], at: int, opening: str, closing: str) -> int:
    """The index after the bracket that closes the one at `at`."""
    if _type(tokens, at) != opening:
        raise SourceError("expected ( after an attribute", _location(tokens[at - 1]))
    depth = 0
    for index in range(at, len(tokens)):
        if tokens[index].type == opening:
            depth += 1
        elif tokens[index].type == closing:
            depth -= 1
            if depth == 0:
                return index + 1
    raise SourceError("attribute without end", _location(tokens[at]))


def _type(tokens: list[Token], at: int) -> str:
    return tokens[at].type if at < len(tokens) else ""


def _location(token: Token) -> Location:
    return Location(token.filename, token.lineno, token.column)
