"""What a model may do with streams, events and graphs."""

from collections.abc import Callable, Sequence
from typing import Protocol

from cudabmc.state.value import Pointer, Value


class StreamsPart(Protocol):
    """Streams and events."""

    def add_stream(self, handle: Pointer, *, blocking: bool, held: Value = 0) -> None:
        """A new stream, known by the object that `handle` points to. A blocking one and the legacy
        default stream wait for each other. It is called like the place that `held` points to, if any."""

    def end_stream(self, stream: Value) -> None:
        """Nothing can be issued to the stream any more; what it holds is carried out all the same."""

    def add_event(self, handle: Pointer, *, held: Value = 0) -> None:
        """A new event, known by the object that `handle` points to. Reports call it like the place that `held` points
        to, if any."""

    def issue(self, stream: Value, action: Callable[[], None], *, wait: str = "") -> None:
        """Put `action` into a stream (a handle, or NULL): the device carries it out when all that the
        stream held before has ended, and its accesses are ordered with others by that alone. The
        host continues at once, or waits for all that comes before it (`wait` "begin"), or for its end
        ("end"). The action must not `decide`, and nothing of the model may come before the call that
        must not be done twice."""

    def record(self, event: Value, stream: Value) -> None:
        """The object that `event` points to stands for all that the stream holds now."""

    def wait_in_stream(self, stream: Value, event: Value) -> str:
        """What is issued to the stream from now on comes after the last `record` of the event. The name of
        the error that a capture makes of it, or ""."""

    def synchronise(self, *, stream: Value | None = None, event: Value | None = None) -> None:
        """The host waits for what a stream holds, for what an event stands for, or for all that was
        issued. The model starts again when it continues: side effects come after this."""

    def is_done(self, *, stream: Value | None = None, event: Value | None = None) -> bool:
        """Does the host know that it would not have to wait? If not, it may still be so."""


class GraphsPart(Protocol):
    """Graphs, and captures of streams."""

    def begin_capture(self, stream: Value) -> str:
        """From now on, what is issued to the stream becomes a node of a graph. The name of an error, or ""."""

    def end_capture(self, stream: Value, graph: Pointer) -> str:
        """The end of it: the object of `graph` stands for the nodes. The name of an error, or ""."""

    def is_capturing(self, stream: Value) -> bool:
        """Does the stream take part in a capture?"""

    def copy_graph(self, source: Value, target: Pointer) -> None:
        """The object of `target` stands for the same nodes as that of `source`."""

    def launch_graph(self, graph: Value, stream: Value) -> None:
        """Issue the nodes of a graph in place of one operation of the stream."""

    def new_graph(self, graph: Pointer) -> None:
        """The object of `graph` stands for a graph without nodes."""

    def add_node(self, graph: Value, node: Pointer, dependencies: Sequence[Value], issue: Callable[[], Value]) -> Value:
        """Call `issue`: what it issues becomes a node of the graph, which the object of `node` stands for,
        behind the nodes `dependencies`. The result of `issue`."""

    def replace_node(self, graph: Value | None, node: Value, issue: Callable[[], Value]) -> Value:
        """Call `issue`: what it issues takes the place of a node, in the graph it was made in or, in `graph`,
        of the node of the same place."""

    def issue_kernel(self, kernel: Value, sizes: Sequence[Value], shared: Value, args: Value) -> bool:
        """Within `add_node`: issue a kernel with gridDim and blockDim `sizes` (I32), so many bytes of dynamic
        shared memory (I64), and an array of pointers to its arguments. False if no device takes it."""

    def update_graph(self, graph: Value, source: Value) -> bool:
        """The nodes of `graph` become those of `source`, if the two differ in arguments alone."""

    def graph_nodes(self, graph: Value) -> int:
        """How many nodes it has."""
