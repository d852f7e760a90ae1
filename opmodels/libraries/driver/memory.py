"""Memory of the driver API (CUDA Driver API, "Memory Management")."""

from cudabmc.modelapi import BOOL, I16, I32, I64, NULL, PTR, ModelContext, Op, Space, Value
from opmodels.libraries.driver.api import driver, failure, pointer
from opmodels.runtime import pinned
from opmodels.runtime import pitch as pitches
from opmodels.runtime.allocation import cuda_free, cuda_malloc_managed, fails, mem_get_info
from opmodels.runtime.copy_direction import CopyKind
from opmodels.runtime.error_codes import succeed
from opmodels.runtime.transfer import check_device_memory, copy_checked, issue


def _is_zero(ctx: ModelContext, value: Value) -> bool:
    return ctx.decide(ctx.op(Op.EQ, BOOL, value, 0, of=I64))


@driver("CUresult cuMemAlloc(CUdeviceptr *dptr, size_t bytesize)", assumes=True)
def allocate(ctx: ModelContext, target: Value, size: Value) -> Value:
    """Device memory of arbitrary contents. "If bytesize is 0, cuMemAlloc() returns CUDA_ERROR_INVALID_VALUE"."""
    if _is_zero(ctx, size):
        return failure("CUDA_ERROR_INVALID_VALUE")
    if fails(ctx, size):
        return failure("CUDA_ERROR_OUT_OF_MEMORY")
    ctx.store(target, ctx.allocate(size, Space.DEVICE_GLOBAL, ctx.name), PTR)
    return succeed(ctx)


@driver(
    "CUresult cuMemAllocPitch(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height, "
    "unsigned int ElementSizeBytes)",
    assumes=True,
)
def allocate_pitch(
    ctx: ModelContext, target: Value, pitch: Value, width: Value, height: Value, element: Value
) -> Value:
    """Padded rows; the size of an element is 4, 8 or 16."""
    known = ctx.concretize(element, I32)
    row = pitches.padded(ctx, width)
    size = ctx.op(Op.MUL, I64, row, height)
    if known not in (4, 8, 16) or _is_zero(ctx, size):
        return failure("CUDA_ERROR_INVALID_VALUE")
    if fails(ctx, size):
        return failure("CUDA_ERROR_OUT_OF_MEMORY")
    ctx.store(pitch, row, I64)
    ctx.store(target, ctx.allocate(size, Space.DEVICE_GLOBAL, ctx.name), PTR)
    return succeed(ctx)


@driver("CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags)", assumes=True)
def allocate_managed(ctx: ModelContext, target: Value, size: Value, flags: Value) -> Value:
    """Memory that host and device reach."""
    return cuda_malloc_managed(ctx, target, size, flags)


@driver("CUresult cuMemAllocHost(void **pp, size_t bytesize)", assumes=True)
def allocate_host(ctx: ModelContext, target: Value, size: Value) -> Value:
    """Page-locked host memory."""
    return pinned.cuda_malloc_host(ctx, target, size)


@driver("CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags)", assumes=True)
def allocate_host_with_flags(ctx: ModelContext, target: Value, size: Value, flags: Value) -> Value:
    """Page-locked host memory; the flags are those of cudaHostAlloc."""
    return pinned.cuda_malloc_host(ctx, target, size, flags)


@driver("CUresult cuMemHostGetDevicePointer(CUdeviceptr *pdptr, void *p, unsigned int Flags)")
def host_device_pointer(ctx: ModelContext, target: Value, host: Value, flags: Value) -> Value:
    """The pointer of the host."""
    return pinned.host_get_device_pointer(ctx, target, host, flags)


@driver("CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags)", assumes=True)
def register_host(ctx: ModelContext, host: Value, size: Value, flags: Value) -> Value:
    """Makes memory of the program reachable by devices."""
    return pinned.host_register(ctx, host, size, flags)


