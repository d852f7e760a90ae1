"""The source of std::random_device."""

from cudabmc.modelapi import I32, I64, ModelContext, Op, Value
from opmodels.libc.additive_feedback import sequence
from opmodels.registry import model

NOTE = "std::random_device gives the same pseudo-random numbers in each run (--arbitrary rand lifts that)"

_COUNT = "cxx:count of std::random_device"
_SEED = 1


@model("unsigned int __cudabmc_random(void)", device=False)
def random_number(ctx: ModelContext) -> Value:
    """C++17 [rand.device]: any number. Two of rand() make one in the run that is known."""
    if ctx.is_arbitrary("rand"):
        return ctx.nondet(I32, "std::random_device")
    ctx.note(NOTE)
    count = ctx.get(_COUNT, 0)
    ctx.put(_COUNT, ctx.op(Op.ADD, I64, count, 1), I64)
    if not isinstance(count, int):
        return ctx.approximation(I32, "std::random_device")
    high, low = (sequence(_SEED).number(2 * count + half) for half in (0, 1))
    return (high << 16 ^ low) % 2**32
