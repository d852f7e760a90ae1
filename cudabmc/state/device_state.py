"""The device in a state: stream operations, and in which order they come (see device/streams.py). Data only."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cudabmc.state.capture import Capture, Graph
from cudabmc.state.order import NONE, NOTHING, Order
from cudabmc.state.stream_operations import Grid, Stream, StreamOperation

if TYPE_CHECKING:  # few programs launch in kernels
    from cudabmc.state.nest import Nest


class DeviceState:
    """What the host has asked of the device, and how far that is."""

    __slots__ = (
        "awaited", "captures", "done", "ended", "events", "graphs", "grids", "issued", "known", "launches", "nests",
        "nodes", "own_streams", "queue", "recorded", "streams",
    )  # fmt: skip

    def __init__(self) -> None:
        self.grids: dict[int, Grid] = {}  # the kernels that run, by the numbers of their operations
        self.queue: dict[int, StreamOperation] = {}  # the operations that have not begun, by their numbers
        self.launches = 0  # kernels
        self.issued = 0  # stream operations; the number of the last one
        self.done = NONE  # those that have ended
        self.ended = NONE  # those whose threads have ended, while operations that these have issued may go on
        self.nests: dict[int, Nest] = {}  # those that threads of kernels have issued, and those that these belong to
        self.own_streams: dict[object, int] = {}  # of threads, blocks and grids, by what tells whose: their objects
        self.known: Order = NOTHING  # those that the host has waited for
        self.awaited = NONE  # those that the host waits for now
        self.streams: dict[int, Stream] = {}  # by the object of their handle
        self.events: dict[int, Order] = {}  # what came before their last record, by the object of their handle
        self.captures: dict[int, Capture] = {}  # by the stream that each began in (see graphs.py)
        self.recorded: dict[int, tuple[int, int]] = {}  # events in captures: which one, and the nodes before them
        self.graphs: dict[int, Graph] = {}  # by the object of their handle
        self.nodes: dict[int, tuple[int, int]] = {}  # graph and place in it, by the object of their handle

    def nest_of(self, operation: int) -> "Nest":
        """Where an operation stands among launches in device code; alone, as it may be."""
        from cudabmc.state.nest import Nest

        return self.nests.get(operation) or Nest(operation)

    def line_of(self, operation: int) -> Iterator[int]:
        """An operation, its parent, and so on."""
        while operation:
            yield operation
            operation = self.nest_of(operation).parent

    def fork(self) -> "DeviceState":
        """An independent copy."""
        other = DeviceState.__new__(DeviceState)
        other.launches, other.issued, other.done = self.launches, self.issued, self.done
        other.known, other.awaited, other.ended = self.known, self.awaited, self.ended
        other.nests, other.own_streams = dict(self.nests), dict(self.own_streams)
        other.queue, other.streams, other.events = dict(self.queue), dict(self.streams), dict(self.events)
        other.captures, other.recorded = dict(self.captures), dict(self.recorded)
        other.graphs, other.nodes = dict(self.graphs), dict(self.nodes)
        other.grids = {number: _copy_grid(grid) for number, grid in self.grids.items()}
        return other


def _copy_grid(grid: Grid) -> Grid:
    return Grid(
        grid.launch, grid.kernel, grid.number, grid.operation, grid.order, grid.grid, grid.block, grid.shmem,
        {number: block.clone() for number, block in grid.blocks.items()}, dict(grid.threads), grid.path,
        grid.function, grid.args, grid.cooperative, grid.cluster, list(grid.runnable), set(grid.pending),
        set(grid.waiting), set(grid.spinning), grid.broken,
    )  # fmt: skip
