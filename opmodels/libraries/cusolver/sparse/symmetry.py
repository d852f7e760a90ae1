"""Is the pattern of a matrix symmetric? (cuSOLVER reference, "cusolverXcsrissym()")"""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers
from opmodels.libraries.cusolver.common.operand import Integers
from opmodels.libraries.cusolver.common.operation import SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.sparse.csr import CsrArguments, OperandContents
from opmodels.libraries.cusolver.sparse.handle import is_sparse
from opmodels.registry import model
from opmodels.runtime.handle import is_null


@model(
    "cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnzA, "
    "const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrEndPtrA, const int *csrColIndA, "
    "int *issym)",
    device=False,
)
def is_symmetric(
    ctx: ModelContext, handle: Value, m: Value, nnz: Value, descriptor: Value, begins: Value, ends: Value,
    indices: Value, result: Value,
) -> Value:  # fmt: skip
    """1 or 0; row i ends before csrEndPtrA[i]."""
    rows, entries = integers(ctx, m, nnz)
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    given = CsrArguments.of(ctx, (rows, rows, entries), descriptor, begins, indices)
    if isinstance(given, int):
        return given
    if is_null(ctx, result):
        return INVALID_VALUE
    base = given.base
    offsets = [
        Integers(pointer, rows, I32, what, (base, entries + base), of_host=True)
        for pointer, what in ((begins, "csrRowPtrA"), (ends, "csrEndPtrA"))
    ]

    def compute(first: list[int], last: list[int], inner: list[int]) -> OperandContents:
        places = {
            (row, column - base)
            for row, (begin, end) in enumerate(zip(first, last, strict=True))
            for column in inner[begin - base : end - base]
        }  # fmt: skip
        return [[int(all((column, row) in places for row, column in places))]]

    target = Integers(result, 1, I32, "issym", (0, 1), of_host=True)
    perform(ctx, None, SolverOperation([*offsets, given.structure()[1]], [target], compute, 0))
    return SUCCESS
