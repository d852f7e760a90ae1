"""Permutations, and the order of the entries of a matrix (cuSPARSE reference, "cusparseCreateIdentityPermutation()",
"cusparseXcsrsort()")."""

from itertools import pairwise

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.arrays import IndexArray, known_integers
from opmodels.libraries.cusparse.csr_arguments import CsrSizes, integers
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.matrix_description import base_of_general, refusal
from opmodels.libraries.cusparse.scalars import any_null
from opmodels.libraries.cusparse.sparse_matrix import SparseMatrix
from opmodels.libraries.cusparse.structure import read_offsets
from opmodels.libraries.cusparse.types import INVALID_VALUE, SUCCESS
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles


@model(
    "cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p)", device=False
)
def identity(ctx: ModelContext, handle: Value, n: Value, p: Value) -> Value:
    """p = 0, 1, ..., n - 1, in memory of the device."""
    count = integers(ctx, n)[0]
    if not checked(ctx, handle) or count < 0 or (count > 0 and handles.is_null(ctx, p)):
        return INVALID_VALUE
    stream = stream_of(ctx, handle)
    array = IndexArray(p, count, I32)
    array.check(ctx, "p", write=True)
    issue(ctx, stream, lambda: array.write(ctx, range(count)))
    return SUCCESS


@model(
    "cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, "
    "const int *csrRowPtrA, const int *csrColIndA, size_t *pBufferSizeInBytes)",
    device=False,
)
def sort_size(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, offsets: Value, indices: Value, size: Value
) -> Value:
    """The size of the buffer of cusparseXcsrsort."""
    if not checked(ctx, handle) or min(integers(ctx, m, n, nnz)) < 0 or handles.is_null(ctx, size):
        return INVALID_VALUE
    ctx.store(size, workspace.SIZE, I64)
    return SUCCESS


@model(
    "cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, "
    "const cusparseMatDescr_t descrA, const int *csrRowPtrA, int *csrColIndA, int *P, void *pBuffer)",
    device=False,
)
def sort(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, descriptor: Value, offsets: Value,
    indices: Value, p: Value, buffer: Value,
) -> Value:  # fmt: skip
    """The column indices of each row in ascending order, and the numbers in P, if it is given, in the order of the
    entries. The order of entries with the same column is not changed."""
    rows, cols, entries = integers(ctx, m, n, nnz)
    base = base_of_general(ctx, descriptor)
    if not checked(ctx, handle) or min(rows, cols, entries) < 0:
        return INVALID_VALUE
    if base < 0:
        return refusal(base)
    if entries > 0 and any_null(ctx, offsets, indices):
        return INVALID_VALUE
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer, "pBuffer")
    matrix = CsrSizes(rows, cols, entries, base).matrix(offsets, indices)
    matrix.offsets(ctx).check(ctx, "csrRowPtrA")
    matrix.indices(ctx).check(ctx, "csrColIndA", write=True)
    permutation = None if handles.is_null(ctx, p) else IndexArray(p, entries, I32)
    if permutation is not None:
        permutation.check(ctx, "P", write=True)

    def run() -> None:
        workspace.use(ctx, buffer)
        _sort_rows(ctx, matrix, permutation)

    issue(ctx, stream, run)
    return SUCCESS


def _sort_rows(ctx: ModelContext, matrix: SparseMatrix, permutation: IndexArray | None) -> None:
    offsets = read_offsets(ctx, matrix.offsets(ctx).read(ctx), matrix["base"], matrix.nnz, "csrRowPtrA")
    columns = known_integers(matrix.indices(ctx).read(ctx))
    numbers = known_integers(permutation.read(ctx)) if permutation is not None else []
    if offsets is None or columns is None or numbers is None:
        ctx.unsupported(f"{ctx.name}() of offsets and indices that are not known")
    order = [i for begin, end in pairwise(offsets) for i in sorted(range(begin, end), key=columns.__getitem__)]
    matrix.indices(ctx).write(ctx, [columns[i] for i in order])
    if permutation is not None:
        permutation.write(ctx, [numbers[i] for i in order])
