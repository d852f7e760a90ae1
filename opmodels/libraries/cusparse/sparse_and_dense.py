"""From sparse to dense matrices and back (cuSPARSE reference, "cusparseSparseToDense()",
"cusparseDenseToSparse()"). An entry that a sparse matrix has twice is undefined: the number is arbitrary."""

from collections import Counter
from collections.abc import Sequence

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.accuracy import arbitrary
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.dense import DenseMatrix, DenseRows, dense_matrix
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.multiplication import arbitrary_rows
from opmodels.libraries.cusparse.sparse_matrix import SPARSE_MATRIX, SparseMatrix, sparse_matrix
from opmodels.libraries.cusparse.structure import EntryPlace, read_structure
from opmodels.libraries.cusparse.types import COO, CSC, INVALID_VALUE, SUCCESS, is_of
from opmodels.libraries.element import Number
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

_TO_DENSE = (
    "cusparseHandle_t handle, cusparseConstSpMatDescr_t matA, cusparseDnMatDescr_t matB, "
    "cusparseSparseToDenseAlg_t alg, "
)
_TO_SPARSE = (
    "cusparseHandle_t handle, cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, "
    "cusparseDenseToSparseAlg_t alg, "
)
_Both = tuple[SparseMatrix, DenseMatrix]


def _both(ctx: ModelContext, handle: Value, sparse: Value, dense: Value, alg: Value) -> _Both | None:
    """The two matrices, if they have the same sizes and type; batches of matrices are refused."""
    if not checked(ctx, handle) or not is_of("cusparseSparseToDenseAlg_t", ctx.concretize(alg, I32)):
        return None
    matrix, other = sparse_matrix(ctx, sparse), dense_matrix(ctx, dense)
    if matrix is None or other is None:
        return None
    if (matrix.rows, matrix.cols, matrix["value type"]) != (other.rows, other.cols, other.type):
        return None
    if matrix.batches != 1 or other.batches != 1:
        ctx.unsupported(f"{ctx.name}() of several matrices")
    return matrix, other


@model(
    f"cusparseStatus_t cusparseSparseToDense_bufferSize({_TO_DENSE}size_t *bufferSize)",
    device=False,
)
def to_dense_size(ctx: ModelContext, handle: Value, a: Value, b: Value, alg: Value, size: Value) -> Value:
    """The size of the buffer of cusparseSparseToDense."""
    if _both(ctx, handle, a, b, alg) is None or handles.is_null(ctx, size):
        return INVALID_VALUE
    workspace.store_size(ctx, size)
    return SUCCESS


@model(
    f"cusparseStatus_t cusparseDenseToSparse_bufferSize({_TO_SPARSE}size_t *bufferSize)",
    device=False,
)
def to_sparse_size(ctx: ModelContext, handle: Value, a: Value, b: Value, alg: Value, size: Value) -> Value:
    """The size of the buffer of the other functions."""
    return to_dense_size(ctx, handle, b, a, alg, size)


@model(f"cusparseStatus_t cusparseSparseToDense({_TO_DENSE}void *externalBuffer)", device=False)
def to_dense(ctx: ModelContext, handle: Value, a: Value, b: Value, alg: Value, buffer: Value) -> Value:
    """B is A, with 0 where A has no entry."""
    both = _both(ctx, handle, a, b, alg)
    if both is None:
        return INVALID_VALUE
    sparse, dense = both
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer)
    sparse.check(ctx, "matA")
    dense.check(ctx, "matB", write=True)

    def run() -> None:
        workspace.use(ctx, buffer)
        places = read_structure(ctx, sparse, "matA")
        values = sparse.values(ctx)
        numbers = values.read(ctx, sparse.nnz)
        if places is None:
            dense.write(ctx, arbitrary_rows(ctx, range(dense.rows), dense.cols, values.element))
            return
        counts = Counter(places)
        rows = {row: [values.element.zero for _ in range(dense.cols)] for row in range(dense.rows)}
        for place, number in zip(places, numbers, strict=True):
            rows[place[0]][place[1]] = number if counts[place] == 1 else arbitrary(ctx, values.element)
        dense.write(ctx, rows)

    issue(ctx, stream, run)
    return SUCCESS


