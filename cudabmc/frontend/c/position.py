"""From pycparser's positions to ours."""

from typing import Any

from pycparser.c_lexer import Token

from cudabmc.source.location import NOWHERE, Location


def location_of(node: Any) -> Location:
    """Where a syntax node starts; nodes without a position have that of their first part."""
    coord = getattr(node, "coord", None)
    if coord is not None:
        return Location(coord.file, coord.line, coord.column or 0)
    for _, child in node.children() if node is not None else ():
        location = location_of(child)
        if location is not NOWHERE:
            return location
    return NOWHERE


def location_of_token(token: Token) -> Location:
    """Where a token starts."""
    return Location(token.filename, token.lineno, token.column)
