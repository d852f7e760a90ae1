"""The state of an execution: threads, works of the device, memory. Data only.

States are copied when the explorer branches. Objects and threads are shared between copies until
one is changed (`owner` tells whose it is).
"""

from typing import Any

from cudabmc.source.location import Location
from cudabmc.state.capture import Capture, Graph
from cudabmc.state.events import Event, Moment
from cudabmc.state.knowledge import Knowledge
from cudabmc.state.meeting import Meeting
from cudabmc.state.memory import MemObject
from cudabmc.state.order import NOTHING as NO_ORDER
from cudabmc.state.order import Order
from cudabmc.state.thread import NO_FACTS, Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition
from cudabmc.state.work import Grid, Stream, Work
from cudabmc.terms import Term


class State:
    """Everything that an execution can change."""

    __slots__ = (
        "alive", "awaited", "captures", "changes", "console", "course", "current", "done", "ends", "events", "facts",
        "failures", "flows", "globals", "graphs", "grids", "host", "inputs", "issued", "known", "launches", "library",
        "maybe", "meetings", "moments", "next_base", "next_id", "next_tid", "next_uid", "next_window", "no_use",
        "nodes", "objects", "queue", "reached", "recorded", "released", "released_somewhere", "releasers", "returns",
        "schedule", "sites", "step",
        "streams", "strong", "switches", "token", "vcs",
    )  # fmt: skip

    def __init__(self) -> None:
        self.token = object()
        self.objects: dict[int, MemObject] = {}
        self.host: Thread | None = None
        self.grids: dict[int, Grid] = {}  # the kernels that run, by their work
        self.queue: dict[int, Work] = {}  # the works that have not begun, by their number
        self.current: int | None = None  # thread that ran last
        self.changes = 0  # how often common memory got another value
        self.alive: Value = True
        self.no_use: Value = True  # where what nobody has written has decided nothing (see uninitialised.py)
        self.reached: Value = False  # where the program has come to its end
        # the end of the program (see program_end.py)
        self.failures: Value = False  # did a call fail for a reason that lies outside of the program?
        self.returns: tuple[tuple[Value, Location], ...] = ()  # where main has returned, on which paths
        self.ends: tuple[tuple[Condition, Value], ...] = ()  # with another status than 0, or by abort()
        self.facts: frozenset[Term] = NO_FACTS
        self.next_id = 1
        self.next_base = 0x10000
        self.next_window = 1 << 52  # for shared and local memory
        self.next_tid = 1
        self.next_uid = 0
        self.globals: dict[str, int] = {}
        self.library: dict[str, Value] = {}
        self.sites: dict[str, int] = {}
        self.inputs: dict[str, int] = {}
        self.schedule: Any = None  # linked list: (previous, thread chosen or input or object made, path)
        self.switches = 0
        self.course: Any = None  # what the explorer keeps to find equivalent executions
        self.step: list[Event] | None = None  # events of the step that a thread takes, if wanted
        self.maybe: Any = None  # conflicts that depend on inputs, linked: (previous, key, formula, within)
        # the order of the works of the device (see streams.py)
        self.launches = 0  # kernels
        self.issued = 0  # works; the number of the last one
        self.done = 0  # those that have ended, as a mask
        self.known: Order = NO_ORDER  # those that the host has waited for
        self.awaited = 0  # those that the host waits for now, as a mask
        self.streams: dict[int, Stream] = {}  # by the object of their handle (see streams.py)
        self.events: dict[int, Order] = {}  # what came before their last record, by the object of their handle
        self.captures: dict[int, Capture] = {}  # by the stream that each began in (see graphs.py)
        self.recorded: dict[int, tuple[int, int]] = {}  # events in captures: which one, and the nodes before them
        self.graphs: dict[int, Graph] = {}  # by the object of their handle
        self.nodes: dict[int, tuple[int, int]] = {}  # graph and place in it, by the object of their handle
        self.released: dict[tuple[int, int], Knowledge] = {}  # by strong writes, at object and offset
        self.released_somewhere: dict[int, tuple[tuple[Term, Knowledge], ...]] = {}  # at offsets that depend on inputs
        self.releasers: dict[tuple[int, int], int] = {}  # the block that all of it is from, or MANY
        self.strong: dict[tuple[int, int], Knowledge] = {}  # as released, if no fence were missing
        # what atomics of undecided order handed on (see flows.py): work, thread, object, offset, clock, epoch
        self.flows: tuple[tuple[int, int, int, int | None, int, int], ...] = ()
        self.moments: dict[tuple[int, int], Moment] = {}  # the last access at object and offset (see observed.py)
        self.meetings: dict[object, Meeting] = {}  # barriers that count arrivals
        self.vcs: list[Condition] = []
        self.console: tuple[object, ...] | None = None

    def fork(self) -> "State":
        """An independent copy."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.objects = dict(self.objects)
        other.globals = self.globals
        other.library = dict(self.library)
        other.sites = dict(self.sites)
        other.inputs = dict(self.inputs)
        other.released = dict(self.released)
        other.released_somewhere = dict(self.released_somewhere)
        other.releasers = dict(self.releasers)
        other.strong = dict(self.strong)
        other.moments = dict(self.moments)
        other.meetings = dict(self.meetings)
        other.vcs = list(self.vcs)
        other.streams = dict(self.streams)
        other.events = dict(self.events)
        other.queue = dict(self.queue)
        other.captures = dict(self.captures)
        other.recorded = dict(self.recorded)
        other.graphs = dict(self.graphs)
        other.nodes = dict(self.nodes)
        other.grids = {number: _copy_grid(grid) for number, grid in self.grids.items()}
        self.token = object()
        other.token = object()
        return other

    def own_object(self, obj: MemObject) -> MemObject:
        """The object, changeable in this state."""
        if obj.owner is not self.token:
            obj = obj.clone(self.token)
            self.objects[obj.id] = obj
        return obj

    def own_thread(self, thread: Thread) -> Thread:
        """The thread, changeable in this state."""
        if thread.owner is self.token:
            return thread
        thread = thread.clone(self.token)
        if thread.block is None:
            self.host = thread
        else:
            grid = self.grids[thread.work]
            grid.threads[thread.tid] = thread
            thread.block = grid.blocks[thread.block.number]
        return thread

    @property
    def concurrent(self) -> bool:
        """Can works run at the same time: are there streams beside the default ones, or graphs?"""
        return any(key > 0 for key in self.streams) or bool(self.graphs)

    @property
    def idle(self) -> bool:
        """Has all that was issued to the device ended?"""
        return not self.grids and not self.queue

    def grid_of(self, tid: int) -> Grid:
        """The running grid that a thread belongs to."""
        return next(grid for grid in self.grids.values() if tid in grid.threads)


def _copy_grid(grid: Grid) -> Grid:
    return Grid(
        grid.launch, grid.kernel, grid.number, grid.work, grid.order, grid.grid, grid.block, grid.shmem,
        [b.clone() for b in grid.blocks], dict(grid.threads), grid.path, grid.function, grid.args,
        grid.cooperative, list(grid.runnable), set(grid.pending), set(grid.waiting), set(grid.spinning), grid.broken,
    )  # fmt: skip
