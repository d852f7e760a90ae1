"""pthread.h (POSIX). Threads of the host take turns where they lock, unlock and wait (`ctx.host_turn`); one that is
started under a condition does all that it does when it is started.

Of a mutex the first word counts how often it is locked, the third says by which thread, and the fifth is its kind, as
in glibc. What a thread would have to wait for where it cannot take turns is refused.
"""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, VOID, ModelContext, Op, Value
from opmodels.libc.expression import add, either, eq, is_null, select
from opmodels.registry import model

EBUSY, ESRCH = 16, 3
_OWNER, _KIND, _RECURSIVE = 8, 16, 1
MAIN = 1
RUNNING = "libc:thread"
_STARTED = "libc:threads"
_KEYS = "libc:thread-keys"
_ENDS = "void __cudabmc_thread_ends(void *result)"
_WAITS = "{}() in a host thread that waits for what another one has not done"


def _number(ctx: ModelContext, key: str, default: int = 0) -> int:
    return ctx.concretize(ctx.get(key, default), I32)


def _running(ctx: ModelContext) -> int:
    """The number of the thread that runs."""
    return _number(ctx, RUNNING, MAIN)


def _has_threads(ctx: ModelContext) -> bool:
    return _number(ctx, _STARTED) > 0


# ---------------------------------------------------------------- mutexes and conditions


def _count(ctx: ModelContext, mutex: Value) -> Value:
    return ctx.load(mutex, I32)


def _is_held_by_another(ctx: ModelContext, mutex: Value) -> bool:
    if not _has_threads(ctx) or ctx.decide(eq(ctx, _count(ctx, mutex), 0)):
        return False
    return ctx.concretize(ctx.load(ctx.add(mutex, _OWNER), I32), I32) != _running(ctx)


def _may_lock(ctx: ModelContext, mutex: Value) -> Value:
    free = eq(ctx, _count(ctx, mutex), 0)
    return either(ctx, free, eq(ctx, ctx.load(ctx.add(mutex, _KIND), I32), _RECURSIVE))


def _lock(ctx: ModelContext, mutex: Value, times: Value) -> None:
    ctx.store(mutex, add(ctx, _count(ctx, mutex), times, I32), I32)
    ctx.store(ctx.add(mutex, _OWNER), ctx.get(RUNNING, MAIN), I32)


@model("int pthread_mutex_lock(void *mutex)", device=False, access="strong", scope="system")
def mutex_lock(ctx: ModelContext, mutex: Value) -> Value:
    """POSIX: locking a mutex again waits forever, unless it is recursive."""
    ctx.host_turn("lock", mutex)
    if _is_held_by_another(ctx, mutex):
        ctx.unsupported(_WAITS.format(ctx.name))
    ctx.require(_may_lock(ctx, mutex), "deadlock", "the thread locks a mutex that it already holds")
    _lock(ctx, mutex, 1)
    return 0


@model("int pthread_mutex_trylock(void *mutex)", device=False, access="strong", scope="system")
def mutex_trylock(ctx: ModelContext, mutex: Value) -> Value:
    """POSIX: EBUSY instead of waiting."""
    ctx.host_turn("step", mutex)
    if _is_held_by_another(ctx, mutex):
        return EBUSY
    free = _may_lock(ctx, mutex)
    _lock(ctx, mutex, select(ctx, free, 1, 0, I32))
    return select(ctx, free, 0, EBUSY, I32)


@model("int pthread_mutex_unlock(void *mutex)", device=False, access="strong", scope="system")
def mutex_unlock(ctx: ModelContext, mutex: Value) -> Value:
    """POSIX: the mutex must be locked."""
    ctx.host_turn("step", mutex)
    text = "a mutex is unlocked that another thread holds"
    ctx.require(not _is_held_by_another(ctx, mutex), "api-misuse", text)
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
    "int pthread_cond_destroy(void *object)", device=False,
)  # fmt: skip
def nothing_to_do(ctx: ModelContext, object: Value) -> Value:
    """POSIX: nobody uses it any more."""
    return 0


@model("int pthread_cond_signal(void *condition)", device=False)
def cond_signal(ctx: ModelContext, condition: Value) -> Value:
    """POSIX: "shall unblock at least one of the threads that are blocked": one here, in any order."""
    ctx.host_turn("step", condition)
    ctx.host_wakes(condition, all=False)
    return 0


@model("int pthread_cond_broadcast(void *condition)", device=False)
def cond_broadcast(ctx: ModelContext, condition: Value) -> Value:
    """POSIX: unblocks all threads that wait for it."""
    ctx.host_turn("step", condition)
    ctx.host_wakes(condition, all=True)
    return 0


@model("int pthread_cond_init(void *condition, const void *attributes)", device=False)
def cond_init(ctx: ModelContext, condition: Value, attributes: Value) -> Value:
    """POSIX: nobody waits yet."""
    ctx.fill(condition, 0, 48)
    return 0


@model("int pthread_cond_wait(void *condition, void *mutex)", device=False, access="strong", scope="system")
def cond_wait(ctx: ModelContext, condition: Value, mutex: Value) -> Value:
    """POSIX: gives the mutex back and waits, as one step, and locks it when it is woken. Nothing else wakes it here."""
    if not _has_threads(ctx):
        ctx.require(False, "deadlock", "the only host thread waits for a condition")
        return 0
    if ctx.host_turn("wait", condition, mutex):
        held = eq(ctx, _count(ctx, mutex), 1)
        ctx.require(held, "api-misuse", "a thread waits for a condition and does not hold the mutex")
        ctx.store(mutex, 0, I32)
    ctx.host_turn("woken", condition, mutex)
    _lock(ctx, mutex, 1)
    return 0


