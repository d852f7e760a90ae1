"""The parameters of the 64-bit API (cuSOLVER reference, "cusolverDnCreateParams()", "cusolverDnSetAdvOptions()")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.types import ALLOC_FAILED, INVALID_VALUE, SUCCESS
from opmodels.registry import model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails

PARAMS = handles.HandleKind("cusolverDnParams_t", 0x50E3)


def check(ctx: ModelContext, params: Value) -> None:
    """NULL stands for the defaults; parameters that were destroyed, or are something else, are a defect."""
    handles.is_given(ctx, params, PARAMS)


@model("cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """Parameters with their defaults."""
    if handles.is_null(ctx, target):
        return INVALID_VALUE
    if call_fails(ctx):
        return ALLOC_FAILED
    handles.create(ctx, target, PARAMS)
    return SUCCESS


@model("cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)", device=False)
def destroy(ctx: ModelContext, params: Value) -> Value:
    """Ends them. NULL does nothing."""
    if not handles.is_null(ctx, params):
        handles.destroy(ctx, params, PARAMS)
    return SUCCESS


@model(
    "cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function, "
    "cusolverAlgMode_t algo)",
    device=False,
)
def set_option(ctx: ModelContext, params: Value, function: Value, algorithm: Value) -> Value:
    """Which algorithm a function takes, which changes the last places of its results only."""
    if not handles.is_given(ctx, params, PARAMS):
        return INVALID_VALUE
    if ctx.concretize(function, I32) not in (0, 1) or ctx.concretize(algorithm, I32) not in (0, 1, 2):
        return INVALID_VALUE
    return SUCCESS
