"""A = U * S * V^H by the rotations of Jacobi, which make the columns of A orthogonal (one-sided).

U and V are determined up to a factor of magnitude 1 for each column at most: here the largest number of a column of V
is real and positive.
"""

from math import sqrt

from opmodels.libraries.cusolver.factors import householder
from opmodels.libraries.cusolver.factors.eigenvalues import phase_of
from opmodels.libraries.cusolver.factors.precision import NumberColumns, Precision, adjoint, norm

_DOUBLE = 2.0**-52
_SWEEPS = 60


def decompose(
    columns: NumberColumns, rows: int, precision: Precision
) -> tuple[list[float], NumberColumns, NumberColumns]:
    """The min(m, n) singular values in falling order; U and V, all columns of both."""
    if rows < len(columns):
        values, v, u = decompose(adjoint(columns, rows), len(columns), precision)
        return values, u, v
    a, v = [list(column) for column in columns], precision.identity(len(columns))
    for _ in range(_SWEEPS):
        if not _sweep(a, v):
            break
    else:
        raise ArithmeticError("no convergence")
    lengths = [norm(column) for column in a]
    order = sorted(range(len(a)), key=lambda j: -lengths[j])
    values = [lengths[j] for j in order]
    least = max(values, default=0.0) * _DOUBLE * max(rows, 1)
    factors = [phase_of(v[j]) for j in order]
    v = [[number * f for number in v[j]] for j, f in zip(order, factors, strict=True)]
    known = [
        [number * f / value for number in a[j]]
        for j, f, value in zip(order, factors, values, strict=True) if value > least
    ]  # fmt: skip
    return values, completed(known, rows, precision), v


def _sweep(a: NumberColumns, v: NumberColumns) -> bool:
    """Make every pair of columns orthogonal once; was there something to do?"""
    turned = False
    largest = max((norm(column) for column in a), default=0.0)
    for p in range(len(a) - 1):
        for q in range(p + 1, len(a)):
            alpha = sum(abs(x) ** 2 for x in a[p])
            beta = sum(abs(x) ** 2 for x in a[q])
            gamma = sum(x.conjugate() * y for x, y in zip(a[p], a[q], strict=True))
            off = abs(gamma)
            if off > 4 * _DOUBLE * sqrt(alpha) * sqrt(beta) and off > (_DOUBLE * largest) ** 2:
                turned = True
                _rotate(a, v, p, q, (alpha, beta, gamma))
    return turned


def _rotate(a: NumberColumns, v: NumberColumns, p: int, q: int, products: tuple[float, float, complex]) -> None:
    alpha, beta, gamma = products
    off = abs(gamma)
    phase = gamma / off
    zeta = (beta - alpha) / (2 * off)
    t = (1 if zeta >= 0 else -1) / (abs(zeta) + sqrt(zeta * zeta + 1))
    c = 1 / sqrt(t * t + 1)
    s = t * c
    down, up = s * phase.conjugate(), s * phase
    for matrix in (a, v):
        pairs = list(zip(matrix[p], matrix[q], strict=True))
        matrix[p] = [c * x - down * y for x, y in pairs]
        matrix[q] = [up * x + c * y for x, y in pairs]


def completed(known: NumberColumns, rows: int, precision: Precision) -> NumberColumns:
    """Columns that are orthogonal and of length 1, and further ones up to the number of rows."""
    if len(known) == rows:
        return known
    factors, double = [list(column) for column in known], Precision(is_single=False, is_complex=precision.is_complex)
    taus = householder.factorise(factors, rows, double)
    return [*known, *householder.first_columns(factors, taus, rows, rows, double)[len(known) :]]