# ---------------------------------------------------------------- threads


def _of(key: str, thread: int) -> str:
    return f"{key}:{thread}"


@model("unsigned long pthread_self(void)", device=False)
def pthread_self(ctx: ModelContext) -> Value:
    """POSIX: the number of the thread; main has 1."""
    return ctx.op(Op.ZEXT, I64, ctx.get(RUNNING, MAIN), of=I32)


@model("int pthread_equal(unsigned long one, unsigned long other)", device=False)
def pthread_equal(ctx: ModelContext, one: Value, other: Value) -> Value:
    """POSIX."""
    return select(ctx, eq(ctx, one, other, I64), 1, 0, I32)


@model("int pthread_create(void *thread, const void *attributes, void *start, void *argument)", device=False)
def pthread_create(ctx: ModelContext, thread: Value, attributes: Value, start: Value, argument: Value) -> Value:
    """POSIX. The last error of CUDA is one for each."""
    number, runs = _number(ctx, _STARTED) + 1, _running(ctx)
    new = MAIN + number
    ctx.store(thread, new, I64)
    ctx.put(_STARTED, number, I32)
    ctx.put(_of("libc:thread-before", new), runs, I32)
    ctx.run_host_thread(start, argument, _ENDS, new)
    return 0


@model(_ENDS, device=False)
def thread_ends(ctx: ModelContext, result: Value) -> None:
    """The thread that runs has returned from where it started: what it has put under keys is destroyed, and the one
    that has started it continues."""
    runs = _running(ctx)
    before = _number(ctx, _of("libc:thread-before", runs))
    for key in range(_number(ctx, _KEYS)):
        held = ctx.get(_of(f"libc:thread-key:{key}", runs), NULL)
        destroys = ctx.get(f"libc:thread-key-destroys:{key}", NULL)
        if not ctx.decide(is_null(ctx, held)) and not ctx.decide(is_null(ctx, destroys)):
            ctx.put(_of(f"libc:thread-key:{key}", runs), NULL, PTR)
            ctx.call(destroys, (held,), (PTR,), VOID)
    ctx.put(_of("libc:thread-result", runs), result, PTR)
    ctx.host_thread_ends(runs, before)


def _is_there(ctx: ModelContext, thread: Value) -> bool:
    """Is it the number of a thread that was started and that nobody has waited for?"""
    number = ctx.concretize(thread, I64)
    if not MAIN < number <= MAIN + _number(ctx, _STARTED):
        return False
    return _number(ctx, _of("libc:thread-gone", number)) == 0


@model("int pthread_join(unsigned long thread, void **result)", device=False)
def pthread_join(ctx: ModelContext, thread: Value, result: Value) -> Value:
    """POSIX: the thread has ended. "The behavior is undefined if the value specified by the thread argument [...] does
    not refer to a joinable thread"; ESRCH in glibc."""
    if not _is_there(ctx, thread):
        ctx.require(False, "api-misuse", "a thread is waited for that is none, or that is not joinable any more")
        return ESRCH
    number = ctx.concretize(thread, I64)
    ctx.host_turn("join", other=number)
    ctx.host_thread_joined(number)
    if not ctx.decide(is_null(ctx, result)):
        ctx.store(result, ctx.get(_of("libc:thread-result", number), NULL), PTR)
    ctx.put(_of("libc:thread-gone", number), 1, I32)
    return 0


@model("int pthread_detach(unsigned long thread)", device=False)
def pthread_detach(ctx: ModelContext, thread: Value) -> Value:
    """POSIX: nobody will wait for the thread."""
    if not _is_there(ctx, thread):
        ctx.require(False, "api-misuse", "a thread is detached that is none, or that is not joinable any more")
        return ESRCH
    ctx.put(_of("libc:thread-gone", ctx.concretize(thread, I64)), 1, I32)
    return 0


@model("int pthread_attr_init(void *attributes)", "int pthread_attr_destroy(void *attributes)", device=False)
def attributes_of_thread(ctx: ModelContext, attributes: Value) -> Value:
    """POSIX: nothing that a thread does depends on them here."""
    return 0


# ---------------------------------------------------------------- what each thread has for itself


@model("int pthread_key_create(unsigned int *key, void *destructor)", device=False)
def key_create(ctx: ModelContext, key: Value, destructor: Value) -> Value:
    """POSIX: a new key, of which each thread has NULL."""
    number = _number(ctx, _KEYS)
    ctx.store(key, number, I32)
    ctx.put(_KEYS, number + 1, I32)
    ctx.put(f"libc:thread-key-destroys:{number}", destructor, PTR)
    return 0


@model("int pthread_key_delete(unsigned int key)", device=False)
def key_delete(ctx: ModelContext, key: Value) -> Value:
    """POSIX: what the threads have is not destroyed."""
    ctx.put(f"libc:thread-key-destroys:{ctx.concretize(key, I32)}", NULL, PTR)
    return 0


@model("int pthread_setspecific(unsigned int key, const void *value)", device=False)
def set_specific(ctx: ModelContext, key: Value, value: Value) -> Value:
    """POSIX."""
    ctx.put(_of(f"libc:thread-key:{ctx.concretize(key, I32)}", _running(ctx)), value, PTR)
    return 0


@model("void *pthread_getspecific(unsigned int key)", device=False)
def get_specific(ctx: ModelContext, key: Value) -> Value:
    """POSIX."""
    return ctx.get(_of(f"libc:thread-key:{ctx.concretize(key, I32)}", _running(ctx)), NULL)
