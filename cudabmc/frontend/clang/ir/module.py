"""A module of LLVM IR, read lazily: the text is split into its entities at once, each is parsed when asked for.

@x = global i32 0            entities by name: variables, aliases,
define void @f() { ... }     definitions, declarations,
attributes #0 = { ... }      attribute groups,
!12 = !DILocation(...)       metadata by number
"""

import re
from dataclasses import replace
from functools import cached_property

from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.body_reader import read_body
from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.heads import read_declaration
from cudabmc.frontend.clang.ir.instructions import Body
from cudabmc.frontend.clang.ir.tokens import name_of, tokens
from cudabmc.frontend.clang.ir.words import LINKAGE
from cudabmc.late_dataclass import dataclass

_DEFINED = re.compile(r'@([-A-Za-z$._0-9]+|"(?:[^"\\]|\\.)*")\(')
_DBG = re.compile(r"!dbg !(\d+)")
_METADATA = re.compile(r"^!(\d+) = ", re.MULTILINE)
_VARIABLE_WORDS = LINKAGE | {"externally_initialized", "thread_local"}


@dataclass(frozen=True, slots=True)
class VariableIr:
    """A global variable; `value` is None for a declaration."""

    name: str
    type: t.IrType
    value: v.IrValue | None
    constant: bool
    space: int
    align: int
    section: str
    internal: bool
    dbg: int


@dataclass(frozen=True, slots=True)
class AliasIr:
    """Another name of a function or variable."""

    name: str
    target: v.IrValue


