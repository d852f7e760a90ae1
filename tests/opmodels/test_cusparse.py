"""Results of the models of cuSPARSE against dense computations in Python, on numbers that are computed exactly."""

from itertools import product as choices

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.modelapi import NULL, PTR
from tests.opmodels.cusparse_calls import (
    COO,
    CSC,
    CSR,
    TYPE,
    Library,
    full,
    operated,
    product,
)
from tests.opmodels.fake_context import Refused, Violation

FORMATS = st.sampled_from([CSR, CSC, COO])
INDEX_TYPES = st.sampled_from([2, 3])
BASES = st.sampled_from([0, 1])
OPERATIONS = st.sampled_from([0, 1, 2])
TYPES = st.sampled_from(["R_32F", "R_64F", "C_32F", "C_64F"])
SMALL = st.integers(-4, 4)
SIZES = st.integers(1, 4)


def number(draw: st.DrawFn, type: str) -> complex:
    return complex(draw(SMALL), draw(SMALL) if type.startswith("C") else 0)


@st.composite
def matrices(draw: st.DrawFn, type: str, shape: tuple[int, int], *, nonzero: bool = False):
    """Entries in no order, each place once."""
    places = [(row, column) for row in range(shape[0]) for column in range(shape[1])]
    chosen = draw(st.lists(st.sampled_from(places), unique=True, max_size=len(places)))
    entries = [(row, column, number(draw, type)) for row, column in chosen]
    return [(r, c, n or 1) for r, c, n in entries] if nonzero else entries


def rows_of(draw: st.DrawFn, type: str, shape: tuple[int, int]) -> list[list[complex]]:
    return [[number(draw, type) for _ in range(shape[1])] for _ in range(shape[0])]


@st.composite
def products(draw: st.DrawFn):
    """op(A) * op(B): types, sizes and matrices."""
    type, operations = draw(TYPES), (draw(OPERATIONS), draw(OPERATIONS))
    rows, inner, columns = draw(SIZES), draw(SIZES), draw(SIZES)
    shape = (rows, inner) if operations[0] == 0 else (inner, rows)
    other = (inner, columns) if operations[1] == 0 else (columns, inner)
    return {
        "type": type, "operations": operations, "shape": shape, "other": other, "result": (rows, columns),
        "entries": draw(matrices(type, shape)), "b": rows_of(draw, type, other),
        "c": rows_of(draw, type, (rows, columns)), "alpha": number(draw, type), "beta": number(draw, type),
        "format": draw(FORMATS), "index": draw(INDEX_TYPES), "base": draw(BASES),
        "orders": (draw(st.booleans()), draw(st.booleans())), "gaps": (draw(BASES), draw(BASES)),
    }  # fmt: skip


def expected(p) -> list[list[complex]]:
    a = operated(full(p["shape"], p["entries"]), p["operations"][0], p["shape"][1])
    b = operated(p["b"], p["operations"][1], p["other"][1])
    sums = product(a, b, p["result"][1])
    return [
        [p["alpha"] * sum_ + p["beta"] * old for sum_, old in zip(line, before, strict=True)]
        for line, before in zip(sums, p["c"], strict=True)
    ]


@settings(max_examples=400)
@given(products(), st.booleans())
def test_sparse_times_dense_is_the_product_of_the_full_matrices(p, hide):
    library, type = Library(hide=hide), p["type"]
    a = library.sparse(p["format"], p["shape"], p["entries"], type, p["index"], p["base"])
    b, _ = library.dense(p["b"], p["other"][1], type, by_columns=p["orders"][0], gap=p["gaps"][0])
    c, memory = library.dense(p["c"], p["result"][1], type, by_columns=p["orders"][1], gap=p["gaps"][1])
    scalars = library.scalar(p["alpha"], type), library.scalar(p["beta"], type)
    call = (library.handle, *p["operations"], scalars[0], a, b, scalars[1], c, TYPE[type], 0)
    buffer = library.workspace("SpMM_bufferSize", *call)
    assert library.call("SpMM_preprocess", *call, buffer) == 0
    assert library.call("SpMM", *call, buffer) == 0
    found = library.read_dense(memory, p["result"], type, by_columns=p["orders"][1], gap=p["gaps"][1])
    if not library.ctx.notes or all("approximated" not in note for note in library.ctx.notes):
        assert found == expected(p)
    else:
        assert hide and len(p["entries"]) * p["result"][1] > 16


