"""pthread.h (POSIX) for a program with one host thread: locks work, starting a thread is refused.

Of a mutex the first word counts how often it is locked, and the fifth is its kind, as in glibc.
"""

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.libc.expression import add, either, eq, is_null, select
from opmodels.registry import model

EBUSY = 16
_KIND, _RECURSIVE = 16, 1


def _count(ctx: ModelContext, mutex: Value) -> Value:
    return ctx.load(mutex, I32)


def _may_lock(ctx: ModelContext, mutex: Value) -> Value:
    free = eq(ctx, _count(ctx, mutex), 0)
    return either(ctx, free, eq(ctx, ctx.load(ctx.add(mutex, _KIND), I32), _RECURSIVE))


@model("int pthread_mutex_lock(void *mutex)", device=False)
def mutex_lock(ctx: ModelContext, mutex: Value) -> Value:
    """POSIX: locking a mutex again waits forever, unless it is recursive."""
    ctx.require(_may_lock(ctx, mutex), "deadlock", "the thread locks a mutex that it already holds")
    ctx.store(mutex, add(ctx, _count(ctx, mutex), 1, I32), I32)
    return 0


@model("int pthread_mutex_trylock(void *mutex)", device=False)
def mutex_trylock(ctx: ModelContext, mutex: Value) -> Value:
    """POSIX: EBUSY instead of waiting."""
    free = _may_lock(ctx, mutex)
    ctx.store(mutex, add(ctx, _count(ctx, mutex), select(ctx, free, 1, 0, I32), I32), I32)
    return select(ctx, free, 0, EBUSY, I32)


@model("int pthread_mutex_unlock(void *mutex)", device=False)
def mutex_unlock(ctx: ModelContext, mutex: Value) -> Value:
    """POSIX: the mutex must be locked."""
    count = _count(ctx, mutex)
    ctx.require(ctx.op(Op.NE, BOOL, count, 0, of=I32), "api-misuse", "a mutex that is not locked is unlocked")
    ctx.store(mutex, ctx.op(Op.SUB, I32, count, 1), I32)
    return 0


@model("int pthread_mutex_init(void *mutex, const void *attributes)", device=False)
def mutex_init(ctx: ModelContext, mutex: Value, attributes: Value) -> Value:
    """POSIX; attributes hold the kind."""
    kind: Value = 0
    if not ctx.decide(is_null(ctx, attributes)):
        kind = ctx.load(attributes, I32)
    ctx.store(mutex, 0, I32)
    ctx.store(ctx.add(mutex, _KIND), kind, I32)
    return 0


@model("int pthread_mutexattr_settype(void *attributes, int kind)", device=False)
def mutexattr_settype(ctx: ModelContext, attributes: Value, kind: Value) -> Value:
    """POSIX."""
    ctx.store(attributes, kind, I32)
    return 0


@model("int pthread_mutexattr_init(void *attributes)", device=False)
def mutexattr_init(ctx: ModelContext, attributes: Value) -> Value:
    """POSIX: the usual kind."""
    ctx.store(attributes, 0, I32)
    return 0


@model(
    "int pthread_mutex_destroy(void *object)", "int pthread_mutexattr_destroy(void *object)",
    "int pthread_cond_destroy(void *object)", "int pthread_cond_signal(void *object)",
    "int pthread_cond_broadcast(void *object)", device=False,
)  # fmt: skip
def nothing_to_do(ctx: ModelContext, object: Value) -> Value:
    """POSIX: nobody waits."""
    return 0


@model("int pthread_cond_wait(void *condition, void *mutex)", device=False)
def cond_wait(ctx: ModelContext, condition: Value, mutex: Value) -> Value:
    """POSIX: there is no other thread to wake this one up."""
    ctx.require(False, "deadlock", "the only host thread waits for a condition")
    return 0


@model("unsigned long pthread_self(void)", device=False)
def pthread_self(ctx: ModelContext) -> Value:
    """POSIX: the one thread."""
    return 1


@model("int pthread_create(void *thread, const void *attributes, void *start, void *argument)", device=False)
def pthread_create(ctx: ModelContext, thread: Value, attributes: Value, start: Value, argument: Value) -> Value:
    """POSIX; refused: host threads are not explored."""
    ctx.unsupported("a host thread (std::thread, pthread_create)")
