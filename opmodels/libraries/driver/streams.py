"""Streams and events of the driver API: those of the runtime (CUDA Driver API, "Stream Management", "Event
Management")."""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.driver.api import driver
from opmodels.runtime import event as events
from opmodels.runtime import stream as streams


@driver(
    "CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags)",
    "CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority)",
)
def create_stream(ctx: ModelContext, target: Value, flags: Value, priority: Value = 0) -> Value:
    """A new stream; the flags are those of cudaStreamCreateWithFlags."""
    return streams.stream_create(ctx, target, flags)


@driver("CUresult cuStreamDestroy(CUstream hStream)")
def destroy_stream(ctx: ModelContext, stream: Value) -> Value:
    """Ends a stream."""
    return streams.stream_destroy(ctx, stream)


@driver("CUresult cuStreamSynchronize(CUstream hStream)")
def synchronise_stream(ctx: ModelContext, stream: Value) -> Value:
    """The host waits for all that the stream holds."""
    return streams.stream_synchronize(ctx, stream)


@driver("CUresult cuStreamQuery(CUstream hStream)")
def query_stream(ctx: ModelContext, stream: Value) -> Value:
    """Has all ended that the stream holds?"""
    return streams.stream_query(ctx, stream)


@driver("CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags)")
def wait_for_event(ctx: ModelContext, stream: Value, event: Value, flags: Value) -> Value:
    """Orders later operations of the stream after the last record of the event."""
    return streams.stream_wait_event(ctx, stream, event, flags)


@driver("CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags)")
def create_event(ctx: ModelContext, target: Value, flags: Value) -> Value:
    """A new event; the flags are those of cudaEventCreateWithFlags."""
    return events.event_create(ctx, target, flags)


@driver("CUresult cuEventDestroy(CUevent hEvent)")
def destroy_event(ctx: ModelContext, event: Value) -> Value:
    """Ends an event."""
    return events.event_destroy(ctx, event)


@driver("CUresult cuEventRecord(CUevent hEvent, CUstream hStream)")
def record_event(ctx: ModelContext, event: Value, stream: Value) -> Value:
    """The event stands for what the stream holds now."""
    return events.event_record(ctx, event, stream)


@driver("CUresult cuEventSynchronize(CUevent hEvent)")
def synchronise_event(ctx: ModelContext, event: Value) -> Value:
    """The host waits for what the event stands for."""
    return events.event_synchronize(ctx, event)


@driver("CUresult cuEventQuery(CUevent hEvent)")
def query_event(ctx: ModelContext, event: Value) -> Value:
    """Has all ended that the event stands for?"""
    return events.event_query(ctx, event)


@driver("CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd)")
def elapsed_time(ctx: ModelContext, target: Value, start: Value, end: Value) -> Value:
    """The time between the records of two events."""
    return events.event_elapsed_time(ctx, target, start, end)
