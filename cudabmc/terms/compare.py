"""Comparisons of ints and truth values: EQ, ULT and SLT, with constants on the right."""

from collections.abc import Callable

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.terms.boolean import lnot
from cudabmc.terms.choice import is_constant_choice, over_choice
from cudabmc.terms.interval import signed_range, unsigned_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import difference, parts, subtract, total
from cudabmc.terms.slices import truncate
from cudabmc.terms.sort import BOOL_SORT, BVSort, FPSort
from cudabmc.terms.term import Term, TermValue, lift, make, width_of

_WIDENINGS = (Kind.ZEXT, Kind.SEXT)


def same_truth(a: TermValue, b: TermValue) -> TermValue:
    """a == b of BOOL values."""
    if type(a) is not Term:
        a, b = b, a
    if type(a) is not Term:
        return a is b
    if type(b) is not Term:
        return a if b else lnot(a)
    if a is b:
        return True
    flip = (a.kind is Kind.NOT) is not (b.kind is Kind.NOT)
    a, b = (x.args[0] if x.kind is Kind.NOT else x for x in (a, b))
    if a is b:
        return not flip
    if a.id > b.id:
        a, b = b, a
    node = make(Kind.EQ, BOOL_SORT, (a, b))
    return lnot(node) if flip else node


def same_float(a: TermValue, b: TermValue, width: int) -> TermValue:
    """Whether two floats have the same bits (NaN is NaN, -0.0 is not 0.0)."""
    sort = FPSort(width)
    x, y = lift(a, sort), lift(b, sort)
    if x is y:
        return True
    if x.kind is Kind.CONST and y.kind is Kind.CONST:
        return False
    if x.id > y.id:
        x, y = y, x
    return make(Kind.EQ, BOOL_SORT, (x, y))


