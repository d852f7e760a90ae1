"""Devices (CUDA Runtime API, "Device Management" and "Version Management"). There is one."""

from cudabmc.modelapi import BOOL, I32, NULL, PTR, ModelContext, Op, Value
from opmodels.registry import enumeration, macro
from opmodels.runtime.api import api
from opmodels.runtime.device_attributes import attribute as attribute_of
from opmodels.runtime.device_properties import DEVICE_COUNT, write_properties
from opmodels.runtime.error_codes import fail, succeed

VERSION = 12080  # 1000 * major + 10 * minor

macro("cudaCpuDeviceId", "((int)-1)")
macro("cudaInvalidDeviceId", "((int)-2)")
macro("CUDART_VERSION", str(VERSION))
macro("CUDA_VERSION", str(VERSION))

enumeration(
    "cudaComputeMode", [f"cudaComputeMode{name}" for name in ("Default", "Exclusive", "Prohibited", "ExclusiveProcess")]
)


def note_device(ctx: ModelContext) -> None:
    """Say which device the answers are those of."""
    limits = ctx.limits
    ctx.note(
        f"the device is modelled as one of compute capability {limits.name} with {limits.multiprocessors} "
        "multiprocessors and 16 GiB"
    )


def is_device(ctx: ModelContext, device: Value) -> bool:
    """Is this the number of a device?"""
    return ctx.decide(ctx.op(Op.ULT, BOOL, device, DEVICE_COUNT, of=I32))


@api("cudaError_t cudaDeviceSynchronize(void)", device=True)
def device_synchronize_of_side(ctx: ModelContext) -> Value:
    """The host waits. A kernel cannot (programming guide, 'CUDA Dynamic Parallelism', 'Synchronization')."""
    if ctx.on_device:
        ctx.unsupported(
            "cudaDeviceSynchronize() in device code, which CUDA 12 has removed (a launch into cudaStreamTailLaunch"
            " begins when the kernel and all that it has launched are done)"
        )
    return device_synchronize(ctx)


@api("cudaError_t cudaThreadSynchronize(void)")
def device_synchronize(ctx: ModelContext) -> Value:
    """The host waits foreverything that it issued."""
    ctx.synchronise()
    return succeed(ctx)


@api("cudaError_t cudaSetDevice(int device)")
def set_device(ctx: ModelContext, device: Value) -> Value:
    """Only device 0 exists."""
    return succeed(ctx) if is_device(ctx, device) else fail(ctx, "cudaErrorInvalidDevice")


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
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    note_device(ctx)
    write_properties(ctx, prop)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attr, int device)")
def device_get_attribute(ctx: ModelContext, target: Value, attribute: Value, device: Value) -> Value:
    """One property of a device."""
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    value = attribute_of(ctx.limits, ctx.concretize(attribute, I32))
    if value is None:
        return fail(ctx, "cudaErrorInvalidValue")
    note_device(ctx)
    ctx.store(target, value, I32)
    return succeed(ctx)


@api("cudaError_t cudaDriverGetVersion(int *driverVersion)", "cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)")
def get_version(ctx: ModelContext, target: Value) -> Value:
    """1000 * major + 10 * minor; NULL is refused."""
    if ctx.decide(ctx.op(Op.PTREQ, BOOL, target, NULL, of=PTR)):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.store(target, VERSION, I32)
    return succeed(ctx)


@api("cudaError_t cudaProfilerStart(void)", "cudaError_t cudaProfilerStop(void)")
def profiler(ctx: ModelContext) -> Value:
    """Profiling changes nothing."""
    return succeed(ctx)
