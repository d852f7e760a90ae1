"""The state of an execution: threads, frames, blocks, works of the device, memory. Data only.

States are copied when the explorer branches. Objects and threads are shared between copies until
one is changed (`owner` tells whose it is).
"""

from collections.abc import Callable
from dataclasses import field
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from cudabmc.goto.program import Function, Launch
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.capture import Capture, Graph
from cudabmc.machine.knowledge import NOTHING, Knowledge
from cudabmc.machine.meeting import Meeting
from cudabmc.machine.memory import MemObject
from cudabmc.machine.order import NOTHING as NO_ORDER
from cudabmc.machine.order import Order
from cudabmc.machine.value import Value
from cudabmc.result import ThreadId
from cudabmc.source.location import Location
from cudabmc.terms import Term

if TYPE_CHECKING:
    from cudabmc.machine.code import Code
    from cudabmc.machine.observed import Moment
    from cudabmc.machine.touch import Touch
    from cudabmc.machine.vc import Condition

NO_FACTS: frozenset[Term] = frozenset()

WARP = 32
"""Threads of a warp."""

Size = tuple[Value, Value, Value]


class Status(Enum):
    """What a thread is doing."""

    RUNNABLE = auto()
    PENDING = auto()  # stands before a visible event
    WAITING = auto()  # at a barrier or other rendezvous
    SPINNING = auto()  # in an await loop whose locations did not change
    PAUSED = auto()  # has run for long: others first
    LAUNCHING = auto()  # host: it has issued work that can run
    AWAITING = auto()  # host: until works of the device are done
    DONE = auto()
    DEAD = auto()  # stopped by a violation, or on no path any more


@dataclass(slots=True)
class Round:
    """A thread at the back edge of a loop: what it had, how much was written, and what its variables in memory
    held, if that was looked at."""

    regs: list[Value | None]
    written: tuple[int, int]
    local_writes: int
    local: object = None


class Frame:
    """One activation of a function."""

    __slots__ = ("allocas", "code", "counts", "made", "pc", "regs", "ret", "spins")

    def __init__(self, code: "Code", regs: list[Value | None], ret: int | None) -> None:
        self.code = code
        self.regs = regs
        self.pc = 0
        self.ret = ret
        self.allocas: list[int] = []
        self.counts: dict[int, int] = {}
        self.spins: dict[int, Round] = {}
        self.made: tuple[int, list[Value]] | None = None  # inputs of a call that is run again

    def clone(self) -> "Frame":
        other = Frame.__new__(Frame)
        other.code, other.pc, other.ret = self.code, self.pc, self.ret
        other.regs = list(self.regs)
        other.allocas = list(self.allocas)
        other.counts = dict(self.counts)
        other.spins = dict(self.spins)
        other.made = self.made
        return other


@dataclass(slots=True)
class Side:
    """One side of a branch on a symbolic condition: where it goes on, or how it arrived."""

    cond: Value  # relative to the path before the branch
    pc: int
    regs: list[Value | None]
    counts: dict[int, int]
    result: Value | None = None

    def clone(self) -> "Side":
        return Side(self.cond, self.pc, list(self.regs), dict(self.counts), self.result)


@dataclass(slots=True)
class Fork:
    """A branch on a symbolic condition that a thread is inside of. Its sides run one after the
    other, each under its condition, and are merged at instruction `join` of frame `depth`."""

    depth: int
    join: int
    path: Value
    facts: frozenset[Term]
    running: Value  # condition of the side that runs now
    pending: list[Side]
    arrived: list[Side]

    def clone(self) -> "Fork":
        return Fork(self.depth, self.join, self.path, self.facts, self.running,
                    [s.clone() for s in self.pending], [s.clone() for s in self.arrived])  # fmt: skip


HALTED = "halted"
"""The scope of a wait that nothing ends: the thread did what has no meaning, and the device would stop the kernel."""


@dataclass(slots=True)
class Wait:
    """What a thread waits for at a rendezvous."""

    point: tuple[str, int]
    name: str
    scope: str
    mask: int
    payload: object
    combine: object
    loc: Location
    dst: int | None

    @property
    def call(self) -> str:
        """The name as a report gives it: a function with parentheses."""
        return f"{self.name}()" if self.name.isidentifier() else self.name


class Block:
    """A block of a grid: its shared memory and its barrier epoch. `number` is its place in the grid,
    `uid` tells it from the blocks of other grids that run, `home` from all others: the work and the number."""

    __slots__ = ("dead", "done", "epoch", "home", "index", "number", "shared", "threads", "uid", "waiting")

    def __init__(self, number: int, index: tuple[int, int, int], uid: int, home: tuple[int, int]) -> None:
        self.number = number
        self.uid = uid
        self.home = home
        self.index = index
        self.shared: dict[str, int] = {}
        self.epoch = 0
        self.threads: list[int] = []
        self.waiting = 0  # threads at a barrier of the block
        self.done = 0
        self.dead = 0

    def clone(self) -> "Block":
        other = Block(self.number, self.index, self.uid, self.home)
        other.shared = dict(self.shared)
        other.epoch = self.epoch
        other.threads = self.threads
        other.waiting, other.done, other.dead = self.waiting, self.done, self.dead
        return other


