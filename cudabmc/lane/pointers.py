"""Arithmetic on pointers, as text."""

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign
from cudabmc.goto.types import I64, IntType
from cudabmc.lane import arithmetic
from cudabmc.lane.arithmetic import Functions, Text, signed
from cudabmc.lane.emission import Emission, GivesUpError
from cudabmc.lane.numbers import KnownPointer, Num, Truth, const, join


def on_pointers(e: Emission, i: Assign, args: list[Text]) -> Text:
    """The result of an operator on pointers."""
    places = [a.what for a in args]
    if i.op is Op.PTRADD and isinstance(places[0], KnownPointer):
        offset = signed(args[1], 64)
        if e.writes and offset.linear is None:
            offset = e.simple(offset)
        assert isinstance(offset.what, Num)
        base = Text(args[0].text, places[0].offset, args[0].names, args[0].linear, False, args[0].cost)
        moved = _added(base, offset)
        assert isinstance(moved.what, Num)
        return Text(moved.text, KnownPointer(places[0].obj, moved.what), moved.names, moved.linear, False, moved.cost)
    if i.op is Op.SELECT and isinstance(places[0], Truth):
        if places[0].known is not None:
            return args[1] if places[0].known else args[2]
        what = join(args[1].what, args[2].what)
        if isinstance(what, KnownPointer):
            names = args[0].names | args[1].names | args[2].names
            return Text(f"({args[1].text} if {args[0].text} else {args[2].text})", what, names, None, False, 2)
    if i.op in _POINTER_TESTS and isinstance(places[0], KnownPointer) and isinstance(places[1], KnownPointer):
        a, b = places[0], places[1]
        if a.obj == b.obj:
            names = args[0].names | args[1].names
            return Text(f"({args[0].text} {_POINTER_TESTS[i.op]} {args[1].text})", Truth(), names, None, False, 1)
        null = a if a.obj == 0 else b
        if i.op in (Op.PTREQ, Op.PTRNE) and null.obj == 0 and null.offset == const(0):
            return arithmetic.truth(i.op is Op.PTRNE)
    if i.op is Op.PTRDIFF and isinstance(places[0], KnownPointer) and isinstance(places[1], KnownPointer):
        a, b = places[0], places[1]
        if a.obj == b.obj:
            x = Text(args[0].text, a.offset, args[0].names, args[0].linear, False, args[0].cost)
            y = Text(args[1].text, b.offset, args[1].names, args[1].linear, False, args[1].cost)
            return arithmetic.apply(Op.SUB, I64, I64, [x, y], e.around.functions)
    raise GivesUpError


_POINTER_TESTS = {Op.PTREQ: "==", Op.PTRNE: "!=", Op.PTRLT: "<", Op.PTRLE: "<="}


def _added(a: Text, b: Text) -> Text:
    """The exact sum."""
    wide = IntType(256)
    return arithmetic.apply(Op.ADD, wide, wide, [a, b], Functions())
