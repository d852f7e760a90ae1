"""Intervals of bit vectors, unsigned and signed: cheap, sound, computed once for each node."""

from collections.abc import Callable

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BVSort
from cudabmc.terms.term import Term, TermValue, width_of

# Unsigned low and high, signed low and high.
Interval = tuple[int, int, int, int]


def unsigned_range(value: TermValue, width: int) -> tuple[int, int]:
    """Bounds, both included, that the value of a bit vector cannot leave, read as unsigned."""
    if type(value) is not Term:
        assert isinstance(value, int)
        return value, value
    return interval_of(value)[:2]


def signed_range(value: TermValue, width: int) -> tuple[int, int]:
    """Bounds, both included, that the value of a bit vector cannot leave, read as signed."""
    if type(value) is not Term:
        assert isinstance(value, int)
        number = to_signed(value, width)
        return number, number
    return interval_of(value)[2:]


def interval_of(term: Term) -> Interval:
    """Both intervals of a bit vector node."""
    found = term.interval
    if found is not None:
        return found
    stack = [term]
    while stack:
        top = stack[-1]
        missing = [arg for arg in top.args if arg.interval is None and type(arg.sort) is BVSort]
        if missing and top.interval is None:
            stack.extend(missing)
            continue
        stack.pop()
        if top.interval is None:
            top.interval = _compute(top)
    assert term.interval is not None
    return term.interval


def _compute(term: Term) -> Interval:
    width = width_of(term)
    rule = _RULES.get(term.kind)
    interval = None if rule is None else rule(term, width)
    return _full(width) if interval is None else interval


def _full(width: int) -> Interval:
    half = 1 << (width - 1)
    return 0, 2 * half - 1, -half, half - 1


def from_unsigned(lo: int, hi: int, width: int) -> Interval:
    """Both intervals from the unsigned one."""
    half = 1 << (width - 1)
    if hi < half:
        return lo, hi, lo, hi
    if lo >= half:
        return lo, hi, lo - 2 * half, hi - 2 * half
    return lo, hi, -half, half - 1


def from_signed(lo: int, hi: int, width: int) -> Interval:
    """Both intervals from the signed one."""
    if lo >= 0:
        return lo, hi, lo, hi
    if hi < 0:
        return lo + (1 << width), hi + (1 << width), lo, hi
    return 0, (1 << width) - 1, lo, hi


def _meet(a: Interval, b: Interval) -> Interval:
    return max(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), min(a[3], b[3])


def interval(term: Term) -> Interval:
    """The interval of an argument that is known to be computed."""
    assert term.interval is not None
    return term.interval


def exact_sum(term: Term, width: int, signed: bool) -> int | None:
    """For a SUM that cannot wrap: the constant k for which its value, read as unsigned (signed), is exactly
    k + the sum of (signed coefficient) * (argument, read as unsigned (signed)) over the integers; otherwise None.
    """
    lo, hi = _total(term, width, signed)
    shift = 1 << (width - 1) if signed else 0
    turns = (lo + shift) >> width
    if (hi + shift) >> width != turns:
        return None
    constant: int = term.params[0]
    return constant - (turns << width)


def _total(term: Term, width: int, signed: bool) -> tuple[int, int]:
    lo: int = term.params[0]
    hi = lo
    at = 2 if signed else 0
    for arg, coefficient in zip(term.args, term.params[1], strict=True):
        factor = to_signed(coefficient, width)
        bounds = interval_of(arg)
        one, other = factor * bounds[at], factor * bounds[at + 1]
        lo += min(one, other)
        hi += max(one, other)
    return lo, hi


def _sum(term: Term, width: int) -> Interval:
    best = _full(width)
    half = 1 << (width - 1)
    for signed in (False, True):
        lo, hi = _total(term, width, signed)
        turns = (lo >> width) << width
        if hi < turns + 2 * half:
            best = _meet(best, from_unsigned(lo - turns, hi - turns, width))
        turns = ((lo + half) >> width) << width
        if hi < turns + half:
            best = _meet(best, from_signed(lo - turns, hi - turns, width))
    return best


def _const(term: Term, width: int) -> Interval:
    return from_unsigned(term.params[0], term.params[0], width)


def _var(term: Term, width: int) -> Interval:
    _, lo, hi = term.params
    return from_unsigned(lo or 0, (1 << width) - 1 if hi is None else hi, width)


def _ite(term: Term, width: int) -> Interval:
    a, b = interval(term.args[1]), interval(term.args[2])
    return min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])


