"""The source of std::random_device."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.registry import model


@model("unsigned int __cudabmc_random(void)", device=False)
def random_number(ctx: ModelContext) -> Value:
    """C++17 [rand.device]: any number."""
    return ctx.nondet(I32, "std::random_device")
