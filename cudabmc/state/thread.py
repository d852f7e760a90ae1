"""Threads: the host, those of kernels, and those that carry out other stream operations. Data only."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from cudabmc.late_dataclass import dataclass
from cudabmc.result import ThreadId
from cudabmc.source.location import Location
from cudabmc.state.causality import Causality
from cudabmc.state.frame import Fork, Frame
from cudabmc.state.order import NOTHING as NO_ORDER
from cudabmc.state.order import Order
from cudabmc.state.value import Value
from cudabmc.terms import NO_FACTS, Facts, Term

WARP = 32
"""Threads of a warp."""

FIRST_TID_OF_HOST = 1_000_000_000
"""In schedules a thread of the host has its number behind this one: no thread of a kernel has so many before it."""

DimValues = tuple[Value, Value, Value]


class Status(Enum):
    """What a thread is doing."""

    RUNNABLE = auto()
    PENDING = auto()  # stands before a visible event
    WAITING = auto()  # at a barrier or other rendezvous
    SPINNING = auto()  # in an await loop whose locations did not change
    PAUSED = auto()  # has run for long: others first
    LAUNCHING = auto()  # host: it has issued stream operations that can run
    YIELDING = auto()  # host: one of its threads stands where others may come first (see host_threads.py)
    AWAITING = auto()  # host: until stream operations are done
    DONE = auto()
    DEAD = auto()  # stopped by a violation, or on no path any more


HALTED = "halted"
"""The scope of a wait that nothing ends: the thread did what has no meaning, and the device would stop the kernel."""


@dataclass(slots=True)
class Wait:
    """What a thread waits for at a rendezvous, which reports call `name`. Threads of a warp meet if they do the same:
    `what` is equal."""

    point: tuple[str, int]
    name: str
    scope: str
    mask: int
    payload: object
    combine: Callable[[Any], object] | None
    loc: Location
    dst: int | None
    orders: bool = False  # of a warp: what they did before is ordered before what they do behind it
    what: object = None

    @property
    def meets(self) -> tuple[object, ...]:
        """Equal for threads of a warp that meet."""
        return self.scope, self.mask, self.what

    @property
    def call(self) -> str:
        """The name as a report gives it: a function with parentheses."""
        return f"{self.name}()" if self.name.isidentifier() else self.name


class ThreadBlock:
    """A block of a grid: its shared memory and its barrier epoch. `number` is its place in the grid,
    `uid` tells it from the blocks of other grids that run, `home` from all others: the number of the stream
    operation and its own."""

    __slots__ = (
        "dead", "done", "epoch", "home", "index", "number", "shared", "threads", "uid", "visits", "waiting", "wide",
    )  # fmt: skip

    def __init__(self, number: int, index: tuple[int, int, int], uid: int, home: tuple[int, int]) -> None:
        self.number = number
        self.uid = uid
        self.home = home
        self.index = index
        self.shared: dict[str, int] = {}
        self.epoch = 0
        self.threads: list[int] = []
        self.waiting = 0  # threads at a barrier of the block
        self.wide = 0  # and at one of the cluster or the grid
        self.visits: dict[object, Any] = {}  # accesses of other blocks to its shared memory (clusters.Visit)
        self.done = 0
        self.dead = 0

    def clone(self) -> "ThreadBlock":
        other = ThreadBlock(self.number, self.index, self.uid, self.home)
        other.shared = dict(self.shared)
        other.epoch = self.epoch
        other.threads = self.threads
        other.waiting, other.wide, other.done, other.dead = self.waiting, self.wide, self.done, self.dead
        other.visits = dict(self.visits) if self.visits else {}
        return other


class OpenCopies:
    """Asynchronous copies that a thread has started (see copies.py)."""

    __slots__ = ("batches", "bound", "copying")

    def __init__(self) -> None:
        self.copying = False  # accesses are those of a copy now
        self.batches: tuple[int, ...] = ()  # clocks of the batches that are under way, oldest first
        self.bound: tuple[tuple[object, int], ...] = ()  # and of those that a barrier waits for

    def clone(self) -> "OpenCopies":
        other = OpenCopies()
        other.copying, other.batches, other.bound = self.copying, self.batches, self.bound
        return other


class Awaiting:
    """What the rounds of loops have done to memory, so that one that only waits is recognised: what was read since the
    last back edge, how often was written, and to its own local variables; `until` are the places that a thread waits
    for in such a loop. With `reads_more` other places were read as well: by a function that a model has called, or in
    a copy. `pauses` is how often others got on because it has gone many rounds."""

    __slots__ = ("local_writes", "pauses", "reads", "reads_more", "until", "writes")

    def __init__(self) -> None:
        self.reads: list[tuple[int, int | Term]] = []
        self.reads_more = False
        self.writes = 0
        self.local_writes = 0
        self.pauses = 0
        self.until: frozenset[tuple[int, int | Term]] | None = None

    def clone(self) -> "Awaiting":
        other = Awaiting()
        other.reads, other.reads_more, other.writes = list(self.reads), self.reads_more, self.writes
        other.local_writes, other.pauses, other.until = self.local_writes, self.pauses, self.until
        return other


class Turn:
    """The next step of a thread, as it and the scheduler see it: whether it was chosen, so that its next access goes
    through; while it is PENDING, the objects, with their keys, and offsets that it is going to touch, and with which
    others an atomic commutes that it stands before.

    With --warp-sync (see lockstep.py) also whether the threads beside it have come here too, and where the branches end
    that it is inside of, by depth and instruction."""

    __slots__ = ("before", "commutes", "go", "joins", "stepped")

    def __init__(self) -> None:
        self.go = False
        self.before: tuple[tuple[int, str, Any], ...] = ()
        self.commutes: str | None = None
        self.stepped = False
        self.joins: tuple[tuple[int, int], ...] = ()

    def clone(self) -> "Turn":
        other = Turn()
        other.go, other.before, other.commutes = self.go, self.before, self.commutes
        other.stepped, other.joins = self.stepped, self.joins
        return other


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a thread stands in its launch: its linear number in the block, blockDim and gridDim."""

    linear: int = 0
    block_size: DimValues = (1, 1, 1)
    grid_size: DimValues = (1, 1, 1)


