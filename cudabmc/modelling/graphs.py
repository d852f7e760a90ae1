"""What a model does with graphs."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from cudabmc.device import graphs, launching, streams
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.checks import ModelChecks
from cudabmc.modelling.running import Running
from cudabmc.modelling.streams import ModelStreams
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state.capture import Graph
from cudabmc.state.value import Pointer, Value


class ModelGraphs:
    """Graphs, and captures of streams."""

    def __init__(self, machine: Machine, running: Running, checks: ModelChecks, streams: ModelStreams) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._checks = checks
        self._streams = streams

    def begin_capture(self, stream: Value) -> str:
        return graphs.begin(self._ex.s, self._streams.key(stream))

    def end_capture(self, stream: Value, graph: Pointer) -> str:
        nodes, error = graphs.end(self._ex.s, self._streams.key(stream))
        self._ex.s.device.graphs[graph.obj] = Graph(nodes)
        return error

    def is_capturing(self, stream: Value) -> bool:
        return graphs.capture_of(self._ex.s, self._streams.key(stream)) is not None

    def copy_graph(self, source: Value, target: Pointer) -> None:
        s = self._ex.s
        s.device.graphs[target.obj] = Graph(s.device.graphs[self._streams.object_number(source)].nodes)

    def launch_graph(self, graph: Value, stream: Value) -> None:
        ex, key = self._ex, self._streams.key(stream)
        if graphs.capture_of(ex.s, key) is None:
            self._streams.forbid_capture(key)
        graphs.launch(ex, self._running.thread, self._streams.object_number(graph), key)

    def new_graph(self, graph: Pointer) -> None:
        streams.be_concurrent(self._ex)
        self._ex.s.device.graphs[graph.obj] = Graph(())

    def add_node(self, graph: Value, node: Pointer, dependencies: Sequence[Value], issue: Callable[[], Value]) -> Value:
        s, number = self._ex.s, self._streams.object_number(graph)
        before = [s.device.nodes.get(self._streams.object_number(other), (0, 0)) for other in dependencies]
        foreign = any(owner != number for owner, _ in before)
        text = f"{self._running.model.name} is given a dependency that is not a node of the graph"
        self._checks.require(not foreign, API_MISUSE.id, text)
        count = len(s.device.graphs[number].nodes)
        result = self._issue_as_node(number, tuple(index for _, index in before), issue)
        if len(s.device.graphs[number].nodes) > count:
            s.device.nodes[node.obj] = (number, count)
        return result

    def _issue_as_node(self, graph: int, deps: tuple[int, ...], issue: Callable[[], Value]) -> Value:
        self._streams.building = graphs.Building(graph, deps)
        try:
            return issue()
        finally:
            self._streams.building = None

    def replace_node(self, graph: Value | None, node: Value, issue: Callable[[], Value]) -> Value:
        s = self._ex.s
        owner, index = s.device.nodes[self._streams.object_number(node)]
        number = owner if graph is None else self._streams.object_number(graph)
        count = len(s.device.graphs[number].nodes)
        result = self._issue_as_node(number, (), issue)
        if len(s.device.graphs[number].nodes) > count:
            graphs.take_over(s, number, index)
        return result

    def issue_kernel(self, kernel: Value, sizes: Sequence[Value], shared: Value, args: Value) -> bool:
        m, call = self._m, self._running.call
        plan = launching.plan(m, call, kernel, list(sizes), shared, args)
        if plan is None:
            return False
        building = self._streams.building
        assert building is not None, "kernels are issued as nodes alone"
        graphs.build(self._ex.s, building, graphs.kernel_node(call.thread, plan))
        return True

    def update_graph(self, graph: Value, source: Value) -> bool:
        s = self._ex.s
        number, new = self._streams.object_number(graph), s.device.graphs[self._streams.object_number(source)]
        if not graphs.same_shape(s.device.graphs[number], new):
            return False
        s.device.graphs[number] = replace(s.device.graphs[number], nodes=new.nodes)
        return True

    def graph_nodes(self, graph: Value) -> int:
        return len(self._ex.s.device.graphs[self._streams.object_number(graph)].nodes)
