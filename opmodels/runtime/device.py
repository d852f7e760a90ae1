"""Devices (CUDA Runtime API, "Device Management" and "Version Management"). There is one."""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Op, Space, Value
from opmodels.registry import declare, macro
from opmodels.runtime.api import api
from opmodels.runtime.device_attributes import attribute as attribute_of
from opmodels.runtime.device_properties import DEVICE_COUNT, write_properties
from opmodels.runtime.error_codes import LAST_ERROR, fail, succeed

VERSION = 12040  # 1000 * major + 10 * minor

for _name, _value in {
    "cudaDeviceScheduleAuto": 0,
    "cudaDeviceScheduleSpin": 1,
    "cudaDeviceScheduleYield": 2,
    "cudaDeviceScheduleBlockingSync": 4,
    "cudaDeviceBlockingSync": 4,
    "cudaDeviceScheduleMask": 7,
    "cudaDeviceMapHost": 8,
    "cudaDeviceLmemResizeToMax": 16,
    "cudaDeviceSyncMemops": 128,
    "cudaDeviceMask": 255,
    "cudaPeerAccessDefault": 0,
}.items():
    macro(_name, f"0x{_value:02x}")
macro("cudaCpuDeviceId", "((int)-1)")
macro("cudaInvalidDeviceId", "((int)-2)")
macro("CUDART_VERSION", str(VERSION))
macro("CUDA_VERSION", str(VERSION))


def _enum(tag: str, *names: str) -> None:
    members = ", ".join(f"{name} = {number}" for number, name in enumerate(names))
    declare(f"enum {tag} {{ {members} }};", types=(tag,), names=names)


_LIMITS = (
    "cudaLimitStackSize",
    "cudaLimitPrintfFifoSize",
    "cudaLimitMallocHeapSize",
    "cudaLimitDevRuntimeSyncDepth",
    "cudaLimitDevRuntimePendingLaunchCount",
    "cudaLimitMaxL2FetchGranularity",
    "cudaLimitPersistingL2CacheSize",
)
_DEFAULT_LIMITS = (1024, 1 << 20, 8 << 20, 2, 2048, 64, 0)
_enum("cudaLimit", *_LIMITS)
_enum("cudaFuncCache", "cudaFuncCachePreferNone", "cudaFuncCachePreferShared", "cudaFuncCachePreferL1",
      "cudaFuncCachePreferEqual")  # fmt: skip
_enum("cudaSharedMemConfig", "cudaSharedMemBankSizeDefault", "cudaSharedMemBankSizeFourByte",
      "cudaSharedMemBankSizeEightByte")  # fmt: skip
_enum("cudaComputeMode", "cudaComputeModeDefault", "cudaComputeModeExclusive", "cudaComputeModeProhibited",
      "cudaComputeModeExclusiveProcess")  # fmt: skip


def note_device(ctx: ModelContext) -> None:
    """Say which device the answers are those of."""
    limits = ctx.limits
    ctx.note(
        f"the device is modelled as one of compute capability {limits.name} with {limits.multiprocessors} "
        "multiprocessors and 16 GiB"
    )


def _is_device(ctx: ModelContext, device: Value) -> bool:
    return ctx.decide(ctx.op(Op.ULT, BOOL, device, DEVICE_COUNT, of=I32))


@api("cudaError_t cudaDeviceSynchronize(void)", "cudaError_t cudaThreadSynchronize(void)")
def device_synchronize(ctx: ModelContext) -> Value:
    """The host waits for everything that it issued."""
    ctx.synchronise()
    return succeed(ctx)


@api("cudaError_t cudaDeviceReset(void)", "cudaError_t cudaThreadExit(void)")
def device_reset(ctx: ModelContext) -> Value:
    """Frees what was allocated on the device, managed and pinned memory included, and clears the
    error state. Streams and events, and the values of device variables, are kept."""
    ctx.note(f"streams, events and device variables keep their state in {ctx.name}")
    ctx.synchronise()
    for pointer in ctx.live_allocations((Space.DEVICE_GLOBAL, Space.MANAGED, Space.PINNED)):
        ctx.free(pointer, tuple(Space), ctx.name)
    ctx.put(LAST_ERROR, 0, I32)
    return succeed(ctx)


@api("cudaError_t cudaSetDevice(int device)")
def set_device(ctx: ModelContext, device: Value) -> Value:
    """Only device 0 exists."""
    return succeed(ctx) if _is_device(ctx, device) else fail(ctx, "cudaErrorInvalidDevice")


@api("cudaError_t cudaGetDevice(int *device)")
def get_device(ctx: ModelContext, target: Value) -> Value:
    """The current device."""
    ctx.store(target, 0, I32)
    return succeed(ctx)


