"""Attributes of kernels (CUDA Runtime API, "Execution Control").

Kernels are passed as `const void *`; the C++ forms take any function pointer, so the front end
may pass one without a cast. What a compiler decides (registers, local memory) is arbitrary in range.
"""

from cudabmc.modelapi import BOOL, I32, I64, KernelFacts, ModelContext, Op, Value
from opmodels.libc.expression import nondet_in
from opmodels.registry import enumeration
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.record import record

_ATTRIBUTES = (
    "cudaFuncAttributeMaxDynamicSharedMemorySize", "cudaFuncAttributePreferredSharedMemoryCarveout",
    "cudaFuncAttributeClusterDimMustBeSet", "cudaFuncAttributeRequiredClusterWidth",
    "cudaFuncAttributeRequiredClusterHeight", "cudaFuncAttributeRequiredClusterDepth",
    "cudaFuncAttributeNonPortableClusterSizeAllowed", "cudaFuncAttributeClusterSchedulingPolicyPreference",
    "cudaFuncAttributeMax",
)  # fmt: skip
_FIRST = 8
_DYNAMIC, _CARVEOUT, _NON_PORTABLE, _SCHEDULING = 8, 9, 14, 15
_MOST_CARVEOUT = 100  # per cent; -1 is the default

enumeration("cudaFuncAttribute", _ATTRIBUTES, first=_FIRST)
enumeration(
    "cudaSharedCarveout",
    {"cudaSharedmemCarveoutDefault": -1, "cudaSharedmemCarveoutMaxL1": 0, "cudaSharedmemCarveoutMaxShared": 100},
)

_MEMBERS = record(
    "cudaFuncAttributes", "size_t sharedSizeBytes", "size_t constSizeBytes", "size_t localSizeBytes",
    "int maxThreadsPerBlock", "int numRegs", "int ptxVersion", "int binaryVersion", "int cacheModeCA",
    "int maxDynamicSharedSizeBytes", "int preferredShmemCarveout", "int clusterDimMustBeSet",
    "int requiredClusterWidth", "int requiredClusterHeight", "int requiredClusterDepth",
    "int clusterSchedulingPolicyPreference", "int nonPortableClusterSizeAllowed", "int reserved[16]",
)  # fmt: skip
_CHOSEN_BY_COMPILER = {"constSizeBytes": 65536, "localSizeBytes": 524288, "numRegs": 255}


def dynamic_shared_key(kernel: KernelFacts) -> str:
    """The dynamic shared memory that was asked for, which launches look at."""
    return f"cuda:dynamic-shared:{kernel.name}"


def cluster_attributes(ctx: ModelContext, kernel: KernelFacts) -> dict[str, Value]:
    """What a kernel says of its clusters, by the names of the members of cudaFuncAttributes."""
    width, height, depth = kernel.cluster or (0, 0, 0)
    allowed = ctx.get(f"cuda:non-portable-cluster:{kernel.name}", 0)
    return {
        "clusterDimMustBeSet": 0, "requiredClusterWidth": width, "requiredClusterHeight": height,
        "requiredClusterDepth": depth,
        "nonPortableClusterSizeAllowed": ctx.op(Op.ZEXT, I32, ctx.op(Op.NE, BOOL, allowed, 0, of=I32), of=BOOL),
    }  # fmt: skip


def _carveout_key(kernel: KernelFacts) -> str:
    return f"cuda:carveout:{kernel.name}"


@api(
    "cudaError_t cudaFuncSetCacheConfig(const void *func, cudaFuncCache cacheConfig)",
    "cudaError_t cudaFuncSetSharedMemConfig(const void *func, cudaSharedMemConfig config)",
)
def function_set_preference(ctx: ModelContext, function: Value, preference: Value) -> Value:
    """A preference, which no program can see in its values; what is no kernel is
    cudaErrorInvalidDeviceFunction."""
    return fail(ctx, "cudaErrorInvalidDeviceFunction") if ctx.kernel(function) is None else succeed(ctx)


@api("cudaError_t cudaFuncSetAttribute(const void *func, cudaFuncAttribute attr, int value)")
def function_set_attribute(ctx: ModelContext, function: Value, attribute: Value, value: Value) -> Value:
    """Dynamic shared memory beyond 48 KiB has to be asked for here. "The sum of this value and the function attribute
    sharedSizeBytes cannot exceed the device attribute cudaDevAttrMaxSharedMemoryPerBlockOptin"."""
    number = ctx.concretize(attribute, I32)
    kernel = ctx.kernel(function)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    if not _FIRST <= number < _FIRST + len(_ATTRIBUTES):
        return fail(ctx, "cudaErrorInvalidValue")
    if number == _DYNAMIC:
        most = max(0, ctx.limits.shared_opt_in - kernel.static_shared)
        if ctx.decide(ctx.op(Op.ULT, BOOL, most, value, of=I32)):
            return fail(ctx, "cudaErrorInvalidValue")
        ctx.put(dynamic_shared_key(kernel), value, I32)
    elif number == _CARVEOUT:
        from_default = ctx.op(Op.ADD, I32, value, 1)
        if ctx.decide(ctx.op(Op.ULT, BOOL, _MOST_CARVEOUT + 1, from_default, of=I32)):
            return fail(ctx, "cudaErrorInvalidValue")
        ctx.put(_carveout_key(kernel), from_default, I32)
    elif number == _NON_PORTABLE:
        ctx.put(f"cuda:non-portable-cluster:{kernel.name}", value, I32)
    elif number != _SCHEDULING:
        ctx.unsupported(f"clusters of blocks ({_ATTRIBUTES[number - _FIRST]})")
    return succeed(ctx)


@api("cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, const void *func)")
def function_get_attributes(ctx: ModelContext, target: Value, function: Value) -> Value:
    """What is known of a kernel; arbitrary where it is the compiler's choice."""
    kernel = ctx.kernel(function)
    if kernel is None:
        return fail(ctx, "cudaErrorInvalidDeviceFunction")
    version = 10 * ctx.limits.major + ctx.limits.minor
    asked = ctx.get(dynamic_shared_key(kernel), max(0, ctx.limits.shared - kernel.static_shared))
    carveout = ctx.op(Op.SUB, I32, ctx.get(_carveout_key(kernel), 0), 1)
    exact: dict[str, Value] = {
        "sharedSizeBytes": kernel.static_shared,
        "maxThreadsPerBlock": min(ctx.limits.threads, kernel.launch_bounds or ctx.limits.threads),
        "ptxVersion": version,
        "binaryVersion": version,
        "cacheModeCA": 0,
        "maxDynamicSharedSizeBytes": asked,
        "preferredShmemCarveout": carveout,
        **cluster_attributes(ctx, kernel),
        "clusterSchedulingPolicyPreference": 0,
    }
    for name, most in _CHOSEN_BY_COMPILER.items():
        exact[name] = nondet_in(ctx, I32 if name == "numRegs" else I64, 0, most, name)
    for name, value in exact.items():
        _MEMBERS.put(ctx, target, name, value)
    return succeed(ctx)
