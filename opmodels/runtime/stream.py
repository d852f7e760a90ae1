"""Streams (CUDA Runtime API, "Stream Management").

What is issued to a stream is carried out in its order, beside the host and other streams.
"""

from cudabmc.modelapi import BOOL, I32, PTR, VOID, ModelContext, Op, Pointer, Type, Value
from opmodels.libc.expression import one_target
from opmodels.registry import declare, macro
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import NUMBER, fail, succeed
from opmodels.runtime.handle import check, create, destroy, get, is_null
from opmodels.runtime.handle_kinds import EVENT, STREAM

declare("typedef struct CUstream_st *cudaStream_t;", types=("cudaStream_t", "CUstream_st"))
declare("typedef void (*cudaHostFn_t)(void *userData);", types=("cudaHostFn_t",))
declare(
    "typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);",
    types=("cudaStreamCallback_t",),
)
macro("cudaStreamDefault", "0x00")
macro("cudaStreamNonBlocking", "0x01")
macro("cudaStreamLegacy", "((cudaStream_t)0x1)")
macro("cudaStreamPerThread", "((cudaStream_t)0x2)")
macro("cudaStreamTailLaunch", "((cudaStream_t)0x3)")
macro("cudaStreamFireAndForget", "((cudaStream_t)0x4)")

LOWEST_PRIORITY, HIGHEST_PRIORITY = 0, -5
BUILT_IN = (Pointer(0, 1), Pointer(0, 2))  # cudaStreamLegacy, cudaStreamPerThread


def check_stream(ctx: ModelContext, stream: Value) -> None:
    """Require a live stream; the default streams always are."""
    if stream not in BUILT_IN and not is_null(ctx, stream):
        check(ctx, stream, STREAM)


