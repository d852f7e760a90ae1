"""Objects without a name, assignment of objects, and what references are bound to."""

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import convert
from cudabmc.frontend.c.ctypes import (
    UINT,
    Array,
    CType,
    Ptr,
    Record,
    Ref,
    is_integer,
    is_signed,
    same,
    spell,
    unqualified,
)
from cudabmc.frontend.c.dispatch import ValueOrLValue
from cudabmc.frontend.c.layout import align_of, size_of
from cudabmc.frontend.c.values import CValue, LValue, alignment_of, load, offset_by, read, store, write
from cudabmc.goto.program import TEMPORARY, Const, Operand
from cudabmc.goto.types import I32
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location


def describe(name: str, type: CType) -> Variable:
    """What reports need to know of a variable."""
    points_to = _record(type.to) if isinstance(type, Ptr | Ref) else ""
    return Variable(name, spell(type), _is_printed_signed(type), _record(type), points_to)


def _record(type: CType) -> str:
    """By what name reports know the record that a type is, or that the elements of an array are."""
    while isinstance(type, Array):
        type = type.of
    return type.decl.key if isinstance(type, Record) else ""


def _is_printed_signed(type: CType) -> bool:
    """Is an integer of the type, or of those that it is made of or leads to, signed? Nothing is known of a record's."""
    if isinstance(type, Array):
        return _is_printed_signed(type.of)
    if isinstance(type, Ptr | Ref):
        return _is_printed_signed(type.to)
    return is_signed(type) or not is_integer(type)


def temporary(ctx: Context, type: CType, loc: Location) -> Operand:
    """The address of an object of the whole function: a condition may skip the place that needs it."""
    size = int64(size_of(type, loc))
    return ctx.builder.alloca(size, align_of(type), describe(TEMPORARY, type), loc, None)


def assign_object(ctx: Context, target: LValue, source: ValueOrLValue, loc: Location, init: bool = False) -> CValue:
    """target = source, for scalars, records and the integer that makes a dim3."""
    value = load(ctx, source, loc) if isinstance(source, LValue) else source
    if isinstance(target.type, Record):
        if isinstance(value.type, Record) and value.type.decl is target.type.decl:
            return store(ctx, target, value.op, loc, init, alignment_of(value))
        if target.type.decl.tag == "dim3":
            return _make_dim3(ctx, target, value, loc)
        raise SourceError(f"'{spell(value.type)}' cannot be converted to '{spell(target.type)}'", loc)
    converted = convert(ctx, value, target.type, loc, explicit=False)
    return store(ctx, target, converted.op, loc, init)


def _make_dim3(ctx: Context, target: LValue, value: CValue, loc: Location) -> CValue:
    assert target.addr is not None

    for index, part in enumerate(dim3_parts(ctx, value, loc)):
        write(ctx.builder, offset_by(ctx.builder, target.addr, 4 * index, loc), part, UINT, loc)
    return CValue(target.addr, unqualified(target.type))


def dim3_parts(ctx: Context, value: CValue, loc: Location) -> tuple[Operand, Operand, Operand]:
    """The three components of a dim3, a uint3 or an integer."""
    one = Const(1, I32)
    if is_integer(value.type):
        return convert(ctx, value, UINT, loc).op, one, one
    if isinstance(value.type, Record) and value.type.decl.tag in ("dim3", "uint3"):
        parts = [read(ctx.builder, offset_by(ctx.builder, value.op, 4 * i, loc), UINT, loc) for i in range(3)]
        return parts[0], parts[1], parts[2]
    raise SourceError(f"a dim3 or an integer is wanted here, not '{spell(value.type)}'", loc)


def bind(ctx: Context, source: ValueOrLValue, reference: Ref, loc: Location) -> Operand:
    """The address that a reference is bound to; a const reference can be bound to a temporary."""
    if isinstance(source, LValue) and same(source.type, reference.to) and source.width is None:
        if source.addr is not None:
            return source.addr
        if not reference.to.const:
            raise UnsupportedError(f"reference to this variable ('{spell(source.type)}')", loc)
    elif not reference.to.const:
        given = "a value" if isinstance(source, CValue) else f"'{spell(source.type)}'"
        raise SourceError(f"'{spell(reference)}' cannot be bound to {given}", loc)
    target = temporary(ctx, reference.to, loc)
    assign_object(ctx, LValue(unqualified(reference.to), target), source, loc)
    return target
