"""Stream operations other than kernels: transfers, and functions of the host in a stream.

What a model asks the device to do is done at once if all that comes before it in its stream has ended
and nothing that runs beside it can tell; otherwise it waits in the queue, and is one event when it is
its turn.
"""

from collections.abc import Callable

from cudabmc.device import streams
from cudabmc.interpreter.core import Machine
from cudabmc.result import ThreadId
from cudabmc.state import order as order_of_operations
from cudabmc.state.decisions import Point
from cudabmc.state.execution import Execution
from cudabmc.state.memory import HOST_BIT
from cudabmc.state.model_call import CallSite, ModelCall
from cudabmc.state.signals import Stopped
from cudabmc.state.stream_operations import StreamOperation
from cudabmc.state.thread import NO_RANK, Status, Thread
from cudabmc.state.value import Value


def issue(ex: Execution, call: ModelCall, stream: int, action: Callable[[], None], wait: str) -> None:
    """Put an action into a stream. With `wait` "end" the host continues when it is done, with "begin" when
    all that comes before it is; otherwise at once."""
    thread, site, s = call.thread, call.site, ex.s
    order = streams.before(s, stream)
    if wait:
        streams.wait(ex, thread, order)
    event = is_event(ex, site.point)
    if event and wait and not call.chosen:
        thread.status = Status.PENDING
        raise Stopped
    queued = not wait and (event or not order_of_operations.most(order).within(s.device.done))
    name, heard = site.model.name, ex.listening.streams
    if heard is not None and wait == "begin":
        heard.host_waits(name, order, stream=stream)
    number, order = streams.issue(ex, thread, stream)
    if heard is not None:
        heard.issues(number, stream, name, order, kernel=False)
    if queued:
        enqueue(ex, action, site, stand_in(thread, name), number, order, thread.path)
        return
    streams.ends(s, number)
    _carry_out(ex, call, number, order, action, wait)
    if wait == "end":
        done = order_of_operations.under(order_of_operations.only(number), thread.path)
        s.device.known = order_of_operations.join(s.device.known, done)
        if heard is not None:
            heard.host_waits(name, order_of_operations.join(order, done), stream=stream)


def is_event(ex: Execution, point: Point) -> bool:
    """Does the scheduler decide when what was issued there is carried out?"""
    return ex.decisions.concurrent and (not ex.settings.por or point in ex.decisions.points)


def _carry_out(
    ex: Execution, call: ModelCall, number: int, order: order_of_operations.Order, action: Callable[[], None], wait: str
) -> None:
    thread, name, order = call.thread, call.site.model.name, streams.closed(ex.s, order)
    outer = ex.device.transfer, ex.device.host_waits, thread.operation, thread.order
    ex.device.transfer, ex.device.host_waits, thread.operation, thread.order = name, wait, number, order
    heard = ex.listening.streams
    try:
        if heard is not None:
            heard.begins(number)
        action()
        if heard is not None:
            heard.ends(number, thread)
    finally:
        ex.device.transfer, ex.device.host_waits, thread.operation, thread.order = outer


def stand_in(host: Thread, name: str) -> Thread:
    """A thread that remembers where a stream operation was issued, to carry it out later."""
    thread = Thread(-1, ThreadId(kernel=name), HOST_BIT, None, NO_RANK, None)
    thread.frames = [frame.clone() for frame in host.frames]
    thread.path, thread.base, thread.facts = host.path, host.base, host.facts
    return thread


def enqueue(
    ex: Execution, action: Callable[[], None], site: CallSite, thread: Thread, number: int,
    order: order_of_operations.Order, path: Value,
) -> None:  # fmt: skip
    """The operation is carried out when those that `order` names have ended; `thread` stands in for the host."""
    s = ex.s
    own = thread.clone(None)
    own.tid, own.path = s.allocation.next_tid, path
    s.allocation.next_tid += 1

    def begin(machine: Machine, now: Thread | None) -> None:
        ex = machine.execution
        assert now is not None
        later = ModelCall(site, now, chosen=True, stepped=True)
        machine.calls.carry_out(later, lambda: _carry_out(ex, later, number, order, action, ""))

    name = own.id.kernel
    s.device.queue[number] = StreamOperation(number, order, path, name, begin, name, (), own, site.point)
