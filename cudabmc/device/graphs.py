"""Graphs: stream operations that are recorded, by the capture of streams or one by one, and issued together later
(programming guide, 'CUDA Graphs').

While a stream captures, what is issued to it becomes a node of a graph, with the values that its arguments have
then. Where operations of a stream come one after the other, so do the nodes; an event that is recorded there and waited
for elsewhere takes the other stream into the capture.
"""

from collections.abc import Callable
from dataclasses import replace

from cudabmc import terms
from cudabmc.device import grids, stream_operations, streams
from cudabmc.late_dataclass import dataclass
from cudabmc.state.capture import Capture, Graph, Node
from cudabmc.state.execution import Execution
from cudabmc.state.model_call import ModelCall
from cudabmc.state.order import bits, join, only
from cudabmc.state.plan import Plan
from cudabmc.state.position import user_location
from cudabmc.state.state import State
from cudabmc.state.thread import Status, Thread


def capture_of(s: State, stream: int) -> Capture | None:
    """The capture that a stream takes part in."""
    return next((capture for capture in s.device.captures.values() if stream in capture.tails), None)


def begin(s: State, stream: int) -> str:
    """The stream captures from now on. The name of an error, or ""."""
    if stream == streams.LEGACY:
        return "cudaErrorStreamCaptureUnsupported"
    if capture_of(s, stream) is not None:
        return "cudaErrorIllegalState"
    s.device.captures[stream] = Capture(stream, (), {stream: 0})
    return ""


def end(s: State, stream: int) -> tuple[tuple[Node, ...], str]:
    """The nodes that were captured, and the name of an error or ""."""
    capture = capture_of(s, stream)
    if capture is None:
        return (), "cudaErrorIllegalState"
    if capture.origin != stream:
        return (), "cudaErrorStreamCaptureUnmatched"
    del s.device.captures[stream]
    joined = capture.tails[stream]
    if any(tail & ~joined for tail in capture.tails.values()):
        return (), "cudaErrorStreamCaptureUnjoined"
    return capture.nodes, ""


def add(s: State, capture: Capture, stream: int, node: Node) -> None:
    """What is issued to a stream that captures: a node behind those that the stream holds."""
    deps = capture.tails[stream]
    tails = {**capture.tails, stream: deps | 1 << len(capture.nodes)}
    s.device.captures[capture.origin] = replace(capture, nodes=(*capture.nodes, replace(node, deps=deps)), tails=tails)


def record(s: State, event: int, stream: int) -> bool:
    """cudaEventRecord: does the stream capture? Then the event stands for nodes."""
    capture = capture_of(s, stream)
    if capture is None:
        s.device.recorded.pop(event, None)
        return False
    s.device.recorded[event] = (capture.origin, capture.tails[stream])
    return True


def wait(s: State, stream: int, event: int) -> str | None:
    """cudaStreamWaitEvent within a capture: the name of an error or ""; None if nothing captures here."""
    mine, recorded = capture_of(s, stream), s.device.recorded.get(event)
    if recorded is None:
        return None if mine is None else "cudaErrorStreamCaptureIsolation"
    origin, mask = recorded
    theirs = s.device.captures.get(origin)
    if theirs is None:
        return "cudaErrorCapturedEvent" if mine is None else "cudaErrorStreamCaptureIsolation"
    if mine is not None and mine is not theirs:
        return "cudaErrorStreamCaptureMerge"
    tails = {**theirs.tails, stream: theirs.tails.get(stream, 0) | mask}
    s.device.captures[origin] = replace(theirs, tails=tails)
    return ""


def launch(ex: Execution, host: Thread, graph: int, stream: int) -> None:
    """Issue all nodes of a graph. A graph does not run beside itself (runtime API, cudaGraphLaunch)."""
    s = ex.s
    recorded = s.device.graphs[graph]
    capture = capture_of(s, stream)
    if capture is not None:
        _add_all(s, capture, stream, recorded)
        return
    start = join(streams.before(s, stream), recorded.order)
    numbers: list[int] = []
    for node in recorded.nodes:
        order = join(start, *(only(numbers[index]) for index in bits(node.deps)))
        s.device.issued += 1
        numbers.append(s.device.issued)
        ex.device.streams[s.device.issued] = f"a graph in {s.device.streams[stream].name}"
        path = terms.land(host.path, node.path)
        if node.plan is not None:
            grids.enqueue(ex, node.plan, s.device.issued, order, path, host.facts, node.site)
        else:
            assert node.action is not None and node.thread is not None
            stream_operations.enqueue(ex, node.action, node.call, node.thread, s.device.issued, order, path)
    if ex.listening.streams is not None:
        ex.listening.streams.launches_graph(graph, stream, numbers, start)
    order = join(start, *map(only, numbers))
    streams.follow(s, stream, order, host.path)
    s.device.graphs[graph] = replace(recorded, order=order)
    host.status = Status.LAUNCHING


def _add_all(s: State, capture: Capture, stream: int, graph: Graph) -> None:
    """A graph that is launched into a stream that captures: its nodes become nodes there."""
    base, first = capture.tails[stream], len(capture.nodes)
    moved = tuple(replace(node, deps=base | node.deps << first) for node in graph.nodes)
    every = base | ((1 << len(moved)) - 1) << first
    tails = {**capture.tails, stream: every}
    s.device.captures[capture.origin] = replace(capture, nodes=(*capture.nodes, *moved), tails=tails)


@dataclass(frozen=True, slots=True)
class Building:
    """A model makes a node of what it issues: `graph` is the object of the graph, `deps` the nodes before it."""

    graph: int
    deps: tuple[int, ...]


def build(s: State, building: Building, node: Node) -> None:
    """Add a node to a graph, behind the nodes that it depends on and all before those."""
    graph = s.device.graphs[building.graph]
    deps = 0
    for index in building.deps:
        deps |= 1 << index | graph.nodes[index].deps
    s.device.graphs[building.graph] = replace(graph, nodes=(*graph.nodes, replace(node, deps=deps)))


def take_over(s: State, graph: int, index: int) -> None:
    """The last node of a graph, made on its own, takes the place of another one."""
    nodes = list(s.device.graphs[graph].nodes)
    new = nodes.pop()
    nodes[index] = replace(new, deps=nodes[index].deps)
    s.device.graphs[graph] = replace(s.device.graphs[graph], nodes=tuple(nodes))


def same_shape(a: Graph, b: Graph) -> bool:
    """Do two graphs differ in the arguments of their nodes alone?"""
    shapes = [[(n.deps, n.name, n.plan is None) for n in graph.nodes] for graph in (a, b)]
    return shapes[0] == shapes[1]


def kernel_node(host: Thread, plan: "Plan") -> Node:
    """A node that launches a kernel."""
    return Node(plan.function.display, 0, host.path, user_location(host), plan=plan)


def action_node(call: ModelCall, action: Callable[[], None]) -> Node:
    """A node that carries out a transfer or a host function."""
    host, name = call.thread, call.site.model.name
    stand_in = stream_operations.stand_in(host, name)
    return Node(name, 0, host.path, user_location(host), action=action, call=call.site, thread=stand_in)
