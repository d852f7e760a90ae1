"""Struct, union and enum specifiers."""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context, discarded
from cudabmc.frontend.c.ctypes import (
    INT,
    LONG,
    UINT,
    ULONG,
    Array,
    CType,
    Enum,
    EnumDecl,
    Field,
    Func,
    Int,
    Record,
    RecordDecl,
    in_memory,
    is_integer,
    is_scalar,
    spell,
)
from cudabmc.frontend.c.dispatch import lower_value, type_from
from cudabmc.frontend.c.layout import RawMember, is_complete, lay_out, size_of
from cudabmc.frontend.c.scope import Enumerator
from cudabmc.frontend.c.temporaries import describe
from cudabmc.goto import layout as layouts
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.program import Const
from cudabmc.goto.types import IntType
from cudabmc.source.location import Location


def record(ctx: Context, node: Any) -> Record:
    """The struct or union that a specifier declares or names."""
    known = ctx.records.get(id(node))
    if known is not None:
        return Record(known[1])
    union = isinstance(node, c_ast.Union)
    decl = _declared(ctx, node, union)
    ctx.records[id(node)] = (node, decl)
    if node.decls is not None:
        if decl.members is not None:
            raise SourceError(f"'{decl.tag}' is defined twice", ctx.loc(node))
        asked = [1, *(constant(ctx, a.alignment) for a in node.attributes or () if isinstance(a, c_ast.Alignas))]
        packing = -min(asked) if min(asked) < 0 else None  # see `packing`
        lay_out(decl, [raw for item in node.decls for raw in _member(ctx, item)], max(asked), packing)
        ctx.link.program.layouts[decl.key] = _described(decl)
    return Record(decl)


def _new(ctx: Context, tag: str, union: bool, loc: Location) -> RecordDecl:
    return RecordDecl(tag, union, location=loc, key=ctx.link.record_key(tag))


def _described(decl: RecordDecl) -> layouts.Layout:
    """What reports need to know of a record."""
    members = decl.members or ()
    found = tuple(_described_member(m) for m in members if is_complete(m.type) and size_of(m.type) > 0)
    return layouts.Layout(decl.tag, decl.size, found, flexible=not all(is_complete(m.type) for m in members))


