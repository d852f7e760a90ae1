"""Attributes of kernels and occupancy (CUDA Runtime API, "Execution Control" and "Occupancy").

Kernels are passed as `const void *`; the C++ forms take any function pointer, so the front end
may pass one without a cast. What a compiler decides (registers, occupancy) is arbitrary in range.
"""

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Value
from opmodels.libc.expression import nondet_in
from opmodels.registry import declare, macro
from opmodels.runtime.api import api
from opmodels.runtime.device_properties import VALUE
from opmodels.runtime.error_codes import fail, succeed

_ATTRIBUTES = (
    "cudaFuncAttributeMaxDynamicSharedMemorySize",
    "cudaFuncAttributePreferredSharedMemoryCarveout",
)
_FIRST_ATTRIBUTE = 8
_BLOCKS = 32  # maxBlocksPerMultiProcessor

declare(
    "enum cudaFuncAttribute { "
    + ", ".join(f"{name} = {number}" for number, name in enumerate(_ATTRIBUTES, _FIRST_ATTRIBUTE))
    + " };",
    types=("cudaFuncAttribute",),
    names=_ATTRIBUTES,
)

_CARVEOUTS = {
    "cudaSharedmemCarveoutDefault": -1,
    "cudaSharedmemCarveoutMaxL1": 0,
    "cudaSharedmemCarveoutMaxShared": 100,
}
declare(
    f"enum cudaSharedCarveout {{ {', '.join(f'{name} = {value}' for name, value in _CARVEOUTS.items())} }};",
    types=("cudaSharedCarveout",),
    names=tuple(_CARVEOUTS),
)
macro("cudaOccupancyDefault", "0x00")
macro("cudaOccupancyDisableCachingOverride", "0x01")

# Members of cudaFuncAttributes with the largest value that each may have.
_MEMBERS = (
    ("size_t", "sharedSizeBytes", 49152),
    ("size_t", "constSizeBytes", 65536),
    ("size_t", "localSizeBytes", 524288),
    ("int", "maxThreadsPerBlock", 1024),
    ("int", "numRegs", 255),
    ("int", "ptxVersion", 80),
    ("int", "binaryVersion", 80),
    ("int", "cacheModeCA", 0),
    ("int", "maxDynamicSharedSizeBytes", 49152),
    ("int", "preferredShmemCarveout", 0),
)
_EXACT = ("maxThreadsPerBlock", "ptxVersion", "binaryVersion", "maxDynamicSharedSizeBytes")

declare(
    "struct cudaFuncAttributes { " + " ".join(f"{ctype} {name};" for ctype, name, _ in _MEMBERS) + " };",
    types=("cudaFuncAttributes",),
)


@api(
    "cudaError_t cudaFuncSetCacheConfig(const void *func, cudaFuncCache cacheConfig)",
    "cudaError_t cudaFuncSetSharedMemConfig(const void *func, cudaSharedMemConfig config)",
)
def function_set_preference(ctx: ModelContext, function: Value, preference: Value) -> Value:
    """A preference, which no program can see in its values."""
    return succeed(ctx)


@api("cudaError_t cudaFuncSetAttribute(const void *func, cudaFuncAttribute attr, int value)")
def function_set_attribute(ctx: ModelContext, function: Value, attribute: Value, value: Value) -> Value:
    """Dynamic shared memory beyond 48 KiB has to be asked for, up to the limit of the device.

    That a launch needs it to be asked for is not checked.
    """
    number = ctx.concretize(attribute, I32)
    if not 0 <= number - _FIRST_ATTRIBUTE < len(_ATTRIBUTES):
        return fail(ctx, "cudaErrorInvalidValue")
    limit = VALUE["sharedMemPerBlockOptin"]
    too_much = ctx.op(Op.ULT, BOOL, limit if isinstance(limit, int) else 0, value, of=I32)
    if number == _FIRST_ATTRIBUTE and ctx.decide(too_much):
        return fail(ctx, "cudaErrorInvalidValue")
    return succeed(ctx)


@api("cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, const void *func)")
def function_get_attributes(ctx: ModelContext, target: Value, function: Value) -> Value:
    """What the compiler made of a kernel: arbitrary where it is the compiler's choice."""
    offset = 0
    for ctype, name, most in _MEMBERS:
        type_ = I64 if ctype == "size_t" else I32
        value: Value = most if name in _EXACT or not most else nondet_in(ctx, type_, 0, most, name)
        ctx.store(ctx.add(target, offset), value, type_)
        offset += type_.size
    return succeed(ctx)


@api(
    "cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize, "
    "size_t dynamicSMemSize)",
    "cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func, "
    "int blockSize, size_t dynamicSMemSize, unsigned int flags)",
)
def occupancy(
    ctx: ModelContext, target: Value, function: Value, block: Value, shared: Value, flags: Value = 0
) -> Value:
    """At least one block (a kernel that cannot be resident is not modelled), at most what the
    device allows."""
    ctx.store(target, nondet_in(ctx, I32, 1, _BLOCKS, "blocks per multiprocessor"), I32)
    return succeed(ctx)


@api(
    "cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, const void *func, "
    "size_t dynamicSMemSize = 0, int blockSizeLimit = 0)"
)
def occupancy_block_size(
    ctx: ModelContext, grid: Value, block: Value, function: Value, shared: Value, limit: Value
) -> Value:
    """A usual answer, so that launches stay of a known size: 256 threads, or `blockSizeLimit` if
    that is less, and one block for each multiprocessor."""
    ctx.note("cudaOccupancyMaxPotentialBlockSize answers 256 threads and 108 blocks")
    known = ctx.concretize(limit, I32)
    ctx.store(block, min(256, known) if known else 256, I32)
    ctx.store(grid, 108, I32)
    return succeed(ctx)
