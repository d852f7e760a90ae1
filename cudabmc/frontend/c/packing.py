"""#pragma pack: the largest alignment of the members of the structs and unions that are defined after it.

The lexer leaves a token PACK for each such line. `with_packing` takes them out and writes the
alignment that is in force into each definition, as `alignas(-n)`.
"""

import re

from pycparser.c_lexer import Token

from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.location import Location

PACK = "PACK"
PRAGMA = re.compile(r"#[ \t]*pragma[ \t]+pack\b[ \t]*(.*)", re.DOTALL)

_FORM = re.compile(r"\(\s*(?:(?P<stack>push|pop)\s*(?:,\s*|(?=\))))?(?P<number>\d*)\s*\)\s*")
_SIZES = (0, 1, 2, 4, 8, 16)


def with_packing(tokens: list[Token]) -> list[Token]:
    """The tokens without PACK, and with the packing of every definition of a struct or union."""
    if not any(t.type == PACK for t in tokens):
        return tokens
    out: list[Token] = []
    stack: list[int] = []
    now = 0
    for at, token in enumerate(tokens):
        if token.type == PACK:
            now = _after(token, now, stack)
            continue
        out.append(token)
        if now and token.type in ("STRUCT", "UNION") and _defines(tokens, at + 1):
            for kind, text in (
                ("_ALIGNAS", "alignas"), ("LPAREN", "("), ("MINUS", "-"), ("INT_CONST_DEC", str(now)), ("RPAREN", ")"),
            ):  # fmt: skip
                out.append(Token(kind, text, token.lineno, token.column, token.filename))
    return out


def _after(pragma: Token, now: int, stack: list[int]) -> int:
    """The packing that a pragma leaves in force; 0 for none."""
    match = _FORM.fullmatch(pragma.value)
    number = int(match["number"] or 0) if match is not None else -1
    if match is None or number not in _SIZES:
        where = Location(pragma.filename, pragma.lineno, pragma.column)
        raise unsupported(f"#pragma pack{pragma.value}", where)
    if match["stack"] == "push":
        stack.append(now)
        return number if match["number"] else now
    if match["stack"] == "pop":
        before = stack.pop() if stack else 0
        return number if match["number"] else before
    return number


def _defines(tokens: list[Token], at: int) -> bool:
    """Does the definition of a type begin here, behind `struct`?"""
    while at < len(tokens) and tokens[at].type not in ("LBRACE", "SEMI", "COMMA", "TIMES", "EQUALS"):
        if tokens[at].type == "LPAREN":
            depth = 1
            while depth and at + 1 < len(tokens):
                at += 1
                depth += {"LPAREN": 1, "RPAREN": -1}.get(tokens[at].type, 0)
        elif tokens[at].type not in ("ID", "TYPEID", "_ALIGNAS"):
            return False
        at += 1
    return at < len(tokens) and tokens[at].type == "LBRACE"