def _described_member(member: Field) -> layouts.Member:
    if member.width is not None:
        first = 8 * member.offset + member.bit
        size = (first + member.width + 7) // 8 - first // 8
        return layouts.Member(describe(member.name, member.type), first // 8, size, bit_field=True)
    extents: tuple[int, ...] = ()
    type = member.type
    while isinstance(type, Array):
        assert isinstance(type.length, int)
        extents += (type.length,)
        type = type.of
    scalar = in_memory(type) if is_scalar(type) else None
    return layouts.Member(describe(member.name, member.type), member.offset, size_of(member.type), scalar, extents)


def _declared(ctx: Context, node: Any, union: bool) -> RecordDecl:
    kind = "union" if union else "struct"
    if node.name is None:
        return _new(ctx, f"{kind} <unnamed>", union, ctx.loc(node))
    if node.decls is None:
        found = ctx.scope.find_tag(node.name)
        if found is None and ctx.link.declare_block(node.name):
            found = ctx.scope.find_tag(node.name)
    else:
        found = ctx.scope.tags.get(node.name)
    if found is None:
        found = _new(ctx, node.name if ctx.cxx else f"{kind} {node.name}", union, ctx.loc(node))
        ctx.scope.tags[node.name] = found
    if not isinstance(found, RecordDecl) or found.union != union:
        raise SourceError(f"'{node.name}' is not a {kind}", ctx.loc(node))
    return found


def _member(ctx: Context, node: Any) -> list[RawMember]:
    if isinstance(node, c_ast.Pragma | c_ast.StaticAssert):
        return []
    if not isinstance(node, c_ast.Decl):
        raise UnsupportedError(f"{type(node).__name__} in a struct", ctx.loc(node))
    if node.init is not None:
        raise UnsupportedError("default member initialiser", ctx.loc(node))
    loc = ctx.loc(node)
    member_type = type_from(ctx, node.type)
    if isinstance(member_type, Func):
        raise UnsupportedError("member functions", loc)
    if not node.name and node.bitsize is None and not isinstance(member_type, Record):
        return []  # an enum or a struct that is only declared here
    if not node.name and node.bitsize is None and getattr(node.type, "name", None):
        return []
    flexible = isinstance(member_type, Array) and member_type.length is None
    if not flexible and not is_complete(member_type):
        raise SourceError(f"'{node.name}' has the incomplete type '{spell(member_type)}'", loc)
    width = None
    if node.bitsize is not None:
        if not is_integer(member_type):
            raise SourceError(f"a bit-field cannot have the type '{spell(member_type)}'", loc)
        width = constant(ctx, node.bitsize)
    align = max([1, *(constant(ctx, a.alignment) for a in node.align or ())])
    return [RawMember(node.name or "", member_type, width, align, loc)]


def enumeration(ctx: Context, node: Any) -> Enum:
    """The enumeration that a specifier declares or names."""
    known = ctx.records.get(id(node))
    if known is not None:
        return Enum(known[1])
    if node.values is None:
        found = ctx.scope.find_tag(node.name)
        if found is None and ctx.link.declare_block(node.name):
            found = ctx.scope.find_tag(node.name)
        if not isinstance(found, EnumDecl):
            raise SourceError(f"'enum {node.name}' is not defined", ctx.loc(node))
        return Enum(found)
    spelled = (node.name if ctx.cxx else f"enum {node.name}") if node.name else "enum <unnamed>"
    decl = EnumDecl(spelled, INT, INT)
    ctx.records[id(node)] = (node, decl)
    if node.name:
        ctx.scope.tags[node.name] = decl
    values = _enumerators(ctx, node)
    underlying = _fixed(ctx, node) or _holding(values.values())
    decl.underlying = underlying
    decl.values = tuple(values.values())
    decl.promoted = INT if ctx.cxx and all(-(1 << 31) <= v < 1 << 31 for v in values.values()) else underlying
    type: CType = Enum(decl) if ctx.cxx else (INT if underlying.width == 32 else underlying)
    width = underlying.width
    for name, value in values.items():
        ctx.scope.names[name] = Enumerator(type, Const(value % (1 << width), IntType(width)))
    return Enum(decl)


def _fixed(ctx: Context, node: Any) -> Int | None:
    if getattr(node, "underlying_type", None) is None:
        return None
    type = type_from(ctx, node.underlying_type)
    if not isinstance(type, Int):
        raise SourceError("the type of an enumeration must be an integer type", ctx.loc(node))
    return type


def _enumerators(ctx: Context, node: Any) -> dict[str, int]:
    values: dict[str, int] = {}
    following = 0
    for item in node.values.enumerators:
        if not isinstance(item, c_ast.Enumerator):
            continue
        value = following if item.value is None else constant(ctx, item.value)
        values[item.name] = value
        # later enumerators may use it
        wide = INT if -(1 << 31) <= value < 1 << 31 else LONG
        ctx.scope.names[item.name] = Enumerator(wide, Const(value % (1 << wide.width), IntType(wide.width)))
        following = value + 1
    return values


def _holding(values: object) -> Int:
    numbers = list(values)  # type: ignore[call-overload]
    low, high = min(numbers, default=0), max(numbers, default=0)
    if low >= 0:
        return UINT if high < 1 << 32 else ULONG
    return INT if low >= -(1 << 31) and high < 1 << 31 else LONG


def constant(ctx: Context, node: Any) -> int:
    """The value of an integer constant expression."""
    with discarded(ctx):
        value = lower_value(ctx, node)
    if not isinstance(value.op, Const) or not is_integer(value.type):
        raise SourceError("this must be an integer constant", ctx.loc(node))
    number = int(value.op.value)
    signed = isinstance(value.type, Int) and value.type.signed
    signed = signed or (isinstance(value.type, Enum) and value.type.decl.underlying.signed)
    return to_signed(number, value.op.type.width) if signed else number  # type: ignore[union-attr]
