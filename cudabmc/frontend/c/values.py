"""Values and places: what an expression yields, how it is read and written.

A value of array, record or function type is its address. A bit-field is read and written through
the unit of memory that holds it (see `layout.lay_out`).
"""

from dataclasses import replace

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.body.builder import Builder, int64
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import (
    INT,
    UINT,
    Array,
    Bool,
    CType,
    Func,
    Int,
    Ptr,
    Record,
    Ref,
    in_memory,
    is_scalar,
    is_signed,
    machine,
    unqualified,
)
from cudabmc.frontend.c.layout import align_of, is_complete, size_of
from cudabmc.frontend.c.scope import FunctionEntity
from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, CopyBytes, Load, Operand, Reg, Store, Symbol, Undef
from cudabmc.goto.types import BOOL, I8, PTR, VOID, IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location


@dataclass(frozen=True, slots=True)
class CValue:
    """The value of an expression; `functions` are the overloads that the name of a function stands for.

    `align` is as in `LValue`, of what an address leads to.
    """

    op: Operand
    type: CType
    functions: tuple[FunctionEntity, ...] = ()
    align: int = 0


@dataclass(frozen=True, slots=True)
class LValue:
    """An lvalue: a register, or memory at `addr`, or `width` bits from `bit` in a unit of `unit` bytes there.

    The address is a multiple of `align` bytes: of what the type asks for if that is 0. That of a packed member is not.
    """

    type: CType
    addr: Operand | None = None
    reg: int | None = None
    constant: Operand | None = None
    bit: int = 0
    width: int | None = None
    unit: int = 0
    temporary: bool = False  # a value without a name, which only lives here
    align: int = 0


NO_VALUE = Undef(VOID)


def load(ctx: Context, place: LValue, loc: Location) -> CValue:
    """The value at a place."""
    type = unqualified(place.type)
    if place.constant is not None and not place.type.volatile:
        return CValue(place.constant, type)
    if place.reg is not None:
        return CValue(Reg(place.reg), type)
    assert place.addr is not None
    if place.width is not None:
        return _load_bits(ctx.builder, place, loc)
    if isinstance(type, Array | Record | Func):
        if isinstance(type, Record) and not is_complete(type):
            raise SourceError(f"'{type.decl.tag}' is declared, but not defined", loc)
        return CValue(place.addr, place.type, align=place.align)
    if not is_scalar(type):
        raise SourceError("an expression of type void has no value", loc)
    return CValue(read(ctx.builder, place.addr, type, loc, place.type.volatile, place.align), type)


def read(
    builder: Builder, addr: Operand, type: CType, loc: Location, volatile: bool = False, align: int = 0
) -> Operand:
    """Load a scalar from memory."""
    dst = builder.reg(in_memory(type))
    builder.emit(Load(dst, addr, in_memory(type), loc, volatile, _asked(in_memory(type), align)))
    if isinstance(type, Bool):
        return builder.assign(Op.NE, (Reg(dst), Const(0, I8)), BOOL, I8, loc)
    return Reg(dst)


def write(
    builder: Builder,
    addr: Operand,
    value: Operand,
    type: CType,
    loc: Location,
    volatile: bool = False,
    init: bool = False,
    align: int = 0,
) -> None:
    """Store a scalar to memory."""
    if isinstance(type, Bool):
        value = builder.assign(Op.ZEXT, (value,), I8, BOOL, loc)
    align = _asked(in_memory(type), align)
    builder.emit(Store(addr, value, in_memory(type), loc, volatile, init, align))


def _asked(type: Type, align: int) -> int:
    return alignment.asked(type, align) if align else 0


def alignment_of(thing: LValue | CValue) -> int:
    """What the address of a record is a multiple of."""
    return thing.align or align_of(thing.type)


def store(ctx: Context, place: LValue, value: Operand, loc: Location, init: bool = False, source: int = 1) -> CValue:
    """Write a value of the type of the place; the result is what the place holds then. A record is read at an address
    that is a multiple of `source` bytes."""
    type = unqualified(place.type)
    if place.reg is not None:
        ctx.builder.write(place.reg, value, machine(type), loc)
        return CValue(Reg(place.reg), type)
    assert place.addr is not None
    if place.width is not None:
        return _store_bits(ctx.builder, place, value, loc, init)
    if isinstance(type, Record):
        copy_object(ctx, place.addr, value, size_of(type, loc), loc, 1 if init else alignment_of(place), source)
        return CValue(place.addr, type, align=place.align)
    write(ctx.builder, place.addr, value, type, loc, place.type.volatile, init, place.align)
    return CValue(value, type)


def copy_object(
    ctx: Context, dst: Operand, src: Operand, size: int, loc: Location, dst_align: int = 1, src_align: int = 1
) -> None:  # fmt: skip
    """Copy a record."""
    if size and dst != src:
        aligns = (min(dst_align, alignment.MOST), min(src_align, alignment.MOST))
        ctx.builder.emit(CopyBytes(dst, src, size, loc, *aligns))


