"""Descriptors of the older functions, which hold properties of a matrix and no pointers (cuSPARSE reference,
"cusparseMatDescr_t")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusparse.types import INVALID_VALUE, STATUS, SUCCESS
from opmodels.registry import model
from opmodels.runtime import handle as handles

_MOST = {"Type": 3, "FillMode": 1, "DiagType": 1, "IndexBase": 1}
DESCRIPTOR = handles.HandleKind("matrix descriptor", 0x59AE, tuple((name, I32) for name in _MOST))
_NAMES = {
    "Type": "cusparseMatrixType_t type", "FillMode": "cusparseFillMode_t fillMode",
    "DiagType": "cusparseDiagType_t diagType", "IndexBase": "cusparseIndexBase_t base",
}  # fmt: skip


def base_of_general(ctx: ModelContext, descriptor: Value) -> int:
    """The base of the indices; -1 for NULL, -2 for a matrix of another type than CUSPARSE_MATRIX_TYPE_GENERAL."""
    if not handles.is_given(ctx, descriptor, DESCRIPTOR):
        return -1
    if handles.number(ctx, descriptor, DESCRIPTOR, "Type") != 0:
        return -2
    return handles.number(ctx, descriptor, DESCRIPTOR, "IndexBase")


def refusal(base: int) -> int:
    """The status for a base that is none."""
    if base == -1:
        return INVALID_VALUE
    return STATUS["CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED"]


@model("cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """A general matrix whose indices begin with 0."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    handles.create(ctx, target, DESCRIPTOR)
    return SUCCESS


@model("cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA)", device=False)
def destroy(ctx: ModelContext, descriptor: Value) -> Value:
    """Ends a descriptor. NULL does nothing."""
    if not handles.is_null(ctx, descriptor):
        handles.destroy(ctx, descriptor, DESCRIPTOR)
    return SUCCESS


@model(
    *(
        f"cusparseStatus_t cusparseSetMat{name}(cusparseMatDescr_t descrA, {parameter})"
        for name, parameter in _NAMES.items()
    ),
    device=False,
)
def set_property(ctx: ModelContext, descriptor: Value, value: Value) -> Value:
    """The type, the triangle, the diagonal, or the base of the indices."""
    name = ctx.name.removeprefix("cusparseSetMat")
    if not handles.is_given(ctx, descriptor, DESCRIPTOR):
        return STATUS["CUSPARSE_STATUS_NOT_INITIALIZED"]
    if ctx.concretize(value, I32) > _MOST[name]:
        return INVALID_VALUE
    handles.put(ctx, descriptor, DESCRIPTOR, name, value)
    return SUCCESS


@model(
    *(
        f"{parameter.split()[0]} cusparseGetMat{name}(const cusparseMatDescr_t descrA)"
        for name, parameter in _NAMES.items()
    ),
    device=False,
)
def get_property(ctx: ModelContext, descriptor: Value) -> Value:
    """What was set; -1 for NULL."""
    if not handles.is_given(ctx, descriptor, DESCRIPTOR):
        return (1 << 32) - 1
    return handles.get(ctx, descriptor, DESCRIPTOR, ctx.name.removeprefix("cusparseGetMat"))
