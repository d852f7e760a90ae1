"""Bit vectors cut, joined and widened: extract, concat, zext, sext."""

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.terms.choice import choose, is_constant_choice, over_choice
from cudabmc.terms.interval import exact_sum, signed_range, unsigned_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import add, scale
from cudabmc.terms.sort import BVSort
from cudabmc.terms.term import Term, TermValue, lift, lower, make, width_of

# A run of bits: its value and its width.
_Piece = tuple[TermValue, int]


def extract(value: TermValue, width: int, hi: int, lo: int) -> TermValue:
    """Bits hi down to lo (both included) of a value of `width` bits."""
    size = hi - lo + 1
    if type(value) is not Term:
        assert isinstance(value, int)
        return value >> lo & ((1 << size) - 1)
    if size == width:
        return value
    rule = _EXTRACT.get(value.kind)
    simpler = None if rule is None else rule(value, width, hi, lo)
    if simpler is not None:
        return simpler
    return make(Kind.EXTRACT, BVSort(size), (value,), (hi, lo))


def truncate(value: TermValue, width: int, to: int) -> TermValue:
    """The low `to` bits."""
    return extract(value, width, to - 1, 0)


def _extract_extract(value: Term, width: int, hi: int, lo: int) -> TermValue:
    inner = value.args[0]
    offset: int = value.params[1]
    return extract(inner, width_of(inner), hi + offset, lo + offset)


def _extract_concat(value: Term, width: int, hi: int, lo: int) -> TermValue | None:
    pieces: list[_Piece] = []
    top = width
    for arg in value.args:
        size = width_of(arg)
        bottom = top - size
        high, low = min(hi, top - 1), max(lo, bottom)
        if high >= low:
            pieces.append((extract(lower(arg), size, high - bottom, low - bottom), high - low + 1))
        top = bottom
    return _join(pieces)


def _extract_zext(value: Term, width: int, hi: int, lo: int) -> TermValue:
    inner = value.args[0]
    size = width_of(inner)
    if lo >= size:
        return 0
    return zext(extract(inner, size, min(hi, size - 1), lo), min(hi + 1, size) - lo, hi - lo + 1)


def _extract_sext(value: Term, width: int, hi: int, lo: int) -> TermValue:
    inner = value.args[0]
    size = width_of(inner)
    if hi < size:
        return extract(inner, size, hi, lo)
    low = min(lo, size - 1)
    return sext(extract(inner, size, size - 1, low), size - low, hi - lo + 1)


def _extract_ite(value: Term, width: int, hi: int, lo: int) -> TermValue | None:
    if not is_constant_choice(value):
        return None
    return over_choice(value, lambda arm: extract(arm, width, hi, lo), BVSort(hi - lo + 1))


def _extract_sum(value: Term, width: int, hi: int, lo: int) -> TermValue | None:
    constant, coefficients = value.params
    size = hi - lo + 1
    mask = (1 << size) - 1
    if lo:
        factor = coefficients[0]
        # A left shift.
        if not constant and len(coefficients) == 1 and factor & (factor - 1) == 0 and factor <= 1 << lo:
            shift = factor.bit_length() - 1
            return extract(value.args[0], width, hi - shift, lo - shift)
        return None
    kept = [(arg, c & mask) for arg, c in zip(value.args, coefficients, strict=True) if c & mask]
    # Only where the terms become simpler, so that the bytes of a sum can be joined to the sum again.
    if not all(arg.kind in (Kind.ZEXT, Kind.SEXT) and width_of(arg.args[0]) <= size for arg, _ in kept):
        return None
    result: TermValue = constant & mask
    for arg, coefficient in kept:
        result = add(result, scale(truncate(arg, width, size), coefficient, size), size)
    return result


def _extract_bits(value: Term, width: int, hi: int, lo: int) -> TermValue | None:
    """x & c, x | c, x ^ c with constants whose bits there are all equal; the constant is the first argument."""
    mask = (1 << (hi - lo + 1)) - 1
    node = value
    while node.kind in _BITWISE and node.args[0].kind is Kind.CONST:
        bits = node.args[0].params[0] >> lo & mask
        neutral = mask if node.kind is Kind.BVAND else 0
        if bits != neutral:
            absorbed = node.kind is not Kind.BVXOR and bits == mask - neutral
            if absorbed:
                return int(bits)
            break
        node = node.args[1]
    return None if node is value else extract(node, width, hi, lo)


_BITWISE = (Kind.BVAND, Kind.BVOR, Kind.BVXOR)


def _extract_lshr(value: Term, width: int, hi: int, lo: int) -> TermValue | None:
    inner, amount = value.args
    if amount.kind is not Kind.CONST or hi + amount.params[0] >= width:
        return None
    return extract(inner, width, hi + amount.params[0], lo + amount.params[0])


_EXTRACT = {
    Kind.EXTRACT: _extract_extract,
    Kind.CONCAT: _extract_concat,
    Kind.ZEXT: _extract_zext,
    Kind.SEXT: _extract_sext,
    Kind.ITE: _extract_ite,
    Kind.SUM: _extract_sum,
    Kind.BVAND: _extract_bits,
    Kind.BVOR: _extract_bits,
    Kind.BVXOR: _extract_bits,
    Kind.LSHR: _extract_lshr,
    Kind.ASHR: _extract_lshr,
}


def concat(hi: TermValue, lo: TermValue, hi_width: int, lo_width: int) -> TermValue:
    """The bits of `hi` above those of `lo`."""
    return _join(_pieces(hi, hi_width) + _pieces(lo, lo_width))


def _pieces(value: TermValue, width: int) -> list[_Piece]:
    if type(value) is Term and value.kind is Kind.CONCAT:
        return [(lower(arg), width_of(arg)) for arg in value.args]
    if type(value) is Term and value.kind is Kind.ZEXT:
        inner = value.args[0]
        size = width_of(inner)
        return [(0, width - size), *_pieces(inner, size)]
    return [(value, width)]