def same_int(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a == b of bit vectors."""
    if type(a) is not Term:
        a, b = b, a
    if type(a) is not Term:
        return a == b
    if a is b:
        return True
    if type(b) is not Term and is_constant_choice(a):
        return over_choice(a, lambda arm: arm == b, BOOL_SORT)
    if _apart(a, b, width):
        return False
    if a.kind in _WIDENINGS or (type(b) is Term and b.kind in _WIDENINGS):
        narrow = _narrow(a, b, width)
        if narrow is not None:
            return same_int(*narrow)
    if a.kind is Kind.SUM or (type(b) is Term and b.kind is Kind.SUM):
        return _same_sum(a, b, width)
    return _equation(a, b, width)


def _equation(a: TermValue, b: TermValue, width: int) -> TermValue:
    if type(a) is not Term or (type(b) is Term and a.id > b.id):
        a, b = b, a
    sort = BVSort(width)
    return make(Kind.EQ, BOOL_SORT, (lift(a, sort), lift(b, sort)))


def _apart(a: TermValue, b: TermValue, width: int) -> bool:
    """Whether the intervals of two values do not meet."""
    for bounds in (unsigned_range, signed_range):
        (a_lo, a_hi), (b_lo, b_hi) = bounds(a, width), bounds(b, width)
        if a_hi < b_lo or b_hi < a_lo:
            return True
    return False


def _narrow(a: TermValue, b: TermValue, width: int) -> tuple[TermValue, TermValue, int] | None:
    """Operands before they were widened the same way, where that keeps equality and order."""
    if type(a) is not Term or a.kind not in _WIDENINGS:
        if type(b) is not Term or b.kind not in _WIDENINGS or type(a) is Term:
            return None
        narrow = _narrow(b, a, width)
        return None if narrow is None else (narrow[1], narrow[0], narrow[2])
    inner = a.args[0]
    size = width_of(inner)
    if type(b) is Term:
        if b.kind is not a.kind or width_of(b.args[0]) != size:
            return None
        return inner, b.args[0], size
    assert isinstance(b, int)
    if a.kind is Kind.ZEXT:
        fits = b >> size == 0
    else:
        fits = -(1 << (size - 1)) <= to_signed(b, width) < 1 << (size - 1)
    return (inner, truncate(b, width, size), size) if fits else None


def _same_sum(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a == b as one equation for a - b == 0, however it was written."""
    pairs, constant = parts(subtract(a, b, width))
    if not pairs:
        return constant == 0
    mask = (1 << width) - 1
    common = min(c & -c for _, c in pairs)
    if constant & (common - 1):
        return False  # the sum is a multiple of a power of two that the constant is not
    if len(pairs) == 1:
        term, coefficient = pairs[0]
        if coefficient & 1:
            return same_int(term, -constant * pow(coefficient, -1, mask + 1) & mask, width)
        solved = _solve_product(term, coefficient, -constant & mask, width)
        if solved is not None:
            return solved
    if to_signed(pairs[0][1], width) < 0:
        pairs = [(term, -c & mask) for term, c in pairs]
        constant = -constant & mask
    left = {term: c for term, c in pairs if to_signed(c, width) > 0}
    right = {term: -c & mask for term, c in pairs if to_signed(c, width) <= 0}
    x, y = total(left, 0, width), total(right, -constant & mask, width)
    if _apart(x, y, width):
        return False
    return _equation(x, y, width)


def _solve_product(term: Term, factor: int, product: int, width: int) -> TermValue | None:
    """factor * term == product, where the multiplication does not wrap."""
    if unsigned_range(term, width)[1] * factor >> width:
        return None
    return same_int(term, product // factor, width) if product % factor == 0 else False


def less_unsigned(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a < b of bit vectors, unsigned."""
    if type(a) is not Term and type(b) is not Term:
        return a < b
    known = _by_range(unsigned_range(a, width), unsigned_range(b, width))
    if known is None:
        known = _by_difference(a, b, unsigned_range(a, width), 0, width)
    if known is not None:
        return known
    if type(a) is not Term:
        assert isinstance(a, int)
        return lnot(less_unsigned(b, a + 1, width))
    if type(b) is not Term:
        assert isinstance(b, int)
        lo, hi = unsigned_range(a, width)
        if b == lo + 1:
            return same_int(a, lo, width)
        if b == hi:
            return lnot(same_int(a, hi, width))
    simpler = _less_of_parts(a, b, width, less_unsigned)
    return _node(Kind.ULT, a, b, width) if simpler is None else simpler


def less_signed(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a < b of bit vectors, signed."""
    if type(a) is not Term and type(b) is not Term:
        assert isinstance(a, int) and isinstance(b, int)
        return to_signed(a, width) < to_signed(b, width)
    one, other = signed_range(a, width), signed_range(b, width)
    known = _by_range(one, other)
    if known is None:
        known = _by_difference(a, b, one, 1 << (width - 1), width)
    if known is not None:
        return known
    if one[0] >= 0 and other[0] >= 0:
        return less_unsigned(a, b, width)
    mask = (1 << width) - 1
    if type(a) is not Term:
        assert isinstance(a, int)
        return lnot(less_signed(b, a + 1 & mask, width))
    if type(b) is not Term:
        assert isinstance(b, int)
        if to_signed(b, width) == one[0] + 1:
            return same_int(a, one[0] & mask, width)
        if to_signed(b, width) == one[1]:
            return lnot(same_int(a, b, width))
    simpler = _less_of_parts(a, b, width, less_signed)
    return _node(Kind.SLT, a, b, width) if simpler is None else simpler


def _node(kind: Kind, a: TermValue, b: TermValue, width: int) -> Term:
    sort = BVSort(width)
    return make(kind, BOOL_SORT, (lift(a, sort), lift(b, sort)))


def _by_range(a: tuple[int, int], b: tuple[int, int]) -> bool | None:
    if a[1] < b[0]:
        return True
    return False if a[0] >= b[1] else None


def _by_difference(a: TermValue, b: TermValue, a_range: tuple[int, int], offset: int, width: int) -> bool | None:
    """a < a + d, if a + d wraps for all a or for none; `offset` moves the least number to zero."""
    distance = difference(b, a, width)
    if distance is None:
        return None
    if distance == 0:
        return False
    up = distance & ((1 << width) - 1)
    lo, hi = a_range[0] + offset + up, a_range[1] + offset + up
    if hi >> width == 0:
        return True
    return False if lo >> width else None


_Less = Callable[[TermValue, TermValue, int], TermValue]


def _less_of_parts(a: Term, b: TermValue, width: int, less: _Less) -> TermValue | None:
    """A comparison of constant choices, or of what was widened."""
    if type(b) is not Term and is_constant_choice(a):
        return over_choice(a, lambda arm: less(arm, b, width), BOOL_SORT)
    narrow = _narrow(a, b, width)
    if narrow is None:
        return None
    # Zero extension makes every operand non-negative, sign extension keeps the unsigned order.
    if a.kind is Kind.ZEXT:
        return less_unsigned(*narrow)
    return less(*narrow)
