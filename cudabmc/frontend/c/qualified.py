"""Takes `std::` and the global `::` out of a token list; every other qualified name is refused."""

from pycparser.c_lexer import Token

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.c.keywords import STD_NAMES
from cudabmc.source.location import Location
from opmodels import registry


def without_std(tokens: list[Token]) -> list[Token]:
    """The tokens with `std::sqrt` as `sqrt`; `std::vector` and `a::b` raise UnsupportedError."""
    if not any(t.type == "COLONCOLON" for t in tokens):
        return tokens
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
        raise UnsupportedError(
            f"{before.value if before.type == 'ID' else ''}::{name}",
            Location(before.filename, before.lineno, before.column),
            "this needs the clang front end: --frontend clang",
        )
    return out


def _is_c_name(name: str) -> bool:
    return name in STD_NAMES or bool(registry.lookup(name)) or name in registry.type_names()
