"""Works of the device that are no kernels: transfers, and functions of the host in a stream.

What a model asks the device to do is done at once if all that comes before it in its stream has ended
and nothing that runs beside it can tell; otherwise it waits in the queue, and is one event when it is
its turn.
"""

from collections.abc import Callable
from typing import Any, Protocol

from cudabmc.device import streams
from cudabmc.interpreter.core import Machine
from cudabmc.result import ThreadId
from cudabmc.state import order as order_of_works
from cudabmc.state.decisions import Point
from cudabmc.state.memory import HOST_BIT
from cudabmc.state.signals import Stopped
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value
from cudabmc.state.work import Work


class RunningCall(Protocol):
    """The call of a model that issues a work: its thread, the instruction, whether the scheduler has chosen it to take
    its step, and what it takes to do later what it puts off."""

    m: Machine

    @property
    def here(self) -> Thread: ...

    @property
    def name(self) -> str: ...

    @property
    def point(self) -> Point: ...

    @property
    def chosen(self) -> bool: ...

    def call_site(self) -> tuple[Any, ...]: ...


def issue(ctx: RunningCall, stream: int, action: Callable[[], None], wait: str) -> None:
    """Put an action into a stream. With `wait` "end" the host goes on when it is done, with "begin" when
    all that comes before it is; otherwise at once."""
    m, thread = ctx.m, ctx.here
    s = m.s
    order = streams.before(s, stream)
    if wait:
        streams.wait(m, thread, order)
    event = is_event(m, ctx.point)
    if event and wait and not ctx.chosen:
        thread.status = Status.PENDING
        raise Stopped
    queued = not wait and (event or order_of_works.most(order) & ~s.device.done != 0)
    number, order = streams.issue(m, thread, stream)
    if queued:
        enqueue(m, action, ctx.call_site(), stand_in(thread, ctx.name), number, order, thread.path)
        return
    s.device.done |= 1 << number
    _carry_out(m, thread, number, order, action, wait)
    if wait == "end":
        done = order_of_works.under(order_of_works.only(number), thread.path)
        s.device.known = order_of_works.join(s.device.known, done)


def is_event(m: Machine, point: Point) -> bool:
    """Does the scheduler decide when what was issued there is carried out?"""
    return m.decisions.concurrent and (not m.settings.por or point in m.decisions.points)


def _carry_out(
    m: Machine, thread: Thread, number: int, order: order_of_works.Order, action: Callable[[], None], wait: str
) -> None:
    outer = m.device.transfer, m.device.host_waits, thread.work, thread.order
    m.device.transfer, m.device.host_waits, thread.work, thread.order = m.context.name, wait, number, order
    try:
        action()
    finally:
        m.device.transfer, m.device.host_waits, thread.work, thread.order = outer


def stand_in(host: Thread, name: str) -> Thread:
    """A thread that remembers where a work was issued, to carry it out later."""
    thread = Thread(-1, ThreadId(kernel=name), HOST_BIT, None, 0, None)
    thread.frames = [frame.clone() for frame in host.frames]
    thread.path, thread.base, thread.facts = host.path, host.base, host.facts
    return thread


def enqueue(
    m: Machine, action: Callable[[], None], call: tuple[Any, ...], thread: Thread, number: int,
    order: order_of_works.Order, path: Value,
) -> None:  # fmt: skip
    """The work is done when those that `order` names have ended; `thread` stands in for the host."""
    s = m.s
    own = thread.clone(None)
    own.tid, own.path = s.allocation.next_tid, path
    s.allocation.next_tid += 1

    def begin(machine: Machine, now: Thread | None) -> None:
        assert now is not None
        machine.context.carry_out(now, call, lambda: _carry_out(machine, now, number, order, action, ""))

    name, point = own.id.kernel, call[2]
    s.device.queue[number] = Work(number, order, path, name, begin, name, (), own, point)
