"""The life and the settings of a handle (cuBLAS reference, "cuBLAS Helper Function Reference")."""

from cudabmc.modelapi import I32, PTR, ModelContext, Space, Value
from opmodels.libc.expression import is_null
from opmodels.libraries.cublas.types import ALLOC_FAILED, INVALID_VALUE, NOT_INITIALIZED, STATUS, SUCCESS
from opmodels.libraries.stream_operations import stream_of_handle
from opmodels.registry import macro, model
from opmodels.runtime import handle as handles
from opmodels.runtime.allocation import call_fails
from opmodels.runtime.errors import constant_text
from opmodels.runtime.stream import check_stream

HANDLE = handles.HandleKind(
    "cuBLAS handle", 0xB1A5, (("stream", PTR), ("pointer mode", I32), ("math", I32), ("atomics", I32))
)
_SETTINGS = {"PointerMode": "pointer mode", "MathMode": "math", "AtomicsMode": "atomics"}

for _name in ("Create", "Destroy", "SetStream", "GetStream", "SetPointerMode", "GetPointerMode", "GetVersion"):
    macro(f"cublas{_name}_v2", f"cublas{_name}")


def checked(ctx: ModelContext, handle: Value) -> bool:
    """Is there a handle? One that was destroyed, or is something else, is a defect."""
    return handles.is_given(ctx, handle, HANDLE)


def stream_of(ctx: ModelContext, handle: Value) -> Value:
    """The stream that operations are issued to, which must be alive."""
    return stream_of_handle(ctx, handle, HANDLE)


def scalars_on_device(ctx: ModelContext, handle: Value) -> bool:
    """Are scalars in memory of the device (CUBLAS_POINTER_MODE_DEVICE)?"""
    return handles.number(ctx, handle, HANDLE, "pointer mode") == 1


@model("cublasStatus_t cublasCreate(cublasHandle_t *handle)", device=False)
def create(ctx: ModelContext, target: Value) -> Value:
    """"CUBLAS_STATUS_INVALID_VALUE: handle == NULL"; resources may be short."""
    if ctx.decide(is_null(ctx, target)):
        return INVALID_VALUE
    if call_fails(ctx):
        return ALLOC_FAILED
    handles.create(ctx, target, HANDLE)
    return SUCCESS


@model("cublasStatus_t cublasDestroy(cublasHandle_t handle)", device=False)
def destroy(ctx: ModelContext, handle: Value) -> Value:
    """Ends a handle, after all that the device has to do (as cudaDeviceSynchronize)."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    ctx.synchronise()
    handles.destroy(ctx, handle, HANDLE)
    return SUCCESS


@model("cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId)", device=False)
def set_stream(ctx: ModelContext, handle: Value, stream: Value) -> Value:
    """Later calls are issued to this stream."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    check_stream(ctx, stream)
    handles.put(ctx, handle, HANDLE, "stream", stream)
    return SUCCESS


@model("cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *streamId)", device=False)
def get_stream(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """The stream that was set, NULL for the default one."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    if ctx.decide(is_null(ctx, target)):
        return INVALID_VALUE
    ctx.store(target, handles.get(ctx, handle, HANDLE, "stream"), PTR)
    return SUCCESS


@model(
    "cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)",
    "cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)",
    "cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode)",
    device=False,
)
def set_mode(ctx: ModelContext, handle: Value, mode: Value) -> Value:
    """Two pointer modes and atomics modes exist; the mathematics mode changes the accuracy only."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    setting = ctx.name.removeprefix("cublasSet")
    if setting != "MathMode" and ctx.concretize(mode, I32) not in (0, 1):
        return INVALID_VALUE
    handles.put(ctx, handle, HANDLE, _SETTINGS[setting], mode)
    return SUCCESS


@model(
    "cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode)",
    "cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)",
    "cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode)",
    device=False,
)
def get_mode(ctx: ModelContext, handle: Value, target: Value) -> Value:
    """What was set; CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH and CUBLAS_ATOMICS_NOT_ALLOWED before."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    if ctx.decide(is_null(ctx, target)):
        return INVALID_VALUE
    ctx.store(target, handles.get(ctx, handle, HANDLE, _SETTINGS[ctx.name.removeprefix("cublasGet")]), I32)
    return SUCCESS


@model("cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)", device=False)
def get_version(ctx: ModelContext, handle: Value, version: Value) -> Value:
    """The version that came with CUDA 12.4."""
    if ctx.decide(is_null(ctx, version)):
        return INVALID_VALUE
    ctx.store(version, 120400, I32)
    return SUCCESS


@model(
    "cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t workspaceSizeInBytes)",
    device=False,
)
def set_workspace(ctx: ModelContext, handle: Value, workspace: Value, size: Value) -> Value:
    """Memory of the device for the library's own use, whose contents nobody looks at here."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    if ctx.decide(is_null(ctx, workspace)):
        return SUCCESS
    if ctx.space(workspace) not in (Space.DEVICE_GLOBAL, None):
        ctx.require(False, "api-misuse", f"{ctx.name} wants a workspace in device memory")
    ctx.check_range(workspace, size, write=True, cross=True)
    return SUCCESS


@model("const char *cublasGetStatusName(cublasStatus_t status)", device=False)
def status_name(ctx: ModelContext, status: Value) -> Value:
    """The enumerator."""
    names = {number: name for name, number in STATUS.items()}
    return constant_text(ctx, names.get(ctx.concretize(status, I32), "unknown error code"))


@model("const char *cublasGetStatusString(cublasStatus_t status)", device=False)
def status_string(ctx: ModelContext, status: Value) -> Value:
    """A description; that of the library is not part of the reference."""
    names = {number: name for name, number in STATUS.items()}
    name = names.get(ctx.concretize(status, I32), "unknown error code")
    return constant_text(ctx, name.removeprefix("CUBLAS_STATUS_").lower().replace("_", " "))
