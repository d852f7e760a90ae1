"""Attributes of parameters, arguments and results (LangRef, 'Parameter Attributes')."""

from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.types import IrType
from cudabmc.frontend.clang.ir.words import TYPED_ATTRIBUTES, TYPES, VALUE_STARTS


def skip_attributes(c: Cursor) -> dict[str, IrType]:
    """Skip the attributes of a parameter, argument or result; those that carry a type are kept."""
    special: dict[str, IrType] = {}
    while True:
        token = c.peek()
        if token in TYPED_ATTRIBUTES:
            c.next()
            if c.accept("("):
                special[token] = c.type()
                c.expect(")")
        elif token == "align":
            c.next()
            if c.accept("("):
                c.next()
                c.expect(")")
            else:
                c.next()
        elif is_word(token) and token not in VALUE_STARTS and not _is_type(token):
            c.next()
            c.skip_parentheses()
        elif token[:1] == '"':
            c.next()
        else:
            return special


def is_word(token: str) -> bool:
    """A word in small letters, no string of bytes?"""
    return token[:1].islower() and token[1:2] != '"'


def _is_type(token: str) -> bool:
    return token in TYPES or (token[0] == "i" and token[1:].isdigit())