class Module:
    """The entities of one file of IR text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.definitions: dict[str, tuple[int, int]] = {}
        self.declarations: dict[str, tuple[int, int]] = {}
        self.variables: dict[str, tuple[int, int]] = {}
        self._struct_texts: dict[str, str] = {}
        self._group_texts: dict[str, str] = {}
        self._structs: dict[str, t.IrType] = {}
        self._groups: dict[str, frozenset[str]] = {}
        self._bodies: dict[str, Body] = {}
        self._heads: dict[str, Body] = {}
        self._split()

    # ------------------------------------------------------------ splitting

    def _split(self) -> None:
        text = self.text
        at, size = 0, len(text)
        while at < size:
            end = text.find("\n", at)
            if end < 0:
                end = size
            first = text[at : at + 1]
            if first == "!":
                break  # metadata stands at the end
            if first == "@":
                name, _, _ = _name_at(text, at)
                self.variables[name] = (at, end)
            elif first == "d":
                if text.startswith("define", at):
                    end = text.find("\n}", at) + 2
                    self.definitions[self._defined(at)] = (at, end)
                elif text.startswith("declare", at):
                    self.declarations[self._defined(at)] = (at, end)
            elif first == "%":
                name, _, rest = text[at:end].partition(" = type ")
                self._struct_texts[name_of(name)] = rest
            elif first == "a" and text.startswith("attributes", at):
                group, _, rest = text[at + 11 : end].partition(" = ")
                self._group_texts[group] = rest
            at = end + 1
        self._metadata_at = at

    @cached_property
    def _metadata(self) -> dict[int, int]:
        """Where what stands behind `!number = ` begins."""
        return {int(found[1]): found.end() for found in _METADATA.finditer(self.text, self._metadata_at)}

    def _defined(self, at: int) -> str:
        found = _DEFINED.search(self.text, at)
        assert found is not None
        return name_of("@" + found[1])

    # ------------------------------------------------------------ entities

    @cached_property
    def on_device(self) -> bool:
        """Is this the device side of a CUDA file?"""
        return "nvptx" in self.text[: self.text.find("\n\n") + 1 or 2000]

    @cached_property
    def of_numba(self) -> bool:
        """Did numba write it?"""
        return 'producer: "clang (Numba)"' in self.text

    def struct(self, name: str) -> t.IrType:
        """A named struct type."""
        known = self._structs.get(name)
        if known is None:
            text = self._struct_texts.get(name, "opaque")
            self._structs[name] = t.OpaqueT(name)  # structs of one name are not recursive by value
            known = t.OpaqueT(name) if text == "opaque" else self.cursor(text).type()
            if isinstance(known, t.StructT) and name.startswith("union."):  # clang's names
                known = replace(known, is_union=True)
            self._structs[name] = known
        return known

    def cursor(self, text: str) -> Cursor:
        """A cursor over a piece of text of this module."""
        return Cursor(tokens(text), self.struct)

    def group(self, name: str) -> frozenset[str]:
        """The words of an attribute group, `#3`."""
        known = self._groups.get(name)
        if known is None:
            known = self._groups[name] = frozenset(self._group_texts.get(name, "").split())
        return known

    def attributes(self, words: frozenset[str]) -> frozenset[str]:
        """Attributes with the groups among them replaced by what they hold."""
        found = words
        for word in words:
            if word[0] == "#":
                found = found | self.group(word)
        return found

    def body(self, name: str) -> Body:
        """A function that is defined here."""
        known = self._bodies.get(name)
        if known is None:
            at, end = self.definitions[name]
            known = self._bodies[name] = read_body(self.text[at:end], self.struct)
        return known

    def head(self, name: str) -> Body | None:
        """A function that is defined or declared here, without its blocks perhaps."""
        if name in self.definitions:
            return self.body(name)
        known = self._heads.get(name)
        if known is None:
            place = self.declarations.get(name)
            if place is None:
                return None
            known = self._heads[name] = read_declaration(self.text[place[0] : place[1]], self.struct)
        return known

    def variable(self, name: str) -> VariableIr | AliasIr:
        """A variable or alias that is defined or declared here."""
        at, end = self.variables[name]
        return _read_variable(name, self.cursor(self.text[at:end]))

    def metadata_text(self, number: int) -> str:
        """What stands behind `!number = `."""
        at = self._metadata[number]
        return self.text[at : self.text.find("\n", at)]

    def dbg_of_function(self, name: str) -> int:
        """The metadata of a function that is defined here, -1 if it has none."""
        at = self.definitions[name][0]
        found = _DBG.search(self.text, at, self.text.index("\n", at))
        return int(found[1]) if found else -1

    def dbg_of_variable(self, name: str) -> int:
        """The metadata of a global variable, -1 if it has none."""
        at, end = self.variables[name]
        found = _DBG.search(self.text, at, end)
        return int(found[1]) if found else -1


def _name_at(text: str, at: int) -> tuple[str, int, int]:
    if text[at + 1] == '"':
        end = text.find('"', at + 2) + 1
    else:
        end = text.find(" ", at)
    return name_of(text[at:end]), at, end


def _read_variable(name: str, c: Cursor) -> VariableIr | AliasIr:
    """`@x = linkage words (addrspace(n))? global|constant type value?, section "..", align n, ...`."""
    c.next()
    c.expect("=")
    words: set[str] = set()
    space = 0
    while True:
        token = c.next()
        if token == "addrspace":
            c.expect("(")
            space = int(c.next())
            c.expect(")")
        elif token in _VARIABLE_WORDS:
            words.add(token)
            if token == "thread_local":
                c.skip_parentheses()
        elif token in ("global", "constant"):
            break
        elif token in ("alias", "ifunc"):
            c.type()
            c.expect(",")
            target = c.typed()
            return AliasIr(name, target.value)
        else:
            raise c.error("unknown word of a variable")
    constant = token == "constant"
    type = c.type()
    value = None if words & {"external", "extern_weak"} else c.value(type)
    align, section, dbg = t.align_of(type), "", -1
    while c.accept(","):
        key = c.next()
        if key == "align":
            align = int(c.next())
        elif key == "section":
            section = c.next()[1:-1]
        elif key == "!dbg":
            dbg = int(c.next()[1:])
        elif key[0] == "!" and c.peek()[:1] == "!":
            c.next()
        else:
            c.skip_parentheses()
    internal = bool(words & {"internal", "private"})
    return VariableIr(name, type, value, constant, space, align, section, internal, dbg)
