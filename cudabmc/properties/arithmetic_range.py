"""Whether the exact result of integer arithmetic fits into its type."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.properties.property import Operation

SYMBOLS = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.NEG: "-", Op.SDIV: "/", Op.SREM: "%"}


def width(i: Operation) -> int:
    """Bits of an integer operand."""
    assert isinstance(i.of, IntType)
    return i.of.width


def fits(i: Operation, values: Sequence[terms.TermValue], extend: Op) -> terms.TermValue:
    """Does the result fit, if `extend` (SEXT or ZEXT) says what the operands mean? Computed in twice the width."""
    wide = IntType(2 * width(i))
    args = [terms.apply(extend, wide, i.of, (v,)) for v in values]
    exact = terms.apply(i.op, wide, wide, args)
    back = terms.apply(extend, wide, i.of, (terms.apply(Op.TRUNC, i.of, wide, (exact,)),))
    return terms.apply(Op.EQ, BOOL, wide, (exact, back))
