"""The algorithms behind the models of cuSOLVER: what they find has the properties that define it, and is what LAPACK
finds where numpy is installed."""

import cmath
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opmodels.libraries.cusolver.factors import (
    cholesky,
    eigenvalues,
    householder,
    lu,
    orderings,
    singular_values,
    sparse_lu,
    symmetric_indefinite,
)
from opmodels.libraries.cusolver.factors.precision import NumberColumns, Precision, adjoint, transposed

PRECISIONS = [Precision(is_single=s, is_complex=c) for s in (False, True) for c in (False, True)]
SIZES = st.integers(1, 6)


def product(a: NumberColumns, b: NumberColumns) -> NumberColumns:
    """A * B."""
    return [[sum(a[k][i] * column[k] for k in range(len(a))) for i in range(len(a[0]))] for column in b]


def is_close(a: NumberColumns, b: NumberColumns, precision: Precision, scale: float = 1.0) -> bool:
    bound = 4000 * precision.epsilon * max(1.0, scale)
    return len(a) == len(b) and all(
        abs(x - y) <= bound for p, q in zip(a, b, strict=True) for x, y in zip(p, q, strict=True)
    )


def size_of(a: NumberColumns) -> float:
    return max((abs(number) for column in a for number in column), default=0.0)


def copied(a: NumberColumns) -> NumberColumns:
    return [list(column) for column in a]


@st.composite
def matrices(draw: st.DrawFn, rows=SIZES, columns=SIZES):
    """A precision and a matrix of small numbers, often integers and zeros; and how many rows it has."""
    precision, m, n = draw(st.sampled_from(PRECISIONS)), draw(rows), draw(columns)
    parts = st.one_of(st.integers(-4, 4).map(float), st.floats(-4, 4, width=16))
    numbers = st.builds(complex, parts, parts) if precision.is_complex else parts
    return precision, draw(st.lists(st.lists(numbers, min_size=m, max_size=m), min_size=n, max_size=n)), m


@st.composite
def squares(draw: st.DrawFn):
    size = draw(SIZES)
    return draw(matrices(st.just(size), st.just(size)))


def symmetric(a: NumberColumns) -> NumberColumns:
    return [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, transposed(a, len(a)), strict=True)]


def hermitian(a: NumberColumns) -> NumberColumns:
    return [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, adjoint(a, len(a)), strict=True)]


def determinant(a: NumberColumns) -> Fraction:
    """The square of the magnitude of the determinant, without rounding."""
    rows = [[(Fraction(n.real), Fraction(n.imag)) for n in row] for row in transposed(a, len(a))]
    found = Fraction(1)
    for step in range(len(rows)):
        at = next((i for i in range(step, len(rows)) if rows[i][step] != (0, 0)), None)
        if at is None:
            return Fraction(0)
        rows[step], rows[at] = rows[at], rows[step]
        (x, y), pivot = rows[step][step], rows[step]
        length = x * x + y * y
        found *= length
        for row in rows[step + 1 :]:
            p, q = row[step]
            f = ((p * x + q * y) / length, (q * x - p * y) / length)
            row[:] = [
                (a - f[0] * c + f[1] * d, b - f[0] * d - f[1] * c) for (a, b), (c, d) in zip(row, pivot, strict=True)
            ]
    return found


def is_far_from_singular(a: NumberColumns) -> bool:
    return determinant(a) > Fraction(1, 16)


@settings(max_examples=400)
@given(matrices())
def test_lu_gives_the_rows_in_the_order_of_the_pivots(case):
    precision, a, m = case
    factors = copied(a)
    exchanged, info = lu.factorise(factors, m, precision)
    least = min(m, len(a))
    lower = [[1.0 if i == j else factors[j][i] if i > j else 0.0 for i in range(m)] for j in range(least)]
    upper = [[factors[j][i] if i <= j else 0.0 for i in range(least)] for j in range(len(a))]
    wanted = copied(a)
    for row, other in enumerate(exchanged):
        for column in wanted:
            column[row], column[other - 1] = column[other - 1], column[row]
    assert is_close(product(lower, upper), wanted, precision, size_of(a) * size_of(upper))
    assert all(abs(number) < 1.42 for column in lower for number in column), "pivots are not the largest"
    zeros = [step + 1 for step in range(least) if factors[step][step] == 0]
    assert info == (zeros[0] if zeros else 0)


