"""Devices and contexts of the driver API (CUDA Driver API, "Initialization", "Device Management", "Context
Management"). There is one device; contexts are remembered, and share all memory as threads of one context would."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, ModelContext, Op, Value
from opmodels.libraries.driver.api import driver, failure
from opmodels.registry import declare
from opmodels.runtime.device import VERSION, note_device
from opmodels.runtime.device_attributes import attribute as attribute_of
from opmodels.runtime.device_properties import DEVICE_COUNT, NAME, TOTAL_GLOBAL_MEMORY
from opmodels.runtime.error_codes import CODES, succeed
from opmodels.runtime.errors import constant_text
from opmodels.runtime.handle import HandleKind, check, create, destroy, get, is_null, put

_NAMES = {
    "MAX_THREADS_PER_BLOCK": 1, "MAX_BLOCK_DIM_X": 2, "MAX_BLOCK_DIM_Y": 3, "MAX_BLOCK_DIM_Z": 4, "MAX_GRID_DIM_X": 5,
    "MAX_GRID_DIM_Y": 6, "MAX_GRID_DIM_Z": 7, "MAX_SHARED_MEMORY_PER_BLOCK": 8, "TOTAL_CONSTANT_MEMORY": 9,
    "WARP_SIZE": 10, "MAX_PITCH": 11, "MAX_REGISTERS_PER_BLOCK": 12, "CLOCK_RATE": 13, "TEXTURE_ALIGNMENT": 14,
    "GPU_OVERLAP": 15, "MULTIPROCESSOR_COUNT": 16, "KERNEL_EXEC_TIMEOUT": 17, "INTEGRATED": 18,
    "CAN_MAP_HOST_MEMORY": 19, "COMPUTE_MODE": 20, "CONCURRENT_KERNELS": 31, "ECC_ENABLED": 32, "PCI_BUS_ID": 33,
    "PCI_DEVICE_ID": 34, "TCC_DRIVER": 35, "MEMORY_CLOCK_RATE": 36, "GLOBAL_MEMORY_BUS_WIDTH": 37, "L2_CACHE_SIZE": 38,
    "MAX_THREADS_PER_MULTIPROCESSOR": 39, "ASYNC_ENGINE_COUNT": 40, "UNIFIED_ADDRESSING": 41,
    "COMPUTE_CAPABILITY_MAJOR": 75, "COMPUTE_CAPABILITY_MINOR": 76, "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 81,
    "MANAGED_MEMORY": 83, "COOPERATIVE_LAUNCH": 95, "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 97,
    "VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED": 102, "HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED": 103,
    "HANDLE_TYPE_WIN32_HANDLE_SUPPORTED": 104, "GENERIC_COMPRESSION_SUPPORTED": 107, "MEMORY_POOLS_SUPPORTED": 115,
}  # fmt: skip
_UNSUPPORTED = (102, 103, 104, 107)  # features that no model has: 0
ATTRIBUTES = {f"CU_DEVICE_ATTRIBUTE_{name}": number for name, number in _NAMES.items()}
declare(
    "typedef enum CUdevice_attribute_enum { "
    + ", ".join(f"{name} = {number}" for name, number in ATTRIBUTES.items())
    + " } CUdevice_attribute;",
    types=("CUdevice_attribute",),
    names=tuple(ATTRIBUTES),
)
_TEXTS = {code.number: code.text for code in CODES}

_AFFINITY = (
    "typedef enum CUexecAffinityType_enum { CU_EXEC_AFFINITY_TYPE_SM_COUNT = 0, CU_EXEC_AFFINITY_TYPE_MAX } "
    "CUexecAffinityType; "
    "typedef struct CUexecAffinitySmCount_st { unsigned int val; } CUexecAffinitySmCount; "
    "typedef struct CUexecAffinityParam_st { CUexecAffinityType type; "
    "union { CUexecAffinitySmCount smCount; } param; } CUexecAffinityParam;"
)
_CIG = (
    "typedef enum CUcigDataType_enum { CIG_DATA_TYPE_D3D12_COMMAND_QUEUE = 1, CIG_DATA_TYPE_NV_BLOB = 2 } "
    "CUcigDataType; "
    "typedef struct CUctxCigParam_st { CUcigDataType sharedDataType; void *sharedData; } CUctxCigParam;"
)
declare(
    _AFFINITY,
    types=("CUexecAffinityType", "CUexecAffinitySmCount", "CUexecAffinityParam"),
    names=("CU_EXEC_AFFINITY_TYPE_SM_COUNT", "CU_EXEC_AFFINITY_TYPE_MAX"),
)
declare(
    _CIG,
    types=("CUcigDataType", "CUctxCigParam"),
    names=("CIG_DATA_TYPE_D3D12_COMMAND_QUEUE", "CIG_DATA_TYPE_NV_BLOB"),
)
declare(
    "typedef struct CUctxCreateParams_st { CUexecAffinityParam *execAffinityParams; int numExecAffinityParams; "
    "CUctxCigParam *cigParams; } CUctxCreateParams;",
    types=("CUctxCreateParams",),
)
_SPECIAL = (0, 16)
"""The offsets of the pointers in CUctxCreateParams; each asks for a context of a special kind."""

_CURRENT = "driver:current-context"
_CONTEXT = HandleKind("context", 0xC01E7, (("previous", PTR),))


def _is_device(ctx: ModelContext, device: Value) -> bool:
    return ctx.decide(ctx.op(Op.ULT, BOOL, device, DEVICE_COUNT, of=I32))


@driver("CUresult cuInit(unsigned int Flags)")
def initialise(ctx: ModelContext, flags: Value) -> Value:
    """"Currently, the Flags parameter must be 0"."""
    return succeed(ctx) if ctx.concretize(flags, I32) == 0 else failure("CUDA_ERROR_INVALID_VALUE")


@driver("CUresult cuDriverGetVersion(int *driverVersion)")
def driver_version(ctx: ModelContext, target: Value) -> Value:
    """1000 * major + 10 * minor."""
    ctx.store(target, VERSION, I32)
    return succeed(ctx)


@driver("CUresult cuGetErrorString(CUresult error, const char **pStr)")
def error_text(ctx: ModelContext, error: Value, target: Value) -> Value:
    """The text of an error; NULL and CUDA_ERROR_INVALID_VALUE for a number that is none."""
    text = _TEXTS.get(ctx.concretize(error, I32))
    ctx.store(target, NULL if text is None else constant_text(ctx, text), PTR)
    return failure("CUDA_ERROR_INVALID_VALUE") if text is None else succeed(ctx)


@driver("CUresult cuDeviceGetCount(int *count)")
def device_count(ctx: ModelContext, target: Value) -> Value:
    """The number of devices."""
    note_device(ctx)
    ctx.store(target, DEVICE_COUNT, I32)
    return succeed(ctx)


@driver("CUresult cuDeviceGet(CUdevice *device, int ordinal)")
def device_handle(ctx: ModelContext, target: Value, ordinal: Value) -> Value:
    """The handle of a device is its number."""
    if not _is_device(ctx, ordinal):
        return failure("CUDA_ERROR_INVALID_DEVICE")
    ctx.store(target, ordinal, I32)
    return succeed(ctx)


@driver("CUresult cuDeviceGetName(char *name, int len, CUdevice dev)")
def device_name(ctx: ModelContext, target: Value, length: Value, device: Value) -> Value:
    """The name of the device, cut to `len` characters."""
    room = ctx.concretize(length, I32)
    if not _is_device(ctx, device):
        return failure("CUDA_ERROR_INVALID_DEVICE")
    if not 0 < room < 2**31:
        return failure("CUDA_ERROR_INVALID_VALUE")
    for offset, char in enumerate(f"{NAME[: room - 1]}\0"):
        ctx.store(ctx.add(target, offset), ord(char), I8)
    return succeed(ctx)


@driver("CUresult cuDeviceTotalMem(size_t *bytes, CUdevice dev)")
def device_memory(ctx: ModelContext, target: Value, device: Value) -> Value:
    """All memory of the device."""
    if not _is_device(ctx, device):
        return failure("CUDA_ERROR_INVALID_DEVICE")
    ctx.store(target, TOTAL_GLOBAL_MEMORY, I64)
    return succeed(ctx)


@driver("CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)")
def device_attribute(ctx: ModelContext, target: Value, attribute: Value, device: Value) -> Value:
    """One property of a device; the numbers are those of cudaDeviceGetAttribute."""
    if not _is_device(ctx, device):
        return failure("CUDA_ERROR_INVALID_DEVICE")
    number = ctx.concretize(attribute, I32)
    value = 0 if number in _UNSUPPORTED else attribute_of(ctx.limits, number)
    if value is None:
        return failure("CUDA_ERROR_INVALID_VALUE")
    note_device(ctx)
    ctx.store(target, value, I32)
    return succeed(ctx)


# ---------------------------------------------------------------- contexts


def _new(ctx: ModelContext, target: Value) -> Value:
    return create(ctx, target, _CONTEXT, {"previous": ctx.get(_CURRENT, NULL)})


@driver("CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev)")
def create_context(ctx: ModelContext, target: Value, flags: Value, device: Value) -> Value:
    """A new context, which is current from here on."""
    if not _is_device(ctx, device):
        return failure("CUDA_ERROR_INVALID_DEVICE")
    ctx.put(_CURRENT, _new(ctx, target), PTR)
    return succeed(ctx)


@driver(
    "CUresult cuCtxCreate(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)",
    "CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)",
)
def create_context_with(ctx: ModelContext, target: Value, parameters: Value, flags: Value, device: Value) -> Value:
    """As CUDA 13 has it. Contexts with execution affinity or for graphics ("CIG mode") are refused."""
    if not is_null(ctx, parameters):
        for offset in _SPECIAL:
            if not is_null(ctx, ctx.load(ctx.add(parameters, offset), PTR)):
                ctx.unsupported(f"{ctx.name}() with execution affinity or cigParams")
    return create_context(ctx, target, flags, device)


@driver("CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)")
def retain_primary_context(ctx: ModelContext, target: Value, device: Value) -> Value:
    """The context that the runtime uses; the caller has to make it current."""
    if not _is_device(ctx, device):
        return failure("CUDA_ERROR_INVALID_DEVICE")
    _new(ctx, target)
    return succeed(ctx)


@driver("CUresult cuDevicePrimaryCtxRelease(CUdevice dev)")
def release_primary_context(ctx: ModelContext, device: Value) -> Value:
    """The runtime may continue to use it: its memory stays."""
    return succeed(ctx) if _is_device(ctx, device) else failure("CUDA_ERROR_INVALID_DEVICE")


@driver("CUresult cuCtxDestroy(CUcontext ctx)")
def destroy_context(ctx: ModelContext, context: Value) -> Value:
    """Ends a context; if it is current, the one before it is current again. Its memory stays."""
    if is_null(ctx, context):
        return failure("CUDA_ERROR_INVALID_CONTEXT")
    current = ctx.decide(ctx.op(Op.PTREQ, BOOL, context, ctx.get(_CURRENT, NULL), of=PTR))
    check(ctx, context, _CONTEXT)
    ctx.note("cuCtxDestroy does not free the memory of the context")
    ctx.synchronise()
    destroy(ctx, context, _CONTEXT)
    if current:
        ctx.put(_CURRENT, get(ctx, context, _CONTEXT, "previous"), PTR)
    return succeed(ctx)


@driver("CUresult cuCtxGetCurrent(CUcontext *pctx)")
def current_context(ctx: ModelContext, target: Value) -> Value:
    """The current context, or NULL."""
    ctx.store(target, ctx.get(_CURRENT, NULL), PTR)
    return succeed(ctx)


@driver("CUresult cuCtxSetCurrent(CUcontext ctx)", "CUresult cuCtxPushCurrent(CUcontext ctx)")
def set_current_context(ctx: ModelContext, context: Value) -> Value:
    """Makes a context current; NULL means none, and cannot be pushed."""
    if is_null(ctx, context):
        if ctx.name == "cuCtxPushCurrent":
            return failure("CUDA_ERROR_INVALID_CONTEXT")
        ctx.put(_CURRENT, NULL, PTR)
        return succeed(ctx)
    check(ctx, context, _CONTEXT)
    if ctx.name == "cuCtxPushCurrent":
        put(ctx, context, _CONTEXT, "previous", ctx.get(_CURRENT, NULL))
    ctx.put(_CURRENT, context, PTR)
    return succeed(ctx)


@driver("CUresult cuCtxPopCurrent(CUcontext *pctx)")
def pop_current_context(ctx: ModelContext, target: Value) -> Value:
    """The one before it is current again."""
    current = ctx.get(_CURRENT, NULL)
    if is_null(ctx, current):
        return failure("CUDA_ERROR_INVALID_CONTEXT")
    ctx.store(target, current, PTR)
    ctx.put(_CURRENT, get(ctx, current, _CONTEXT, "previous"), PTR)
    return succeed(ctx)


@driver("CUresult cuCtxGetDevice(CUdevice *device)")
def context_device(ctx: ModelContext, target: Value) -> Value:
    """The device of the current context: the only one."""
    ctx.store(target, 0, I32)
    return succeed(ctx)


@driver("CUresult cuCtxSynchronize(void)")
def synchronise_context(ctx: ModelContext) -> Value:
    """The host waits foreverything that it issued."""
    ctx.synchronise()
    return succeed(ctx)
