"""Access of devices to each other's memory (CUDA Runtime API, "Peer Device Memory Access"). There is one device."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.registry import enumeration, macro
from opmodels.runtime.api import api
from opmodels.runtime.device import is_device
from opmodels.runtime.error_codes import fail, succeed

macro("cudaPeerAccessDefault", "0x00")


@api("cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)")
def device_can_access_peer(ctx: ModelContext, target: Value, device: Value, peer: Value) -> Value:
    """There is no other device."""
    if not (is_device(ctx, device) and is_device(ctx, peer)):
        return fail(ctx, "cudaErrorInvalidDevice")
    ctx.store(target, 0, I32)
    return succeed(ctx)


_PEER_ATTRIBUTES = (
    "cudaDevP2PAttrPerformanceRank",
    "cudaDevP2PAttrAccessSupported",
    "cudaDevP2PAttrNativeAtomicSupported",
    "cudaDevP2PAttrCudaArrayAccessSupported",
    "cudaDevP2PAttrOnlyPartialNativeAtomicSupported",
)
enumeration("cudaDeviceP2PAttr", _PEER_ATTRIBUTES, first=1)


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
    """There is no other device, and a device is no peer of itself."""
    if not is_device(ctx, peer):
        return fail(ctx, "cudaErrorInvalidDevice")
    enables = ctx.name == "cudaDeviceEnablePeerAccess"
    return fail(ctx, "cudaErrorPeerAccessUnsupported" if enables else "cudaErrorPeerAccessNotEnabled")
