"""Gives objects their first value: stores for locals, `Initial`s for static ones, a template where that is cheaper.

A local array or struct of more than a few scalars is copied from a read-only template that holds
its constants and zeros; only the values that are not constants are stored one by one.
"""

from typing import Any

from pycparser import c_ast

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context, captured
from cudabmc.frontend.c.conversions import convert
from cudabmc.frontend.c.ctypes import UINT, CType, Record, Ref, is_scalar, machine, spell
from cudabmc.frontend.c.dispatch import call_into, lower, lower_value
from cudabmc.frontend.c.initialisers import Entry, collect, scalars
from cudabmc.frontend.c.layout import align_of, size_of
from cudabmc.frontend.c.nodes import Construct
from cudabmc.frontend.c.temporaries import assign_object, dim3_parts
from cudabmc.frontend.c.typenames import type_of
from cudabmc.frontend.c.values import CValue, LValue, offset_by, store, write
from cudabmc.goto.program import Const, CopyBytes, Global, Initial, Operand, Space, Symbol
from cudabmc.goto.types import BOOL, I8, I32, FloatType
from cudabmc.goto.variable import Variable
from cudabmc.source.location import Location

_FEW = 8


def initialise(ctx: Context, place: LValue, node: Any, loc: Location) -> CValue | None:
    """The declaration `T x = node` of a local in `place`; the value if it is a scalar."""
    type = place.type
    constructs = isinstance(node, Construct) and isinstance(type, Record) and _constructs(ctx, node, type)
    if isinstance(type, Record) and type.decl.tag == "dim3" and (constructs or isinstance(node, c_ast.InitList)):
        construct_dim3(ctx, place, _arguments(node), loc)
        return None
    if constructs:
        node = construct_list(node, type, loc)
    if is_scalar(type):
        return _initialise_scalar(ctx, place, node, loc)
    if isinstance(type, Record) and isinstance(node, c_ast.FuncCall):
        made = call_into(ctx, node, place)
        if made.op != place.addr:
            assign_object(ctx, place, made, loc, init=True)
        return None
    if isinstance(type, Record) and not isinstance(node, c_ast.InitList):
        assign_object(ctx, place, lower(ctx, node), loc, init=True)
        return None
    assert place.addr is not None
    fill(ctx, place.addr, type, collect(ctx, type, node), loc)
    return None


def _initialise_scalar(ctx: Context, place: LValue, node: Any, loc: Location) -> CValue:
    if isinstance(node, c_ast.InitList):
        if len(node.exprs) > 1:
            raise SourceError(f"too many initialisers for '{spell(place.type)}'", loc)
        node = node.exprs[0] if node.exprs else None
    value = zero(place.type) if node is None else convert(ctx, lower_value(ctx, node), place.type, loc, explicit=False)
    store(ctx, place, value.op, loc, init=True)
    return value


def zero(type: CType) -> CValue:
    """Zero of a scalar type."""
    of = machine(type)
    return CValue(Const(False if of == BOOL else 0.0 if isinstance(of, FloatType) else 0, of), type)


def _constructs(ctx: Context, node: Any, type: Record) -> bool:
    made = type_of(ctx, node.type)
    return isinstance(made, Record) and made.decl is type.decl


def _arguments(node: Any) -> list[Any]:
    if isinstance(node, c_ast.InitList):
        return list(node.exprs)
    if len(node.args) == 1 and isinstance(node.args[0], c_ast.InitList):
        return list(node.args[0].exprs)
    return list(node.args)


def construct_list(node: Any, type: CType, loc: Location) -> Any:
    """T{a, b} and T() as a braced list, T(x) of a T as x; constructors with code are C++."""
    if not node.args:
        return c_ast.InitList([], node.coord)
    if len(node.args) == 1:
        return node.args[0]
    raise UnsupportedError(f"constructor of '{spell(type)}' with {len(node.args)} arguments", loc)


def construct_dim3(ctx: Context, place: LValue, args: list[Any], loc: Location) -> None:
    """dim3(x, y, z): what is not given is 1."""
    if len(args) > 3:
        raise SourceError("dim3 takes at most three numbers", loc)
    assert place.addr is not None
    if len(args) == 1:
        value = lower_value(ctx, args[0])
        if isinstance(value.type, Record):
            assign_object(ctx, place, value, loc, init=True)
            return
        parts: list[Operand] = [dim3_parts(ctx, value, ctx.loc(args[0]))[0]]
    else:
        parts = [dim3_parts(ctx, lower_value(ctx, a), ctx.loc(a))[0] for a in args]
    for index in range(3):
        part = parts[index] if index < len(parts) else Const(1, I32)
        write(ctx.builder, offset_by(ctx.builder, place.addr, 4 * index, loc), part, UINT, loc, init=True)


# ---------------------------------------------------------------- objects of several scalars


