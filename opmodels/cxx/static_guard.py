"""Guards of statics in functions (Itanium C++ ABI 3.3.3).

The first byte of the guard says that the variable is initialised, the second that its initialisation
has begun, and in which thread of the host.
"""

from cudabmc.modelapi import BOOL, I8, I32, ModelContext, Op, Value
from opmodels.libc.expression import either, eq, select
from opmodels.libc.threads import MAIN, RUNNING
from opmodels.registry import model

_DONE, _BEGUN = 0, 1


@model("int __cxa_guard_acquire(void *guard)")
def acquire(ctx: ModelContext, guard: Value) -> Value:
    """1 if the caller must initialise the variable. Coming here again while it does is undefined
    (C++17 [stmt.dcl]/4), but another thread of the host "shall wait for completion"."""
    runs: Value = 1
    if not ctx.on_device:
        runs = ctx.op(Op.TRUNC, I8, ctx.get(RUNNING, MAIN), of=I32)
        _wait(ctx, guard, runs)
    done = eq(ctx, ctx.load(ctx.add(guard, _DONE), I8), 1, I8)
    begun = ctx.load(ctx.add(guard, _BEGUN), I8)
    text = "the initialisation of a static variable came to the variable itself"
    ctx.require(either(ctx, done, eq(ctx, begun, 0, I8)), "assertion", text)
    ctx.store(ctx.add(guard, _BEGUN), select(ctx, done, begun, runs, I8), I8)
    return select(ctx, done, 0, 1, I32)


def _wait(ctx: ModelContext, guard: Value, runs: Value) -> None:
    busy = ctx.load(ctx.add(guard, _BEGUN), I8)
    if ctx.decide(ctx.op(Op.AND, BOOL, ctx.op(Op.NE, BOOL, busy, 0, of=I8), ctx.op(Op.NE, BOOL, busy, runs, of=I8))):
        ctx.host_turn("guard", guard)


@model("void __cxa_guard_release(void *guard)")
def release(ctx: ModelContext, guard: Value) -> None:
    """The variable is initialised."""
    ctx.store(ctx.add(guard, _DONE), 1, I8)
    ctx.store(ctx.add(guard, _BEGUN), 0, I8)


@model("void __cxa_guard_abort(void *guard)")
def abort(ctx: ModelContext, guard: Value) -> None:
    """The initialisation threw: the next one to come tries again."""
    ctx.store(ctx.add(guard, _BEGUN), 0, I8)
