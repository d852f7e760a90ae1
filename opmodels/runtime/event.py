"""Events (CUDA Runtime API, "Event Management")."""

from cudabmc.modelapi import BOOL, F32, I32, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.registry import declare, macro
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import NUMBER, fail, succeed
from opmodels.runtime.handle import check, create, destroy, get, put
from opmodels.runtime.handle_kinds import EVENT
from opmodels.runtime.stream import check_stream, found_unfinished

declare("typedef struct CUevent_st *cudaEvent_t;", types=("cudaEvent_t", "CUevent_st"))
macro("cudaEventDefault", "0x00")
macro("cudaEventBlockingSync", "0x01")
macro("cudaEventDisableTiming", "0x02")
macro("cudaEventInterprocess", "0x04")
macro("cudaEventRecordDefault", "0x00")
macro("cudaEventRecordExternal", "0x01")
macro("cudaEventWaitDefault", "0x00")
macro("cudaEventWaitExternal", "0x01")

_DISABLE_TIMING = 2
_ALL_FLAGS = 7
# States: never recorded, recorded, without timing.
_CREATED, _RECORDED, _UNTIMED = 0, 1, 2


@api(
    "cudaError_t cudaEventCreate(cudaEvent_t *event)",
    "cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)",
    "cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)",
)
def event_create(ctx: ModelContext, target: Value, flags: Value = 0) -> Value:
    """A new event."""
    flags = ctx.concretize(flags, I32)
    if flags > _ALL_FLAGS:
        return fail(ctx, "cudaErrorInvalidValue")
    handle = create(ctx, target, EVENT, {"state": _UNTIMED if flags & _DISABLE_TIMING else _CREATED})
    ctx.add_event(handle, held=target)
    return succeed(ctx)


@api("cudaError_t cudaEventDestroy(cudaEvent_t event)")
def event_destroy(ctx: ModelContext, event: Value) -> Value:
    """Ends an event."""
    destroy(ctx, event, EVENT)
    return succeed(ctx)


@api(
    "cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0)",
    "cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0)",
)
def event_record(ctx: ModelContext, event: Value, stream: Value, flags: Value = 0) -> Value:
    """Marks the end of the operations issued to the stream so far."""
    check_stream(ctx, stream)
    check(ctx, event, EVENT)
    ctx.record(event, stream)
    before = get(ctx, event, EVENT, "state")
    untimed = ctx.op(Op.EQ, BOOL, before, _UNTIMED, of=I32)
    put(ctx, event, EVENT, "state", ctx.op(Op.SELECT, I32, untimed, _UNTIMED, _RECORDED))
    if not ctx.is_arbitrary("time"):
        put(ctx, event, EVENT, "time", elapsed_time.pass_time(ctx))
    return succeed(ctx)


@api("cudaError_t cudaEventSynchronize(cudaEvent_t event)")
def event_synchronize(ctx: ModelContext, event: Value) -> Value:
    """The host waits for all that came before the last record; at once if there was none."""
    check(ctx, event, EVENT)
    ctx.synchronise(event=event)
    return succeed(ctx)


@api("cudaError_t cudaEventQuery(cudaEvent_t event)")
def event_query(ctx: ModelContext, event: Value) -> Value:
    """cudaSuccess if all before the last record has ended, as cudaEventSynchronize() would find; else
    cudaErrorNotReady."""
    check(ctx, event, EVENT)
    if found_unfinished(ctx, ctx.is_done(event=event)):
        return NUMBER["cudaErrorNotReady"]
    ctx.synchronise(event=event)
    return succeed(ctx)


@api("cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)")
def event_elapsed_time(ctx: ModelContext, target: Value, start: Value, end: Value) -> Value:
    """The time between the records; an arbitrary one is 0 or more. "If either event has not been recorded on with
    cudaEventRecord(), this call will return cudaErrorInvalidResourceHandle"; so too without timing data.
    cudaErrorNotReady before both are known to be done."""
    check(ctx, start, EVENT)
    check(ctx, end, EVENT)
    for event in (start, end):
        if not ctx.decide(ctx.op(Op.EQ, BOOL, get(ctx, event, EVENT, "state"), _RECORDED, of=I32)):
            return fail(ctx, "cudaErrorInvalidResourceHandle")
    if found_unfinished(ctx, ctx.is_done(event=start) and ctx.is_done(event=end)):
        return fail(ctx, "cudaErrorNotReady")
    ctx.synchronise(event=start)
    ctx.synchronise(event=end)
    ctx.store(target, _milliseconds_between(ctx, start, end), F32)
    return succeed(ctx)


def _milliseconds_between(ctx: ModelContext, start: Value, end: Value) -> Value:
    if elapsed_time.is_known(ctx):
        first, last = (get(ctx, event, EVENT, "time") for event in (start, end))
        return elapsed_time.milliseconds(ctx, ctx.op(Op.SUB, I64, last, first))
    return elapsed_time.any_milliseconds(ctx, "elapsed milliseconds")
