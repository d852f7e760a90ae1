"""Cooperative launches (CUDA Runtime API, "Execution Control": cudaLaunchCooperativeKernel)."""

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.registry import model
from opmodels.runtime.device_properties import VALUE
from opmodels.runtime.error_codes import fail, succeed

_BLOCKS, _THREADS = 32, 2048
"""Of a multiprocessor of compute capability 8.0 (programming guide, "Technical Specifications")."""


def _known(name: str) -> int:
    value = VALUE[name]
    assert isinstance(value, int)
    return value


@model(
    "cudaError_t __cudabmc_cooperative_launch(unsigned int blocksX, unsigned int blocksY, unsigned int blocksZ, "
    "unsigned int threadsX, unsigned int threadsY, unsigned int threadsZ, size_t sharedMem)",
    device=False,
)
def cooperative_launch(ctx: ModelContext, *arguments: Value) -> Value:
    """Does the grid fit on the device? All of its blocks have to be resident at once, or the result is
    cudaErrorCooperativeLaunchTooLarge. Registers and static shared memory are not counted."""
    *sizes, shared = arguments
    bx, by, bz, tx, ty, tz = (ctx.concretize(size, I32) for size in sizes)
    threads = -(-tx * ty * tz // 32) * 32
    ctx.put("cuda:cooperative-error", 0, I32)
    if not threads:
        return succeed(ctx)
    most = min(_BLOCKS, _THREADS // threads)
    dynamic = ctx.concretize(shared, I64)
    if dynamic:
        most = min(most, _known("sharedMemPerMultiprocessor") // dynamic)
    multiprocessors = _known("multiProcessorCount")
    if bx * by * bz > max(most, 1) * multiprocessors:
        number = fail(ctx, "cudaErrorCooperativeLaunchTooLarge")
        ctx.put("cuda:cooperative-error", number, I32)
        return number
    if bx * by * bz > multiprocessors:
        ctx.note("that a cooperative launch fits on the device is computed from threads and dynamic shared memory")
    return succeed(ctx)
