"""Attributes of parameters, arguments and results (LangRef, 'Parameter Attributes')."""

from dataclasses import field

from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.types import IrType
from cudabmc.frontend.clang.ir.words import TYPED_ATTRIBUTES, TYPES, VALUE_STARTS
from cudabmc.late_dataclass import dataclass


@dataclass(slots=True)
class Attributes:
    """What attributes say that matters here: those that carry a type, and what a pointer is a multiple of."""

    types: dict[str, IrType] = field(default_factory=dict)
    align: int = 1


def skip_attributes(c: Cursor) -> Attributes:
    """Skip the attributes of a parameter, argument or result, but for what matters here."""
    found = Attributes()
    while True:
        token = c.peek()
        if token in TYPED_ATTRIBUTES:
            c.next()
            if c.accept("("):
                found.types[token] = c.type()
                c.expect(")")
        elif token == "align":
            c.next()
            if c.accept("("):
                found.align = int(c.next())
                c.expect(")")
            else:
                found.align = int(c.next())
        elif is_word(token) and token not in VALUE_STARTS and not _is_type(token):
            c.next()
            c.skip_parentheses()
        elif token[:1] == '"':
            c.next()
        else:
            return found


def is_word(token: str) -> bool:
    """A word in small letters, no string of bytes?"""
    return token[:1].islower() and token[1:2] != '"'


def _is_type(token: str) -> bool:
    return token in TYPES or (token[0] == "i" and token[1:].isdigit())
