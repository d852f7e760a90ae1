"""Systems with a sparse matrix (cuSOLVER reference, "cusolverSp<t>csrlsvlu()", "cusolverSp<t>csrlsvqr()",
"cusolverSp<t>csrlsvchol()").

A solution is unique where the matrix is not singular, so it does not depend on the factors and the order of their
steps but for rounding. What is found where the matrix is singular, or about so, is arbitrary.
"""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers
from opmodels.libraries.cusolver.common.operand import Integers, vector
from opmodels.libraries.cusolver.common.operation import SolverOperand, SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.factors import sparse_lu
from opmodels.libraries.cusolver.factors.precision import NumberColumns, norm
from opmodels.libraries.cusolver.factors.sparse_lu import CompressedRows, SparseFactors
from opmodels.libraries.cusolver.sparse.csr import CsrArguments, OperandContents
from opmodels.libraries.cusolver.sparse.handle import is_sparse, stream_of
from opmodels.libraries.cusolver.sparse.types import declarations, element_of_name
from opmodels.registry import model
from opmodels.runtime.handle import is_null

MARGIN = 1e3
"""A matrix whose smallest pivot is not larger than so many times what tells of a singular one may be taken for one by
other factors."""


def factors_of(matrix: CompressedRows, tolerance: float, *, definite: bool) -> SparseFactors | bool:
    """The factors of a matrix that all ways to factorise it take for regular, or for `definite`; True if all of them
    fail, False if some may."""
    if definite and not matrix.is_hermitian():
        return False
    factors = sparse_lu.factorise(matrix, diagonal=definite)
    rounding = matrix.precision.epsilon * norm([abs(value) for value in matrix.values])
    if factors is None or (definite and not factors.is_definite):
        return tolerance > rounding
    return factors if factors.least_pivot > MARGIN * max(tolerance, rounding) else False


_SYSTEM = (
    "(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const {T} *csrVal, "
    "const int *csrRowPtr, const int *csrColInd, const {T} *b, {R} tol, int reorder, {T} *x, int *singularity)"
)
_NAMES = ("csrlsvluHost", "csrlsvqrHost", "csrlsvqr", "csrlsvcholHost", "csrlsvchol")


@model(*(text for name in _NAMES for text in declarations("{L}" + name + _SYSTEM)), device=False)
def solve(
    ctx: ModelContext, handle: Value, n: Value, nnz: Value, descriptor: Value, values: Value, offsets: Value,
    indices: Value, b: Value, tolerance: Value, reorder: Value, x: Value, singularity: Value,
) -> Value:  # fmt: skip
    """x, for which A * x = b, and -1 in singularity, which is memory of the host; else the index of a column that
    depends on others, or of a minor that is not positive definite. The host waits."""
    rows, entries, order = integers(ctx, n, nnz, reorder)
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    given = CsrArguments.of(ctx, (rows, rows, entries), descriptor, offsets, indices)
    if isinstance(given, int):
        return given
    if order not in (0, 1, 2, 3) or any([is_null(ctx, pointer) for pointer in (x, singularity)]):
        return INVALID_VALUE
    stream, element = stream_of(ctx, handle), element_of_name(ctx.name)
    definite, host = "chol" in ctx.name, given.of_host
    least = tolerance if isinstance(tolerance, float) else None

    def compute(first: list[int], second: list[int], numbers: NumberColumns, right: NumberColumns) -> OperandContents:
        matrix = given.matrix(first, second, numbers, element)
        factors = least is not None and factors_of(matrix, least, definite=definite)
        if isinstance(factors, bool):
            return [None, range(rows) if factors else None]
        return [[sparse_lu.solve(factors, right[0], matrix.precision)], [-1]]

    reads = [*given.operands(values, element), vector(b, rows, element, "b", of_host=host)]
    writes: list[SolverOperand] = [
        vector(x, rows, element, "x", of_host=host),
        Integers(singularity, 1, I32, "singularity", (-1, rows - 1), of_host=True),
    ]
    perform(ctx, stream, SolverOperation(reads, writes, compute, 0), waits=True)
    return SUCCESS