@settings(max_examples=400)
@given(squares(), st.sampled_from([0, 1, 2]))
def test_lu_solves_systems(case, operation):
    precision, a, m = case
    if not is_far_from_singular(a):
        return
    factors, x = copied(a), [[1.0 + row for row in range(m)], [(-1.0) ** row for row in range(m)]]
    given_matrix = [a, transposed(a, m), adjoint(a, m)][operation]
    right = product(given_matrix, x)
    exchanged, _ = lu.factorise(factors, m, precision)
    lu.solve_factored(factors, exchanged, right, operation, precision)
    residual = product(given_matrix, right)
    assert is_close(residual, product(given_matrix, x), precision, size_of(a) * size_of(right) * m * 10)


@settings(max_examples=300)
@given(squares())
def test_cholesky_solves_and_inverts_what_is_positive_definite(case):
    precision, a, m = case
    a = product(a, adjoint(a, m))
    for i in range(m):
        a[i][i] += 1
    factor = copied(a)
    assert cholesky.factorise(factor, precision) == 0
    lower = [[column[i] if i >= j else precision.zero for i in range(m)] for j, column in enumerate(factor)]
    assert is_close(product(lower, adjoint(lower, m)), a, precision, size_of(a))
    inverse, info = cholesky.inverse(factor, precision)
    assert info == 0 and inverse is not None
    assert is_close(product(a, inverse), precision.identity(m), precision, size_of(a) ** 2)


@given(st.integers(1, 5), st.data())
def test_cholesky_names_the_first_minor_that_is_not_positive(size, data):
    bad = data.draw(st.integers(0, size - 1))
    value = data.draw(st.sampled_from([0.0, -1.0]))
    a = [[(value if i == bad else 4.0) if i == j else 0.0 for i in range(size)] for j in range(size)]
    assert cholesky.factorise(a, PRECISIONS[0]) == bad + 1


@settings(max_examples=300)
@given(matrices())
def test_q_is_unitary_and_q_r_is_a(case):
    precision, a, m = case
    factors = copied(a)
    taus = householder.factorise(factors, m, precision)
    q = householder.first_columns(factors, taus, m, m, precision)
    r = [[column[i] if i <= j else precision.zero for i in range(m)] for j, column in enumerate(factors)]
    assert is_close(product(adjoint(q, m), q), precision.identity(m), precision)
    assert is_close(product(q, r), a, precision, size_of(a))
    assert all(r[i][i].imag == 0 for i in range(min(m, len(a))) if taus[i] != 0)
    for transposes in (False, True):
        operated = adjoint(q, m) if transposes else q
        left = copied(a)
        householder.multiply(factors, taus, left, precision, transposes=transposes)
        assert is_close(left, product(operated, a), precision, size_of(a))
        row = [[number] for number in a[0]]
        found = householder.multiplied_from_right(factors, taus, row, 1, precision, transposes=transposes)
        assert is_close(found, product(row, operated), precision, size_of(a))


@settings(max_examples=300)
@given(squares())
def test_eigenvectors_are_orthogonal_and_belong_to_their_values(case):
    precision, a, m = case
    a = hermitian(a)
    values, vectors = eigenvalues.decompose(a, precision)
    double = Precision(is_single=False, is_complex=precision.is_complex)
    assert values == sorted(values)
    assert is_close(product(adjoint(vectors, m), vectors), precision.identity(m), double)
    scaled = [[number * value for number in vector] for vector, value in zip(vectors, values, strict=True)]
    assert is_close(product(a, vectors), scaled, double, size_of(a))
    for vector in vectors:
        largest = max(vector, key=abs)
        assert abs(cmath.phase(largest)) < 1e-6 or max(number.real for number in vector) > 0


@settings(max_examples=300)
@given(matrices(), st.booleans())
def test_singular_vectors_are_orthogonal_and_give_a_again(case, repeats):
    precision, a, m = case
    if repeats:
        a[-1] = list(a[0])  # a rank that is not full
    values, u, v = singular_values.decompose(a, m, precision)
    double = Precision(is_single=False, is_complex=precision.is_complex)
    assert len(values) == min(m, len(a)) and values == sorted(values, reverse=True) and min(values) >= 0
    for columns, size in ((u, m), (v, len(a))):
        assert is_close(product(adjoint(columns, size), columns), precision.identity(size), double)
    scaled = [[number * value for number in column] for column, value in zip(u, values, strict=False)]
    kept = adjoint(v[: len(values)], len(a))
    assert is_close(product(scaled, kept), a, double, size_of(a))


