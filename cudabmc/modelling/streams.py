"""What a model does with streams and events."""

from collections.abc import Callable
from dataclasses import replace

from cudabmc import terms
from cudabmc.device import graphs, launching, stream_handles, stream_operations, streams
from cudabmc.goto.types import PTR
from cudabmc.interpreter.calls import one_target
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.checks import ModelChecks
from cudabmc.modelling.running import Running
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state import order as order_of_operations
from cudabmc.state.order import Order
from cudabmc.state.show import naming_of
from cudabmc.state.signals import Misused, PathEnds
from cudabmc.state.value import Pointer, Value


class ModelStreams:
    """Stream operations and their order. While `building` is set, what is issued becomes a node of a graph."""

    def __init__(self, machine: Machine, running: Running, checks: ModelChecks) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._checks = checks
        self.building: graphs.Building | None = None

    def key(self, handle: Value) -> int:
        """The key of the stream that a handle means."""
        key = stream_handles.find(self._m, self._running.thread, handle, self._running.site.pc)
        if key is None:
            text = f"{self._running.model.name} is given a stream that does not exist"
            self._checks.require(False, API_MISUSE.id, text, error=launching.INVALID_HANDLE)
            raise PathEnds
        return key

    def object_number(self, handle: Value) -> int:
        """The number of the object that stands for an event or a graph."""
        return one_target(self._m, self._running.thread, self._running.site.pc, handle).obj

    def forbid_capture(self, key: int | None) -> None:
        """While the stream captures, the call is a mistake."""
        if not streams.forbid_capture(self._ex, self._running.thread, key, self._running.model.name):
            raise Misused(streams.CAPTURE_IMPLICIT)

    def add_stream(self, handle: Pointer, *, blocking: bool, held: Value = 0) -> None:
        at = held if isinstance(held, Pointer) and held.obj in self._ex.s.objects else handle
        thread = self._running.thread
        home = 0 if thread.block is None else thread.operation
        streams.create(self._ex, handle.obj, f"stream {self._name_of_handle(at)}", blocking=blocking, home=home)

    def add_event(self, handle: Pointer, *, held: Value = 0) -> None:
        if self._ex.listening.streams is not None:
            at = held if isinstance(held, Pointer) and held.obj in self._ex.s.objects else handle
            self._ex.listening.streams.names_event(handle.obj, self._name_of_handle(at))

    def _name_of_handle(self, at: Pointer) -> str:
        """What the source calls the handle that stands there; memory that has no type is an array of them."""
        obj = self._ex.s.objects[at.obj]
        naming = naming_of(self._ex, obj)
        if not naming.size and naming.record is None and obj.size != PTR.size:
            naming = replace(naming, size=PTR.size)
        return naming.of(at.offset)

    def end_stream(self, stream: Value) -> None:
        s, key = self._ex.s, self.key(stream)
        s.device.streams[key] = replace(s.device.streams[key], destroyed=self._running.thread.path is True)

    def issue(self, stream: Value, action: Callable[[], None], *, wait: str = "") -> None:
        s, call = self._ex.s, self._running.call
        if self.building is not None:
            graphs.build(s, self.building, graphs.action_node(call, action))
            return
        key = self.key(stream)
        capture = graphs.capture_of(s, key)
        if capture is not None and not wait:
            graphs.add(s, capture, key, graphs.action_node(call, action))
            return
        self.forbid_capture(key)
        stream_operations.issue(self._ex, call, key, action, wait)

    def record(self, event: Value, stream: Value) -> None:
        s, path = self._ex.s, self._running.thread.path
        key, number = self.key(stream), self.object_number(event)
        if graphs.record(s, number, key):
            return
        self.forbid_capture(key)
        order = streams.before(s, key)
        if self._ex.listening.streams is not None:
            self._ex.listening.streams.records(number, key, order)
        streams.follow(s, key, order, path)
        old = order_of_operations.under(s.device.events.get(number, ()), terms.lnot(path))
        s.device.events[number] = order_of_operations.join(order_of_operations.under(order, path), old)

    def wait_in_stream(self, stream: Value, event: Value) -> str:
        s = self._ex.s
        key, number = self.key(stream), self.object_number(event)
        error = graphs.wait(s, key, number)
        if error is not None:
            return error
        self.forbid_capture(key)
        order = order_of_operations.join(streams.before(s, key), s.device.events.get(number, ()))
        if self._ex.listening.streams is not None:
            self._ex.listening.streams.waits(number, key, order)
        streams.follow(s, key, order, self._running.thread.path)
        return ""

    def _awaited(self, stream: Value | None, event: Value | None) -> Order:
        s = self._ex.s
        if event is not None:
            return s.device.events.get(self.object_number(event), ())
        if stream is not None:
            return streams.before(s, self.key(stream))
        return ((streams.everything(s), True),)

    def synchronise(self, *, stream: Value | None = None, event: Value | None = None) -> None:
        key = None if stream is None else self.key(stream)
        if event is None:
            self.forbid_capture(key)
        order = self._awaited(stream, event)
        streams.wait(self._ex, self._running.thread, order)
        if self._ex.listening.streams is not None:
            number = None if event is None else self.object_number(event)
            self._ex.listening.streams.host_waits(self._running.model.name, order, stream=key, event=number)

    def is_done(self, *, stream: Value | None = None, event: Value | None = None) -> bool:
        awaited = self._awaited(stream, event)
        return order_of_operations.most(awaited).within(order_of_operations.sure(self._ex.s.device.known))
