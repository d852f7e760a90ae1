"""The timers that the CUDA samples share: helper_timer.h, documented by its source in NVIDIA's cuda-samples."""

from cudabmc.modelapi import BOOL, I64, NULL, PTR, ModelContext, Op, Space, Value
from opmodels import elapsed_time
from opmodels.libc.expression import eq, from_truth, select
from opmodels.registry import declare
from opmodels.runtime.api import api
from opmodels.runtime.handle import is_null

declare("typedef struct StopWatchInterface StopWatchInterface;", types=("StopWatchInterface",))

# A timer in nanoseconds: when it was started, how long it ran, how often it was stopped, and whether it runs.
_STARTED, _TOTAL, _SESSIONS, _RUNS, _SIZE = 0, 8, 16, 24, 32


def _get(ctx: ModelContext, timer: Value, field: int) -> Value:
    return ctx.load(ctx.add(timer, field), I64)


def _put(ctx: ModelContext, timer: Value, field: int, value: Value) -> None:
    ctx.store(ctx.add(timer, field), value, I64)


@api("bool sdkCreateTimer(StopWatchInterface **timer_interface)")
def create_timer(ctx: ModelContext, target: Value) -> Value:
    """A new timer."""
    ctx.store(target, ctx.allocate(_SIZE, Space.HOST_HEAP, ctx.name, zero=True), PTR)
    return from_truth(ctx, True)


@api("bool sdkDeleteTimer(StopWatchInterface **timer_interface)")
def delete_timer(ctx: ModelContext, target: Value) -> Value:
    """Ends a timer and sets the pointer to NULL."""
    timer = ctx.load(target, PTR)
    if not is_null(ctx, timer):
        ctx.free(timer, (Space.HOST_HEAP,), ctx.name)
        ctx.store(target, NULL, PTR)
    return from_truth(ctx, True)


@api("bool sdkStartTimer(StopWatchInterface **timer_interface)")
def start_timer(ctx: ModelContext, target: Value) -> Value:
    """The timer runs from now on."""
    timer = _timer(ctx, target)
    if elapsed_time.is_known(ctx):
        _put(ctx, timer, _STARTED, elapsed_time.pass_time(ctx))
        _put(ctx, timer, _RUNS, 1)
    return from_truth(ctx, True)


@api("bool sdkStopTimer(StopWatchInterface **timer_interface)")
def stop_timer(ctx: ModelContext, target: Value) -> Value:
    """What has passed since the start is added to the time of the timer, running or not."""
    timer = _timer(ctx, target)
    if elapsed_time.is_known(ctx):
        _put(ctx, timer, _TOTAL, ctx.op(Op.ADD, I64, _get(ctx, timer, _TOTAL), _since_start(ctx, timer)))
        _put(ctx, timer, _SESSIONS, ctx.op(Op.ADD, I64, _get(ctx, timer, _SESSIONS), 1))
        _put(ctx, timer, _RUNS, 0)
    return from_truth(ctx, True)


@api("bool sdkResetTimer(StopWatchInterface **timer_interface)")
def reset_timer(ctx: ModelContext, target: Value) -> Value:
    """No time, no session; a timer that runs starts again."""
    timer = _timer(ctx, target)
    if elapsed_time.is_known(ctx):
        _put(ctx, timer, _TOTAL, 0)
        _put(ctx, timer, _SESSIONS, 0)
        _put(ctx, timer, _STARTED, elapsed_time.pass_time(ctx))
    return from_truth(ctx, True)


@api("float sdkGetTimerValue(StopWatchInterface **timer_interface)")
def timer_value(ctx: ModelContext, target: Value) -> Value:
    """Milliseconds that the timer has run; arbitrary ones are 0 or more."""
    timer = _timer(ctx, target)
    if not elapsed_time.is_known(ctx):
        return elapsed_time.any_milliseconds(ctx, "timer milliseconds")
    running = ctx.op(Op.NE, BOOL, _get(ctx, timer, _RUNS), 0, of=I64)
    since = select(ctx, running, _since_start(ctx, timer), 0, I64)
    return elapsed_time.milliseconds(ctx, ctx.op(Op.ADD, I64, _get(ctx, timer, _TOTAL), since))


@api("float sdkGetAverageTimerValue(StopWatchInterface **timer_interface)")
def average_timer_value(ctx: ModelContext, target: Value) -> Value:
    """Milliseconds of a session on average, 0 if there was none; arbitrary ones are 0 or more."""
    timer = _timer(ctx, target)
    if not elapsed_time.is_known(ctx):
        return elapsed_time.any_milliseconds(ctx, "timer milliseconds")
    sessions = _get(ctx, timer, _SESSIONS)
    none = eq(ctx, sessions, 0, I64)
    average = ctx.op(Op.UDIV, I64, _get(ctx, timer, _TOTAL), select(ctx, none, 1, sessions, I64))
    return elapsed_time.milliseconds(ctx, select(ctx, none, 0, average, I64))


def _timer(ctx: ModelContext, target: Value) -> Value:
    timer = ctx.load(target, PTR)
    ctx.check_range(timer, _SIZE, write=False)
    return timer


def _since_start(ctx: ModelContext, timer: Value) -> Value:
    return ctx.op(Op.SUB, I64, elapsed_time.pass_time(ctx), _get(ctx, timer, _STARTED))