class Thread:
    """A thread: the host (`tid` 0), one of a grid, or what carries out another work of the device."""

    __slots__ = (
        "acquired", "base", "batches", "before", "bit", "block", "bound", "clock", "commutes", "copying",
        "facts", "facts_of", "forks", "found", "frames", "go", "id", "joins", "knowledge", "linear",
        "local_writes", "met", "near", "once", "order", "owner", "path", "reads", "released", "result", "sizes",
        "status", "stepped", "strong", "tid", "until", "wait", "work", "writes",
    )  # fmt: skip

    def __init__(self, tid: int, id: ThreadId, bit: int, block: Block | None, linear: int, owner: object) -> None:
        self.tid = tid
        self.id = id
        self.bit = bit
        self.block = block
        self.linear = linear
        self.owner = owner
        self.work = 0  # the number of the work of the device that it belongs to; 0 for the host
        self.order: Order = NO_ORDER  # the works that are done before it
        self.frames: list[Frame] = []
        self.forks: list[Fork] = []
        self.path: Value = True
        self.base: Value = True  # where the thread exists at all
        self.facts: frozenset[Term] = NO_FACTS
        self.facts_of: tuple[object, object, frozenset[Term]] = (None, None, NO_FACTS)
        self.status = Status.RUNNABLE
        self.sizes: tuple[Size, Size] = ((1, 1, 1), (1, 1, 1))  # blockDim, gridDim
        self.wait: Wait | None = None
        self.until: frozenset[tuple[int, int | Term]] | None = None
        self.go = False
        self.commutes: str | None = None  # and with which others the atomic commutes that it stands before
        self.before: tuple[tuple[int, str, Any], ...] = ()  # PENDING: objects, with their keys, and offsets to touch
        # --warp-sync (see lockstep.py)
        self.stepped = False  # the threads beside it have come here too
        self.joins: tuple[tuple[int, int], ...] = ()  # where the branches end that it is inside of: depth, instruction
        self.result: Value | None = None
        self.reads: list[tuple[int, int | Term]] = []
        self.writes = 0
        self.local_writes = 0  # to its own local variables
        # happens-before (see races.py)
        self.clock = 0
        self.knowledge: Knowledge = NOTHING
        self.met: Knowledge = NOTHING  # by warp barriers: holds in every interleaving
        self.acquired: Knowledge = NOTHING
        self.near: Knowledge = NOTHING  # of that, what threads of its own block have released
        self.strong: Knowledge = NOTHING  # what it would know if no fence were missing
        self.released: Knowledge = NOTHING
        self.once: Knowledge = NOTHING  # what the ordered write that comes now releases, and no other
        self.found: Knowledge = NOTHING  # what the last strong read found
        # asynchronous copies (see copies.py)
        self.copying = False  # accesses are those of a copy now
        self.batches: tuple[int, ...] = ()  # clocks of the batches that are under way, oldest first
        self.bound: tuple[tuple[object, int], ...] = ()  # and of those that a barrier waits for

    def clone(self, owner: object) -> "Thread":
        other = Thread.__new__(Thread)
        for name in Thread.__slots__:
            setattr(other, name, getattr(self, name))
        other.frames = [f.clone() for f in self.frames]
        other.forks = [f.clone() for f in self.forks]
        other.reads = list(self.reads)
        other.owner = owner
        return other


@dataclass(frozen=True, slots=True)
class Work:
    """What was issued to a stream and has not begun: a kernel, a transfer or a host function.

    It begins when the works that `order` names are done. `begin` gets the machine and starts a kernel,
    or carries out anything else as one event of `thread`. `key` and `args` are equal for works that do the same."""

    number: int
    order: Order
    path: Value
    name: str
    begin: Callable[[Any, Thread | None], None]
    key: object
    args: tuple[Value, ...] = ()
    thread: Thread | None = None  # carries out a work that is no kernel
    point: tuple[str, int] = ("", 0)


@dataclass(frozen=True, slots=True)
class Stream:
    """What a stream holds: the works that have ended when the next one in it begins.

    A `blocking` one waits for the legacy default stream, and that one for it (programming guide, 'Default
    Stream')."""

    name: str
    blocking: bool
    order: Order = NO_ORDER
    destroyed: bool = False  # what it holds is carried out all the same


@dataclass(slots=True)
class Grid:
    """A kernel that is running."""

    launch: Launch
    kernel: str
    number: int  # which launch of the run
    work: int
    order: Order
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shmem: int
    blocks: list[Block]
    threads: dict[int, Thread]
    path: Value
    function: Function
    args: list[Value]
    cooperative: bool
    runnable: list[int] = field(default_factory=list)
    pending: set[int] = field(default_factory=set)
    waiting: set[int] = field(default_factory=set)
    spinning: set[int] = field(default_factory=set)
    broken: bool = False  # a thread was stopped by a violation


class Token:
    """Identity of a state for copy on write."""

    __slots__ = ()


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
        self.step: list[Touch] | None = None  # accesses of the step that a thread takes, if wanted
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
