"""and, or, xor and shifts of bit vectors."""

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.terms.interval import exact_sum, signed_range, unsigned_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import complement, parts, scale, total
from cudabmc.terms.slices import extract, zext
from cudabmc.terms.sort import BVSort
from cudabmc.terms.term import Term, TermValue, lift, lower, make, width_of


def bit_and(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a & b."""
    mask = (1 << width) - 1
    if type(b) is not Term:
        a, b = b, a
    if type(b) is not Term:
        return a & b  # type: ignore[operator]
    if type(a) is not Term:
        assert isinstance(a, int)
        return _mask(b, a, width)
    if a is b:
        return a
    if complement(a, width) is b:
        return 0
    return _gather(Kind.BVAND, a, b, width, mask)


def _mask(value: Term, bits: int, width: int) -> TermValue:
    """value & constant."""
    if not bits or bits == (1 << width) - 1:
        return value if bits else 0
    if value.kind is Kind.BVAND and value.args[0].kind is Kind.CONST:
        return bit_and(value.args[0].params[0] & bits, value.args[1], width)
    if value.kind is Kind.BVOR:
        # Bit-fields of memory that was not written: (x & 254 | 1) & 1 does not depend on x.
        left, right = (bit_and(lower(arg), bits, width) for arg in value.args)
        if type(left) is not Term or type(right) is not Term:
            return bit_or(left, right, width)
    if bits & (bits + 1) == 0:
        if value.kind is Kind.SUM:
            pairs, constant = parts(value)
            reduced = total({term: c & bits for term, c in pairs}, constant & bits, width)
            if reduced is not value:
                return bit_and(reduced, bits, width)
        if unsigned_range(value, width)[1] <= bits:
            return value
    return make(Kind.BVAND, BVSort(width), (lift(bits, BVSort(width)), value))


def bit_or(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a | b."""
    mask = (1 << width) - 1
    if type(b) is not Term:
        a, b = b, a
    if type(b) is not Term:
        return a | b  # type: ignore[operator]
    if type(a) is not Term:
        if a == 0 or a == mask:
            return a or b
    elif a is b:
        return a
    elif complement(a, width) is b:
        return mask
    return _gather(Kind.BVOR, a, b, width, 0)


def bit_xor(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a ^ b."""
    mask = (1 << width) - 1
    if type(b) is not Term:
        a, b = b, a
    if type(b) is not Term:
        return a ^ b  # type: ignore[operator]
    if type(a) is not Term:
        if a == 0 or a == mask:
            return complement(b, width) if a else b
    elif a is b:
        return 0
    return _gather(Kind.BVXOR, a, b, width, 0)


_FOLD = {Kind.BVAND: int.__and__, Kind.BVOR: int.__or__, Kind.BVXOR: int.__xor__}
_BUILD = {Kind.BVAND: bit_and, Kind.BVOR: bit_or, Kind.BVXOR: bit_xor}


def _gather(kind: Kind, a: TermValue, b: TermValue, width: int, neutral: int) -> TermValue:
    """The node with its constant, if any, outermost and first."""
    (k, x), (m, y) = _split(kind, a, neutral), _split(kind, b, neutral)
    constant = _FOLD[kind](k, m)
    build = _BUILD[kind]
    if y is not None and x is not None and (k != neutral or m != neutral):
        return build(constant, build(x, y, width), width)
    if x is None or y is None:
        rest = x if y is None else y
        assert rest is not None
        if (x is None and m != neutral) or (y is None and k != neutral):
            return build(constant, rest, width)
        return make(kind, BVSort(width), (lift(constant, BVSort(width)), rest))
    if x.id > y.id:
        x, y = y, x
    return make(kind, BVSort(width), (x, y))


def _split(kind: Kind, value: TermValue, neutral: int) -> tuple[int, Term | None]:
    if type(value) is not Term:
        assert isinstance(value, int)
        return value, None
    if value.kind is kind and value.args[0].kind is Kind.CONST:
        return value.args[0].params[0], value.args[1]
    return neutral, value


def shift_left(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a << b; 0 for b >= width."""
    if type(b) is not Term:
        assert isinstance(b, int)
        return scale(a, 1 << b & ((1 << width) - 1), width) if b < width else 0
    if a == 0 and type(a) is int:
        return 0
    return make(Kind.SHL, BVSort(width), (lift(a, BVSort(width)), b))


def shift_right(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a >> b with zeros from above; 0 for b >= width."""
    if type(b) is not Term:
        assert isinstance(b, int)
        return _shift_right_by(a, b, width)
    if (a == 0 and type(a) is int) or unsigned_range(b, width)[0] >= width:
        return 0
    return make(Kind.LSHR, BVSort(width), (lift(a, BVSort(width)), b))


def _shift_right_by(a: TermValue, amount: int, width: int) -> TermValue:
    if type(a) is not Term:
        assert isinstance(a, int)
        return a >> amount
    if not amount:
        return a
    if amount >= width or unsigned_range(a, width)[1] >> amount == 0:
        return 0
    if a.kind is Kind.LSHR and a.args[1].kind is Kind.CONST:
        return _shift_right_by(lower(a.args[0]), amount + a.args[1].params[0], width)
    if a.kind is Kind.ZEXT:
        size = width_of(a.args[0])
        return zext(_shift_right_by(a.args[0], amount, size), size, width)
    if a.kind is Kind.CONCAT:
        return zext(extract(a, width, width - 1, amount), width - amount, width)
    if a.kind is Kind.SUM:
        divided = divide_sum(a, 1 << amount, width)
        if divided is not None and unsigned_range(divided[1], width)[1] >> amount == 0:
            return divided[0]
    return make(Kind.LSHR, BVSort(width), (a, lift(amount, BVSort(width))))


def divide_sum(value: Term, divisor: int, width: int) -> tuple[TermValue, TermValue] | None:
    """For an unsigned SUM that does not wrap: (q, r) with value = divisor * q + r over the integers, q not zero.

    r is a sum that does not wrap either, not necessarily less than the divisor.
    """
    constant = exact_sum(value, width, False)
    if constant is None:
        return None
    mask = (1 << width) - 1
    quotient: dict[Term, int] = {}
    rest: dict[Term, int] = {}
    for arg, coefficient in zip(value.args, value.params[1], strict=True):
        factor = to_signed(coefficient, width)
        if factor % divisor:
            rest[arg] = coefficient
        else:
            quotient[arg] = factor // divisor & mask
    if not quotient:
        return None
    low = total(rest, constant % divisor, width)
    if type(low) is Term and low.kind is Kind.SUM and exact_sum(low, width, False) != constant % divisor:
        return None
    return total(quotient, constant // divisor & mask, width), low


def shift_right_signed(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a >> b with copies of the sign from above, only those for b >= width."""
    if signed_range(a, width)[0] >= 0:
        return shift_right(a, b, width)
    if type(b) is not Term:
        assert isinstance(b, int)
        amount = min(b, width - 1)
        if type(a) is not Term:
            assert isinstance(a, int)
            return to_signed(a, width) >> amount & ((1 << width) - 1)
        if not amount:
            return a
        if a.kind is Kind.ASHR and a.args[1].kind is Kind.CONST:
            return shift_right_signed(lower(a.args[0]), amount + a.args[1].params[0], width)
        b = amount
    return make(Kind.ASHR, BVSort(width), (lift(a, BVSort(width)), lift(b, BVSort(width))))
