"""cudaError_t and the last error of the runtime.

CUDA Runtime API, "Data types used by CUDA Runtime" (the codes) and "Error Handling" (the
functions). The state is one variable of the models: "cuda:last-error" is what
cudaGetLastError returns and clears. "cuda:sticky-error" is an error that corrupted the context:
every later call returns it and nothing clears it. The machine writes `cudaErrorInvalidConfiguration`
into the former for a launch that cannot start.

The texts of cudaGetErrorString are not part of the reference; they are what the library prints.
"""

from typing import NamedTuple

from cudabmc.modelapi import I32, ModelContext, Op, Value
from opmodels.registry import declare

LAST_ERROR = "cuda:last-error"
STICKY_ERROR = "cuda:sticky-error"


class Code(NamedTuple):
    """An error code: number, enumerator, text of cudaGetErrorString."""

    number: int
    name: str
    text: str


CODES = (
    Code(0, "cudaSuccess", "no error"),
    Code(1, "cudaErrorInvalidValue", "invalid argument"),
    Code(2, "cudaErrorMemoryAllocation", "out of memory"),
    Code(3, "cudaErrorInitializationError", "initialization error"),
    Code(4, "cudaErrorCudartUnloading", "driver shutting down"),
    Code(5, "cudaErrorProfilerDisabled", "profiler disabled while using external profiling tool"),
    Code(6, "cudaErrorProfilerNotInitialized", "profiler not initialized: call cudaProfilerInitialize()"),
    Code(7, "cudaErrorProfilerAlreadyStarted", "profiler already started"),
    Code(8, "cudaErrorProfilerAlreadyStopped", "profiler already stopped"),
    Code(9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
    Code(12, "cudaErrorInvalidPitchValue", "invalid pitch argument"),
    Code(13, "cudaErrorInvalidSymbol", "invalid device symbol"),
    Code(16, "cudaErrorInvalidHostPointer", "invalid host pointer"),
    Code(17, "cudaErrorInvalidDevicePointer", "invalid device pointer"),
    Code(18, "cudaErrorInvalidTexture", "invalid texture reference"),
    Code(19, "cudaErrorInvalidTextureBinding", "texture is not bound to a pointer"),
    Code(20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"),
    Code(21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"),
    Code(22, "cudaErrorAddressOfConstant", "invalid address of constant"),
    Code(23, "cudaErrorTextureFetchFailed", "fetch from texture failed"),
    Code(24, "cudaErrorTextureNotBound", "cannot fetch from a texture that is not bound"),
    Code(25, "cudaErrorSynchronizationError", "incorrect use of __syncthreads()"),
    Code(26, "cudaErrorInvalidFilterSetting", "linear filtering not supported for non-float type"),
    Code(27, "cudaErrorInvalidNormSetting", "read as normalized float not supported for data type"),
    Code(28, "cudaErrorMixedDeviceExecution", "device emulation mode and device execution mode cannot be mixed"),
    Code(31, "cudaErrorNotYetImplemented", "feature not yet implemented"),
    Code(32, "cudaErrorMemoryValueTooLarge", "memory size or pointer value too large to fit in 32 bit"),
    Code(34, "cudaErrorStubLibrary", "CUDA driver is a stub library"),
    Code(35, "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version"),
    Code(36, "cudaErrorCallRequiresNewerDriver", "API call is not supported in the installed CUDA driver"),
    Code(37, "cudaErrorInvalidSurface", "invalid surface reference"),
    Code(43, "cudaErrorDuplicateVariableName", "duplicate global variable looked up by string name"),
    Code(44, "cudaErrorDuplicateTextureName", "duplicate texture looked up by string name"),
    Code(45, "cudaErrorDuplicateSurfaceName", "duplicate surface looked up by string name"),
    Code(46, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"),
    Code(49, "cudaErrorIncompatibleDriverContext", "incompatible driver context"),
    Code(52, "cudaErrorMissingConfiguration", "__global__ function call is not configured"),
    Code(53, "cudaErrorPriorLaunchFailure", "unspecified launch failure in prior launch"),
    Code(65, "cudaErrorLaunchMaxDepthExceeded", "launch would exceed maximum depth of nested launches"),
    Code(
        66,
        "cudaErrorLaunchFileScopedTex",
        "launch failed because kernel uses unsupported, file-scoped textures (texture objects are "
        "supported)",
    ),
    Code(
        67,
        "cudaErrorLaunchFileScopedSurf",
        "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are "
        "supported)",
    ),
    Code(
        68,
        "cudaErrorSyncDepthExceeded",
        "cudaDeviceSynchronize failed because caller's grid depth exceeds "
        "cudaLimitDevRuntimeSyncDepth",
    ),
    Code(
        69,
        "cudaErrorLaunchPendingCountExceeded",
        "launch failed because launch would exceed "
        "cudaLimitDevRuntimePendingLaunchCount",
    ),
    Code(98, "cudaErrorInvalidDeviceFunction", "invalid device function"),
    Code(100, "cudaErrorNoDevice", "no CUDA-capable device is detected"),
    Code(101, "cudaErrorInvalidDevice", "invalid device ordinal"),
    Code(102, "cudaErrorDeviceNotLicensed", "device doesn't have valid Grid license"),
    Code(103, "cudaErrorSoftwareValidityNotEstablished", "integrity checks failed"),
    Code(127, "cudaErrorStartupFailure", "startup failure in cuda runtime"),
    Code(200, "cudaErrorInvalidKernelImage", "device kernel image is invalid"),
    Code(201, "cudaErrorDeviceUninitialized", "invalid device context"),
    Code(205, "cudaErrorMapBufferObjectFailed", "mapping of buffer object failed"),
    Code(206, "cudaErrorUnmapBufferObjectFailed", "unmapping of buffer object failed"),
    Code(207, "cudaErrorArrayIsMapped", "array is mapped"),
    Code(208, "cudaErrorAlreadyMapped", "resource already mapped"),
    Code(209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"),
    Code(210, "cudaErrorAlreadyAcquired", "resource already acquired"),
    Code(211, "cudaErrorNotMapped", "resource not mapped"),
    Code(212, "cudaErrorNotMappedAsArray", "resource not mapped as array"),
    Code(213, "cudaErrorNotMappedAsPointer", "resource not mapped as pointer"),
    Code(214, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered"),
    Code(215, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"),
    Code(216, "cudaErrorDeviceAlreadyInUse", "exclusive-thread device already in use by a different thread"),
    Code(217, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"),
    Code(218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"),
    Code(219, "cudaErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context"),
    Code(220, "cudaErrorNvlinkUncorrectable", "uncorrectable NVLink error detected during the execution"),
    Code(221, "cudaErrorJitCompilerNotFound", "PTX JIT compiler library not found"),
    Code(222, "cudaErrorUnsupportedPtxVersion", "the provided PTX was compiled with an unsupported toolchain."),
    Code(223, "cudaErrorJitCompilationDisabled", "PTX JIT compilation was disabled"),
    Code(300, "cudaErrorInvalidSource", "device kernel image is invalid"),
    Code(301, "cudaErrorFileNotFound", "file not found"),
    Code(302, "cudaErrorSharedObjectSymbolNotFound", "shared object symbol not found"),
    Code(303, "cudaErrorSharedObjectInitFailed", "shared object initialization failed"),
    Code(304, "cudaErrorOperatingSystem", "OS call failed or operation not supported on this OS"),
    Code(400, "cudaErrorInvalidResourceHandle", "invalid resource handle"),
    Code(401, "cudaErrorIllegalState", "the operation cannot be performed in the present state"),
    Code(500, "cudaErrorSymbolNotFound", "named symbol not found"),
    Code(600, "cudaErrorNotReady", "device not ready"),
    Code(700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"),
    Code(701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"),
    Code(702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"),
    Code(703, "cudaErrorLaunchIncompatibleTexturing", "launch uses incompatible texturing mode"),
    Code(704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"),
    Code(705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"),
    Code(708, "cudaErrorSetOnActiveProcess", "cannot set while device is active in this process"),
    Code(709, "cudaErrorContextIsDestroyed", "context is destroyed"),
    Code(710, "cudaErrorAssert", "device-side assert triggered"),
    Code(711, "cudaErrorTooManyPeers", "peer mapping resources exhausted"),
    Code(712, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"),
    Code(713, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"),
    Code(714, "cudaErrorHardwareStackError", "hardware stack error"),
    Code(715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"),
    Code(716, "cudaErrorMisalignedAddress", "misaligned address"),
    Code(717, "cudaErrorInvalidAddressSpace", "operation not supported on global/shared address space"),
    Code(718, "cudaErrorInvalidPc", "invalid program counter"),
    Code(719, "cudaErrorLaunchFailure", "unspecified launch failure"),
    Code(720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"),
    Code(800, "cudaErrorNotPermitted", "operation not permitted"),
    Code(801, "cudaErrorNotSupported", "operation not supported"),
    Code(802, "cudaErrorSystemNotReady", "system not yet initialized"),
    Code(803, "cudaErrorSystemDriverMismatch", "system has unsupported display driver / cuda driver combination"),
    Code(900, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"),
    Code(901, "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture"),
    Code(902, "cudaErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences"),
    Code(903, "cudaErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began"),
    Code(904, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work"),
    Code(905, "cudaErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream"),
    Code(
        906,
        "cudaErrorStreamCaptureImplicit",
        "operation would make the legacy stream depend on a capturing blocking "
        "stream",
    ),
    Code(907, "cudaErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream"),
    Code(
        908,
        "cudaErrorStreamCaptureWrongThread",
        "attempt to terminate a thread-local capture sequence from another "
        "thread",
    ),
    Code(909, "cudaErrorTimeout", "wait operation timed out"),
    Code(
        910,
        "cudaErrorGraphExecUpdateFailure",
        "the graph update was not performed because it included changes which violated constraints "
        "specific to instantiated graph update",
    ),
    Code(999, "cudaErrorUnknown", "unknown error"),
)

NUMBER = {code.name: code.number for code in CODES}

_ENUMERATORS = ", ".join(f"{code.name} = {code.number}" for code in CODES)
declare(
    f"typedef enum cudaError {{ {_ENUMERATORS} }} cudaError_t;",
    types=("cudaError_t", "cudaError"),
    names=tuple(NUMBER),
)


def succeed(ctx: ModelContext) -> Value:
    """The result of a call that worked: cudaSuccess, or the sticky error of an earlier fault."""
    return ctx.get(STICKY_ERROR, 0)


def succeed_where(ctx: ModelContext, cond: Value) -> Value:
    """The result of a call that worked where `cond` holds, and else was given an invalid argument."""
    if cond is True:
        return succeed(ctx)
    number = NUMBER["cudaErrorInvalidValue"]
    ctx.put(LAST_ERROR, ctx.op(Op.SELECT, I32, cond, ctx.get(LAST_ERROR, 0), number), I32)
    return ctx.op(Op.SELECT, I32, cond, succeed(ctx), number)


def fail(ctx: ModelContext, name: str) -> Value:
    """Make the error called `name` the last error and return its number."""
    number = NUMBER[name]
    ctx.put(LAST_ERROR, number, I32)
    return number
