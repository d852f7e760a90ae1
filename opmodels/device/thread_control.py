"""Traps, clocks and hints for one thread (CUDA C++ Programming Guide, "Trap function", "Time
Function", "Nanosleep Function", "Profiler Counter Function")."""

from cudabmc.modelapi import BOOL, I32, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.registry import model


@model("void __trap(void)", host=False)
def trap(ctx: ModelContext) -> None:
    """Aborts the kernel and raises an error on the host: a violation, as a failed assert."""
    ctx.require(False, "assertion", "the kernel executes __trap()")
    ctx.stop_kernel("the kernel executes __trap()")


@model("void __brkpt(void)", "void __prof_trigger(int counter)", "void __nanosleep(unsigned int ns)", host=False)
def no_effect(ctx: ModelContext, argument: Value = 0) -> None:
    """Nothing that another thread or a later value could show. A thread sleeps for 1 ms at most ("Nanosleep Function"),
    which is what passes from one reading of a known clock to the next: so a loop that waits changes nothing."""


@model("int __cudabmc_clock32(void)", host=False, apart=True)
def clock32(ctx: ModelContext) -> Value:
    """%clock, the low half of the counter: it wraps around, so nothing is known about two arbitrary readings."""
    if elapsed_time.is_known(ctx):
        return ctx.op(Op.TRUNC, I32, elapsed_time.pass_time(ctx), of=I64)
    return ctx.nondet(I32, "clock()")


@model("long long clock64(void)", host=False, apart=True)
def clock64(ctx: ModelContext) -> Value:
    """The cycle counter of the multiprocessor, at 1 GHz; an arbitrary one never runs backwards in a thread."""
    if elapsed_time.is_known(ctx):
        return elapsed_time.pass_time(ctx)
    key = f"device:clock:{ctx.builtin('blockIdx')}:{ctx.builtin('threadIdx')}"
    time = ctx.nondet(I64, "clock64()")
    ctx.constrain(ctx.op(Op.SLE, BOOL, ctx.get(key, 0), time, of=I64))
    ctx.put(key, time, I64)
    return time