@driver("CUresult cuMemHostUnregister(void *p)")
def unregister_host(ctx: ModelContext, host: Value) -> Value:
    """Ends a registration."""
    return pinned.host_unregister(ctx, host)


@driver("CUresult cuMemFree(CUdeviceptr dptr)")
def free(ctx: ModelContext, address: Value) -> Value:
    """As cudaFree; 0 is CUDA_ERROR_INVALID_VALUE."""
    if _is_zero(ctx, address):
        return failure("CUDA_ERROR_INVALID_VALUE")
    return cuda_free(ctx, pointer(ctx, address))


@driver("CUresult cuMemFreeHost(void *p)")
def free_host(ctx: ModelContext, host: Value) -> Value:
    """Frees what cuMemAllocHost or cuMemHostAlloc returned."""
    return pinned.cuda_free_host(ctx, host)


@driver("CUresult cuMemGetInfo(size_t *free, size_t *total)")
def memory_information(ctx: ModelContext, free_bytes: Value, total: Value) -> Value:
    """All memory counts as free."""
    return mem_get_info(ctx, free_bytes, total)


# ---------------------------------------------------------------- transfers


@driver(
    "CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount)",
    "CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream)",
)
def copy_to_device(ctx: ModelContext, target: Value, source: Value, size: Value, stream: Value = NULL) -> Value:
    """From the host to the device."""
    return copy_checked(ctx, pointer(ctx, target), source, size, CopyKind.cudaMemcpyHostToDevice.value, stream)


@driver(
    "CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount)",
    "CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)",
)
def copy_to_host(ctx: ModelContext, target: Value, source: Value, size: Value, stream: Value = NULL) -> Value:
    """From the device to the host."""
    return copy_checked(ctx, target, pointer(ctx, source), size, CopyKind.cudaMemcpyDeviceToHost.value, stream)


@driver(
    "CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)",
    "CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)",
)
def copy_on_device(ctx: ModelContext, target: Value, source: Value, size: Value, stream: Value = NULL) -> Value:
    """From the device to the device."""
    kind = CopyKind.cudaMemcpyDeviceToDevice.value
    return copy_checked(ctx, pointer(ctx, target), pointer(ctx, source), size, kind, stream)


@driver(
    "CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)",
    "CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)",
)
def copy(ctx: ModelContext, target: Value, source: Value, size: Value, stream: Value = NULL) -> Value:
    """Between any two memories, which the addresses tell."""
    kind = CopyKind.cudaMemcpyDefault.value
    return copy_checked(ctx, pointer(ctx, target), pointer(ctx, source), size, kind, stream)


@driver(
    "CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N)",
    "CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)",
    "CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N)",
    "CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream)",
    "CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned int ui, size_t N)",
    "CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream)",
)
def set_elements(ctx: ModelContext, address: Value, value: Value, count: Value, stream: Value = NULL) -> Value:
    """Sets N elements of 8, 16 or 32 bits; the address must be a multiple of their size."""
    width = {"8": 1, "6": 2, "2": 4}[ctx.name.removesuffix("Async")[-1]]
    if _is_zero(ctx, count):
        return succeed(ctx)
    rest = ctx.op(Op.UREM, I64, address, width)
    if not _is_zero(ctx, rest):
        return failure("CUDA_ERROR_INVALID_VALUE")
    target = pointer(ctx, address)
    check_device_memory(ctx, target)
    if width == 1:
        issue(ctx, stream, lambda: ctx.fill(target, value, count, cross=True), target=target)
        return succeed(ctx)
    known = ctx.concretize(count, I64)
    type_ = {2: I16, 4: I32}[width]
    pattern = ctx.allocate(width * known, Space.HOST_GLOBAL, f"pattern of {ctx.name}")
    for index in range(known):
        ctx.store(ctx.add(pattern, width * index), value, type_)
    issue(ctx, stream, lambda: ctx.copy(target, pattern, width * known, cross=True), target=target)
    return succeed(ctx)
