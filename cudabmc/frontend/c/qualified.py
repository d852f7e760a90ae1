"""Takes `std::` and the global `::` out of a token list; every other qualified name is refused.

After `using namespace std` the names of the C++ library are refused without it, too.
"""

from itertools import pairwise

from pycparser.c_lexer import Token

from cudabmc.frontend.c.keywords import STD_CLASSES, STD_NAMES, STD_STREAMS
from cudabmc.frontend.c.position import location_of_token
from cudabmc.frontend.c.refusal import unsupported
from opmodels import registry


def without_std(tokens: list[Token]) -> list[Token]:
    """The tokens with `std::sqrt` as `sqrt`; `std::vector` and `a::b` raise UnsupportedError."""
    if any(t.type == "COLONCOLON" for t in tokens):
        tokens = _without_qualifiers(tokens)
    if any(a.type == "NAMESPACE" and b.value == "std" for a, b in pairwise(tokens)):
        _check_std_names(tokens)
    return tokens


def _without_qualifiers(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    for at, token in enumerate(tokens):
        if token.type != "COLONCOLON":
            out.append(token)
            continue
        before = out[-1] if out else None
        if before is None or before.type not in ("ID", "GT"):
            continue
        name = tokens[at + 1].value if at + 1 < len(tokens) else ""
        if before.value == "std" and _is_c_name(name):
            out.pop()
            continue
        space = before.value if before.type == "ID" else ""
        raise unsupported(f"{space}::{name}", location_of_token(before))
    return out


def _check_std_names(tokens: list[Token]) -> None:
    for token, after in pairwise(tokens):
        is_class = token.value in STD_CLASSES and after.type in ("LT", "ID")
        is_stream = token.value in STD_STREAMS and after.type in ("LSHIFT", "RSHIFT")
        if token.type == "ID" and (is_class or is_stream):
            raise unsupported(f"std::{token.value}", location_of_token(token))


def _is_c_name(name: str) -> bool:
    return name in STD_NAMES or bool(registry.lookup(name)) or name in registry.type_names()