def _join(pieces: list[_Piece]) -> TermValue:
    merged: list[_Piece] = []
    for piece in pieces:
        while merged:
            joined = _merge(merged[-1], piece)
            if joined is None:
                break
            merged.pop()
            piece = joined
        merged.append(piece)
    if len(merged) == 1:
        return merged[0][0]
    width = sum(size for _, size in merged)
    if merged[0][0] == 0 and type(merged[0][0]) is int:
        return zext(_join(merged[1:]), width - merged[0][1], width)
    return make(Kind.CONCAT, BVSort(width), tuple([lift(value, BVSort(size)) for value, size in merged]))


def _merge(hi: _Piece, lo: _Piece) -> _Piece | None:
    """Two neighbours as one piece if they are constants, neighbours in one term, or choices on one condition."""
    (high, high_size), (low, low_size) = hi, lo
    if type(high) is not Term:
        if type(low) is Term:
            return None
        assert isinstance(high, int) and isinstance(low, int)
        return high << low_size | low, high_size + low_size
    whole = None
    if high.kind is Kind.EXTRACT:
        whole = _extend_down(high, low, low_size)
    if whole is None and type(low) is Term:
        if low.kind is Kind.EXTRACT:
            whole = _extend_up(high, high_size, low)
        elif low.kind is Kind.ITE and high.kind is Kind.ITE and high.args[0] is low.args[0]:
            whole = _merge_choices(high, high_size, low, low_size)
    return None if whole is None else (whole, high_size + low_size)


def _extend_down(high: Term, low: TermValue, low_size: int) -> TermValue | None:
    source = high.args[0]
    top, bottom = high.params
    if bottom >= low_size:
        width = width_of(source)
        if extract(source, width, bottom - 1, bottom - low_size) is low:
            return extract(source, width, top, bottom - low_size)
    return None


def _extend_up(high: Term, high_size: int, low: Term) -> TermValue | None:
    source = low.args[0]
    top, bottom = low.params
    width = width_of(source)
    if top + high_size < width and extract(source, width, top + high_size, top + 1) is high:
        return extract(source, width, top + high_size, bottom)
    return None


def _merge_choices(high: Term, high_size: int, low: Term, low_size: int) -> TermValue | None:
    if any(arm.kind is not Kind.CONST for arm in (*high.args[1:], *low.args[1:])):
        return None
    a, b = (x.params[0] << low_size | y.params[0] for x, y in zip(high.args[1:], low.args[1:], strict=True))
    return choose(high.args[0], a, b, BVSort(high_size + low_size))


def zext(value: TermValue, width: int, to: int) -> TermValue:
    """A value of `width` bits as one of `to` bits, with zeros above."""
    if type(value) is not Term or width == to:
        return value
    if value.kind is Kind.ZEXT:
        return zext(value.args[0], width_of(value.args[0]), to)
    if value.kind is Kind.ITE and is_constant_choice(value):
        return over_choice(value, lambda arm: arm, BVSort(to))
    if value.kind is Kind.SUM:
        wide = _widen_sum(value, width, to, False)
        if wide is not None:
            return wide
    whole = _uncut(value, to)
    if whole is not None and unsigned_range(whole, to)[1] >> width == 0:
        return whole
    return make(Kind.ZEXT, BVSort(to), (value,))


def sext(value: TermValue, width: int, to: int) -> TermValue:
    """A value of `width` bits as one of `to` bits, with copies of its sign above."""
    if type(value) is not Term:
        assert isinstance(value, int)
        return to_signed(value, width) & ((1 << to) - 1)
    if width == to:
        return value
    if value.kind is Kind.SEXT:
        return sext(value.args[0], width_of(value.args[0]), to)
    if signed_range(value, width)[0] >= 0:
        return zext(value, width, to)
    if value.kind is Kind.ITE and is_constant_choice(value):
        return over_choice(value, lambda arm: sext(arm, width, to), BVSort(to))
    if value.kind is Kind.SUM:
        wide = _widen_sum(value, width, to, True)
        if wide is not None:
            return wide
    whole = _uncut(value, to)
    if whole is not None and _fits_signed(whole, to, width):
        return whole
    return make(Kind.SEXT, BVSort(to), (value,))


def _widen_sum(value: Term, width: int, to: int, signed: bool) -> TermValue | None:
    constant = exact_sum(value, width, signed)
    if constant is None:
        return None
    widen = sext if signed else zext
    mask = (1 << to) - 1
    result: TermValue = constant & mask
    for arg, coefficient in zip(value.args, value.params[1], strict=True):
        # A sum within a sum is one that was too long; going into those would nest calls by their depth.
        wide = _widen_node(arg, to, signed) if arg.kind is Kind.SUM else widen(arg, width, to)
        result = add(result, scale(wide, to_signed(coefficient, width) & mask, to), to)
    return result


def _widen_node(value: Term, to: int, signed: bool) -> Term:
    return make(Kind.SEXT if signed else Kind.ZEXT, BVSort(to), (value,))


def _uncut(value: Term, width: int) -> Term | None:
    """The term of `width` bits whose low bits a value is."""
    if value.kind is Kind.EXTRACT and value.params[1] == 0 and width_of(value.args[0]) == width:
        return value.args[0]
    return None


def _fits_signed(value: Term, width: int, into: int) -> bool:
    lo, hi = signed_range(value, width)
    half = 1 << (into - 1)
    return -half <= lo and hi < half


def from_bool(value: TermValue, to: int) -> TermValue:
    """1 or 0 of `to` bits for a BOOL value."""
    return choose(value, 1, 0, BVSort(to))
