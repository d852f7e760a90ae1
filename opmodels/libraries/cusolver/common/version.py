"""Which cuSOLVER this is (cuSOLVER reference, "cusolverGetVersion()", "cusolverGetProperty()")."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libraries.cusolver.common.types import INVALID_VALUE, SUCCESS, VERSION
from opmodels.registry import model
from opmodels.runtime.handle import is_null


@model("cusolverStatus_t cusolverGetVersion(int *version)", device=False)
def get_version(ctx: ModelContext, version: Value) -> Value:
    """The version that came with CUDA 12.8."""
    if is_null(ctx, version):
        return INVALID_VALUE
    ctx.store(version, VERSION[0] * 1000 + VERSION[1] * 100 + VERSION[2], I32)
    return SUCCESS
