"""Eigenvalues and eigenvectors of a matrix that is symmetric or Hermitian, by the rotations of Jacobi.

An eigenvector is determined up to a factor of magnitude 1 at most: here its largest number is real and positive.
"""

from math import sqrt

from opmodels.libraries.cusolver.factors.precision import NumberColumns, Precision, RealOrComplex

_DOUBLE = 2.0**-52
_SWEEPS = 60


def decompose(columns: NumberColumns, precision: Precision) -> tuple[list[float], NumberColumns]:
    """Eigenvalues in rising order, and eigenvectors of length 1, from the lower triangle."""
    size = len(columns)
    a = [[columns[min(i, j)][max(i, j)] for i in range(size)] for j in range(size)]
    for j in range(size):
        a[j][:j] = [number.conjugate() for number in a[j][:j]]
        a[j][j] = a[j][j].real + precision.zero
    vectors = precision.identity(size)
    for _ in range(_SWEEPS):
        if not _sweep(a, vectors):
            break
    else:
        raise ArithmeticError("no convergence")
    order = sorted(range(size), key=lambda j: a[j][j].real)
    return [a[j][j].real for j in order], [in_standard_phase(vectors[j]) for j in order]


def _sweep(a: NumberColumns, vectors: NumberColumns) -> bool:
    """Rotate every pair of columns once; was there something to do?"""
    size, turned = len(a), False
    scale = max((abs(a[j][j]) for j in range(size)), default=0.0)
    for p in range(size - 1):
        for q in range(p + 1, size):
            off = abs(a[q][p])
            bound = _DOUBLE * min(scale, sqrt(abs(a[p][p]) * abs(a[q][q])) + scale * _DOUBLE)
            if off > bound and off > 0:
                turned = True
                _rotate(a, vectors, p, q, off)
    return turned


def _rotate(a: NumberColumns, vectors: NumberColumns, p: int, q: int, off: float) -> None:
    phase = a[q][p] / off
    theta = (a[q][q].real - a[p][p].real) / (2 * off)
    t = (1 if theta >= 0 else -1) / (abs(theta) + sqrt(theta * theta + 1))
    c = 1 / sqrt(t * t + 1)
    s = t * c
    down, up = s * phase.conjugate(), s * phase
    for matrix in (a, vectors):
        _combine(matrix, p, q, c, down, up)
    for column in a:
        x, y = column[p], column[q]
        column[p], column[q] = c * x - up * y, down * x + c * y
    a[q][p] = a[p][q] = 0 * a[p][q]


def _combine(matrix: NumberColumns, p: int, q: int, c: float, down: RealOrComplex, up: RealOrComplex) -> None:
    """The columns p and q become c * p - down * q and up * p + c * q."""
    pairs = list(zip(matrix[p], matrix[q], strict=True))
    matrix[p] = [c * x - down * y for x, y in pairs]
    matrix[q] = [up * x + c * y for x, y in pairs]


def in_standard_phase(vector: list[RealOrComplex]) -> list[RealOrComplex]:
    """The vector times a number of magnitude 1, so that its largest number is real and positive."""
    factor = phase_of(vector)
    return [number * factor for number in vector]


def phase_of(vector: list[RealOrComplex]) -> RealOrComplex:
    """The number of magnitude 1 that makes the largest number of a vector real and positive."""
    most = max(map(abs, vector), default=0.0)
    # The first of those that are about as large: rounding must not decide.
    largest = next((number for number in vector if abs(number) >= most * (1 - 2.0**-20)), 1.0)
    return largest.conjugate() / abs(largest) if largest != 0 else 1.0