@settings(max_examples=200)
@given(products())
def test_sparse_times_a_vector_is_the_product_of_the_full_matrix(p):
    library, type = Library(), p["type"]
    a = library.sparse(p["format"], p["shape"], p["entries"], type, p["index"], p["base"])
    inner = p["shape"][1 if p["operations"][0] == 0 else 0]
    x = [complex(i - 1, i if type.startswith("C") else 0) for i in range(inner)]
    old = [row[0] for row in p["c"]]
    (vec_x, _), (vec_y, memory) = library.vector(x, type), library.vector(old, type)
    scalars = library.scalar(p["alpha"], type), library.scalar(p["beta"], type)
    call = (library.handle, p["operations"][0], scalars[0], a, vec_x, scalars[1], vec_y, TYPE[type], 0)
    buffer = library.workspace("SpMV_bufferSize", *call)
    assert library.call("SpMV", *call, buffer) == 0
    matrix = operated(full(p["shape"], p["entries"]), p["operations"][0], p["shape"][1])
    sums = [line[0] for line in product(matrix, [[n] for n in x], 1)]
    assert library.read(memory, len(old), type) == [
        p["alpha"] * sum_ + p["beta"] * before for sum_, before in zip(sums, old, strict=True)
    ]


@pytest.mark.parametrize(("alpha", "to"), [(1.0, "R_16F"), (2.0, "R_32F")])
def test_half_is_multiplied_in_float(alpha: float, to: str) -> None:
    library = Library()
    a = library.sparse(CSR, (1, 3), [(0, 0, 2048), (0, 1, 1), (0, 2, 1)], "R_16F")
    (x, _), (y, memory) = library.vector([1, 1, 1], "R_16F"), library.vector([9], to)
    one, zero = library.scalar(alpha, "R_32F"), library.scalar(0, "R_32F")
    call = (library.handle, 0, one, a, x, zero, y, TYPE["R_32F"], 0)
    assert library.call("SpMV", *call, library.workspace("SpMV_bufferSize", *call)) == 0
    assert library.read(memory, 1, to) == [2050 * alpha]  # in half 2048 + 1 is 2048


def test_a_batch_has_a_matrix_for_each_product_or_one_for_all() -> None:
    library = Library()
    values = library.numbers([1, 2, 3, 4], "R_64F")
    a = library.made("cusparseCreateCsr", 1, 2, 2, library.indices([0, 2]), library.indices([0, 1]), values, 2, 2, 0, 1)
    assert library.call("CsrSetStridedBatch", a, 2, 0, 0) == 0
    assert library.call("CsrSetStridedBatch", a, 2, 2, 2) == 0
    library.call("CsrSetPointers", a, library.indices([0, 2, 0, 2]), library.indices([0, 1, 1, 0]), values)
    b, _ = library.dense([[10], [100]], 1, "R_64F", by_columns=True)
    memory = library.numbers([0, 0, 0, 0], "R_64F")
    c = library.made("cusparseCreateDnMat", 1, 1, 1, memory, 1, 1)
    one, zero = library.scalar(1, "R_64F"), library.scalar(0, "R_64F")
    call = (library.handle, 0, 0, one, a, b, zero, c, 1, 0)
    place = library.ctx.buffer(bytes(8))
    assert library.call("SpMM_bufferSize", *call, place) == 3  # C has one matrix
    assert library.call("DnMatSetStridedBatch", c, 2, 3) == 0
    assert library.call("SpMM", *call, library.workspace("SpMM_bufferSize", *call)) == 0
    assert library.read(memory, 4, "R_64F") == [210, 0, 0, 340]


