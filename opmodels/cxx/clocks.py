"""What the clocks of <chrono> show; arbitrary ones do not run backwards."""

from cudabmc.modelapi import I32, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.libc.clock import LATEST, later
from opmodels.registry import model

_CLOCKS = (("system_clock", 1_000_000, elapsed_time.START), ("steady_clock", 1_000_000_000, 0))
"""By number: the name, how many ticks a second has in libc++, and the seconds that a known run starts with."""


@model("long __cudabmc_ticks(int clock)", device=False)
def ticks(ctx: ModelContext, clock: Value) -> Value:
    """C++17 [time.clock.system], [time.clock.steady]: the ticks since the clock's epoch."""
    name, rate, start = _CLOCKS[ctx.concretize(clock, I32)]
    if elapsed_time.is_known(ctx):
        ticks = elapsed_time.whole(ctx, elapsed_time.pass_time(ctx), elapsed_time.SECOND // rate)
        return ctx.op(Op.ADD, I64, ticks, start * rate)
    return later(ctx, f"cxx:{name}", LATEST * rate, f"std::chrono::{name}::now()")
