"""Sums in normal form: constant + sum of coefficient * term, modulo 2**width.

Addition, subtraction, negation, complement, multiplication by a constant and left shift by a constant all build a
SUM, so that equal address computations are one node however they were written.
"""

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BVSort
from cudabmc.terms.term import Term, TermValue, make

# A sum of more terms keeps its operands whole: adding up n inputs would cost n squared otherwise.
_LONGEST = 32


def add(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a + b."""
    if type(b) is Term:
        if type(a) is Term:
            return _combine(a, b, 1, width)
        a, b = b, a
    return _shift(a, b, width)


def subtract(a: TermValue, b: TermValue, width: int) -> TermValue:
    """a - b."""
    return 0 if a is b else _combine(a, b, (1 << width) - 1, width)


def negate(a: TermValue, width: int) -> TermValue:
    """-a."""
    return scale(a, (1 << width) - 1, width)


def complement(a: TermValue, width: int) -> TermValue:
    """Bitwise not, which is -1 - a."""
    return _combine((1 << width) - 1, a, (1 << width) - 1, width)


def scale(a: TermValue, factor: int, width: int) -> TermValue:
    """factor * a for a constant factor."""
    mask = (1 << width) - 1
    pairs, constant = parts(a)
    return total({term: coefficient * factor & mask for term, coefficient in pairs}, constant * factor & mask, width)


def parts(a: TermValue) -> tuple[list[tuple[Term, int]], int]:
    """The (term, coefficient) pairs and the constant that a value is the sum of."""
    if type(a) is not Term:
        assert isinstance(a, int)
        return [], a
    if a.kind is Kind.SUM:
        return list(zip(a.args, a.params[1], strict=True)), a.params[0]
    return [(a, 1)], 0


def total(coefficients: dict[Term, int], constant: int, width: int) -> TermValue:
    """The value with these normalised coefficients."""
    pairs = sorted(((term.id, term, c) for term, c in coefficients.items() if c))
    if not pairs:
        return constant
    if len(pairs) == 1 and pairs[0][2] == 1 and not constant:
        return pairs[0][1]
    args = tuple([pair[1] for pair in pairs])
    return make(Kind.SUM, BVSort(width), args, (constant, tuple([pair[2] for pair in pairs])))


def split_linear(value: TermValue, width: int) -> tuple[Term | None, int]:
    """The symbolic part of a bit vector (None for a constant) and the constant to add, modulo 2**width.

    Values that differ by a constant have the identical symbolic part.
    """
    if type(value) is not Term:
        assert isinstance(value, int)
        return None, value
    if value.kind is not Kind.SUM or not value.params[0]:
        return value, 0
    symbolic = total(dict(zip(value.args, value.params[1], strict=True)), 0, width)
    assert type(symbolic) is Term
    constant: int = value.params[0]
    return symbolic, constant


def difference(a: TermValue, b: TermValue, width: int) -> int | None:
    """a - b as a signed integer if it is one constant for all inputs; None if that is not seen."""
    if a is b:
        return 0
    if type(a) is not Term and type(b) is not Term:
        return to_signed((a - b) & ((1 << width) - 1), width)  # type: ignore[operator]
    if not _is_sum(a) and not _is_sum(b):
        return None
    left, k = parts(a)
    right, m = parts(b)
    if left != right:
        mask = (1 << width) - 1
        coefficients = dict(left)
        for term, coefficient in right:
            coefficients[term] = coefficients.get(term, 0) - coefficient & mask
        if any(coefficients.values()):
            return None
    return to_signed((k - m) & ((1 << width) - 1), width)


def _is_sum(value: TermValue) -> bool:
    return type(value) is Term and value.kind is Kind.SUM


def _shift(a: TermValue, constant: TermValue, width: int) -> TermValue:
    """a + constant, the most frequent sum."""
    assert isinstance(constant, int)
    if not constant:
        return a
    if type(a) is not Term:
        assert isinstance(a, int)
        return a + constant & ((1 << width) - 1)
    if a.kind is not Kind.SUM:
        return make(Kind.SUM, BVSort(width), (a,), (constant, (1,)))
    moved, coefficients = a.params[0] + constant & ((1 << width) - 1), a.params[1]
    if not moved and coefficients == (1,):
        return a.args[0]
    return make(Kind.SUM, BVSort(width), a.args, (moved, coefficients))


def _combine(a: TermValue, b: TermValue, factor: int, width: int) -> TermValue:
    """a + factor * b."""
    mask = (1 << width) - 1
    left, k = parts(a)
    right, m = parts(b)
    constant = k + factor * m & mask
    coefficients = dict(left)
    for term, coefficient in right:
        coefficients[term] = coefficients.get(term, 0) + factor * coefficient & mask
    if len(coefficients) > _LONGEST:
        return _whole(a, b, factor, width)
    return total(coefficients, constant, width)


def _whole(a: TermValue, b: TermValue, factor: int, width: int) -> TermValue:
    mask = (1 << width) - 1
    coefficients: dict[Term, int] = {}
    constant = 0
    for value, weight in ((a, 1), (b, factor)):
        symbolic, k = split_linear(value, width)
        constant += weight * k
        if symbolic is not None:
            coefficients[symbolic] = coefficients.get(symbolic, 0) + weight & mask
    return total(coefficients, constant & mask, width)
