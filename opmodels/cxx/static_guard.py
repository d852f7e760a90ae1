"""Guards of statics in functions (Itanium C++ ABI 3.3.3), for one thread.

The first byte of the guard says that the variable is initialised, the second that its initialisation
has begun.
"""

from cudabmc.modelapi import I8, I32, ModelContext, Value
from opmodels.libc.expression import either, eq, select
from opmodels.registry import model

_DONE, _BEGUN = 0, 1


@model("int __cxa_guard_acquire(void *guard)")
def acquire(ctx: ModelContext, guard: Value) -> Value:
    """1 if the caller must initialise the variable. Coming here again while it does is undefined
    (C++17 [stmt.dcl]/4)."""
    done = eq(ctx, ctx.load(ctx.add(guard, _DONE), I8), 1, I8)
    begun = ctx.load(ctx.add(guard, _BEGUN), I8)
    text = "the initialisation of a static variable came to the variable itself"
    ctx.require(either(ctx, done, eq(ctx, begun, 0, I8)), "assertion", text)
    ctx.store(ctx.add(guard, _BEGUN), select(ctx, done, begun, 1, I8), I8)
    return select(ctx, done, 0, 1, I32)


@model("void __cxa_guard_release(void *guard)")
def release(ctx: ModelContext, guard: Value) -> None:
    """The variable is initialised."""
    ctx.store(ctx.add(guard, _DONE), 1, I8)
    ctx.store(ctx.add(guard, _BEGUN), 0, I8)


@model("void __cxa_guard_abort(void *guard)")
def abort(ctx: ModelContext, guard: Value) -> None:
    """The initialisation threw: the next one to come tries again."""
    ctx.store(ctx.add(guard, _BEGUN), 0, I8)
