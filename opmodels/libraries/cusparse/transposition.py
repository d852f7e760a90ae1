"""From CSR to CSC, which is the transposition (cuSPARSE reference, "cusparseCsr2cscEx2()")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusparse import workspace
from opmodels.libraries.cusparse.csr_arguments import CsrSizes, integers
from opmodels.libraries.cusparse.handle import checked, stream_of
from opmodels.libraries.cusparse.sparse_and_dense import offsets_of
from opmodels.libraries.cusparse.structure import read_structure
from opmodels.libraries.cusparse.types import CSC, INVALID_VALUE, SUCCESS, is_of
from opmodels.libraries.cusparse.value_types import VALUE_TYPES
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

_PARAMETERS = (
    "cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr, const int *csrColInd, "
    "void *cscVal, int *cscColPtr, int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues, "
    "cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, "
)


def _sizes(ctx: ModelContext, sizes: tuple[Value, Value, Value], types: tuple[Value, ...]) -> CsrSizes | None:
    rows, cols, nnz = integers(ctx, *sizes)
    type, action, base, alg = integers(ctx, *types)
    if min(rows, cols, nnz) < 0 or type not in VALUE_TYPES or action not in (0, 1) or base not in (0, 1):
        return None
    return CsrSizes(rows, cols, nnz, base, type) if is_of("cusparseCsr2CscAlg_t", alg) else None


@model(f"cusparseStatus_t cusparseCsr2cscEx2_bufferSize({_PARAMETERS}size_t *bufferSize)", device=False)
def size_of_buffer(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, values: Value, offsets: Value, indices: Value,
    to_values: Value, to_offsets: Value, to_indices: Value, type: Value, action: Value, base: Value, alg: Value,
    size: Value,
) -> Value:  # fmt: skip
    """The size of the buffer of cusparseCsr2cscEx2."""
    if not checked(ctx, handle) or handles.is_null(ctx, size):
        return INVALID_VALUE
    if _sizes(ctx, (m, n, nnz), (type, action, base, alg)) is None:
        return INVALID_VALUE
    workspace.store_size(ctx, size)
    return SUCCESS


@model(f"cusparseStatus_t cusparseCsr2cscEx2({_PARAMETERS}void *buffer)", device=False)
def transpose(
    ctx: ModelContext, handle: Value, m: Value, n: Value, nnz: Value, values: Value, offsets: Value, indices: Value,
    to_values: Value, to_offsets: Value, to_indices: Value, type: Value, action: Value, base: Value, alg: Value,
    buffer: Value,
) -> Value:  # fmt: skip
    """The entries by column, those of a column in the order of CSR; with CUSPARSE_ACTION_SYMBOLIC without numbers."""
    sizes = _sizes(ctx, (m, n, nnz), (type, action, base, alg))
    if not checked(ctx, handle) or sizes is None:
        return INVALID_VALUE
    with_values = ctx.concretize(action, I32) == 1
    stream = stream_of(ctx, handle)
    workspace.check(ctx, buffer, "buffer")
    source = sizes.matrix(offsets, indices, values)
    target = sizes.matrix(to_offsets, to_indices, to_values, CSC)
    source.offsets(ctx).check(ctx, "csrRowPtr")
    source.indices(ctx).check(ctx, "csrColInd")
    target.offsets(ctx).check(ctx, "cscColPtr", write=True)
    target.indices(ctx).check(ctx, "cscRowInd", write=True)
    if with_values:
        source.values(ctx).check(ctx, sizes.nnz, "csrVal")
        target.values(ctx).check(ctx, sizes.nnz, "cscVal", write=True)

    def run() -> None:
        workspace.use(ctx, buffer)
        places = read_structure(ctx, source, "the matrix")
        if places is None:
            ctx.unsupported(f"{ctx.name}() of offsets and indices that are not known")
        order = sorted(range(len(places)), key=lambda i: places[i][1])
        sorted_places = [places[i] for i in order]
        target.offsets(ctx).write(ctx, offsets_of(target, sorted_places))
        target.indices(ctx).write(ctx, [row + sizes.base for row, _ in sorted_places])
        if with_values:
            numbers = source.values(ctx).read(ctx, sizes.nnz)
            target.values(ctx).write(ctx, [numbers[i] for i in order])

    issue(ctx, stream, run)
    return SUCCESS