@settings(max_examples=150)
@given(st.data())
def test_sparse_and_dense_vectors(data):
    draw = data.draw
    type, index, base, size = draw(TYPES), draw(INDEX_TYPES), draw(BASES), draw(st.integers(1, 6))
    places = draw(st.lists(st.integers(0, size - 1), unique=True, max_size=size))
    stored, dense = [number(draw, type) for _ in places], [number(draw, type) for _ in range(size)]
    alpha, beta = number(draw, type), number(draw, type)

    def vectors(library):
        values = library.numbers(stored, type)
        indices = library.indices([place + base for place in places], index)
        x = library.made("cusparseCreateSpVec", size, len(places), indices, values, index, base, TYPE[type])
        return x, values, *library.vector(dense, type)

    library = Library()
    x, _, y, memory = vectors(library)
    a, b = library.scalar(alpha, type), library.scalar(beta, type)
    assert library.call("Axpby", library.handle, a, x, b, y) == 0
    added = dict(zip(places, stored, strict=True))
    wanted = [alpha * added.get(i, 0) + beta * n for i, n in enumerate(dense)]
    assert library.read(memory, size, type) == wanted
    x, values, y, _ = vectors(library)
    assert library.call("Gather", library.handle, y, x) == 0
    assert library.read(values, len(places), type) == [dense[place] for place in places]
    x, _, y, memory = vectors(library)
    assert library.call("Scatter", library.handle, x, y) == 0
    assert library.read(memory, size, type) == [added.get(i, n) for i, n in enumerate(dense)]


@settings(max_examples=200)
@given(st.data())
def test_a_dense_matrix_becomes_sparse_and_dense_again(data):
    draw = data.draw
    type, index, base, format = draw(TYPES), draw(st.sampled_from([1, 2, 3])), draw(BASES), draw(FORMATS)
    shape, by_columns, gap = (draw(SIZES), draw(SIZES)), draw(st.booleans()), draw(BASES)
    rows = rows_of(draw, type, shape)
    library = Library()
    dense, _ = library.dense(rows, shape[1], type, by_columns=by_columns, gap=gap)
    lines = shape[1 if format == CSC else 0]
    offsets = library.indices([0] * (lines + 1), index)
    types = (index,) if format == COO else (index, index)
    sparse = library.made(f"cusparseCreate{format}", *shape, 0, offsets, NULL, NULL, *types, base, TYPE[type])
    call = (library.handle, dense, sparse, 0)
    buffer = library.workspace("DenseToSparse_bufferSize", *call)
    assert library.call("DenseToSparse_analysis", *call, buffer) == 0
    size = [library.ctx.buffer(bytes(8)) for _ in range(3)]
    assert library.call("SpMatGetSize", sparse, *size) == 0
    nnz = library.read_indices(size[2], 1, 3)[0]
    entries = [(r, c) for r in range(shape[0]) for c in range(shape[1]) if rows[r][c] != 0]
    entries.sort(key=lambda place: place[::-1] if format == CSC else place)
    assert nnz == len(entries)
    first = library.indices([0] * nnz, index) if format == COO else offsets
    second, values = library.indices([0] * nnz, index), library.numbers([0] * nnz, type)
    assert library.call(f"{format}SetPointers", sparse, first, second, values) == 0
    assert library.call("DenseToSparse_convert", *call, buffer) == 0
    assert library.read(values, nnz, type) == [rows[r][c] for r, c in entries]
    minor = [place[0 if format == CSC else 1] + base for place in entries]
    assert library.read_indices(second, nnz, index) == minor
    major = [place[1 if format == CSC else 0] for place in entries]
    if format == COO:
        assert library.read_indices(first, nnz, index) == [m + base for m in major]
    else:
        counted = [base + sum(m < line for m in major) for line in range(lines + 1)]
        assert library.read_indices(first, lines + 1, index) == counted
    again, memory = library.dense([[5] * shape[1]] * shape[0], shape[1], type, by_columns=by_columns, gap=gap)
    call = (library.handle, sparse, again, 0)
    buffer = library.workspace("SparseToDense_bufferSize", *call)
    assert library.call("SparseToDense", *call, buffer) == 0
    assert library.read_dense(memory, shape, type, by_columns=by_columns, gap=gap) == rows