def fill(ctx: Context, addr: Operand, type: CType, entries: list[Entry], loc: Location) -> None:
    """Give a local object its entries and zeros."""
    few = scalars(type, _FEW)
    if few is not None:
        given = {e.offset for e in entries if is_scalar(e.type)}
        whole = [(e.offset, e.offset + size_of(e.type)) for e in entries if not is_scalar(e.type)]
        for offset, leaf in few:
            if offset not in given and not any(low <= offset < high for low, high in whole):
                target = offset_by(ctx.builder, addr, offset, loc)
                write(ctx.builder, target, zero(leaf).op, leaf, loc, init=True)
        for entry in entries:
            store_entry(ctx, addr, entry, loc)
        return
    initials, rest = split(ctx, entries)
    template = _template(ctx, type, initials)
    ctx.builder.emit(CopyBytes(addr, Symbol(template), size_of(type, loc), loc))
    for entry in rest:
        store_entry(ctx, addr, entry, loc)


def store_entry(ctx: Context, addr: Operand, entry: Entry, loc: Location) -> None:
    """Store one entry; the position is that of the declaration."""
    target = offset_by(ctx.builder, addr, entry.offset, loc)
    place = LValue(entry.type, target, bit=entry.bit, width=entry.width, unit=entry.unit)
    if isinstance(entry.source, CValue):
        store(ctx, place, entry.source.op, loc, init=True)
    elif isinstance(entry.type, Ref):
        raise UnsupportedError("reference member", entry.location)
    else:
        initialise(ctx, place, entry.source, entry.location)


def split(ctx: Context, entries: list[Entry], unchecked: bool = False) -> tuple[list[Initial], list[Entry]]:
    """The constants as `Initial`s, and the entries that are not constants. `unchecked`: they must be constants,
    even where an operation overflows."""
    initials: dict[tuple[int, int], Initial] = {}
    rest: list[Entry] = []
    for entry in entries:
        value = constant_of(ctx, entry, unchecked)
        if value is None:
            rest.append(entry)
        elif entry.width is not None:
            _merge_bits(initials, entry, value)
        else:
            type = machine(entry.type)
            if type == BOOL:
                assert isinstance(value, Const)
                type, value = I8, Const(int(value.value), I8)
            _drop_overlapped(initials, entry.offset, type.size)
            initials[entry.offset, type.size] = Initial(entry.offset, type, value)
    return [initials[key] for key in sorted(initials)], rest


def _drop_overlapped(initials: dict[tuple[int, int], Initial], offset: int, size: int) -> None:
    """A later initialiser replaces an earlier one of the same bytes."""
    if (offset, size) in initials:
        return
    near = [(at, n) for at in range(offset - 15, offset + size) for n in (1, 2, 4, 8, 16) if (at, n) in initials]
    for at, length in near:
        if at + length > offset:
            del initials[at, length]


def constant_of(ctx: Context, entry: Entry, unchecked: bool = False) -> Const | Symbol | None:
    """The value of an entry if it is a constant."""
    if isinstance(entry.source, CValue):
        return entry.source.op if isinstance(entry.source.op, Const) else None
    if not is_scalar(entry.type):
        return None
    outer, ctx.builder.unchecked = ctx.builder.unchecked, unchecked
    try:
        with captured(ctx) as items:
            value = convert(ctx, lower_value(ctx, entry.source), entry.type, entry.location, explicit=False)
    finally:
        ctx.builder.unchecked = outer
    return value.op if not items and isinstance(value.op, Const | Symbol) else None


def _merge_bits(initials: dict[tuple[int, int], Initial], entry: Entry, value: Const | Symbol) -> None:
    assert isinstance(value, Const) and entry.width is not None
    bits = (int(value.value) & ((1 << entry.width) - 1)) << entry.bit
    mask = ((1 << entry.width) - 1) << entry.bit
    for index in range(entry.unit):
        touched = mask >> (8 * index) & 255
        if touched:
            at = entry.offset + index
            old = initials.get((at, 1))
            before = int(old.value.value) if old is not None and isinstance(old.value, Const) else 0
            byte = before & ~touched | (bits >> (8 * index) & 255)
            initials[at, 1] = Initial(at, I8, Const(byte, I8))


def _template(ctx: Context, type: CType, initials: list[Initial]) -> str:
    """The read-only object that holds the constant part of an initialiser."""
    device = ctx.function is not None and ctx.function.on_device
    size = size_of(type)
    key = (size, tuple(initials), device)
    name = ctx.link.templates.get(key)
    if name is None:
        name = f"<initial value {len(ctx.link.templates) + 1}>"
        ctx.link.templates[key] = name
        space = Space.MANAGED if device else Space.HOST_GLOBAL
        variable = Variable(name, spell(type))
        ctx.link.program.globals[name] = Global(
            name, variable, size, align_of(type), space, tuple(initials), read_only=True
        )
    return name


def known_constant(ctx: Context, type: CType, node: Any) -> Const | None:
    """The value of a const scalar whose initialiser is a constant expression."""
    if not type.const or type.volatile or not is_scalar(type) or node is None:
        return None
    while isinstance(node, c_ast.InitList) and len(node.exprs) == 1:
        node = node.exprs[0]
    if isinstance(node, c_ast.InitList):
        return None
    value = constant_of(ctx, Entry(0, type, node, ctx.loc(node)))
    return value if isinstance(value, Const) else None
