"""Which operations on constants have no value in C, overflow, or make NaN: what a check may report."""

import operator
from collections.abc import Callable, Sequence
from math import isfinite, isnan

from cudabmc.goto.meaning.const_function import Constant
from cudabmc.goto.meaning.integers import divide_signed, to_signed
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.types import IntType, Type

_SHIFTS = (Op.SHL, Op.LSHR, Op.ASHR)
# Whether the quotient is in range decides on the remainder as well (C11 6.5.5p6).
_EXACT: dict[Op, Callable[..., int]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.NEG: operator.neg,
    Op.SDIV: divide_signed,
    Op.SREM: divide_signed,
}


def is_undefined(op: Op, type: Type, of: Type, args: Sequence[Constant]) -> bool:
    """Is it a division by zero (C11 6.5.5p5), a shift by the width or more (6.5.7p3), or the conversion of a float that
    the integer type cannot hold (6.3.1.4p1)?"""
    if op in DIVISIONS:
        return not args[1]
    if op in _SHIFTS:
        assert isinstance(of, IntType)
        return args[1] >= of.width
    if op in (Op.FPTOSI, Op.FPTOUI):
        assert isinstance(type, IntType)
        return not (isfinite(args[0]) and _holds(type.width, int(args[0]), signed=op is Op.FPTOSI))
    return False


def overflows(op: Op, of: Type, args: Sequence[Constant]) -> bool:
    """Does signed arithmetic leave the range of the type (C11 6.5p5)? No divisor is zero."""
    exact = _EXACT.get(op)
    if exact is None or not isinstance(of, IntType):
        return False
    return not _holds(of.width, exact(*[to_signed(int(arg), of.width) for arg in args]), signed=True)


def makes_nan(result: Constant, args: Sequence[Constant]) -> bool:
    """Is the result of an operation on numbers no number?"""
    return isnan(result) and not any(isnan(arg) for arg in args)


def _holds(width: int, number: int, *, signed: bool) -> bool:
    low = -(1 << (width - 1)) if signed else 0
    return low <= number < low + (1 << width)