@settings(max_examples=150)
@given(st.data())
def test_sparse_times_sparse_is_the_product_of_the_full_matrices(data):
    draw = data.draw
    type, index, base = draw(TYPES), draw(INDEX_TYPES), draw(BASES)
    rows, inner, columns = draw(SIZES), draw(SIZES), draw(SIZES)
    left, right = draw(matrices(type, (rows, inner))), draw(matrices(type, (inner, columns)))
    alpha = number(draw, type)
    library = Library()
    a = library.sparse(CSR, (rows, inner), left, type, index, base)
    b = library.sparse(CSR, (inner, columns), right, type, index, base)
    offsets = library.indices([0] * (rows + 1), index)
    c = library.made("cusparseCreateCsr", rows, columns, 0, offsets, NULL, NULL, index, index, base, TYPE[type])
    descriptor = library.made("cusparseSpGEMM_createDescr")
    scalars = library.scalar(alpha, type), library.scalar(0, type)
    call = (library.handle, 0, 0, scalars[0], a, b, scalars[1], c, TYPE[type], 0, descriptor)
    size = library.ctx.buffer(bytes(8))
    for phase in ("workEstimation", "compute"):
        assert library.call(f"SpGEMM_{phase}", *call, size, NULL) == 0
        buffer = library.device(bytes(library.read_indices(size, 1, 3)[0]))
        assert library.call(f"SpGEMM_{phase}", *call, size, buffer) == 0
    sizes = [library.ctx.buffer(bytes(8)) for _ in range(3)]
    assert library.call("SpMatGetSize", c, *sizes) == 0
    nnz = library.read_indices(sizes[2], 1, 3)[0]
    indices, values = library.indices([0] * nnz, index), library.numbers([0] * nnz, type)
    assert library.call("CsrSetPointers", c, offsets, indices, values) == 0
    assert library.call("SpGEMM_copy", *call) == 0
    ends = [offset - base for offset in library.read_indices(offsets, rows + 1, index)]
    found = [[0j] * columns for _ in range(rows)]
    numbers, where = library.read(values, nnz, type), library.read_indices(indices, nnz, index)
    for row in range(rows):
        for entry in range(ends[row], ends[row + 1]):
            found[row][where[entry] - base] = numbers[entry]
    sums = product(full((rows, inner), left), full((inner, columns), right), columns)
    assert found == [[alpha * n for n in line] for line in sums]
    reached = {(r, c) for r, k, _ in left for k_, c, _ in right if k == k_}
    assert nnz == len(reached)


@settings(max_examples=150)
@given(st.data())
def test_the_solution_of_a_triangular_system_solves_it(data):
    draw = data.draw
    type, index, base = draw(TYPES), draw(INDEX_TYPES), draw(BASES)
    format, operations = draw(st.sampled_from([CSR, COO])), (draw(OPERATIONS), draw(OPERATIONS))
    upper, unit, size, columns = draw(BASES), draw(BASES), draw(SIZES), draw(SIZES)
    beside = [entry for entry in draw(matrices(type, (size, size))) if entry[0] != entry[1]]
    diagonal = [(i, i, draw(st.sampled_from([1, 2, -4, 0.5]))) for i in range(size)]
    entries = beside + diagonal
    other = (size, columns) if operations[1] == 0 else (columns, size)
    b, alpha = rows_of(draw, type, other), number(draw, type)
    library = Library()
    a = library.sparse(format, (size, size), entries, type, index, base)
    for attribute, value in enumerate((upper, unit)):
        place = library.ctx.buffer(value.to_bytes(4, "little"))
        assert library.call("SpMatSetAttribute", a, attribute, place, 4) == 0
    mat_b, _ = library.dense(b, other[1], type, by_columns=True)
    mat_c, memory = library.dense([[9] * columns] * size, columns, type, by_columns=False)
    descriptor = library.made("cusparseSpSM_createDescr")
    scale = library.scalar(alpha, type)
    call = (library.handle, *operations, scale, a, mat_b, mat_c, TYPE[type], 0, descriptor)
    buffer = library.workspace("SpSM_bufferSize", *call)
    assert library.call("SpSM_analysis", *call, buffer) == 0
    assert library.call("SpSM_solve", *call) == 0
    triangle = [
        (r, c, 1 if unit and r == c else n) for r, c, n in entries if r == c or (c > r) == bool(upper)
    ]  # fmt: skip
    left = operated(full((size, size), triangle), operations[0], size)
    solution = library.read_dense(memory, (size, columns), type, by_columns=False)
    right = operated(b, operations[1], other[1])
    assert product(left, solution, columns) == [[alpha * n for n in row] for row in right]


