"""Functions of the program that read `...`: their caller puts the arguments in slots of eight bytes.

    int sum(int n, ...) { va_list a; va_start(a, n); int x = va_arg(a, int); ... }    sum(2, 3, 4.5)
    ==>   sum(n, <arguments>): a = <arguments>; x = load i32 a; a = a + 8             slots: 3 | 4.5

A va_list is a pointer to the next slot.
"""

from collections.abc import Sequence
from typing import Any

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import CHAR, NOTHING, ULLONG, Array, CType, Ptr, is_scalar, spell
from cudabmc.frontend.c.dispatch import lower_place, lower_value
from cudabmc.frontend.c.temporaries import temporary
from cudabmc.frontend.c.typenames import type_of
from cudabmc.frontend.c.values import NO_VALUE, CValue, LValue, load, offset_by, read, store, write
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import PTR
from cudabmc.source.location import Location

SLOT = 8
VA_LIST = Ptr(CHAR)


def pack(ctx: Context, values: Sequence[CValue], loc: Location) -> Operand:
    """The address of the slots that hold the arguments, null if there are none."""
    if not values:
        return Const(0, PTR)
    slots = temporary(ctx, Array(ULLONG, len(values)), loc)
    for index, value in enumerate(values):
        write(ctx.builder, offset_by(ctx.builder, slots, index * SLOT, loc), value.op, value.type, loc)
    return slots


def start(ctx: Context, node: Any) -> CValue:
    """va_start(ap, last)."""
    if ctx.variadic_slots is None:
        raise SourceError("va_start in a function without '...'", ctx.loc(node))
    store(ctx, _list_of(ctx, node), ctx.variadic_slots, ctx.loc(node))
    return CValue(NO_VALUE, NOTHING)


def argument(ctx: Context, node: Any) -> CValue:
    """va_arg(ap, T)."""
    loc = ctx.loc(node)
    place = _list_of(ctx, node)
    type: CType = type_of(ctx, node.args.exprs[1])
    if not is_scalar(type):
        raise UnsupportedError(f"va_arg of '{spell(type)}'", loc)
    at = load(ctx, place, loc)
    value = read(ctx.builder, at.op, type, loc)
    store(ctx, place, offset_by(ctx.builder, at.op, SLOT, loc), loc)
    return CValue(value, type)


def end(ctx: Context, node: Any) -> CValue:
    """va_end(ap) does nothing."""
    return CValue(NO_VALUE, NOTHING)


def copy(ctx: Context, node: Any) -> CValue:
    """va_copy(to, from)."""
    source = lower_value(ctx, node.args.exprs[1])
    store(ctx, _list_of(ctx, node), source.op, ctx.loc(node))
    return CValue(NO_VALUE, NOTHING)


def _list_of(ctx: Context, node: Any) -> LValue:
    place = lower_place(ctx, node.args.exprs[0])
    if place.type != VA_LIST:
        raise SourceError(f"'{spell(place.type)}' is not a va_list", ctx.loc(node))
    return place
