"""Clocks (C11 7.27, POSIX): as `elapsed_time` has them; or, if they shall be arbitrary, none of them runs backwards."""

from cudabmc.modelapi import F64, I32, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.libc.expression import both, either, eq, is_null, nondet_in, select, sle, slt
from opmodels.registry import declare, macro, model

_REALTIME = 0

LATEST = 1 << 32
"""No clock shows more seconds than this, so that programs may calculate with times: as nanoseconds they
fit into 64 bits."""

declare("typedef long time_t;", types=("time_t",))
declare("typedef long clock_t;", types=("clock_t",))
declare("typedef int clockid_t;", types=("clockid_t",))
declare("typedef long suseconds_t;", types=("suseconds_t",))
declare("struct timeval { time_t tv_sec; suseconds_t tv_usec; };", types=("timeval",))
declare("struct timespec { time_t tv_sec; long tv_nsec; };", types=("timespec",))
declare("struct timezone { int tz_minuteswest; int tz_dsttime; };", types=("timezone",))
declare(
    "struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year;"
    " int tm_wday; int tm_yday; int tm_isdst; };",
    types=("tm",),
)
macro("CLOCKS_PER_SEC", "((clock_t)1000000)")
macro("CLOCK_REALTIME", "0")
macro("CLOCK_MONOTONIC", "1")
macro("CLOCK_PROCESS_CPUTIME_ID", "2")
macro("CLOCK_THREAD_CPUTIME_ID", "3")
macro("CLOCK_MONOTONIC_RAW", "4")
macro("TIME_UTC", "1")


def later(ctx: ModelContext, key: str, most: int, label: str) -> Value:
    """A count that is not less than the one before."""
    now = nondet_in(ctx, I64, 0, most, label)
    ctx.constrain(sle(ctx, ctx.get(key, 0), now, I64))
    ctx.put(key, now, I64)
    return now


def _thread_key(ctx: ModelContext) -> str:
    """Each kernel thread reads the counter of its own multiprocessor."""
    if not ctx.on_device:
        return "libc:clock"
    return f"libc:clock:{ctx.builtin('blockIdx')}:{ctx.builtin('threadIdx')}"


@model("clock_t clock(void)", apart=True)
def clock(ctx: ModelContext) -> Value:
    """C11 7.27.2.1, in microseconds; in a kernel CUDA's cycle counter, at 1 GHz."""
    if elapsed_time.is_known(ctx):
        now = elapsed_time.pass_time(ctx)
        return now if ctx.on_device else elapsed_time.whole(ctx, now, 1000)
    return later(ctx, _thread_key(ctx), LATEST * 1_000_000, "clock()")


def _time_of_day(ctx: ModelContext) -> Value:
    """Seconds since the epoch."""
    if elapsed_time.is_known(ctx):
        seconds = elapsed_time.whole(ctx, elapsed_time.pass_time(ctx), elapsed_time.SECOND)
        return ctx.op(Op.ADD, I64, seconds, elapsed_time.START)
    return later(ctx, "libc:time", LATEST, "time()")


@model("time_t time(time_t *timer)", device=False)
def time(ctx: ModelContext, timer: Value) -> Value:
    """C11 7.27.2.4."""
    wanted = not ctx.decide(is_null(ctx, timer))
    now = _time_of_day(ctx)
    if wanted:
        ctx.store(timer, now, I64)
    return now


def _store_time(ctx: ModelContext, target: Value, key: str, fractions: int, start: int = elapsed_time.START) -> None:
    """Write seconds, from `start` on, and fractions that are not less than those of the clock's last reading."""
    if elapsed_time.is_known(ctx):
        now = elapsed_time.pass_time(ctx)
        seconds = ctx.op(Op.ADD, I64, elapsed_time.whole(ctx, now, elapsed_time.SECOND), start)
        fraction = elapsed_time.rest(ctx, now, elapsed_time.SECOND)
        ctx.store(target, seconds, I64)
        ctx.store(ctx.add(target, 8), elapsed_time.whole(ctx, fraction, elapsed_time.SECOND // fractions), I64)
        return
    seconds = nondet_in(ctx, I64, 0, LATEST, f"{ctx.name}() seconds")
    rest = nondet_in(ctx, I64, 0, fractions - 1, f"{ctx.name}() fraction")
    before, rest_before = ctx.get(f"{key}:seconds", 0), ctx.get(f"{key}:fraction", 0)
    same = both(ctx, eq(ctx, before, seconds, I64), sle(ctx, rest_before, rest, I64))
    ctx.constrain(either(ctx, slt(ctx, before, seconds, I64), same))
    ctx.put(f"{key}:seconds", seconds, I64)
    ctx.put(f"{key}:fraction", rest, I64)
    ctx.store(target, seconds, I64)
    ctx.store(ctx.add(target, 8), rest, I64)


@model("int gettimeofday(struct timeval *tv, void *tz)", device=False)
def gettimeofday(ctx: ModelContext, tv: Value, tz: Value) -> Value:
    """POSIX; the time zone is left alone."""
    _store_time(ctx, tv, "libc:gettimeofday", 1_000_000)
    return 0


@model("int clock_gettime(clockid_t clock, struct timespec *ts)", device=False)
def clock_gettime(ctx: ModelContext, clock: Value, ts: Value) -> Value:
    """POSIX; every clock exists. Those that do not show the time of day start with the run."""
    key = f"libc:clock_gettime:{clock}" if isinstance(clock, int) else "libc:clock_gettime"
    _store_time(ctx, ts, key, 1_000_000_000, elapsed_time.START if clock == _REALTIME else 0)
    return 0


@model("int timespec_get(struct timespec *ts, int base)", device=False)
def timespec_get(ctx: ModelContext, ts: Value, base: Value) -> Value:
    """C11 7.27.2.5."""
    _store_time(ctx, ts, "libc:clock_gettime:0", 1_000_000_000)
    return base


@model("int clock_getres(clockid_t clock, struct timespec *res)", device=False)
def clock_getres(ctx: ModelContext, clock: Value, res: Value) -> Value:
    """POSIX: less than a second, and not nothing; 1 ns on Linux."""
    if not ctx.decide(is_null(ctx, res)):
        known = elapsed_time.is_known(ctx)
        ctx.store(res, 0, I64)
        ctx.store(ctx.add(res, 8), 1 if known else nondet_in(ctx, I64, 1, 999_999_999, "clock_getres()"), I64)
    return 0


@model("int nanosleep(const struct timespec *duration, struct timespec *rest)", device=False)
def nanosleep(ctx: ModelContext, duration: Value, rest: Value) -> Value:
    """POSIX: 0, nothing interrupts it; EINVAL is for fractions of a second and more."""
    seconds = ctx.load(duration, I64)
    nanoseconds = ctx.load(ctx.add(duration, 8), I64)
    fits = both(ctx, sle(ctx, 0, nanoseconds, I64), slt(ctx, nanoseconds, 1_000_000_000, I64))
    slept = ctx.op(Op.ADD, I64, ctx.op(Op.MUL, I64, seconds, elapsed_time.SECOND), nanoseconds)
    elapsed_time.sleep(ctx, select(ctx, fits, slept, 0, I64))
    return select(ctx, fits, 0, (1 << 32) - 1, I32)


@model("double difftime(time_t end, time_t beginning)", device=False)
def difftime(ctx: ModelContext, end: Value, beginning: Value) -> Value:
    """C11 7.27.2.2."""
    return ctx.op(Op.SITOFP, F64, ctx.op(Op.SUB, I64, end, beginning), of=I64)