@settings(max_examples=150)
@given(st.data())
def test_a_sampled_product_is_computed_at_the_entries_alone(data):
    draw = data.draw
    type, index, base, operations = draw(TYPES), draw(INDEX_TYPES), draw(BASES), (draw(BASES), draw(BASES))
    rows, inner, columns = draw(SIZES), draw(SIZES), draw(SIZES)
    shape_a = (rows, inner) if operations[0] == 0 else (inner, rows)
    shape_b = (inner, columns) if operations[1] == 0 else (columns, inner)
    a, b = rows_of(draw, type, shape_a), rows_of(draw, type, shape_b)
    entries = sorted(draw(matrices(type, (rows, columns))), key=lambda entry: entry[:2])
    alpha, beta, orders = number(draw, type), number(draw, type), (draw(st.booleans()), draw(st.booleans()))
    library = Library()
    mat_a, _ = library.dense(a, shape_a[1], type, by_columns=orders[0])
    mat_b, _ = library.dense(b, shape_b[1], type, by_columns=orders[1])
    mat_c = library.sparse(CSR, (rows, columns), entries, type, index, base)
    scalars = library.scalar(alpha, type), library.scalar(beta, type)
    call = (library.handle, *operations, scalars[0], mat_a, mat_b, scalars[1], mat_c, TYPE[type], 0)
    buffer = library.workspace("SDDMM_bufferSize", *call)
    assert library.call("SDDMM_preprocess", *call, buffer) == 0
    assert library.call("SDDMM", *call, buffer) == 0
    place = library.ctx.buffer(bytes(8))
    assert library.call("SpMatGetValues", mat_c, place) == 0

    sums = product(operated(a, operations[0], shape_a[1]), operated(b, operations[1], shape_b[1]), columns)
    wanted = [alpha * sums[r][c] + beta * n for r, c, n in entries]
    assert library.read(library.ctx.load(place, PTR), len(entries), type) == wanted


@settings(max_examples=100)
@given(st.data())
def test_a_transposed_matrix_has_the_entries_by_column(data):
    draw = data.draw
    type, base, numeric, shape = draw(TYPES), draw(BASES), draw(BASES), (draw(SIZES), draw(SIZES))
    entries = sorted(draw(matrices(type, shape)), key=lambda entry: entry[0])
    library = Library()
    offsets = [base + sum(row < line for row, _, _ in entries) for line in range(shape[0] + 1)]
    source = (
        library.numbers([n for _, _, n in entries], type), library.indices(offsets),
        library.indices([column + base for _, column, _ in entries]),
    )  # fmt: skip
    values = library.numbers([7] * len(entries), type)
    target = values, library.indices([0] * (shape[1] + 1)), library.indices([0] * len(entries))
    call = (library.handle, *shape, len(entries), *source, *target, TYPE[type], numeric, base, 1)
    buffer = library.workspace("Csr2cscEx2_bufferSize", *call)
    assert library.call("Csr2cscEx2", *call, buffer) == 0
    wanted = sorted(entries, key=lambda entry: entry[1])
    assert library.read_indices(target[2], len(entries)) == [row + base for row, _, _ in wanted]
    ends = [base + sum(column < line for _, column, _ in entries) for line in range(shape[1] + 1)]
    assert library.read_indices(target[1], shape[1] + 1) == ends
    assert library.read(values, len(entries), type) == [n if numeric else 7 for _, _, n in wanted]


@settings(max_examples=100)
@given(st.data())
def test_sorted_rows_have_their_permutation(data):
    draw = data.draw
    base, shape = draw(BASES), (draw(SIZES), draw(SIZES))
    entries = sorted(draw(matrices("R_32F", shape)), key=lambda entry: entry[0])
    library = Library()
    descriptor = library.made("cusparseCreateMatDescr")
    assert library.call("SetMatIndexBase", descriptor, base) == 0
    offsets = library.indices([base + sum(row < line for row, _, _ in entries) for line in range(shape[0] + 1)])
    columns = library.indices([column + base for _, column, _ in entries])
    permutation = library.indices([0] * len(entries))
    assert library.call("CreateIdentityPermutation", library.handle, len(entries), permutation) == 0
    buffer = library.workspace(
        "Xcsrsort_bufferSizeExt", library.handle, *shape, len(entries), offsets, columns
    )  # fmt: skip
    call = (library.handle, *shape, len(entries), descriptor, offsets, columns, permutation, buffer)
    assert library.call("Xcsrsort", *call) == 0
    order = library.read_indices(permutation, len(entries))
    found = library.read_indices(columns, len(entries))
    assert found == [entries[i][1] + base for i in order]
    rows = [row for row, _, _ in entries]
    assert [entries[i][:2] for i in order] == sorted(entry[:2] for entry in entries)
    assert [entries[i][0] for i in order] == rows


