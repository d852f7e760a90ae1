"""Functions of the driver API, over what the models of the runtime API do (CUDA Driver API; programming guide,
"Interoperability between Runtime and Driver APIs": both share contexts, memory and streams).

The codes of the two are the same numbers where both have an error. Whether cuInit was called and a context is current
is not checked: a call of the runtime API before would have seen to both.
"""

from collections.abc import Callable
from functools import wraps

from cudabmc.modelapi import I32, I64, PTR, ModelContext, Op, Value
from opmodels.registry import ModelFunction, declare, model
from opmodels.runtime.error_codes import LAST_ERROR, NUMBER

CODES = {
    "CUDA_SUCCESS": "cudaSuccess", "CUDA_ERROR_INVALID_VALUE": "cudaErrorInvalidValue",
    "CUDA_ERROR_OUT_OF_MEMORY": "cudaErrorMemoryAllocation",
    "CUDA_ERROR_NOT_INITIALIZED": "cudaErrorInitializationError",
    "CUDA_ERROR_DEINITIALIZED": "cudaErrorCudartUnloading", "CUDA_ERROR_NO_DEVICE": "cudaErrorNoDevice",
    "CUDA_ERROR_INVALID_DEVICE": "cudaErrorInvalidDevice", "CUDA_ERROR_INVALID_IMAGE": "cudaErrorInvalidKernelImage",
    "CUDA_ERROR_INVALID_CONTEXT": "cudaErrorDeviceUninitialized", "CUDA_ERROR_ALREADY_MAPPED": "cudaErrorAlreadyMapped",
    "CUDA_ERROR_INVALID_PTX": "cudaErrorInvalidPtx", "CUDA_ERROR_FILE_NOT_FOUND": "cudaErrorFileNotFound",
    "CUDA_ERROR_INVALID_HANDLE": "cudaErrorInvalidResourceHandle", "CUDA_ERROR_NOT_FOUND": "cudaErrorSymbolNotFound",
    "CUDA_ERROR_NOT_READY": "cudaErrorNotReady", "CUDA_ERROR_LAUNCH_FAILED": "cudaErrorLaunchFailure",
    "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED": "cudaErrorHostMemoryAlreadyRegistered",
    "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED": "cudaErrorHostMemoryNotRegistered",
    "CUDA_ERROR_NOT_PERMITTED": "cudaErrorNotPermitted", "CUDA_ERROR_NOT_SUPPORTED": "cudaErrorNotSupported",
    "CUDA_ERROR_UNKNOWN": "cudaErrorUnknown",
}  # fmt: skip
"""The enumerators of CUresult, and the errors of the runtime with the same number."""

declare(
    "typedef enum cudaError_enum { "
    + ", ".join(f"{name} = {NUMBER[same]}" for name, same in CODES.items())
    + " } CUresult;",
    types=("CUresult", "cudaError_enum"),
    names=tuple(CODES),
)
declare("typedef unsigned long long CUdeviceptr;", types=("CUdeviceptr",))
declare("typedef int CUdevice;", types=("CUdevice",))
declare("typedef struct CUctx_st *CUcontext;", types=("CUcontext", "CUctx_st"))
declare("typedef struct CUstream_st *CUstream;", types=("CUstream",))
declare("typedef struct CUevent_st *CUevent;", types=("CUevent",))


def driver(*signatures: str, assumes: bool = False) -> Callable[[ModelFunction], ModelFunction]:
    """`registry.model` for a function of the driver API, whose errors the runtime's cudaGetLastError does not see."""

    def register(function: ModelFunction) -> ModelFunction:
        def call(ctx: ModelContext, *arguments: Value) -> Value:
            before = ctx.get(LAST_ERROR, 0)
            result: Value = function(ctx, *arguments)
            ctx.put(LAST_ERROR, before, I32)
            return result

        model(*signatures, device=False, assumes=assumes)(wraps(function)(call))
        return function

    return register


def failure(name: str) -> int:
    """The number of an error."""
    return NUMBER[CODES[name]]


def pointer(ctx: ModelContext, address: Value) -> Value:
    """A CUdeviceptr as a pointer."""
    return ctx.op(Op.INTTOPTR, PTR, address, of=I64)
