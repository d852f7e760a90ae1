"""What launches say beside their configuration: attributes (CUDA Runtime API, cudaLaunchKernelExC), of which some
change what a program means, and the last argument of cuLaunchKernel (CUDA Driver API)."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.registry import model
from opmodels.runtime.handle import is_null
from opmodels.runtime.occupancy import cooperative_launch

SIZE = 72  # a cudaLaunchAttribute: the number of the attribute, and a value at byte 8
VALUE = 8
_COOPERATIVE = 2
# Where memory is cached, when the host is told, and in which order launches may begin.
_HINTS = {
    0: "cudaLaunchAttributeIgnore", 1: "cudaLaunchAttributeAccessPolicyWindow",
    3: "cudaLaunchAttributeSynchronizationPolicy", 5: "cudaLaunchAttributeClusterSchedulingPolicyPreference",
    8: "cudaLaunchAttributePriority", 14: "cudaLaunchAttributePreferredSharedMemoryCarveout",
}  # fmt: skip
CLUSTER, _SERIALIZATION = 4, 6
_EARLY = "cudaLaunchAttributeProgrammaticStreamSerialization: the launch may begin before the one in front has ended"


@model("int __cudabmc_launch_result(void)", device=False)
def launch_result(ctx: ModelContext) -> Value:
    """What cudaLaunchKernel returns for the launch before: cudaErrorInvalidConfiguration where launches that no device
    accepts are no violation."""
    return ctx.get("cuda:launch-result", 0)


@model(
    "void __cudabmc_launch_attributes(const void *attributes, unsigned int count, const void *func, unsigned int x, "
    "unsigned int y, unsigned int z, unsigned int threads_x, unsigned int threads_y, unsigned int threads_z, "
    "size_t shared)",
    device=False,
)
def launch_attributes(ctx: ModelContext, attributes: Value, count: Value, function: Value, *sizes: Value) -> None:
    """What the attributes of cudaLaunchKernelExC ask for. Hints are ignored; what lets a launch
    begin before the one in front of it has ended is refused."""
    for index in range(ctx.concretize(count, I32)):
        attribute = ctx.add(attributes, SIZE * index)
        number = ctx.concretize(ctx.load(attribute, I32), I32)
        value = ctx.add(attribute, VALUE)
        if number == _COOPERATIVE and ctx.concretize(ctx.load(value, I32), I32):
            cooperative_launch(ctx, function, *sizes)
            ctx.put("cuda:cooperative-launch", 1, I32)
        elif number == CLUSTER:
            for each, axis in enumerate("xyz"):
                blocks = ctx.concretize(ctx.load(ctx.add(value, 4 * each), I32), I32)
                ctx.put(f"cuda:cluster-launch:{axis}", blocks + 1, I32)
        elif number == _SERIALIZATION:
            if ctx.concretize(ctx.load(value, I32), I32):
                ctx.unsupported(f"launch attribute {number}, {_EARLY}")
        elif number not in _HINTS and number != _COOPERATIVE:
            ctx.unsupported(f"launch attribute {number}")


@model("void __cudabmc_launch_extra(void *extra)", device=False)
def launch_extra(ctx: ModelContext, extra: Value) -> None:
    """The last argument of cuLaunchKernel, for what passes all arguments as one block of bytes: refused."""
    if not is_null(ctx, extra):
        ctx.unsupported("cuLaunchKernel with arguments in `extra`")
