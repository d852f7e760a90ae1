"""The time of a run whose clocks are known: it starts at a fixed moment, and goes on when somebody looks at it.

Each reading of a clock, and each record of an event, is STEP later than the last one, and on the host sleeping takes as
long as it says. So two readings always differ, a loop that waits for a moment ends, and runs can be repeated. A thread
of a kernel has a time of its own, for threads run side by side.
"""

from cudabmc.modelapi import BOOL, F32, F64, I64, ModelContext, Op, Value

START = 1_767_225_600
"""Seconds from the epoch to the start of a run: 2026-01-01, 00:00:00 UTC."""

STEP = 1_000_000
"""Nanoseconds from one reading to the next."""

SECOND = 1_000_000_000

NOTE = "clocks start on 2026-01-01, and each reading is 1 ms after the one before (--arbitrary time lifts that)"


def is_known(ctx: ModelContext) -> bool:
    """Is the time known, and not arbitrary? Then the report says so."""
    if ctx.is_arbitrary("time"):
        return False
    ctx.note(NOTE)
    return True


def pass_time(ctx: ModelContext, nanoseconds: Value = STEP) -> Value:
    """Let time pass; nanoseconds since the start, I64. Of a model that has no effect before."""
    key = "time:elapsed"
    if ctx.on_device:
        key = f"{key}:{ctx.builtin('blockIdx')}:{ctx.builtin('threadIdx')}"
    now = ctx.op(Op.ADD, I64, ctx.get(key, 0), nanoseconds)
    ctx.put(key, now, I64)
    return now


def whole(ctx: ModelContext, nanoseconds: Value, unit: int) -> Value:
    """Whole units of so many nanoseconds."""
    return ctx.op(Op.UDIV, I64, nanoseconds, unit)


def rest(ctx: ModelContext, nanoseconds: Value, unit: int) -> Value:
    """The nanoseconds behind whole units of so many."""
    return ctx.op(Op.UREM, I64, nanoseconds, unit)


def milliseconds(ctx: ModelContext, nanoseconds: Value) -> Value:
    """As F32."""
    exact = ctx.op(Op.FDIV, F64, ctx.op(Op.SITOFP, F64, nanoseconds, of=I64), 1e6)
    return ctx.op(Op.FPCAST, F32, exact, of=F64)


def any_milliseconds(ctx: ModelContext, label: str) -> Value:
    """How long something took by arbitrary clocks, as F32: eleven days at most."""
    time = ctx.nondet(F32, label)
    ctx.constrain(ctx.op(Op.FLE, BOOL, 0.0, time, of=F32))
    ctx.constrain(ctx.op(Op.FLE, BOOL, time, 1e9, of=F32))
    return time


def sleep(ctx: ModelContext, nanoseconds: Value) -> None:
    """Let the time pass that a thread sleeps; arbitrary clocks do not need it."""
    if not ctx.is_arbitrary("time"):
        pass_time(ctx, nanoseconds)
