"""Streams: in which order the device carries out what the host issues.

Operations of one stream run one after the other; operations of different streams in any order, unless an event
or the legacy default stream comes between (programming guide, 'Streams'; runtime API, 'Stream
synchronization behavior'). The host continues beside all of them until it waits.
"""

from dataclasses import replace

from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state.execution import Execution
from cudabmc.state.order import OperationSet, Order, join, most, sure, under, with_one
from cudabmc.state.signals import Stopped
from cudabmc.state.state import State
from cudabmc.state.stream_operations import THE_DEFAULT_STREAM, Stream
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value

LEGACY, PER_THREAD = 0, -1
"""Keys of the streams that need not be created."""

BUILT_IN = {0: LEGACY, 1: LEGACY, 2: PER_THREAD}  # NULL, cudaStreamLegacy, cudaStreamPerThread

DEFAULT_STREAMS = {LEGACY: Stream(THE_DEFAULT_STREAM, True), PER_THREAD: Stream("cudaStreamPerThread", True)}


def create(ex: Execution, key: int, name: str, *, blocking: bool, home: int = 0) -> None:
    """A new stream, of the host or of the kernel that is operation `home`."""
    if not home:
        be_concurrent(ex)
    ex.s.device.streams[key] = Stream(name, blocking, home=home)


def be_concurrent(ex: Execution) -> None:
    """From now on stream operations can run at the same time: what those until now did must not have been forgotten."""
    s = ex.s
    if not ex.decisions.remembers and not s.concurrent and s.device.issued and sure(s.device.known) != everything(s):
        ex.met.remembers = True


def everything(s: State) -> OperationSet:
    """All operations that were issued."""
    return OperationSet(s.device.issued, 0)


def before(s: State, key: int) -> Order:
    """What is done before the next operation of a stream begins."""
    stream = s.device.streams[key]
    if key == LEGACY:
        return join(s.device.known, *(other.order for other in s.device.streams.values() if other.blocking))
    if stream.blocking:
        return join(s.device.known, stream.order, s.device.streams[LEGACY].order)
    return join(s.device.known, stream.order)


def ends(s: State, operation: int) -> None:
    """What an operation does by itself has ended; it is done, unless its threads have issued others that are not."""
    s.device.ended = s.device.ended.with_(operation)
    if s.device.nests:
        from cudabmc.device import nesting  # few programs launch in kernels

        nesting.ends(s, operation)
    else:
        s.device.done = s.device.done.with_(operation)


def closed(s: State, order: Order) -> Order:
    """The order with all that belongs to the operations that it names, now that they are done."""
    if not s.device.nests:
        return order
    from cudabmc.device import nesting

    return nesting.closed(s, order)


def order_at_begin(s: State, operation: int, order: Order) -> Order:
    """All that comes before an operation that begins now."""
    if not s.device.nests:
        return order
    from cudabmc.device import nesting

    return nesting.order_at_begin(s, operation, order)


def follow(s: State, key: int, order: Order, path: Value) -> None:
    """What the stream carries out from now on comes after all that `order` names."""
    stream = s.device.streams[key]
    s.device.streams[key] = replace(stream, order=join(stream.order, under(order, path)))


def issue(ex: Execution, thread: Thread, key: int) -> tuple[int, Order]:
    """Number a new operation of a stream: its number, and what is done before it begins."""
    s = ex.s
    order = before(s, key)
    s.device.issued += 1
    if key != LEGACY:
        ex.device.streams[s.device.issued] = s.device.streams[key].name
    follow(s, key, with_one(order, s.device.issued), thread.path)
    return s.device.issued, order


def wait(ex: Execution, thread: Thread, order: Order) -> None:
    """The host continues when all that `order` names has ended. Raises Stopped if that is not so yet:
    the call runs again then."""
    s = ex.s
    awaited = most(order)
    if not awaited.within(s.device.done):
        s.device.awaited = awaited.without(s.device.done)
        thread.status = Status.AWAITING
        raise Stopped
    s.device.known = join(s.device.known, under(closed(s, order), thread.path))
    if sure(s.device.known) == everything(s):
        s.device.known = ((sure(s.device.known), True),)


CAPTURE_IMPLICIT = 906
"""cudaErrorStreamCaptureImplicit"""


def forbid_capture(ex: Execution, thread: Thread, key: int | None, what: str) -> bool:
    """While a stream captures, nothing may wait for it, by itself or because it waits for the legacy default
    stream (programming guide, 'Prohibited and Unhandled Operations'). `key` is the stream that is used, None for
    all of them. False if the call is one that must not be made, which is not checked: then it fails."""
    s = ex.s
    for capture in s.device.captures.values():
        for other in capture.tails:
            if key in (None, other) or (key == LEGACY and s.device.streams[other].blocking):
                name = s.device.streams[other].name
                text = f"{what} while {name} captures makes the capture invalid"
                return ex.require(thread, False, API_MISUSE, text)
    return True
