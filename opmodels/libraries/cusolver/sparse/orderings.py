"""Orders of rows and columns with little fill-in (cuSOLVER reference, "cusolverXcsrsymrcm()", "cusolverXcsrsymmdq()",
"cusolverXcsrsymamd()", "cusolverXcsrmetisnd()").

Any order is one that these functions may return: programs must not rest on more than that it is a permutation.
"""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers
from opmodels.libraries.cusolver.common.operand import Integers
from opmodels.libraries.cusolver.common.operation import SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.factors.orderings import least_degree, neighbours, reverse_cuthill_mckee
from opmodels.libraries.cusolver.sparse.csr import CsrArguments, OperandContents
from opmodels.libraries.cusolver.sparse.handle import is_sparse
from opmodels.registry import model
from opmodels.runtime.handle import is_null

NOTE = "an order of cuSOLVER with little fill-in is one of many; the library may return another"
_HEAD = (
    "(cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const int *csrRowPtrA, "
    "const int *csrColIndA, "
)


@model(
    *(f"cusolverStatus_t cusolverSpXcsr{name}Host{_HEAD}int *p)" for name in ("symrcm", "symmdq", "symamd")),
    device=False,
)
def order(
    ctx: ModelContext, handle: Value, n: Value, nnz: Value, descriptor: Value, offsets: Value, indices: Value, p: Value
) -> Value:
    """A permutation, from 0, of the pattern of A + A^T."""
    return _ordered(ctx, handle, (n, nnz), descriptor, (offsets, indices), p)


@model(f"cusolverStatus_t cusolverSpXcsrmetisndHost{_HEAD}const int64_t *options, int *p)", device=False)
def nested_dissection(
    ctx: ModelContext, handle: Value, n: Value, nnz: Value, descriptor: Value, offsets: Value, indices: Value,
    options: Value, p: Value,
) -> Value:  # fmt: skip
    """A permutation, from 0; the options, which may be NULL, are not looked at."""
    return _ordered(ctx, handle, (n, nnz), descriptor, (offsets, indices), p)


def _ordered(
    ctx: ModelContext, handle: Value, sizes: tuple[Value, Value], descriptor: Value, arrays: tuple[Value, Value],
    p: Value,
) -> int:  # fmt: skip
    rows, entries = integers(ctx, *sizes)
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    given = CsrArguments.of(ctx, (rows, rows, entries), descriptor, *arrays)
    if isinstance(given, int):
        return given
    if is_null(ctx, p):
        return INVALID_VALUE
    by_breadth = "symrcm" in ctx.name

    def compute(first: list[int], second: list[int]) -> OperandContents:
        graph = neighbours(*given.from_zero(first, second))
        return [reverse_cuthill_mckee(graph) if by_breadth else least_degree(graph)]

    ctx.note(NOTE)
    result = Integers(p, rows, I32, "p", (0, max(0, rows - 1)), of_host=True)
    perform(ctx, None, SolverOperation(given.structure(), [result], compute, 0))
    return SUCCESS