@settings(max_examples=100)
@given(st.data())
def test_incomplete_factors_of_a_full_matrix_multiply_to_it(data):
    draw = data.draw
    type, base, size = draw(st.sampled_from(["R_64F", "C_64F"])), draw(BASES), draw(SIZES)
    lower = [[number(draw, type) if c < r else complex(c == r) for c in range(size)] for r in range(size)]
    upper = [[number(draw, type) if c > r else (2.0 if c == r else 0j) for c in range(size)] for r in range(size)]
    matrix = product(lower, upper, size)
    library = Library()
    descriptor, info = library.made("cusparseCreateMatDescr"), library.made("cusparseCreateCsrilu02Info")
    assert library.call("SetMatIndexBase", descriptor, base) == 0
    values = library.numbers([n for row in matrix for n in row], type)
    offsets = library.indices([base + size * row for row in range(size + 1)])
    indices = library.indices([base + c for _ in range(size) for c in range(size)])
    letter = {"R_64F": "D", "C_64F": "Z"}[type]
    call = (library.handle, size, size * size, descriptor, values, offsets, indices, info)
    place = library.ctx.buffer(bytes(8))
    assert library.call(f"{letter}csrilu02_bufferSize", *call, place) == 0
    buffer = library.device(bytes(library.read_indices(place, 1)[0]))
    assert library.call(f"{letter}csrilu02_analysis", *call, 0, buffer) == 0
    assert library.call(f"{letter}csrilu02", *call, 0, buffer) == 0
    assert library.call("Xcsrilu02_zeroPivot", library.handle, info, place) == 0
    assert library.read_indices(place, 1) == [-1]
    found = library.read(values, size * size, type)
    wanted = [lower[r][c] if c < r else upper[r][c] for r in range(size) for c in range(size)]
    assert found == wanted


@settings(max_examples=100)
@given(st.data())
def test_numbers_that_are_not_zero_are_counted(data):
    draw = data.draw
    type, shape, direction, hide = draw(TYPES), (draw(SIZES), draw(SIZES)), draw(BASES), draw(st.booleans())
    rows = rows_of(draw, type, shape)
    library = Library(hide=hide)
    descriptor = library.made("cusparseCreateMatDescr")
    memory = library.numbers([rows[r][c] for c in range(shape[1]) for r in range(shape[0])], type)
    counts, total = library.indices([9] * shape[direction]), library.ctx.buffer(bytes(4))
    letter = {"R_32F": "S", "R_64F": "D", "C_32F": "C", "C_64F": "Z"}[type]
    call = (library.handle, direction, *shape, descriptor, memory, shape[0], counts, total)
    assert library.call(f"{letter}nnz", *call) == 0
    lines = rows if direction == 0 else [[row[c] for row in rows] for c in range(shape[1])]
    wanted = [sum(n != 0 for n in line) for line in lines]
    assert library.read_indices(counts, len(wanted)) == wanted
    assert library.read_indices(total, 1) == [sum(wanted)]


def spmv(library: Library, offsets, indices, *, hidden: bool = False, format: str = CSR, nnz: int = 2) -> list[complex]:
    """A product of a matrix of two rows and three columns with these arrays."""
    arrays = library.indices(offsets, hidden=hidden), library.indices(indices, hidden=hidden)
    types = (2,) if format == COO else (2, 2)
    values = library.numbers([1] * nnz, "R_32F")
    a = library.made(f"cusparseCreate{format}", 2, 3, nnz, *arrays, values, *types, 0, 0)
    (x, _), (y, memory) = library.vector([1, 2, 3], "R_32F"), library.vector([0, 0], "R_32F")
    one, zero = library.scalar(1, "R_32F"), library.scalar(0, "R_32F")
    call = (library.handle, 0, one, a, x, zero, y, 0, 0)
    assert library.call("SpMV", *call, library.workspace("SpMV_bufferSize", *call)) == 0
    return library.read(memory, 2, "R_32F")


