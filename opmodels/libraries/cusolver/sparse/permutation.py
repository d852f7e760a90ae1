"""B = A(p, q) of the pattern of a sparse matrix (cuSOLVER reference, "cusolverXcsrperm()")."""

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libraries.cusolver.common.handle import integers
from opmodels.libraries.cusolver.common.operand import Integers
from opmodels.libraries.cusolver.common.operation import SolverOperation, perform
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, NOT_INITIALIZED, SUCCESS
from opmodels.libraries.cusolver.sparse.csr import CsrArguments, OperandContents
from opmodels.libraries.cusolver.sparse.handle import is_sparse
from opmodels.libraries.device_memory import check_host_range
from opmodels.registry import model
from opmodels.runtime.handle import is_null

_BYTES = 64
"""What csrperm asks for as its workspace."""
_HEAD = (
    "(cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, {C}int *csrRowPtrA, "
    "{C}int *csrColIndA, const int *p, const int *q, "
)


@model(
    "cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost"
    + _HEAD.replace("{C}", "const ")
    + "size_t *bufferSizeInBytes)",
    device=False,
)
def size_of_buffer(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, descriptor: Value, offsets: Value,
    indices: Value, p: Value, q: Value, size: Value,
) -> Value:  # fmt: skip
    """How many bytes the workspace of csrperm needs."""
    sizes = integers(ctx, m, n, nnz)
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    given = CsrArguments.of(ctx, (sizes[0], sizes[1], sizes[2]), descriptor, offsets, indices)
    if isinstance(given, int):
        return given
    if is_null(ctx, size):
        return INVALID_VALUE
    ctx.store(size, _BYTES, I64)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverSpXcsrpermHost" + _HEAD.replace("{C}", "") + "int *map, void *pBuffer)", device=False
)
def permute(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, descriptor: Value, offsets: Value,
    indices: Value, p: Value, q: Value, places: Value, buffer: Value,
) -> Value:  # fmt: skip
    """The pattern of B in place of that of A, its rows sorted by columns; what stands in map moves along with the
    entries. p and q begin with 0."""
    rows, columns, entries = integers(ctx, m, n, nnz)
    if not is_sparse(ctx, handle):
        return NOT_INITIALIZED
    given = CsrArguments.of(ctx, (rows, columns, entries), descriptor, offsets, indices)
    if isinstance(given, int):
        return given
    ctx.require(not is_null(ctx, buffer), "api-misuse", f"{ctx.name} is given NULL as pBuffer")
    check_host_range(ctx, buffer, _BYTES, "pBuffer", write=True)
    order = [
        Integers(p, rows, I32, "p", (0, max(0, rows - 1)), of_host=True),
        Integers(q, columns, I32, "q", (0, max(0, columns - 1)), of_host=True),
    ]
    carried = Integers(places, entries, I32, "map", (-(2**31), 2**31 - 1), of_host=True)
    structure = given.structure()

    def compute(
        first: list[int], second: list[int], by_row: list[int], by_column: list[int], old: list[int]
    ) -> OperandContents:
        begins, inner = given.from_zero(first, second)
        if sorted(by_row) != list(range(rows)) or sorted(by_column) != list(range(columns)):
            return [None, None, None]
        where = {column: place for place, column in enumerate(by_column)}
        new_begins, new_inner, moved = [given.base], [], []
        for row in by_row:
            found = sorted((where[inner[at]], at) for at in range(begins[row], begins[row + 1]))
            new_inner += [column + given.base for column, _ in found]
            moved += [old[at] for _, at in found]
            new_begins.append(given.base + len(new_inner))
        return [new_begins, new_inner, moved]

    perform(ctx, None, SolverOperation([*structure, *order, carried], [*structure, carried], compute, 0))
    return SUCCESS