NO_RANK = Rank()
"""Of a thread that is in no launch."""


class Thread:
    """A thread: the host (`tid` 0), one of a grid, or what carries out another stream operation."""

    __slots__ = (
        "awaiting", "base", "bit", "block", "causality", "copies", "facts", "forks", "frames", "id", "operation",
        "order", "owner", "path", "rank", "result", "status", "tid", "turn", "wait",
    )  # fmt: skip

    def __init__(self, tid: int, id: ThreadId, bit: int, block: ThreadBlock | None, rank: Rank, owner: object) -> None:
        self.tid = tid
        self.id = id
        self.bit = bit
        self.block = block
        self.rank = rank
        self.owner = owner
        self.operation = 0  # the number of the stream operation that it belongs to; 0 for the host
        self.order: Order = NO_ORDER  # the operations that are done before it
        self.frames: list[Frame] = []
        self.forks: list[Fork] = []
        self.path: Value = True
        self.base: Value = True  # where the thread exists at all
        self.facts: Facts = NO_FACTS
        self.status = Status.RUNNABLE
        self.wait: Wait | None = None
        self.turn = Turn()
        self.result: Value | None = None
        self.awaiting = Awaiting()
        self.causality = Causality()
        self.copies = OpenCopies()

    def waits_at(self, wait: Wait) -> None:
        """The thread waits at a rendezvous."""
        self.wait = wait
        self.status = Status.WAITING

    def clone(self, owner: object) -> "Thread":
        other = Thread.__new__(Thread)
        for name in Thread.__slots__:
            setattr(other, name, getattr(self, name))
        other.frames = [f.clone() for f in self.frames]
        other.forks = [f.clone() for f in self.forks]
        other.causality, other.copies = self.causality.clone(), self.copies.clone()
        other.awaiting, other.turn = self.awaiting.clone(), self.turn.clone()
        other.owner = owner
        return other
