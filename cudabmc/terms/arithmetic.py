"""Products, quotients and remainders of bit vectors; division by zero as in SMT-LIB."""

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import IntType
from cudabmc.terms.bitwise import bit_and, divide_sum, shift_right
from cudabmc.terms.interval import signed_range, unsigned_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import add, negate, scale
from cudabmc.terms.sort import BVSort
from cudabmc.terms.term import Term, TermValue, lift, make


def multiply(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a * b."""
    if type(b) is not Term:
        assert isinstance(b, int)
        return scale(a, b, width)
    if type(a) is not Term:
        assert isinstance(a, int)
        return scale(b, a, width)
    (k, x), (m, y) = _factor(a), _factor(b)
    if x.id > y.id:
        x, y = y, x
    return scale(make(Kind.MUL, BVSort(width), (x, y)), k * m & ((1 << width) - 1), width)


def _factor(value: Term) -> tuple[int, Term]:
    """(k, x) with value = k * x."""
    if value.kind is Kind.SUM and not value.params[0] and len(value.args) == 1:
        return value.params[1][0], value.args[0]
    return 1, value


def divide_unsigned(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a / b; all ones for b = 0."""
    if type(a) is not Term and type(b) is not Term:
        return _fold(Op.UDIV, a, b, width)
    if type(b) is not Term and type(a) is Term:
        assert isinstance(b, int)
        if not b:
            return (1 << width) - 1
        if b & (b - 1) == 0:
            return shift_right(a, b.bit_length() - 1, width)
        if a.kind is Kind.UDIV and a.args[1].kind is Kind.CONST and a.args[1].params[0] * b < 1 << width:
            return _udiv(a.args[0], a.args[1].params[0] * b, width)
        if a.kind is Kind.SUM:
            divided = divide_sum(a, b, width)
            if divided is not None:
                return add(divided[0], divide_unsigned(divided[1], b, width), width)
    return _udiv(a, b, width)


def _udiv(a: TermValue, b: TermValue, width: int) -> TermValue:
    if unsigned_range(a, width)[1] < unsigned_range(b, width)[0]:
        return 0
    if a is b and unsigned_range(b, width)[0] > 0:
        return 1
    return _node(Kind.UDIV, a, b, width)


def remainder_unsigned(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a % b; a for b = 0."""
    if type(a) is not Term and type(b) is not Term:
        return _fold(Op.UREM, a, b, width)
    if type(b) is not Term and type(a) is Term:
        assert isinstance(b, int)
        if not b:
            return a
        if b & (b - 1) == 0:
            return bit_and(a, b - 1, width)
        if a.kind is Kind.SUM:
            divided = divide_sum(a, b, width)
            if divided is not None:
                return remainder_unsigned(divided[1], b, width)
    if unsigned_range(a, width)[1] < unsigned_range(b, width)[0]:
        return a
    if a is b:
        return 0
    return _node(Kind.UREM, a, b, width)


def divide_signed(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a / b, truncated; for b = 0 -1, or 1 if a is negative; the minimum by -1 wraps."""
    if type(a) is not Term and type(b) is not Term:
        return _fold(Op.SDIV, a, b, width)
    if b == 1 and type(b) is int and width > 1:
        return a
    if b == (1 << width) - 1 and type(b) is int:
        return negate(a, width)
    if signed_range(a, width)[0] >= 0 and signed_range(b, width)[0] >= 0:
        return divide_unsigned(a, b, width)
    return _node(Kind.SDIV, a, b, width)


def remainder_signed(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a % b with the sign of a; a for b = 0."""
    if type(a) is not Term and type(b) is not Term:
        return _fold(Op.SREM, a, b, width)
    if type(b) is int and b in (1, (1 << width) - 1):
        return 0
    if signed_range(a, width)[0] >= 0 and signed_range(b, width)[0] >= 0:
        return remainder_unsigned(a, b, width)
    return 0 if a is b else _node(Kind.SREM, a, b, width)


def _fold(op: Op, a: TermValue, b: TermValue, width: int) -> TermValue:
    type = IntType(width)
    return const_function(op, type, type)(a, b)


def _node(kind: Kind, a: TermValue, b: TermValue, width: int) -> Term:
    sort = BVSort(width)
    return make(kind, sort, (lift(a, sort), lift(b, sort)))