@settings(max_examples=400)
@given(squares(), st.booleans())
def test_symmetric_matrices_are_solved_from_either_triangle(case, upper):
    precision, a, m = case
    a = symmetric(a)
    if not is_far_from_singular(a):
        return
    x = [[1.0 + row for row in range(m)]]
    right, factors = product(a, x), copied(a)
    if upper:
        factors, right = symmetric_indefinite.reversed_order(factors), [right[0][::-1]]
    pivots, info = symmetric_indefinite.factorise(factors, precision, last=upper)
    assert info == 0 or determinant(a) < 1
    if info == 0:
        symmetric_indefinite.solve_factored(factors, pivots, right, precision)
        found = [right[0][::-1]] if upper else right
        assert is_close(product(a, found), product(a, x), precision, size_of(a) * size_of(found) * m * 10)


@st.composite
def sparse_matrices(draw: st.DrawFn):
    precision, a, m = draw(squares())
    keep = draw(st.lists(st.booleans(), min_size=m * m, max_size=m * m))
    return precision, [
        [number if keep[j * m + i] else precision.zero for i, number in enumerate(column)]
        for j, column in enumerate(a)
    ]


def compressed(a: NumberColumns, precision: Precision) -> sparse_lu.CompressedRows:
    offsets, indices, values = [0], [], []
    for row in transposed(a, len(a)):
        entries = [(column, number) for column, number in enumerate(row) if number != 0]
        indices += [column for column, _ in entries]
        values += [number for _, number in entries]
        offsets.append(len(indices))
    return sparse_lu.CompressedRows(len(a), tuple(offsets), tuple(indices), tuple(values), precision)


@settings(max_examples=500)
@given(sparse_matrices(), st.booleans())
def test_sparse_systems_are_solved(case, definite):
    precision, a = case
    if definite:
        a = product(a, adjoint(a, len(a)))
        for i in range(len(a)):
            a[i][i] += 1
    matrix = compressed(a, precision)
    factors = sparse_lu.factorise(matrix, diagonal=definite)
    if determinant(a) == 0:
        assert factors is None or factors.least_pivot < 1e-4
    if factors is None or not is_far_from_singular(a):
        assert not definite
        return
    assert factors.is_definite or not definite
    assert sorted(factors.row_order) == sorted(factors.column_order) == list(range(len(a)))
    x = [[1.0 + row for row in range(len(a))]]
    right = product(a, x)
    found = sparse_lu.solve(factors, right[0], precision)
    assert is_close(product(a, [found]), right, precision, size_of(a) ** 2 * size_of([found]) * 100)


@given(sparse_matrices())
def test_orders_are_permutations(case):
    precision, a = case
    matrix = compressed(a, precision)
    graph = orderings.neighbours(matrix.offsets, matrix.indices)
    assert all(vertex in graph[other] and other != vertex for vertex, others in enumerate(graph) for other in others)
    for order in (orderings.reverse_cuthill_mckee(graph), orderings.least_degree(graph)):
        assert sorted(order) == list(range(len(a)))


def test_the_order_of_cuthill_and_mckee_makes_the_band_of_a_path_narrow():
    size = 30
    names = random.Random(1).sample(range(size), size)
    graph: list[set[int]] = [set() for _ in range(size)]
    for a, b in pairwise(names):
        graph[a].add(b)
        graph[b].add(a)
    place = {vertex: at for at, vertex in enumerate(orderings.reverse_cuthill_mckee(graph))}
    assert max(abs(place[a] - place[b]) for a in range(size) for b in graph[a]) == 1


def test_factors_are_those_of_lapack():
    numpy = pytest.importorskip("numpy")
    random_numbers = numpy.random.default_rng(3)
    for is_complex in (False, True):
        precision = Precision(is_single=False, is_complex=is_complex)
        for m, n in ((1, 1), (5, 3), (6, 6), (3, 5), (20, 12)):
            a = random_numbers.normal(size=(m, n))
            if is_complex:
                a = a + 1j * random_numbers.normal(size=(m, n))
            columns = [[number.item() for number in a[:, j]] for j in range(n)]
            factors = copied(columns)
            taus = householder.factorise(factors, m, precision)
            theirs, their_taus = numpy.linalg.qr(a, mode="raw")
            assert numpy.allclose(theirs.T, numpy.array(factors).T) and numpy.allclose(their_taus, taus)
            values = singular_values.decompose(columns, m, precision)[0]
            assert numpy.allclose(values, numpy.linalg.svd(a)[1])
            square = a @ a.conj().T
            found = eigenvalues.decompose([[x.item() for x in square[:, j]] for j in range(m)], precision)[0]
            assert numpy.allclose(found, numpy.linalg.eigvalsh(square))