def _mul(term: Term, width: int) -> Interval | None:
    a, b = interval(term.args[0]), interval(term.args[1])
    best = _full(width)
    if a[1] * b[1] < 1 << width:
        best = from_unsigned(a[0] * b[0], a[1] * b[1], width)
    corners = [x * y for x in a[2:] for y in b[2:]]
    half = 1 << (width - 1)
    if -half <= min(corners) and max(corners) < half:
        best = _meet(best, from_signed(min(corners), max(corners), width))
    return best


def _udiv(term: Term, width: int) -> Interval | None:
    a, b = interval(term.args[0]), interval(term.args[1])
    return from_unsigned(a[0] // b[1], a[1] // b[0], width) if b[0] else None


def _urem(term: Term, width: int) -> Interval:
    a, b = interval(term.args[0]), interval(term.args[1])
    return from_unsigned(0, min(a[1], b[1] - 1) if b[0] else a[1], width)


def _sdiv(term: Term, width: int) -> Interval | None:
    a, b = interval(term.args[0]), interval(term.args[1])
    if b[2] <= 0:
        return None
    lo, hi = min(a[2], 0) // b[2], max(a[3], 0) // b[2]
    return from_signed(lo, hi, width)


def _srem(term: Term, width: int) -> Interval | None:
    a, b = interval(term.args[0]), interval(term.args[1])
    largest = max(abs(b[2]), abs(b[3])) - 1 if b[2] > 0 or b[3] < 0 else 1 << width
    return from_signed(max(min(a[2], 0), -largest), min(max(a[3], 0), largest), width)


def _bvand(term: Term, width: int) -> Interval:
    a, b = interval(term.args[0]), interval(term.args[1])
    return from_unsigned(0, min(a[1], b[1]), width)


def _bvor(term: Term, width: int) -> Interval:
    a, b = interval(term.args[0]), interval(term.args[1])
    return from_unsigned(max(a[0], b[0]), (1 << (a[1] | b[1]).bit_length()) - 1, width)


def _bvxor(term: Term, width: int) -> Interval:
    a, b = interval(term.args[0]), interval(term.args[1])
    return from_unsigned(0, (1 << (a[1] | b[1]).bit_length()) - 1, width)


def _lshr(term: Term, width: int) -> Interval:
    a, b = interval(term.args[0]), interval(term.args[1])
    return from_unsigned(a[0] >> min(b[1], width), a[1] >> min(b[0], width), width)


def _ashr(term: Term, width: int) -> Interval:
    a, b = interval(term.args[0]), interval(term.args[1])
    least, most = min(b[0], width), min(b[1], width)
    return from_signed(min(a[2] >> least, a[2] >> most), max(a[3] >> least, a[3] >> most), width)


def _concat(term: Term, width: int) -> Interval:
    lo = hi = 0
    for arg in term.args:
        bounds = interval(arg)
        size = width_of(arg)
        lo, hi = lo << size | bounds[0], hi << size | bounds[1]
    return from_unsigned(lo, hi, width)


def _extract(term: Term, width: int) -> Interval | None:
    _, low = term.params
    lo, hi, _, _ = interval(term.args[0])
    if lo >> (low + width) != hi >> (low + width):
        return None
    mask = (1 << width) - 1
    return from_unsigned(lo >> low & mask, hi >> low & mask, width)


def _zext(term: Term, width: int) -> Interval:
    lo, hi, _, _ = interval(term.args[0])
    return from_unsigned(lo, hi, width)


def _sext(term: Term, width: int) -> Interval:
    _, _, lo, hi = interval(term.args[0])
    return from_signed(lo, hi, width)


_RULES: dict[Kind, Callable[[Term, int], Interval | None]] = {
    Kind.CONST: _const,
    Kind.VAR: _var,
    Kind.ITE: _ite,
    Kind.SUM: _sum,
    Kind.MUL: _mul,
    Kind.UDIV: _udiv,
    Kind.UREM: _urem,
    Kind.SDIV: _sdiv,
    Kind.SREM: _srem,
    Kind.BVAND: _bvand,
    Kind.BVOR: _bvor,
    Kind.BVXOR: _bvxor,
    Kind.LSHR: _lshr,
    Kind.ASHR: _ashr,
    Kind.CONCAT: _concat,
    Kind.EXTRACT: _extract,
    Kind.ZEXT: _zext,
    Kind.SEXT: _sext,
}
