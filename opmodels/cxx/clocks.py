"""What the clocks of <chrono> show: arbitrary times, none of which runs backwards."""

from cudabmc.modelapi import I32, ModelContext, Value
from opmodels.libc.clock import LATEST, later
from opmodels.registry import model

_CLOCKS = (("system_clock", 1_000_000), ("steady_clock", 1_000_000_000))
"""By number: the name, and how many ticks a second has in libc++."""


@model("long __cudabmc_ticks(int clock)", device=False)
def ticks(ctx: ModelContext, clock: Value) -> Value:
    """C++17 [time.clock.system], [time.clock.steady]: the ticks since the clock's epoch."""
    name, rate = _CLOCKS[ctx.concretize(clock, I32)]
    return later(ctx, f"cxx:{name}", LATEST * rate, f"std::chrono::{name}::now()")
