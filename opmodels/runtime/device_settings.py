"""Settings of a device (CUDA Runtime API, "Device Management"): limits, preferences and flags. They are checked and
remembered; none of them changes what a program computes, for stacks, heap and queues of the device are unlimited here.
"""

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Value
from opmodels.registry import enumeration, macro
from opmodels.runtime.api import api
from opmodels.runtime.device import is_device
from opmodels.runtime.error_codes import fail, succeed

for _name, _value in {
    "cudaDeviceScheduleAuto": 0, "cudaDeviceScheduleSpin": 1, "cudaDeviceScheduleYield": 2,
    "cudaDeviceScheduleBlockingSync": 4, "cudaDeviceBlockingSync": 4, "cudaDeviceScheduleMask": 7,
    "cudaDeviceMapHost": 8, "cudaDeviceLmemResizeToMax": 16, "cudaDeviceSyncMemops": 128, "cudaDeviceMask": 255,
    "cudaInitDeviceFlagsAreValid": 1,
}.items():  # fmt: skip
    macro(_name, f"0x{_value:02x}")
_MAP_HOST, _ALL_FLAGS = 8, 0x9F
_SCHEDULES = (0, 1, 2, 4)
_FLAGS = "cuda:device-flags"


# Each limit with the value that it usually has; the stack is counted for one thread.
_LIMITS = {
    "cudaLimitStackSize": 1024, "cudaLimitPrintfFifoSize": 1 << 20, "cudaLimitMallocHeapSize": 8 << 20,
    "cudaLimitDevRuntimeSyncDepth": 2, "cudaLimitDevRuntimePendingLaunchCount": 2048,
    "cudaLimitMaxL2FetchGranularity": 64, "cudaLimitPersistingL2CacheSize": 0,
}  # fmt: skip
_DEFAULTS = tuple(_LIMITS.values())
_STACK, _MOST_STACK = 0, 512 << 10  # local memory of a thread (programming guide, technical specifications)
_GRANULARITY, _MOST_GRANULARITY = 5, 128
enumeration("cudaLimit", tuple(_LIMITS))
enumeration("cudaFuncCache", [f"cudaFuncCachePrefer{name}" for name in ("None", "Shared", "L1", "Equal")])
enumeration("cudaSharedMemConfig", [f"cudaSharedMemBankSize{name}" for name in ("Default", "FourByte", "EightByte")])


@api(
    "cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)",
    "cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value)",
)
def device_set_limit(ctx: ModelContext, limit: Value, value: Value) -> Value:
    """A stack beyond the 512 KiB of local memory that a thread can have is cudaErrorInvalidValue, and so is a
    granularity beyond 128."""
    number = ctx.concretize(limit, I32)
    if number >= len(_LIMITS):
        return fail(ctx, "cudaErrorUnsupportedLimit")
    most = {_STACK: _MOST_STACK, _GRANULARITY: _MOST_GRANULARITY}.get(number)
    if most is not None and ctx.decide(ctx.op(Op.ULT, BOOL, most, value, of=I64)):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.put(f"cuda:limit:{number}", value, I64)
    return succeed(ctx)


@api(
    "cudaError_t cudaDeviceGetLimit(size_t *pValue, cudaLimit limit)",
    "cudaError_t cudaThreadGetLimit(size_t *pValue, cudaLimit limit)",
)
def device_get_limit(ctx: ModelContext, target: Value, limit: Value) -> Value:
    """The value set last, which the driver may raise, or any before the first."""
    number = ctx.concretize(limit, I32)
    if number >= len(_LIMITS):
        return fail(ctx, "cudaErrorUnsupportedLimit")
    ctx.note("the limits of the device (cudaDeviceGetLimit) are what was asked for, or usual defaults")
    ctx.store(target, ctx.get(f"cuda:limit:{number}", _DEFAULTS[number]), I64)
    return succeed(ctx)


