"""unistd.h and sched.h (POSIX): who we are is arbitrary."""

from cudabmc.modelapi import I32, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.libc.expression import nondet_in, widen
from opmodels.registry import declare, macro, model

declare("typedef int pid_t;", types=("pid_t",))
declare("typedef unsigned int useconds_t;", types=("useconds_t",))
declare("typedef unsigned int mode_t;", types=("mode_t",))
declare("typedef long off_t;", types=("off_t",))
macro("STDIN_FILENO", "0")
macro("STDOUT_FILENO", "1")
macro("STDERR_FILENO", "2")
macro("_SC_NPROCESSORS_ONLN", "84")
macro("_SC_PAGESIZE", "30")


@model("unsigned int sleep(unsigned int seconds)", "int usleep(useconds_t usec)", device=False)
def sleep(ctx: ModelContext, duration: Value) -> Value:
    """POSIX: 0, nothing interrupts it."""
    unit = elapsed_time.SECOND if ctx.name == "sleep" else 1000
    elapsed_time.sleep(ctx, ctx.op(Op.MUL, I64, widen(ctx, duration, I32, is_signed=False), unit))
    return 0


@model("int sched_yield(void)", device=False)
def sched_yield(ctx: ModelContext) -> Value:
    """POSIX."""
    return 0


@model("pid_t getpid(void)", "pid_t getppid(void)", device=False)
def getpid(ctx: ModelContext) -> Value:
    """POSIX: positive, and the same at each call."""
    known = ctx.get(f"libc:{ctx.name}", 0)
    if isinstance(known, int) and known == 0:
        known = nondet_in(ctx, I32, 1, 1 << 22, f"{ctx.name}()")
        ctx.put(f"libc:{ctx.name}", known, I32)
    return known


@model("long sysconf(int name)", device=False)
def sysconf(ctx: ModelContext, name: Value) -> Value:
    """POSIX: an arbitrary positive number."""
    return nondet_in(ctx, I64, 1, 1 << 20, "sysconf()")
