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
from opmodels.registry import enumeration

LAST_ERROR = "cuda:last-error"
STICKY_ERROR = "cuda:sticky-error"


class ErrorCode(NamedTuple):
    """An error code: number, enumerator, text of cudaGetErrorString."""

    number: int
    name: str
    text: str


CODES = (
    ErrorCode(0, "cudaSuccess", "no error"),
    ErrorCode(1, "cudaErrorInvalidValue", "invalid argument"),
    ErrorCode(2, "cudaErrorMemoryAllocation", "out of memory"),
    ErrorCode(3, "cudaErrorInitializationError", "initialization error"),
    ErrorCode(4, "cudaErrorCudartUnloading", "driver shutting down"),
    ErrorCode(5, "cudaErrorProfilerDisabled", "profiler disabled while using external profiling tool"),
    ErrorCode(6, "cudaErrorProfilerNotInitialized", "profiler not initialized: call cudaProfilerInitialize()"),
    ErrorCode(7, "cudaErrorProfilerAlreadyStarted", "profiler already started"),
    ErrorCode(8, "cudaErrorProfilerAlreadyStopped", "profiler already stopped"),
    ErrorCode(9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
    ErrorCode(12, "cudaErrorInvalidPitchValue", "invalid pitch argument"),
    ErrorCode(13, "cudaErrorInvalidSymbol", "invalid device symbol"),
    ErrorCode(16, "cudaErrorInvalidHostPointer", "invalid host pointer"),
    ErrorCode(17, "cudaErrorInvalidDevicePointer", "invalid device pointer"),
    ErrorCode(18, "cudaErrorInvalidTexture", "invalid texture reference"),
    ErrorCode(19, "cudaErrorInvalidTextureBinding", "texture is not bound to a pointer"),
    ErrorCode(20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"),
    ErrorCode(21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"),
    ErrorCode(22, "cudaErrorAddressOfConstant", "invalid address of constant"),
    ErrorCode(23, "cudaErrorTextureFetchFailed", "fetch from texture failed"),
    ErrorCode(24, "cudaErrorTextureNotBound", "cannot fetch from a texture that is not bound"),
    ErrorCode(25, "cudaErrorSynchronizationError", "incorrect use of __syncthreads()"),
    ErrorCode(26, "cudaErrorInvalidFilterSetting", "linear filtering not supported for non-float type"),
    ErrorCode(27, "cudaErrorInvalidNormSetting", "read as normalized float not supported for data type"),
    ErrorCode(28, "cudaErrorMixedDeviceExecution", "device emulation mode and device execution mode cannot be mixed"),
    ErrorCode(31, "cudaErrorNotYetImplemented", "feature not yet implemented"),
    ErrorCode(32, "cudaErrorMemoryValueTooLarge", "memory size or pointer value too large to fit in 32 bit"),
    ErrorCode(34, "cudaErrorStubLibrary", "CUDA driver is a stub library"),
    ErrorCode(35, "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version"),
    ErrorCode(36, "cudaErrorCallRequiresNewerDriver", "API call is not supported in the installed CUDA driver"),
    ErrorCode(37, "cudaErrorInvalidSurface", "invalid surface reference"),
    ErrorCode(43, "cudaErrorDuplicateVariableName", "duplicate global variable looked up by string name"),
    ErrorCode(44, "cudaErrorDuplicateTextureName", "duplicate texture looked up by string name"),
    ErrorCode(45, "cudaErrorDuplicateSurfaceName", "duplicate surface looked up by string name"),
    ErrorCode(46, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"),
    ErrorCode(49, "cudaErrorIncompatibleDriverContext", "incompatible driver context"),
    ErrorCode(52, "cudaErrorMissingConfiguration", "__global__ function call is not configured"),
    ErrorCode(53, "cudaErrorPriorLaunchFailure", "unspecified launch failure in prior launch"),
    ErrorCode(65, "cudaErrorLaunchMaxDepthExceeded", "launch would exceed maximum depth of nested launches"),
    ErrorCode(
        66,
        "cudaErrorLaunchFileScopedTex",
        "launch failed because kernel uses unsupported, file-scoped textures (texture objects are "
        "supported)",
    ),
    ErrorCode(
        67,
        "cudaErrorLaunchFileScopedSurf",
        "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are "
        "supported)",
    ),
    ErrorCode(
        68,
        "cudaErrorSyncDepthExceeded",
        "cudaDeviceSynchronize failed because caller's grid depth exceeds "
        "cudaLimitDevRuntimeSyncDepth",
    ),
    ErrorCode(
        69,
        "cudaErrorLaunchPendingCountExceeded",
        "launch failed because launch would exceed "
        "cudaLimitDevRuntimePendingLaunchCount",
    ),
    ErrorCode(98, "cudaErrorInvalidDeviceFunction", "invalid device function"),
    ErrorCode(100, "cudaErrorNoDevice", "no CUDA-capable device is detected"),
    ErrorCode(101, "cudaErrorInvalidDevice", "invalid device ordinal"),
    ErrorCode(102, "cudaErrorDeviceNotLicensed", "device doesn't have valid Grid license"),
    ErrorCode(103, "cudaErrorSoftwareValidityNotEstablished", "integrity checks failed"),
    ErrorCode(127, "cudaErrorStartupFailure", "startup failure in cuda runtime"),
    ErrorCode(200, "cudaErrorInvalidKernelImage", "device kernel image is invalid"),
    ErrorCode(201, "cudaErrorDeviceUninitialized", "invalid device context"),
    ErrorCode(205, "cudaErrorMapBufferObjectFailed", "mapping of buffer object failed"),
    ErrorCode(206, "cudaErrorUnmapBufferObjectFailed", "unmapping of buffer object failed"),
    ErrorCode(207, "cudaErrorArrayIsMapped", "array is mapped"),
    ErrorCode(208, "cudaErrorAlreadyMapped", "resource already mapped"),
    ErrorCode(209, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"),
    ErrorCode(210, "cudaErrorAlreadyAcquired", "resource already acquired"),
    ErrorCode(211, "cudaErrorNotMapped", "resource not mapped"),
    ErrorCode(212, "cudaErrorNotMappedAsArray", "resource not mapped as array"),
    ErrorCode(213, "cudaErrorNotMappedAsPointer", "resource not mapped as pointer"),
    ErrorCode(214, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered"),
    ErrorCode(215, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"),
    ErrorCode(216, "cudaErrorDeviceAlreadyInUse", "exclusive-thread device already in use by a different thread"),
    ErrorCode(217, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"),
    ErrorCode(218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"),
    ErrorCode(219, "cudaErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context"),
    ErrorCode(220, "cudaErrorNvlinkUncorrectable", "uncorrectable NVLink error detected during the execution"),
    ErrorCode(221, "cudaErrorJitCompilerNotFound", "PTX JIT compiler library not found"),
    ErrorCode(222, "cudaErrorUnsupportedPtxVersion", "the provided PTX was compiled with an unsupported toolchain."),
    ErrorCode(223, "cudaErrorJitCompilationDisabled", "PTX JIT compilation was disabled"),
    ErrorCode(224, "cudaErrorUnsupportedExecAffinity", "the provided execution affinity is not supported"),
    ErrorCode(
        225, "cudaErrorUnsupportedDevSideSync", "the provided PTX contains unsupported call to cudaDeviceSynchronize"
    ),
    ErrorCode(226, "cudaErrorContained", "Invalid access of peer GPU memory over nvlink or a hardware error"),
    ErrorCode(300, "cudaErrorInvalidSource", "device kernel image is invalid"),
    ErrorCode(301, "cudaErrorFileNotFound", "file not found"),
    ErrorCode(302, "cudaErrorSharedObjectSymbolNotFound", "shared object symbol not found"),
    ErrorCode(303, "cudaErrorSharedObjectInitFailed", "shared object initialization failed"),
    ErrorCode(304, "cudaErrorOperatingSystem", "OS call failed or operation not supported on this OS"),
    ErrorCode(400, "cudaErrorInvalidResourceHandle", "invalid resource handle"),
    ErrorCode(401, "cudaErrorIllegalState", "the operation cannot be performed in the present state"),
    ErrorCode(402, "cudaErrorLossyQuery", "attempted introspection would be semantically lossy"),
    ErrorCode(500, "cudaErrorSymbolNotFound", "named symbol not found"),
    ErrorCode(600, "cudaErrorNotReady", "device not ready"),
    ErrorCode(700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"),
    ErrorCode(701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"),
    ErrorCode(702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"),
    ErrorCode(703, "cudaErrorLaunchIncompatibleTexturing", "launch uses incompatible texturing mode"),
    ErrorCode(704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"),
    ErrorCode(705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"),
    ErrorCode(708, "cudaErrorSetOnActiveProcess", "cannot set while device is active in this process"),
    ErrorCode(709, "cudaErrorContextIsDestroyed", "context is destroyed"),
    ErrorCode(710, "cudaErrorAssert", "device-side assert triggered"),
    ErrorCode(711, "cudaErrorTooManyPeers", "peer mapping resources exhausted"),
    ErrorCode(
        712, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"
    ),
    ErrorCode(713, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"),
    ErrorCode(714, "cudaErrorHardwareStackError", "hardware stack error"),
    ErrorCode(715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"),
    ErrorCode(716, "cudaErrorMisalignedAddress", "misaligned address"),
    ErrorCode(717, "cudaErrorInvalidAddressSpace", "operation not supported on global/shared address space"),
    ErrorCode(718, "cudaErrorInvalidPc", "invalid program counter"),
    ErrorCode(719, "cudaErrorLaunchFailure", "unspecified launch failure"),
    ErrorCode(720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"),
    ErrorCode(721, "cudaErrorTensorMemoryLeak", "tensor memory not completely freed"),
    ErrorCode(800, "cudaErrorNotPermitted", "operation not permitted"),
    ErrorCode(801, "cudaErrorNotSupported", "operation not supported"),
    ErrorCode(802, "cudaErrorSystemNotReady", "system not yet initialized"),
    ErrorCode(803, "cudaErrorSystemDriverMismatch", "system has unsupported display driver / cuda driver combination"),
    ErrorCode(804, "cudaErrorCompatNotSupportedOnDevice", "forward compatibility was attempted on non supported HW"),
    ErrorCode(
        805, "cudaErrorMpsConnectionFailed", "MPS client failed to connect to the MPS control daemon or the MPS server"
    ),
    ErrorCode(
        806, "cudaErrorMpsRpcFailure", "the remote procedural call between the MPS server and the MPS client failed"
    ),
    ErrorCode(807, "cudaErrorMpsServerNotReady", "MPS server is not ready to accept new MPS client requests"),
    ErrorCode(
        808, "cudaErrorMpsMaxClientsReached", "the hardware resources required to create MPS client have been exhausted"
    ),
    ErrorCode(
        809,
        "cudaErrorMpsMaxConnectionsReached",
        "the hardware resources required to support device connections have been exhausted",
    ),
    ErrorCode(810, "cudaErrorMpsClientTerminated", "the MPS client has been terminated by the server"),
    ErrorCode(
        811,
        "cudaErrorCdpNotSupported",
        "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it",
    ),
    ErrorCode(
        812,
        "cudaErrorCdpVersionMismatch",
        "unsupported interaction between different versions of CUDA Dynamic Parallelism",
    ),
    ErrorCode(900, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"),
    ErrorCode(901, "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture"),
    ErrorCode(902, "cudaErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences"),
    ErrorCode(903, "cudaErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began"),
    ErrorCode(904, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work"),
    ErrorCode(905, "cudaErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream"),
    ErrorCode(
        906,
        "cudaErrorStreamCaptureImplicit",
        "operation would make the legacy stream depend on a capturing blocking "
        "stream",
    ),
    ErrorCode(907, "cudaErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream"),
    ErrorCode(
        908,
        "cudaErrorStreamCaptureWrongThread",
        "attempt to terminate a thread-local capture sequence from another "
        "thread",
    ),
    ErrorCode(909, "cudaErrorTimeout", "wait operation timed out"),
    ErrorCode(
        910,
        "cudaErrorGraphExecUpdateFailure",
        "the graph update was not performed because it included changes which violated constraints "
        "specific to instantiated graph update",
    ),
    ErrorCode(911, "cudaErrorExternalDevice", "an async error has occured in external entity outside of CUDA"),
    ErrorCode(912, "cudaErrorInvalidClusterSize", "a kernel launch error has occurred due to cluster misconfiguration"),
    ErrorCode(
        913,
        "cudaErrorFunctionNotLoaded",
        "the function handle is not loaded when calling an API that requires a loaded function",
    ),
    ErrorCode(
        914,
        "cudaErrorInvalidResourceType",
        "one or more resources passed in are not valid resource types for the operation",
    ),
    ErrorCode(
        915,
        "cudaErrorInvalidResourceConfiguration",
        "one or more resources are insufficient or non-applicable for the operation",
    ),
    ErrorCode(999, "cudaErrorUnknown", "unknown error"),
    ErrorCode(10000, "cudaErrorApiFailureBase", "api failure base"),
)

NUMBER = {code.name: code.number for code in CODES}

enumeration("cudaError", NUMBER, "cudaError_t")


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
