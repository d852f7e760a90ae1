"""The factors P * A * Q^T = L * U of csrlu (cusolverSp_LOWLEVEL_PREVIEW.h; cuSOLVER reference, "cuSolverSP")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.operand import Integers, vector
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.factors import sparse_lu
from opmodels.libraries.cusolver.factors.precision import Column
from opmodels.libraries.cusolver.factors.sparse_lu import SparseFactors
from opmodels.libraries.cusolver.sparse import factor_info
from opmodels.libraries.cusolver.sparse.csr import OperandContents
from opmodels.libraries.cusolver.sparse.handle import is_sparse
from opmodels.libraries.cusolver.sparse.orderings import NOTE
from opmodels.libraries.cusolver.sparse.types import declarations, element_of_name
from opmodels.libraries.cusparse.matrix_description import base_of_general
from opmodels.registry import model
from opmodels.runtime.handle import is_null

Triangle = tuple[list[int], list[int], Column]
"""A matrix in CSR."""


def _factors(ctx: ModelContext, info: Value) -> SparseFactors | None:
    """The factors; how many numbers they have decides sizes, so a matrix that is not known is refused."""
    factor_info.require_step(ctx, info, "factored", "the factors")
    matrix = factor_info.kept(ctx, info)
    factors = None if matrix is None else sparse_lu.factorise(matrix)
    if factors is None:
        ctx.unsupported(f"{ctx.name}() of a matrix that is not known, or is singular")
    ctx.note(NOTE)
    return factors


def _triangles(factors: SparseFactors) -> tuple[Triangle, Triangle]:
    """L, without its diagonal of ones, and U, in the order of the steps and from 0."""
    step_of_row = {row: step for step, row in enumerate(factors.row_order)}
    step_of_column = {column: step for step, column in enumerate(factors.column_order)}
    size = len(factors.pivots)
    lower: list[list[tuple[int, complex]]] = [[] for _ in range(size)]
    for step, entries in enumerate(factors.lower):
        for row, number in entries.items():
            lower[step_of_row[row]].append((step, number))
    upper = [
        sorted([(step, factors.pivots[step]), *((step_of_column[c], n) for c, n in factors.upper[step].items())])
        for step in range(size)
    ]
    return _in_rows(lower), _in_rows(upper)


def _in_rows(rows: list[list[tuple[int, complex]]]) -> Triangle:
    offsets = [0]
    for entries in rows:
        offsets.append(offsets[-1] + len(entries))
    return offsets, [c for entries in rows for c, _ in entries], [number for entries in rows for _, number in entries]


@model(
    "cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int *nnzLRef, int *nnzURef, "
    "csrluInfoHost_t info)",
    device=False,
)
def count(ctx: ModelContext, handle: Value, lower: Value, upper: Value, info: Value) -> Value:
    """How many numbers L, without its diagonal, and U have."""
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    if any([is_null(ctx, target) for target in (lower, upper)]) or not factor_info.is_given(ctx, info):
        return INVALID_VALUE
    factors = _factors(ctx, info)
    assert factors is not None
    for target, triangle in zip((lower, upper), _triangles(factors), strict=True):
        ctx.store(target, len(triangle[1]), I32)
    return SUCCESS


@model(
    *declarations(
        "{L}csrluExtractHost(cusolverSpHandle_t handle, int *P, int *Q, const cusparseMatDescr_t descrL, "
        "{T} *csrValL, int *csrRowPtrL, int *csrColIndL, const cusparseMatDescr_t descrU, {T} *csrValU, "
        "int *csrRowPtrU, int *csrColIndU, csrluInfoHost_t info, void *pBuffer)",
        "SD",
    ),
    device=False,
)
def extract(
    ctx: ModelContext, handle: Value, p: Value, q: Value, descriptor_l: Value, values_l: Value, offsets_l: Value,
    indices_l: Value, descriptor_u: Value, values_u: Value, offsets_u: Value, indices_u: Value, info: Value,
    buffer: Value,
) -> Value:  # fmt: skip
    """P, Q, L and U, all in memory of the host."""
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    bases = [base_of_general(ctx, descriptor) for descriptor in (descriptor_l, descriptor_u)]
    if min(bases) < 0 or not factor_info.is_given(ctx, info):
        return INVALID_VALUE
    factors, element = _factors(ctx, info), element_of_name(ctx.name)
    assert factors is not None
    size, writes, results = len(factors.pivots), list[SolverOperand](), list[object]()
    for pointer, what, found in ((p, "P", factors.row_order), (q, "Q", factors.column_order)):
        writes.append(Integers(pointer, size, I32, what, (0, size), of_host=True))
        results.append(found)
    places = ((offsets_l, indices_l, values_l), (offsets_u, indices_u, values_u))
    for base, (offsets, indices, values), (begins, columns, numbers) in zip(
        bases, places, _triangles(factors), strict=True
    ):
        writes.append(Integers(offsets, size + 1, I32, "csrRowPtr", (0, 0), of_host=True))
        writes.append(Integers(indices, len(columns), I32, "csrColInd", (0, 0), of_host=True))
        writes.append(vector(values, len(numbers), element, "csrVal", of_host=True))
        results += [[one + base for one in begins], [one + base for one in columns], [numbers]]

    def compute() -> OperandContents:
        return results

    perform(ctx, None, SolverOperation([], writes, compute, 0))
    return SUCCESS
