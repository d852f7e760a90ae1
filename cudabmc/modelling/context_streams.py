"""What a model does with streams, events and graphs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.device import graphs, launching, stream_handles, streams, works
from cudabmc.interpreter.calls import one_target
from cudabmc.modelling.context_call import CallContext
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state import order as order_of_works
from cudabmc.state.capture import Graph
from cudabmc.state.order import Order
from cudabmc.state.signals import Misused, PathEnds
from cudabmc.state.value import Pointer, Value

if TYPE_CHECKING:
    pass


class StreamContext(CallContext):
    """Works of the device and their order."""

    def _stream(self, handle: Value) -> int:
        key = stream_handles.find(self.m, self.here, handle, self._pc)
        if key is None:
            text = f"{self.name} is given a stream that does not exist"
            self.require(False, API_MISUSE.id, text, error=launching.INVALID_HANDLE)
            raise PathEnds
        return key

    def _forbid_capture(self, key: int | None) -> None:
        if not streams.forbid_capture(self.m, self.here, key, self.name):
            raise Misused(streams.CAPTURE_IMPLICIT)

    def add_stream(self, handle: Pointer, *, blocking: bool) -> None:
        streams.create(self.m, handle.obj, self.m.s.objects[handle.obj].name, blocking=blocking)

    def end_stream(self, stream: Value) -> None:
        s, key = self.m.s, self._stream(stream)
        s.device.streams[key] = replace(s.device.streams[key], destroyed=self.here.path is True)

    def issue(self, stream: Value, action: Callable[[], None], *, wait: str = "") -> None:
        s = self.m.s
        if self._building is not None:
            graphs.build(s, self._building, graphs.action_node(self.here, self.name, action, self.call_site()))
            return
        key = self._stream(stream)
        capture = graphs.capture_of(s, key)
        if capture is not None and not wait:
            graphs.add(s, capture, key, graphs.action_node(self.here, self.name, action, self.call_site()))
            return
        self._forbid_capture(key)
        works.issue(self, key, action, wait)

    def begin_capture(self, stream: Value) -> str:
        return graphs.begin(self.m.s, self._stream(stream))

    def end_capture(self, stream: Value, graph: Pointer) -> str:
        nodes, error = graphs.end(self.m.s, self._stream(stream))
        self.m.s.device.graphs[graph.obj] = Graph(nodes)
        return error

    def is_capturing(self, stream: Value) -> bool:
        return graphs.capture_of(self.m.s, self._stream(stream)) is not None

    def copy_graph(self, source: Value, target: Pointer) -> None:
        self.m.s.device.graphs[target.obj] = Graph(self.m.s.device.graphs[self._object_number(source)].nodes)

    def launch_graph(self, graph: Value, stream: Value) -> None:
        key = self._stream(stream)
        if graphs.capture_of(self.m.s, key) is None:
            self._forbid_capture(key)
        graphs.launch(self.m, self.here, self._object_number(graph), key)

    def new_graph(self, graph: Pointer) -> None:
        streams.be_concurrent(self.m)
        self.m.s.device.graphs[graph.obj] = Graph(())

    def add_node(self, graph: Value, node: Pointer, dependencies: Sequence[Value], issue: Callable[[], Value]) -> Value:
        s, number = self.m.s, self._object_number(graph)
        before = [s.device.nodes.get(self._object_number(other), (0, 0)) for other in dependencies]
        foreign = any(owner != number for owner, _ in before)
        self.require(not foreign, API_MISUSE.id, f"{self.name} is given a dependency that is not a node of the graph")
        count = len(s.device.graphs[number].nodes)
        result = self._issue_as_node(number, tuple(index for _, index in before), issue)
        if len(s.device.graphs[number].nodes) > count:
            s.device.nodes[node.obj] = (number, count)
        return result

    def _issue_as_node(self, graph: int, deps: tuple[int, ...], issue: Callable[[], Value]) -> Value:
        self._building = graphs.Building(graph, deps)
        try:
            return issue()
        finally:
            self._building = None

    def replace_node(self, graph: Value | None, node: Value, issue: Callable[[], Value]) -> Value:
        s = self.m.s
        owner, index = s.device.nodes[self._object_number(node)]
        number = owner if graph is None else self._object_number(graph)
        count = len(s.device.graphs[number].nodes)
        result = self._issue_as_node(number, (), issue)
        if len(s.device.graphs[number].nodes) > count:
            graphs.take_over(s, number, index)
        return result

    def issue_kernel(self, kernel: Value, sizes: Sequence[Value], shared: Value, args: Value) -> bool:
        m, thread = self.m, self.here
        plan = launching.plan(m, thread, self._pc, self._point, kernel, list(sizes), shared, args)
        if plan is None:
            return False
        assert self._building is not None, "kernels are issued as nodes alone"
        graphs.build(m.s, self._building, graphs.kernel_node(thread, plan))
        return True

    def update_graph(self, graph: Value, source: Value) -> bool:
        s = self.m.s
        number, new = self._object_number(graph), s.device.graphs[self._object_number(source)]
        if not graphs.same_shape(s.device.graphs[number], new):
            return False
        s.device.graphs[number] = replace(s.device.graphs[number], nodes=new.nodes)
        return True

    def graph_nodes(self, graph: Value) -> int:
        return len(self.m.s.device.graphs[self._object_number(graph)].nodes)

    def record(self, event: Value, stream: Value) -> None:
        m, thread = self.m, self.here
        key, number = self._stream(stream), self._object_number(event)
        if graphs.record(m.s, number, key):
            return
        self._forbid_capture(key)
        order = streams.before(m.s, key)
        streams.follow(m.s, key, order, thread.path)
        old = order_of_works.under(m.s.device.events.get(number, ()), terms.lnot(thread.path))
        m.s.device.events[number] = order_of_works.join(order_of_works.under(order, thread.path), old)

    def _object_number(self, handle: Value) -> int:
        return one_target(self.m, self.here, self._pc, handle).obj

    def wait_in_stream(self, stream: Value, event: Value) -> str:
        s, thread = self.m.s, self.here
        key, number = self._stream(stream), self._object_number(event)
        error = graphs.wait(s, key, number)
        if error is not None:
            return error
        self._forbid_capture(key)
        order = order_of_works.join(streams.before(s, key), s.device.events.get(number, ()))
        streams.follow(s, key, order, thread.path)
        return ""

    def _awaited(self, stream: Value | None, event: Value | None) -> Order:
        s = self.m.s
        if event is not None:
            return s.device.events.get(self._object_number(event), ())
        if stream is not None:
            return streams.before(s, self._stream(stream))
        return ((streams.everything(s), True),)

    def synchronise(self, *, stream: Value | None = None, event: Value | None = None) -> None:
        if event is None:
            key = None if stream is None else self._stream(stream)
            self._forbid_capture(key)
        streams.wait(self.m, self.here, self._awaited(stream, event))

    def is_done(self, *, stream: Value | None = None, event: Value | None = None) -> bool:
        awaited = self._awaited(stream, event)
        return not order_of_works.most(awaited) & ~order_of_works.sure(self.m.s.device.known)
