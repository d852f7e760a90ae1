"""What the functions that factorise a sparse matrix step by step keep (cusolverSp_LOWLEVEL_PREVIEW.h;
cuSOLVER reference, "cuSolverSP"): an analysis of the pattern, then the factors.

The factors are kept as the matrix that they were made of.
"""

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Value
from opmodels.libraries.cusolver.common.types import ALLOC_FAILED, INVALID_VALUE, SUCCESS
from opmodels.libraries.cusolver.factors.sparse_lu import CompressedRows
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails

_FIELDS = (("analysed", I32), ("rows", I32), ("set up", I32), ("factored", I32), ("matrix", I64))
KINDS = {
    name: handles.HandleKind(f"csr{name}_t", 0x50F0 + number, _FIELDS)
    for number, name in enumerate(("qrInfo", "qrInfoHost", "cholInfo", "cholInfoHost", "luInfoHost"))
}


def kind_of(name: str) -> handles.HandleKind:
    """The kind of info of a function."""
    method = next(method for method in ("qr", "chol", "lu") if f"csr{method}" in name.lower())
    return KINDS[f"{method}Info" + "Host" * name.endswith("Host")]


def is_given(ctx: ModelContext, info: Value) -> bool:
    """Is there an info of the kind that the function takes? One that was destroyed, or is another, is a defect."""
    return handles.is_given(ctx, info, kind_of(ctx.name))


def note_step(ctx: ModelContext, info: Value, step: str) -> None:
    """A step was taken."""
    handles.put(ctx, info, kind_of(ctx.name), step, 1)


def note_size(ctx: ModelContext, info: Value, rows: int) -> None:
    """The matrix of the analysis has so many rows."""
    note_step(ctx, info, "analysed")
    handles.put(ctx, info, kind_of(ctx.name), "rows", rows)


def require_step(ctx: ModelContext, info: Value, step: str, words: str, rows: int | None = None) -> None:
    """Require that a step was taken before, for a matrix of so many rows."""
    kind = kind_of(ctx.name)
    done = ctx.op(Op.EQ, BOOL, handles.get(ctx, info, kind, step), 1, of=I32)
    ctx.require(done, "api-misuse", f"{ctx.name} comes before {words} with this {kind.noun}")
    if rows is not None:
        same = ctx.op(Op.EQ, BOOL, handles.get(ctx, info, kind, "rows"), rows, of=I32)
        ctx.require(same, "api-misuse", f"{ctx.name} is given {rows} rows, and the analysis was of another number")


def keep(ctx: ModelContext, info: Value, matrix: CompressedRows | None) -> None:
    """Keep a matrix, None for one that is not known."""
    number = 0 if matrix is None else ctx.number_of(matrix)
    handles.put(ctx, info, kind_of(ctx.name), "matrix", number)


def kept(ctx: ModelContext, info: Value) -> CompressedRows | None:
    """The matrix that was kept; None if it is not known."""
    number = handles.get(ctx, info, kind_of(ctx.name), "matrix")
    found = ctx.value_of(number) if isinstance(number, int) and number else None
    return found if isinstance(found, CompressedRows) else None


@model(
    *(f"cusolverStatus_t cusolverSpCreateCsr{name}(csr{name}_t *info)" for name in KINDS), device=False
)
def create(ctx: ModelContext, target: Value) -> Value:
    """An info without an analysis."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    if call_fails(ctx):
        return ALLOC_FAILED
    handles.create(ctx, target, kind_of(ctx.name))
    return SUCCESS


@model(
    *(f"cusolverStatus_t cusolverSpDestroyCsr{name}(csr{name}_t info)" for name in KINDS), device=False
)
def destroy(ctx: ModelContext, info: Value) -> Value:
    """Ends it. NULL does nothing."""
    if not handles.is_null(ctx, info):
        handles.destroy(ctx, info, kind_of(ctx.name))
    return SUCCESS