@api("cudaError_t cudaGetDeviceCount(int *count)")
def get_device_count(ctx: ModelContext, target: Value) -> Value:
    """The number of devices."""
    note_device(ctx)
    ctx.store(target, DEVICE_COUNT, I32)
    return succeed(ctx)


@api("cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *prop)")
def choose_device(ctx: ModelContext, target: Value, prop: Value) -> Value:
    """The device that matches best is the only one."""
    ctx.store(target, 0, I32)
    return succeed(ctx)


@api("cudaError_t cudaGetDeviceProperties(cudaDeviceProp *prop, int device)")
def get_device_properties(ctx: ModelContext, prop: Value, device: Value) -> Value:
    """All properties of a device."""
    if not _is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    note_device(ctx)
    write_properties(ctx, prop)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attr, int device)")
def device_get_attribute(ctx: ModelContext, target: Value, attribute: Value, device: Value) -> Value:
    """One property of a device."""
    if not _is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    value = attribute_of(ctx.limits, ctx.concretize(attribute, I32))
    if value is None:
        return fail(ctx, "cudaErrorInvalidValue")
    note_device(ctx)
    ctx.store(target, value, I32)
    return succeed(ctx)


@api(
    "cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig)",
    "cudaError_t cudaThreadSetCacheConfig(cudaFuncCache cacheConfig)",
    "cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config)",
    "cudaError_t cudaSetDeviceFlags(unsigned int flags)",
)
def set_preference(ctx: ModelContext, preference: Value) -> Value:
    """A preference, which no program can see in its values."""
    return succeed(ctx)


@api("cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)")
def device_set_limit(ctx: ModelContext, limit: Value, value: Value) -> Value:
    """Stacks, heap and queues of the device are unlimited here; the value is remembered."""
    number = ctx.concretize(limit, I32)
    if number >= len(_LIMITS):
        return fail(ctx, "cudaErrorUnsupportedLimit")
    ctx.put(f"cuda:limit:{number}", value, I64)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetLimit(size_t *pValue, cudaLimit limit)")
def device_get_limit(ctx: ModelContext, target: Value, limit: Value) -> Value:
    """The value set last, or a usual default."""
    number = ctx.concretize(limit, I32)
    if number >= len(_LIMITS):
        return fail(ctx, "cudaErrorUnsupportedLimit")
    ctx.store(target, ctx.get(f"cuda:limit:{number}", _DEFAULT_LIMITS[number]), I64)
    return succeed(ctx)


@api("cudaError_t cudaDriverGetVersion(int *driverVersion)", "cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)")
def get_version(ctx: ModelContext, target: Value) -> Value:
    """1000 * major + 10 * minor; NULL is refused."""
    if ctx.decide(ctx.op(Op.PTREQ, BOOL, target, NULL, of=PTR)):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.store(target, VERSION, I32)
    return succeed(ctx)


@api("cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)")
def device_can_access_peer(ctx: ModelContext, target: Value, device: Value, peer: Value) -> Value:
    """There is no other device."""
    if not (_is_device(ctx, device) and _is_device(ctx, peer)):
        return fail(ctx, "cudaErrorInvalidDevice")
    ctx.store(target, 0, I32)
    return succeed(ctx)


_PEER_ATTRIBUTES = (
    "cudaDevP2PAttrPerformanceRank",
    "cudaDevP2PAttrAccessSupported",
    "cudaDevP2PAttrNativeAtomicSupported",
    "cudaDevP2PAttrCudaArrayAccessSupported",
)
declare(
    f"enum cudaDeviceP2PAttr {{ {', '.join(f'{name} = {n}' for n, name in enumerate(_PEER_ATTRIBUTES, 1))} }};",
    types=("cudaDeviceP2PAttr",),
    names=_PEER_ATTRIBUTES,
)


@api("cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attr, int srcDevice, int dstDevice)")
def device_get_peer_attribute(
    ctx: ModelContext, target: Value, attribute: Value, source: Value, destination: Value
) -> Value:
    """As the reference says: "Returns cudaErrorInvalidDevice if srcDevice or dstDevice are not valid or if they
    represent the same device": there is no other."""
    return fail(ctx, "cudaErrorInvalidDevice")


@api(
    "cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags)",
    "cudaError_t cudaDeviceDisablePeerAccess(int peerDevice)",
)
def device_peer_access(ctx: ModelContext, peer: Value, flags: Value = 0) -> Value:
    """There is no other device."""
    return fail(ctx, "cudaErrorInvalidDevice")


@api("cudaError_t cudaProfilerStart(void)", "cudaError_t cudaProfilerStop(void)")
def profiler(ctx: ModelContext) -> Value:
    """Profiling changes nothing."""
    return succeed(ctx)