def _prefer(ctx: ModelContext, key: str, preference: Value, count: int) -> Value:
    if ctx.decide(ctx.op(Op.ULE, BOOL, count, preference, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.put(key, preference, I32)
    return succeed(ctx)


@api(
    "cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig)",
    "cudaError_t cudaThreadSetCacheConfig(cudaFuncCache cacheConfig)",
)
def device_set_cache(ctx: ModelContext, preference: Value) -> Value:
    """Prefers the first-level cache or shared memory."""
    return _prefer(ctx, "cuda:cache-config", preference, 4)


@api("cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config)")
def device_set_banks(ctx: ModelContext, preference: Value) -> Value:
    """Prefers a width of the banks of shared memory."""
    return _prefer(ctx, "cuda:bank-config", preference, 3)


@api("cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *pCacheConfig)")
def device_get_cache(ctx: ModelContext, target: Value) -> Value:
    """The preference set last, or cudaFuncCachePreferNone: also what devices without a choice answer."""
    preferred = ctx.get("cuda:cache-config", 0)
    kept = ctx.nondet(BOOL, "the device can prefer a cache")
    ctx.store(target, ctx.op(Op.SELECT, I32, kept, preferred, 0), I32)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *pConfig)")
def device_get_banks(ctx: ModelContext, target: Value) -> Value:
    """Banks of four bytes: devices since compute capability 5.0 have no others."""
    ctx.store(target, 1, I32)
    return succeed(ctx)


# ---------------------------------------------------------------- flags


def _flags_are_valid(ctx: ModelContext, flags: Value) -> bool:
    schedule = ctx.op(Op.AND, I32, flags, 7)
    known = ctx.op(Op.EQ, BOOL, ctx.op(Op.AND, I32, flags, _ALL_FLAGS ^ 0xFFFFFFFF), 0, of=I32)
    return ctx.concretize(schedule, I32) in _SCHEDULES and ctx.decide(known)


@api("cudaError_t cudaSetDeviceFlags(unsigned int flags)")
def set_device_flags(ctx: ModelContext, flags: Value) -> Value:
    """At most one way of scheduling, and the other flags that exist."""
    if not _flags_are_valid(ctx, flags):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.put(_FLAGS, flags, I32)
    return succeed(ctx)


@api("cudaError_t cudaGetDeviceFlags(unsigned int *flags)")
def get_device_flags(ctx: ModelContext, target: Value) -> Value:
    """The flags set last. cudaDeviceMapHost may be set without having been asked for ("implied" where host memory
    can be mapped)."""
    mapped = ctx.op(Op.SELECT, I32, ctx.nondet(BOOL, "cudaGetDeviceFlags shows cudaDeviceMapHost"), _MAP_HOST, 0)
    ctx.store(target, ctx.op(Op.OR, I32, ctx.get(_FLAGS, 0), mapped), I32)
    return succeed(ctx)


@api("cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)")
def init_device(ctx: ModelContext, device: Value, device_flags: Value, flags: Value) -> Value:
    """Initialises a device; `deviceFlags` count if `flags` is cudaInitDeviceFlagsAreValid."""
    valid = ctx.concretize(flags, I32)
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    if valid > 1 or (valid and not _flags_are_valid(ctx, device_flags)):
        return fail(ctx, "cudaErrorInvalidValue")
    if valid:
        ctx.put(_FLAGS, device_flags, I32)
    return succeed(ctx)


@api("cudaError_t cudaSetValidDevices(int *device_arr, int len)")
def set_valid_devices(ctx: ModelContext, devices: Value, length: Value) -> Value:
    """The devices to choose from, of which there is one; a number that is no device is cudaErrorInvalidDevice."""
    count = ctx.concretize(length, I32)
    if count >= 2**31:
        return fail(ctx, "cudaErrorInvalidValue")
    for index in range(count):
        if not is_device(ctx, ctx.load(ctx.add(devices, 4 * index), I32)):
            return fail(ctx, "cudaErrorInvalidDevice")
    return succeed(ctx)