@api("cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags)", device=True)
def stream_create_with_flags(ctx: ModelContext, target: Value, flags: Value) -> Value:
    """A new stream. In a kernel it must be one that the NULL stream does not wait for (programming guide, 'CUDA Dynamic
    Parallelism', 'Streams')."""
    if ctx.on_device and not ctx.decide(ctx.op(Op.EQ, BOOL, flags, 1, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    return stream_create(ctx, target, flags)


@api(
    "cudaError_t cudaStreamCreate(cudaStream_t *pStream)",
    "cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority)",
)
def stream_create(ctx: ModelContext, target: Value, flags: Value = 0, priority: Value = 0) -> Value:
    """A new stream. Only the flags cudaStreamDefault and cudaStreamNonBlocking exist."""
    if ctx.decide(ctx.op(Op.ULT, BOOL, 1, flags, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    blocking = ctx.decide(ctx.op(Op.EQ, BOOL, flags, 0, of=I32))
    ctx.add_stream(create(ctx, target, STREAM, {"flags": flags}), blocking=blocking, held=target)
    return succeed(ctx)


@api("cudaError_t cudaStreamDestroy(cudaStream_t stream)", device=True)
def stream_destroy(ctx: ModelContext, stream: Value) -> Value:
    """Ends a stream; the default streams cannot be destroyed."""
    if stream in BUILT_IN or is_null(ctx, stream):
        return fail(ctx, "cudaErrorInvalidResourceHandle")
    check(ctx, stream, STREAM)
    ctx.end_stream(stream)
    destroy(ctx, stream, STREAM)
    return succeed(ctx)


@api("cudaError_t cudaStreamSynchronize(cudaStream_t stream)")
def stream_synchronize(ctx: ModelContext, stream: Value) -> Value:
    """The host waits for all that the stream holds."""
    check_stream(ctx, stream)
    ctx.synchronise(stream=stream)
    return succeed(ctx)


@api("cudaError_t cudaStreamQuery(cudaStream_t stream)")
def stream_query(ctx: ModelContext, stream: Value) -> Value:
    """cudaSuccess if all that the stream holds has ended, which is then "equivalent to having called
    cudaStreamSynchronize()"; else cudaErrorNotReady."""
    check_stream(ctx, stream)
    if found_unfinished(ctx, ctx.is_done(stream=stream)):
        return NUMBER["cudaErrorNotReady"]
    ctx.synchronise(stream=stream)
    return succeed(ctx)


_POLLS = "cuda:polls"
_MOST_POLLS = 2


def found_unfinished(ctx: ModelContext, done: bool) -> bool:
    """Does the host find what it asks for unfinished? It may, unless it has waited for it; but so that
    loops that ask until it is done end, only so often in a row."""
    if done:
        return False
    polls = ctx.concretize(ctx.get(_POLLS, 0), I32)
    answer = ctx.nondet(I32, f"{ctx.name} finds unfinished work", 0, 1)
    if polls < _MOST_POLLS and ctx.decide(ctx.op(Op.NE, BOOL, answer, 0, of=I32)):
        ctx.put(_POLLS, polls + 1, I32)
        return True
    if polls == _MOST_POLLS:
        ctx.note(f"a query of a stream or an event answers cudaErrorNotReady at most {polls} times in a row")
    ctx.put(_POLLS, 0, I32)
    return False


@api("cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0)")
def stream_wait_event(ctx: ModelContext, stream: Value, event: Value, flags: Value) -> Value:
    """Orders later operations of the stream after the last record of the event; if there was none, "this call
    acts as if" there were nothing to wait for."""
    check_stream(ctx, stream)
    check(ctx, event, EVENT)
    error = ctx.wait_in_stream(stream, event)
    return fail(ctx, error) if error else succeed(ctx)


@api("cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)")
def stream_get_flags(ctx: ModelContext, stream: Value, target: Value) -> Value:
    """The flags that the stream was made with; the default streams have cudaStreamDefault."""
    if stream in BUILT_IN or is_null(ctx, stream):
        ctx.store(target, 0, I32)
        return succeed(ctx)
    check(ctx, stream, STREAM)
    ctx.store(target, get(ctx, stream, STREAM, "flags"), I32)
    return succeed(ctx)


@api("cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)")
def stream_get_priority(ctx: ModelContext, stream: Value, target: Value) -> Value:
    """Priorities are hints and are not remembered: the lowest one."""
    check_stream(ctx, stream)
    ctx.store(target, LOWEST_PRIORITY, I32)
    return succeed(ctx)


@api("cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)")
def stream_priority_range(ctx: ModelContext, least: Value, greatest: Value) -> Value:
    """Lower numbers are greater priorities; either pointer may be NULL."""
    without_least, without_greatest = is_null(ctx, least), is_null(ctx, greatest)
    if not without_least:
        ctx.store(least, LOWEST_PRIORITY, I32)
    if not without_greatest:
        ctx.store(greatest, HIGHEST_PRIORITY % 2**32, I32)
    return succeed(ctx)


@api("cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)")
def launch_host_function(ctx: ModelContext, stream: Value, function: Value, data: Value) -> Value:
    """Runs a host function when earlier operations of the stream are done."""
    check_stream(ctx, stream)
    issue_call(ctx, stream, function, (data,), (PTR,))
    return succeed(ctx)


@api(
    "cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *userData, "
    "unsigned int flags)"
)
def stream_add_callback(ctx: ModelContext, stream: Value, function: Value, data: Value, flags: Value) -> Value:
    """As cudaLaunchHostFunc, with the stream and its status. "flags: Reserved for future use, must be 0"."""
    if not ctx.decide(ctx.op(Op.EQ, BOOL, flags, 0, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    check_stream(ctx, stream)
    issue_call(ctx, stream, function, (stream, 0, data), (PTR, I32, PTR))
    return succeed(ctx)


def issue_call(
    ctx: ModelContext, stream: Value, function: Value, args: tuple[Value, ...], types: tuple[Type, ...]
) -> None:
    """Put a call of a host function into a stream."""
    known = one_target(ctx, function)

    def call() -> None:
        ctx.call(known, args, types, VOID)

    ctx.issue(stream, call)
