"""Initialisers: which expression goes to which byte (C99 6.7.8), and how an object gets its first value.

struct { int a; int b[3]; } s = { 1, .b[1] = 2, 3 }   ==>   (0, 1) (8, 2) (12, 3), the rest zero
"""

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.constants import string_units
from cudabmc.frontend.c.context import Context, discarded
from cudabmc.frontend.c.ctypes import Array, CType, Int, Record, is_scalar, machine, spell
from cudabmc.frontend.c.dispatch import lower
from cudabmc.frontend.c.layout import find_member, size_of
from cudabmc.frontend.c.nodes import Construct
from cudabmc.frontend.c.records import constant
from cudabmc.frontend.c.values import CValue
from cudabmc.goto.program import Const
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

_NO_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Entry:
    """`source` (an expression, or a known value) initialises `type` at byte `offset`, or bits of it."""

    offset: int
    type: CType
    source: Any
    location: Location
    bit: int = 0
    width: int | None = None
    unit: int = 0


@dataclass(slots=True)
class PendingItems:
    """The items of a braced list that are still to be placed."""

    items: list[Any]
    at: int = 0

    def peek(self) -> Any:
        """The next item, None at the end."""
        return self.items[self.at] if self.at < len(self.items) else None


@dataclass(slots=True)
class Collector:
    """Entries in the order of the text, and how far the outermost array reaches."""

    ctx: Context
    entries: list[Entry] = field(default_factory=list)
    extent: int = 0


def collect(ctx: Context, type: CType, node: Any) -> list[Entry]:
    """The entries of an initialiser."""
    collector = Collector(ctx)
    _object(collector, type, 0, node)
    return collector.entries


