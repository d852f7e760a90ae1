"""The heads of functions: what `define` and `declare` share."""

from collections.abc import Callable

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir.attributes import skip_attributes
from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.tokens import name_of, tokens
from cudabmc.frontend.clang.ir.words import CONVENTIONS, LINKAGE

_HEAD = LINKAGE | CONVENTIONS | {"define", "declare"}


class Head:
    """Reads linkage, result, name, parameters, attributes."""

    def __init__(self, cursor: Cursor) -> None:
        self.c = cursor

    def read(self) -> i.Body:
        """The function without its blocks."""
        c = self.c
        words = c.accept_any(_HEAD)
        while c.peek()[:1] == "!":  # declare !dbg !12
            c.next()
        words |= c.accept_any(_HEAD)
        if "cc" in words and c.peek().isdigit():
            c.next()
        skip_attributes(c)
        ret = c.result_type()
        name = name_of(c.next())
        parameters, variadic = self._parameters()
        attributes, dbg = self._tail()
        return i.Body(name, ret, parameters, variadic, attributes, [], dbg, bool(words & {"internal", "private"}))

    def _parameters(self) -> tuple[tuple[i.IrParameter, ...], bool]:
        c = self.c
        c.expect("(")
        found: list[i.IrParameter] = []
        variadic = False
        while not c.accept(")"):
            if c.accept("..."):
                variadic = True
                continue
            type = c.type()
            special = skip_attributes(c)
            name = name_of(c.next()) if c.peek()[:1] == "%" else str(len(found))
            found.append(i.IrParameter(name, type, special.types.get("byval"), "sret" in special.types))
            c.accept(",")
        return tuple(found), variadic

    def _tail(self) -> tuple[frozenset[str], int]:
        """Attributes, section, comdat, personality, debug location, up to the body."""
        c = self.c
        attributes = set()
        dbg = -1
        while c.peek() not in ("{", ""):
            token = c.next()
            if token == "personality":
                c.typed()
            elif token == "!dbg":
                dbg = int(c.next()[1:])
            elif token == "(":
                c.at -= 1
                c.skip_parentheses()
            else:
                attributes.add(token)
        return frozenset(attributes), dbg


def read_declaration(text: str, structs: Callable[[str], t.IrType]) -> i.Body:
    """The head of a `declare` or `define`, without blocks."""
    return Head(Cursor(tokens(text), structs)).read()