@model(f"cusparseStatus_t cusparseDenseToSparse_analysis({_TO_SPARSE}void *externalBuffer)", device=False)
def analyse(ctx: ModelContext, handle: Value, a: Value, b: Value, alg: Value, buffer: Value) -> Value:
    """Counts the numbers that are not 0, for cusparseSpMatGetSize, and sets the offsets of a matrix in CSR or CSC.
    The host waits for that."""
    both = _both(ctx, handle, b, a, alg)
    if both is None:
        return INVALID_VALUE
    sparse, dense = both
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer)
    dense.check(ctx, "matA")
    if sparse["format"] != COO:
        sparse.offsets(ctx).check(ctx, "offsets of matB", write=True)

    def run() -> None:
        workspace.use(ctx, buffer)
        entries = _entries(ctx, sparse, dense.read(ctx))
        handles.put(ctx, sparse.handle, SPARSE_MATRIX, "nnz", len(entries))
        handles.put(ctx, sparse.handle, SPARSE_MATRIX, "analysed", 1)
        if sparse["format"] != COO:
            sparse.offsets(ctx).write(ctx, offsets_of(sparse, [place for place, _ in entries]))

    issue(ctx, stream, run, waits=True)
    return SUCCESS


@model(f"cusparseStatus_t cusparseDenseToSparse_convert({_TO_SPARSE}void *externalBuffer)", device=False)
def convert(ctx: ModelContext, handle: Value, a: Value, b: Value, alg: Value, buffer: Value) -> Value:
    """The entries of B are the numbers of A that are not 0. cusparseDenseToSparse_analysis comes first."""
    both = _both(ctx, handle, b, a, alg)
    if both is None:
        return INVALID_VALUE
    sparse, dense = both
    is_analysed = sparse["analysed"] == 1
    ctx.require(is_analysed, "api-misuse", f"{ctx.name} comes before cusparseDenseToSparse_analysis of matB")
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer)
    dense.check(ctx, "matA")
    sparse.check(ctx, "matB", writes=("offsets", "indices", "values"))

    def run() -> None:
        workspace.use(ctx, buffer)
        entries = _entries(ctx, sparse, dense.read(ctx))
        fits = len(entries) == sparse.nnz
        text = f"{ctx.name} finds {len(entries)} numbers that are not 0, where the analysis found {sparse.nnz}"
        ctx.require(fits, "api-misuse", text)
        write_entries(ctx, sparse, [place for place, _ in entries], [number for _, number in entries])

    issue(ctx, stream, run)
    return SUCCESS


def _entries(ctx: ModelContext, sparse: SparseMatrix, rows: DenseRows) -> list[tuple[EntryPlace, Number]]:
    """The numbers that are not 0, in the order in which the sparse matrix stores them."""
    if not all(ctx.is_const(part) for numbers in rows.values() for number in numbers for part in number):
        ctx.unsupported(f"{ctx.name}() of numbers that are not known")
    found = [
        ((row, column), number)
        for row, numbers in sorted(rows.items())
        for column, number in enumerate(numbers)
        if any(part != 0 for part in number)
    ]
    return sorted(found, key=lambda entry: (entry[0][1], entry[0][0])) if sparse["format"] == CSC else found


def offsets_of(matrix: SparseMatrix, places: Sequence[EntryPlace]) -> list[int]:
    """The offsets of a matrix in CSR or CSC with these entries."""
    by_column = matrix["format"] == CSC
    counts = Counter(column if by_column else row for row, column in places)
    offsets = [matrix["base"]]
    for major in range(matrix.cols if by_column else matrix.rows):
        offsets.append(offsets[-1] + counts[major])
    return offsets


def write_entries(
    ctx: ModelContext, matrix: SparseMatrix, places: Sequence[EntryPlace], numbers: Sequence[Number]
) -> None:
    """Set the arrays of a matrix, whose entries are in the order of its format."""
    format, base = matrix["format"], matrix["base"]
    outer = [row + base for row, _ in places] if format == COO else offsets_of(matrix, places)
    matrix.offsets(ctx).write(ctx, outer)
    matrix.indices(ctx).write(ctx, [(row if format == CSC else column) + base for row, column in places])
    matrix.values(ctx).write(ctx, numbers)
