"""Comparisons of values as conditions."""

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.conversions import common_type, convert
from cudabmc.frontend.c.ctypes import BOOLEAN, INT, Float, Ptr, Record, is_arithmetic, is_signed, machine, spell
from cudabmc.frontend.c.values import CValue
from cudabmc.goto.op import Op
from cudabmc.goto.program import Operand
from cudabmc.goto.types import BOOL
from cudabmc.source.location import Location

# operator: (signed, unsigned, float, pointer, are the operands swapped?)
COMPARE = {
    "==": (Op.EQ, Op.EQ, Op.FEQ, Op.PTREQ, False),
    "!=": (Op.NE, Op.NE, Op.FNE, Op.PTRNE, False),
    "<": (Op.SLT, Op.ULT, Op.FLT, Op.PTRLT, False),
    "<=": (Op.SLE, Op.ULE, Op.FLE, Op.PTRLE, False),
    ">": (Op.SLT, Op.ULT, Op.FLT, Op.PTRLT, True),
    ">=": (Op.SLE, Op.ULE, Op.FLE, Op.PTRLE, True),
}


def comparison_result(ctx: Context, cond: Operand, loc: Location) -> CValue:
    """A truth value as an expression: bool in C++, int in C."""
    value = CValue(cond, BOOLEAN)
    return value if ctx.cxx else convert(ctx, value, INT, loc)


def compare(ctx: Context, op: str, left: CValue, right: CValue, loc: Location) -> Operand:
    """A comparison as a condition."""
    signed, unsigned, floating, pointer, swapped = COMPARE[op]
    if isinstance(left.type, Record) or isinstance(right.type, Record):
        raise UnsupportedError(f"operator {op} on a struct", loc)
    if isinstance(left.type, Ptr) or isinstance(right.type, Ptr):
        goal = left.type if isinstance(left.type, Ptr) else right.type
        assert isinstance(goal, Ptr)
        a, b = (convert(ctx, v, Ptr(goal.to), loc, explicit=isinstance(v.type, Ptr)).op for v in (left, right))
        kind, of = pointer, machine(goal)
    elif not is_arithmetic(left.type) or not is_arithmetic(right.type):
        raise SourceError(f"{op} does not take '{spell(left.type)}' and '{spell(right.type)}'", loc)
    else:
        truths = left.type == right.type == BOOLEAN and op in ("==", "!=")
        type = BOOLEAN if truths else common_type(left.type, right.type)
        a, b = convert(ctx, left, type, loc).op, convert(ctx, right, type, loc).op
        kind = floating if isinstance(type, Float) else signed if is_signed(type) else unsigned
        of = machine(type)
    return ctx.builder.assign(kind, (b, a) if swapped else (a, b), BOOL, of, loc)
