"""Devices by their place on the bus (CUDA Runtime API, cudaDeviceGetPCIBusId and cudaDeviceGetByPCIBusId): text of
the form domain:bus:device.function, in hexadecimal digits."""

from cudabmc.modelapi import I8, I32, ModelContext, Value
from opmodels.runtime.api import api
from opmodels.runtime.device import is_device
from opmodels.runtime.error_codes import fail, succeed

_IDENTIFIER = "0000:00:00.0"


@api("cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)")
def get_bus_identifier(ctx: ModelContext, target: Value, length: Value, device: Value) -> Value:
    """At most `len` characters; "pciBusId should be large enough to store 13 characters"."""
    room = ctx.concretize(length, I32)
    if not is_device(ctx, device):
        return fail(ctx, "cudaErrorInvalidDevice")
    if not len(_IDENTIFIER) < room < 2**31:
        return fail(ctx, "cudaErrorInvalidValue")
    for offset, char in enumerate(f"{_IDENTIFIER}\0"):
        ctx.store(ctx.add(target, offset), ord(char), I8)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId)")
def device_at_bus(ctx: ModelContext, target: Value, identifier: Value) -> Value:
    """The device there, if it is the modelled one; a text that is not known is refused."""
    text = ctx.string(identifier)
    if text is None:
        ctx.unsupported("cudaDeviceGetByPCIBusId of a text that depends on inputs")
    if text != _IDENTIFIER and text != _IDENTIFIER.removesuffix(".0"):
        return fail(ctx, "cudaErrorInvalidDevice")
    ctx.store(target, 0, I32)
    return succeed(ctx)