@pytest.mark.parametrize(
    ("offsets", "indices", "format", "says"),
    [
        ([0, 1, 2], [0, 3], CSR, "column index of matA 3 at position 1, which is not from 0 to 2"),
        ([0, 1, 2], [-1, 0], CSR, "column index of matA -1 at position 0"),
        ([0, 2, 1], [0, 1], CSR, "offset 1 at position 2 of matA, which is less than the one before it"),
        ([0, 1, 3], [0, 1], CSR, "offset 3 at position 2 of matA, which has 2 entries"),
        ([0, 2], [0, 1], COO, "row index of matA 2 at position 1"),
    ],
)
def test_what_lies_outside_of_the_matrix_is_a_misuse(offsets, indices, format, says):
    with pytest.raises(Violation) as found:
        spmv(Library(), offsets, indices, format=format)
    assert str(found.value).startswith("api-misuse")
    assert says in str(found.value)


@pytest.mark.parametrize(
    ("offsets", "indices", "format"), [([0, 1, 1], [0, 1], CSR), ([1, 1, 2], [0, 1], CSR), ([1, 0], [0, 1], COO)]
)
def test_what_the_reference_does_not_define_is_arbitrary(offsets, indices, format):
    library = Library()
    library.ctx.chosen = lambda type, label: 42
    assert spmv(library, offsets, indices, format=format) == [42, 42]


@pytest.mark.parametrize("indices", [[0, 2], [0, 3]])
def test_indices_that_are_not_known_must_be_in_range_too(indices):
    library = Library()
    library.ctx.chosen = lambda type, label: 42
    if indices[1] < 3:
        assert spmv(library, [0, 1, 2], indices, hidden=True) == [42, 42]
    else:
        with pytest.raises(Violation, match="outside of its range"):
            spmv(library, [0, 1, 2], indices, hidden=True)


@pytest.mark.parametrize("hide", [False, True])
def test_what_decides_the_size_of_a_result_must_be_known(hide: bool) -> None:
    library = Library(hide=hide)
    dense, _ = library.dense([[1, 0]], 2, "R_32F", by_columns=True)
    sparse = library.made("cusparseCreateCsr", 1, 2, 0, library.indices([0, 0]), NULL, NULL, 2, 2, 0, 0)
    call = (library.handle, dense, sparse, 0)
    buffer = library.workspace("DenseToSparse_bufferSize", *call)
    if hide:
        with pytest.raises(Refused, match="not known"):
            library.call("DenseToSparse_analysis", *call, buffer)
    else:
        assert library.call("DenseToSparse_analysis", *call, buffer) == 0


def test_a_row_without_a_pivot_is_found() -> None:
    for entries, position in (([(0, 0, 1), (1, 0, 1)], 1), ([(0, 0, 0), (1, 1, 1)], 0)):
        for base in (0, 1):
            library = Library()
            descriptor, info = library.made("cusparseCreateMatDescr"), library.made("cusparseCreateCsrilu02Info")
            library.call("SetMatIndexBase", descriptor, base)
            arrays = (
                library.numbers([n for _, _, n in entries], "R_64F"), library.indices([base, base + 1, base + 2]),
                library.indices([c + base for _, c, _ in entries]),
            )  # fmt: skip
            call = (library.handle, 2, 2, descriptor, *arrays, info)
            buffer, place = library.device(bytes(1024)), library.ctx.buffer(bytes(4))
            assert library.call("Dcsrilu02_analysis", *call, 0, buffer) == 0
            assert library.call("Dcsrilu02", *call, 0, buffer) == 0
            assert library.call("Xcsrilu02_zeroPivot", library.handle, info, place) == 9
            assert library.read_indices(place, 1) == [position + base]


@pytest.mark.parametrize(("operation", "upper"), [*choices((0, 1), (0, 1))])
def test_a_diagonal_that_is_not_there_makes_the_solution_arbitrary(operation: int, upper: int) -> None:
    library = Library()
    library.ctx.chosen = lambda type, label: 42
    a = library.sparse(CSR, (2, 2), [(0, 0, 1), (1, 0, 1), (0, 1, 1)], "R_32F")
    library.call("SpMatSetAttribute", a, 0, library.ctx.buffer(upper.to_bytes(4, "little")), 4)
    (x, _), (y, memory) = library.vector([1, 2], "R_32F"), library.vector([0, 0], "R_32F")
    call = (library.handle, operation, library.scalar(1, "R_32F"), a, x, y, 0, 0,
            library.made("cusparseSpSV_createDescr"))  # fmt: skip
    assert library.call("SpSV_analysis", *call, library.workspace("SpSV_bufferSize", *call)) == 0
    assert library.call("SpSV_solve", *call) == 0
    assert library.read(memory, 2, "R_32F") == [42, 42]