def completed(ctx: Context, type: CType, node: Any) -> CType:
    """An array without a length gets that of its initialiser."""
    if not isinstance(type, Array) or type.length is not None or node is None:
        return type
    collector = Collector(ctx)
    _object(collector, type, 0, node)
    return Array(type.of, collector.extent // max(1, size_of(type.of)), type.const, type.volatile)


def _object(out: Collector, type: CType, offset: int, node: Any) -> None:
    """One initialiser for one object."""
    loc = out.ctx.loc(node)
    if isinstance(type, Array) and _string_for(type, node) is not None:
        _string(out, type, offset, _string_for(type, node))
    elif isinstance(node, c_ast.InitList) and not is_scalar(type):
        cursor = PendingItems(list(node.exprs))
        _aggregate(out, type, offset, cursor, braced=True)
        if cursor.peek() is not None:
            raise SourceError(f"too many initialisers for '{spell(type)}'", out.ctx.loc(cursor.peek()))
    elif isinstance(node, c_ast.InitList):
        if len(node.exprs) > 1:
            raise SourceError(f"too many initialisers for '{spell(type)}'", loc)
        if node.exprs:
            _object(out, type, offset, node.exprs[0])
    elif isinstance(type, Array):
        raise SourceError("an array is initialised by a braced list", loc)
    else:
        out.entries.append(Entry(offset, type, node, loc))
    out.extent = max(out.extent, offset + (0 if isinstance(type, Array) and type.length is None else size_of(type)))


def _string_for(type: Array, node: Any) -> Any:
    """The string literal that initialises an array of characters, also in braces."""
    if isinstance(node, c_ast.InitList) and len(node.exprs) == 1:
        node = node.exprs[0]
    is_string = isinstance(node, c_ast.Constant) and node.type == "string"
    return node if is_string and isinstance(type.of, Int) and type.of.width in (8, 32) else None


def _string(out: Collector, type: Array, offset: int, node: Any) -> None:
    units, unit = string_units(out.ctx, node)
    if isinstance(type.length, int):
        if len(units) - 1 > type.length:
            raise SourceError(f"the string does not fit '{spell(type)}'", out.ctx.loc(node))
        units = units[: type.length]
    step = size_of(type.of)
    if step != size_of(unit):
        raise SourceError(f"this string cannot initialise '{spell(type)}'", out.ctx.loc(node))
    for index, code in enumerate(units):
        value = CValue(Const(code, machine(type.of)), type.of)
        out.entries.append(Entry(offset + index * step, type.of, value, out.ctx.loc(node)))
    out.extent = max(out.extent, offset + len(units) * step)


def _aggregate(out: Collector, type: CType, offset: int, cursor: PendingItems, braced: bool, start: int = 0) -> None:
    if isinstance(type, Array):
        _array(out, type, offset, cursor, braced, start)
    elif isinstance(type, Record):
        _record(out, type, offset, cursor, braced, start)
    else:
        raise SourceError(f"'{spell(type)}' cannot be initialised by a list")


def _array(out: Collector, type: Array, offset: int, cursor: PendingItems, braced: bool, start: int) -> None:
    if not isinstance(type.length, int | None):
        raise SourceError("a variable-length array cannot be initialised", out.ctx.loc(cursor.peek()))
    limit = _NO_LIMIT if type.length is None else type.length
    step = size_of(type.of)
    index = start
    while (item := cursor.peek()) is not None:
        if isinstance(item, c_ast.NamedInitializer):
            if not braced:
                return
            index = _designated_index(out, type, item)
            cursor.at += 1
            _designated(out, type.of, offset + index * step, item.name[1:], item, cursor)
        elif index >= limit:
            return
        else:
            _element(out, type.of, offset + index * step, cursor)
        index += 1


def _designated_index(out: Collector, type: Array, item: Any) -> int:
    if not isinstance(item.name[0], c_ast.ArrayDesignator):
        raise SourceError(f"'.{item.name[0].name}' names no element of an array", out.ctx.loc(item.name[0]))
    index = constant(out.ctx, item.name[0].expr)
    if index < 0 or (isinstance(type.length, int) and index >= type.length):
        raise SourceError(f"element {index} is outside of '{spell(type)}'", out.ctx.loc(item.name[0]))
    return index


def _record(out: Collector, type: Record, offset: int, cursor: PendingItems, braced: bool, start: int) -> None:
    members = type.decl.members
    if members is None:
        raise SourceError(f"'{type.decl.tag}' is declared, but not defined", out.ctx.loc(cursor.peek()))
    index = start
    while (item := cursor.peek()) is not None:
        if isinstance(item, c_ast.NamedInitializer):
            if not braced:
                return
            index = _designated_member(out, type, offset, item, cursor)
        elif index >= len(members) or (type.decl.union and index > 0):
            return
        else:
            member = members[index]
            if member.width is not None:
                cursor.at += 1
                _bits(out, member, offset, item)
            else:
                _element(out, member.type, offset + member.offset, cursor)
        index += 1


def _designated_member(out: Collector, type: Record, offset: int, item: Any, cursor: PendingItems) -> int:
    """Place `.x = e`; the index of the member of `type` that x is, or is in."""
    if isinstance(item.name[0], c_ast.ArrayDesignator):
        raise SourceError(f"'{spell(type)}' is not an array", out.ctx.loc(item.name[0]))
    wanted = item.name[0].name
    found = find_member(type, wanted)
    if found is None:
        raise SourceError(f"'{type.decl.tag}' has no member '{wanted}'", out.ctx.loc(item.name[0]))
    cursor.at += 1
    if found.width is not None:
        _bits(out, found, offset, item.expr)
    else:
        _designated(out, found.type, offset + found.offset, item.name[1:], item, cursor)
    for index, member in enumerate(type.decl.members or ()):
        if member.name == wanted:
            return index
        if not member.name and isinstance(member.type, Record) and find_member(member.type, wanted):
            return index
    raise AssertionError(wanted)


def _designated(out: Collector, type: CType, offset: int, rest: list[Any], item: Any, cursor: PendingItems) -> None:
    """Place an expression behind the remaining designators; what follows continues behind it."""
    if not rest:
        _object(out, type, offset, item.expr)
        return
    inner = c_ast.NamedInitializer(rest, item.expr)
    one = PendingItems([inner])
    if isinstance(type, Array):
        index = _designated_index(out, type, inner)
        _array(out, type, offset, one, braced=True, start=0)
    else:
        assert isinstance(type, Record)
        names = [m.name for m in type.decl.members or ()]
        _record(out, type, offset, one, braced=True, start=0)
        index = names.index(rest[0].name) if rest[0].name in names else len(names)
    _aggregate(out, type, offset, cursor, braced=False, start=index + 1)


def _bits(out: Collector, member: Any, offset: int, node: Any) -> None:
    loc = out.ctx.loc(node)
    if isinstance(node, c_ast.InitList) and node.exprs:
        node = node.exprs[0]
    out.entries.append(
        Entry(offset + member.offset, member.type, node, loc, member.bit, member.width, member.unit)
    )


def _element(out: Collector, type: CType, offset: int, cursor: PendingItems) -> None:
    """The next object: from one item, or with its braces left out from several."""
    item = cursor.peek()
    whole = is_scalar(type) or isinstance(item, c_ast.InitList)
    if isinstance(type, Array):
        whole = whole or _string_for(type, item) is not None
    elif isinstance(type, Record) and not whole:
        whole = _is_record(out.ctx, type, item)
    if whole:
        cursor.at += 1
        _object(out, type, offset, item)
    elif isinstance(type, Array | Record):
        _aggregate(out, type, offset, cursor, braced=False)
    else:
        raise UnsupportedError(f"initialiser of '{spell(type)}'", out.ctx.loc(item))


def _is_record(ctx: Context, type: Record, node: Any) -> bool:
    if isinstance(node, c_ast.Constant):
        return False
    if isinstance(node, Construct):
        return True
    with discarded(ctx):
        given = lower(ctx, node).type
    return isinstance(given, Record) and given.decl is type.decl


def scalars(type: CType, most: int) -> list[tuple[int, CType]] | None:
    """All scalars of a type, None if there are more than `most`, or unions and bit-fields."""
    found: list[tuple[int, CType]] = []
    for item in _walk(type, 0):
        if item is None or len(found) >= most:
            return None
        found.append(item)
    return found


def _walk(type: CType, offset: int) -> Iterator[tuple[int, CType] | None]:
    if isinstance(type, Array) and isinstance(type.length, int):
        for index in range(type.length):
            yield from _walk(type.of, offset + index * size_of(type.of))
    elif isinstance(type, Array):
        return
    elif isinstance(type, Record):
        for member in type.decl.members or ():
            if type.decl.union or member.width is not None:
                yield None
                return
            yield from _walk(member.type, offset + member.offset)
    else:
        yield offset, type


def dim3s(type: CType) -> list[int]:
    """Where objects of the class dim3 lie in one without an initialiser: their constructor sets their parts to 1."""
    if isinstance(type, Array) and isinstance(type.length, int):
        inner = dim3s(type.of)
        return [index * size_of(type.of) + at for index in range(type.length) for at in inner] if inner else []
    if not isinstance(type, Record) or type.decl.union:
        return []
    if type.decl.tag == "dim3":
        return [0]
    return [member.offset + at for member in type.decl.members or () for at in dim3s(member.type)]