def address(ctx: Context, place: LValue, loc: Location) -> Operand:
    """The address of a place in memory."""
    if place.width is not None:
        raise SourceError("a bit-field has no address", loc)
    if place.addr is None:
        raise AssertionError(f"{loc}: a register has no address")
    return place.addr


def offset_by(builder: Builder, addr: Operand, distance: int, loc: Location) -> Operand:
    """addr plus a known number of bytes."""
    return builder.assign(Op.PTRADD, (addr, int64(distance)), PTR, PTR, loc)


def decayed(ctx: Context, value: CValue, loc: Location) -> CValue:
    """Arrays and functions become pointers (C99 6.3.2.1)."""
    type = value.type
    if isinstance(type, Array):
        return CValue(value.op, Ptr(type.of), align=value.align)
    if isinstance(type, Func):
        return replace(value, type=Ptr(type))
    return value


def referred(ctx: Context, place: LValue, loc: Location) -> LValue:
    """What a place of reference type refers to; any other place as it is."""
    if isinstance(place.type, Ref):
        assert place.addr is not None
        return LValue(place.type.to, read(ctx.builder, place.addr, Ptr(place.type.to), loc))
    return place


def function_value(function: FunctionEntity, type: CType, loc: Location) -> CValue:
    """The address of a function."""
    if function.model is not None:
        raise UnsupportedError(f"address of the library function '{function.name}'", loc, "wrap it in a function")
    return CValue(Symbol(function.link_name), type, (function,))


# ---------------------------------------------------------------- bit-fields


def _load_bits(builder: Builder, place: LValue, loc: Location) -> CValue:
    assert place.width is not None and place.addr is not None
    unit = IntType(place.unit * 8)
    dst = builder.reg(unit)
    builder.emit(Load(dst, place.addr, unit, loc, place.type.volatile, _asked(unit, place.align)))
    return _extract(builder, Reg(dst), place.bit, place, unit, loc)


def _extract(builder: Builder, word: Operand, bit: int, place: LValue, unit: IntType, loc: Location) -> CValue:
    """The bits of a field in `word`, extended and promoted: to int if that holds all values of the field, to
    unsigned if that does (C++ [conv.prom]; gcc does so for C too)."""
    assert place.width is not None
    type = unqualified(place.type)
    signed = is_signed(type)
    if signed:
        left = Const(unit.width - bit - place.width, unit)
        word = builder.assign(Op.SHL, (word, left), unit, unit, loc)
        word = builder.assign(Op.ASHR, (word, Const(unit.width - place.width, unit)), unit, unit, loc)
    else:
        word = builder.assign(Op.LSHR, (word, Const(bit, unit)), unit, unit, loc)
        if place.width < unit.width:
            word = builder.assign(Op.AND, (word, Const((1 << place.width) - 1, unit)), unit, unit, loc)
    if isinstance(type, Bool):
        return CValue(builder.assign(Op.NE, (word, Const(0, unit)), BOOL, unit, loc), type)
    if isinstance(type, Int) and place.width <= 32:
        type = INT if signed or place.width < 32 else UINT
    return CValue(resize(builder, word, unit, machine(type), signed, loc), type)


def _store_bits(builder: Builder, place: LValue, value: Operand, loc: Location, init: bool) -> CValue:
    assert place.width is not None and place.addr is not None
    unit = IntType(place.unit * 8)
    source = machine(unqualified(place.type))
    if source == BOOL:
        word = builder.assign(Op.ZEXT, (value,), unit, BOOL, loc)
    else:
        word = resize(builder, value, source, unit, False, loc)
    mask = (1 << place.width) - 1
    low = builder.assign(Op.AND, (word, Const(mask, unit)), unit, unit, loc) if place.width < unit.width else word
    new = builder.assign(Op.SHL, (low, Const(place.bit, unit)), unit, unit, loc)
    if place.width < unit.width:
        old = builder.reg(unit)
        builder.emit(Load(old, place.addr, unit, loc, place.type.volatile, _asked(unit, place.align)))
        keep = Const(((1 << unit.width) - 1) & ~(mask << place.bit), unit)
        rest = builder.assign(Op.AND, (Reg(old), keep), unit, unit, loc)
        new = builder.assign(Op.OR, (rest, new), unit, unit, loc)
    align = _asked(unit, place.align)
    builder.emit(Store(place.addr, new, unit, loc, place.type.volatile, init, align))
    return _extract(builder, low, 0, place, unit, loc)


def resize(builder: Builder, value: Operand, source: Type, target: Type, signed: bool, loc: Location) -> Operand:
    """An integer in another width."""
    if source.size == target.size:
        return value
    op = Op.TRUNC if target.size < source.size else Op.SEXT if signed else Op.ZEXT
    return builder.assign(op, (value,), target, source, loc)
