"""Devices and contexts of the driver API (CUDA Driver API, "Initialization", "Device Management", "Context
Management"). There is one device; contexts are remembered, and share all memory as threads of one context would."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, ModelContext, Op, Value
from opmodels.libraries.driver.api import driver, failure
from opmodels.registry import declare, enumeration
from opmodels.runtime.device import VERSION, note_device
from opmodels.runtime.device_attributes import attribute as attribute_of
from opmodels.runtime.device_properties import DEVICE_COUNT, NAME, TOTAL_GLOBAL_MEMORY
from opmodels.runtime.error_codes import CODES, succeed
from opmodels.runtime.errors import constant_text
from opmodels.runtime.handle import HandleKind, check, create, destroy, get, is_null, put

_NAMES = {
    "MAX_THREADS_PER_BLOCK": 1, "MAX_BLOCK_DIM_X": 2, "MAX_BLOCK_DIM_Y": 3, "MAX_BLOCK_DIM_Z": 4, "MAX_GRID_DIM_X": 5,
    "MAX_GRID_DIM_Y": 6, "MAX_GRID_DIM_Z": 7, "MAX_SHARED_MEMORY_PER_BLOCK": 8, "SHARED_MEMORY_PER_BLOCK": 8,
    "TOTAL_CONSTANT_MEMORY": 9, "WARP_SIZE": 10, "MAX_PITCH": 11, "MAX_REGISTERS_PER_BLOCK": 12,
    "REGISTERS_PER_BLOCK": 12, "CLOCK_RATE": 13, "TEXTURE_ALIGNMENT": 14, "GPU_OVERLAP": 15, "MULTIPROCESSOR_COUNT": 16,
    "KERNEL_EXEC_TIMEOUT": 17, "INTEGRATED": 18, "CAN_MAP_HOST_MEMORY": 19, "COMPUTE_MODE": 20,
    "MAXIMUM_TEXTURE1D_WIDTH": 21, "MAXIMUM_TEXTURE2D_WIDTH": 22, "MAXIMUM_TEXTURE2D_HEIGHT": 23,
    "MAXIMUM_TEXTURE3D_WIDTH": 24, "MAXIMUM_TEXTURE3D_HEIGHT": 25, "MAXIMUM_TEXTURE3D_DEPTH": 26,
    "MAXIMUM_TEXTURE2D_LAYERED_WIDTH": 27, "MAXIMUM_TEXTURE2D_ARRAY_WIDTH": 27, "MAXIMUM_TEXTURE2D_LAYERED_HEIGHT": 28,
    "MAXIMUM_TEXTURE2D_ARRAY_HEIGHT": 28, "MAXIMUM_TEXTURE2D_LAYERED_LAYERS": 29,
    "MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES": 29, "SURFACE_ALIGNMENT": 30, "CONCURRENT_KERNELS": 31, "ECC_ENABLED": 32,
    "PCI_BUS_ID": 33, "PCI_DEVICE_ID": 34, "TCC_DRIVER": 35, "MEMORY_CLOCK_RATE": 36, "GLOBAL_MEMORY_BUS_WIDTH": 37,
    "L2_CACHE_SIZE": 38, "MAX_THREADS_PER_MULTIPROCESSOR": 39, "ASYNC_ENGINE_COUNT": 40, "UNIFIED_ADDRESSING": 41,
    "MAXIMUM_TEXTURE1D_LAYERED_WIDTH": 42, "MAXIMUM_TEXTURE1D_LAYERED_LAYERS": 43, "CAN_TEX2D_GATHER": 44,
    "MAXIMUM_TEXTURE2D_GATHER_WIDTH": 45, "MAXIMUM_TEXTURE2D_GATHER_HEIGHT": 46,
    "MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE": 47, "MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE": 48,
    "MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE": 49, "PCI_DOMAIN_ID": 50, "TEXTURE_PITCH_ALIGNMENT": 51,
    "MAXIMUM_TEXTURECUBEMAP_WIDTH": 52, "MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH": 53,
    "MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS": 54, "MAXIMUM_SURFACE1D_WIDTH": 55, "MAXIMUM_SURFACE2D_WIDTH": 56,
    "MAXIMUM_SURFACE2D_HEIGHT": 57, "MAXIMUM_SURFACE3D_WIDTH": 58, "MAXIMUM_SURFACE3D_HEIGHT": 59,
    "MAXIMUM_SURFACE3D_DEPTH": 60, "MAXIMUM_SURFACE1D_LAYERED_WIDTH": 61, "MAXIMUM_SURFACE1D_LAYERED_LAYERS": 62,
    "MAXIMUM_SURFACE2D_LAYERED_WIDTH": 63, "MAXIMUM_SURFACE2D_LAYERED_HEIGHT": 64,
    "MAXIMUM_SURFACE2D_LAYERED_LAYERS": 65, "MAXIMUM_SURFACECUBEMAP_WIDTH": 66,
    "MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH": 67, "MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS": 68,
    "MAXIMUM_TEXTURE1D_LINEAR_WIDTH": 69, "MAXIMUM_TEXTURE2D_LINEAR_WIDTH": 70, "MAXIMUM_TEXTURE2D_LINEAR_HEIGHT": 71,
    "MAXIMUM_TEXTURE2D_LINEAR_PITCH": 72, "MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH": 73,
    "MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT": 74, "COMPUTE_CAPABILITY_MAJOR": 75, "COMPUTE_CAPABILITY_MINOR": 76,
    "MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH": 77, "STREAM_PRIORITIES_SUPPORTED": 78, "GLOBAL_L1_CACHE_SUPPORTED": 79,
    "LOCAL_L1_CACHE_SUPPORTED": 80, "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 81, "MAX_REGISTERS_PER_MULTIPROCESSOR": 82,
    "MANAGED_MEMORY": 83, "MULTI_GPU_BOARD": 84, "MULTI_GPU_BOARD_GROUP_ID": 85, "HOST_NATIVE_ATOMIC_SUPPORTED": 86,
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": 87, "PAGEABLE_MEMORY_ACCESS": 88, "CONCURRENT_MANAGED_ACCESS": 89,
    "COMPUTE_PREEMPTION_SUPPORTED": 90, "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM": 91, "CAN_USE_STREAM_MEM_OPS_V1": 92,
    "CAN_USE_64_BIT_STREAM_MEM_OPS_V1": 93, "CAN_USE_STREAM_WAIT_VALUE_NOR_V1": 94, "COOPERATIVE_LAUNCH": 95,
    "COOPERATIVE_MULTI_DEVICE_LAUNCH": 96, "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 97, "CAN_FLUSH_REMOTE_WRITES": 98,
    "HOST_REGISTER_SUPPORTED": 99, "PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES": 100,
    "DIRECT_MANAGED_MEM_ACCESS_FROM_HOST": 101, "VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED": 102,
    "VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED": 102, "HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED": 103,
    "HANDLE_TYPE_WIN32_HANDLE_SUPPORTED": 104, "HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED": 105,
    "MAX_BLOCKS_PER_MULTIPROCESSOR": 106, "GENERIC_COMPRESSION_SUPPORTED": 107, "MAX_PERSISTING_L2_CACHE_SIZE": 108,
    "MAX_ACCESS_POLICY_WINDOW_SIZE": 109, "GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED": 110,
    "RESERVED_SHARED_MEMORY_PER_BLOCK": 111, "SPARSE_CUDA_ARRAY_SUPPORTED": 112,
    "READ_ONLY_HOST_REGISTER_SUPPORTED": 113, "TIMELINE_SEMAPHORE_INTEROP_SUPPORTED": 114,
    "MEMORY_POOLS_SUPPORTED": 115, "GPU_DIRECT_RDMA_SUPPORTED": 116, "GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS": 117,
    "GPU_DIRECT_RDMA_WRITES_ORDERING": 118, "MEMPOOL_SUPPORTED_HANDLE_TYPES": 119, "CLUSTER_LAUNCH": 120,
    "DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED": 121, "CAN_USE_64_BIT_STREAM_MEM_OPS": 122,
    "CAN_USE_STREAM_WAIT_VALUE_NOR": 123, "DMA_BUF_SUPPORTED": 124, "IPC_EVENT_SUPPORTED": 125,
    "MEM_SYNC_DOMAIN_COUNT": 126, "TENSOR_MAP_ACCESS_SUPPORTED": 127, "HANDLE_TYPE_FABRIC_SUPPORTED": 128,
    "UNIFIED_FUNCTION_POINTERS": 129, "NUMA_CONFIG": 130, "NUMA_ID": 131, "MULTICAST_SUPPORTED": 132,
    "MPS_ENABLED": 133, "HOST_NUMA_ID": 134, "D3D12_CIG_SUPPORTED": 135, "MEM_DECOMPRESS_ALGORITHM_MASK": 136,
    "MEM_DECOMPRESS_MAXIMUM_LENGTH": 137, "VULKAN_CIG_SUPPORTED": 138, "GPU_PCI_DEVICE_ID": 139,
    "GPU_PCI_SUBSYSTEM_ID": 140, "HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED": 141,
    "HOST_NUMA_MEMORY_POOLS_SUPPORTED": 142, "HOST_NUMA_MULTINODE_IPC_SUPPORTED": 143,
    "HOST_MEMORY_POOLS_SUPPORTED": 144, "HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED": 145,
    "HOST_ALLOC_DMA_BUF_SUPPORTED": 146, "ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED": 147,
}  # fmt: skip
_UNSUPPORTED = (
    92, 93, 94, 102, 103, 104, 105, 107, 110, 122, 123, 124, 127, 128, 129, 132, 136, 137, 141, 145, 146,
)  # fmt: skip
"""Features that no model has, which the runtime does not ask for: 0."""
ATTRIBUTES = {f"CU_DEVICE_ATTRIBUTE_{name}": number for name, number in _NAMES.items()}
enumeration("CUdevice_attribute_enum", ATTRIBUTES, "CUdevice_attribute")
_TEXTS = {code.number: code.text for code in CODES}

enumeration(
    "CUexecAffinityType_enum", ("CU_EXEC_AFFINITY_TYPE_SM_COUNT", "CU_EXEC_AFFINITY_TYPE_MAX"), "CUexecAffinityType"
)
enumeration("CUcigDataType_enum", ("CIG_DATA_TYPE_D3D12_COMMAND_QUEUE", "CIG_DATA_TYPE_NV_BLOB"), "CUcigDataType",
            first=1)  # fmt: skip
declare(
    "typedef struct CUexecAffinitySmCount_st { unsigned int val; } CUexecAffinitySmCount; "
    "typedef struct CUexecAffinityParam_st { CUexecAffinityType type; "
    "union { CUexecAffinitySmCount smCount; } param; } CUexecAffinityParam;",
    types=("CUexecAffinitySmCount", "CUexecAffinityParam"),
)
declare(
    "typedef struct CUctxCigParam_st { CUcigDataType sharedDataType; void *sharedData; } CUctxCigParam;",
    types=("CUctxCigParam",),
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
