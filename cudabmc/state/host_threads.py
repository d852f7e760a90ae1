"""Threads of the host that a program has started: where they stand, what each knows of the others, and what they
accessed. Data only.

One of them runs at a time, as the thread that the host is: its frames lie above those of main(). The others are parked.
What a run has done one after the other says little of what is ordered: two accesses are if a start, a join, a mutex or
an atomic orders them (C++17 [intro.races]), which vector clocks tell.
"""

from typing import NamedTuple

from cudabmc.result import HOST_THREAD, ThreadId
from cudabmc.state.frame import Frame
from cudabmc.state.knowledge import NOTHING, Knowledge, join
from cudabmc.state.order import NOTHING as NO_ORDER
from cudabmc.state.order import Order
from cudabmc.state.order import join as join_orders
from cudabmc.state.races import RaceTable
from cudabmc.state.thread import Awaiting
from cudabmc.state.value import Value

MAIN = 1
"""The number of the thread that runs main()."""

SyncPlace = tuple[int, int]
"""An object and an offset: what tells a mutex or a condition."""


class Want(NamedTuple):
    """What a thread stands before, at which the order of threads matters: a "lock" of a mutex, a "step" that never
    waits, the "join" of thread `other`, being "woken" from a condition with a mutex in hand, or anything that another
    thread does while it "spins", when so many steps (`other`) had been made. Of `places` the order matters."""

    kind: str
    places: tuple[SyncPlace, ...] = ()
    other: int = 0


class HostThread:
    """One of them: its clock counts what it has released, `knowledge` is what of the others comes before what it does
    next, and `waited` are the stream operations that have ended before that. `want` is what it stands before, if it
    does not run on at once; if it waits in a loop, `spun` tells which one, and what it had done before. `frames` are
    its own while it is parked."""

    __slots__ = ("awaiting", "clock", "ended", "frames", "knowledge", "spun", "variables", "waited", "want")

    def __init__(self, knowledge: Knowledge = NOTHING, waited: Order = NO_ORDER) -> None:
        self.clock = 0
        self.knowledge = knowledge
        self.waited = waited
        self.ended = False
        self.want: Want | None = None
        self.spun: tuple[object, ...] | None = None
        self.frames: list[Frame] = []
        self.awaiting = Awaiting()
        self.variables: dict[str, Value] = {}

    def clone(self) -> "HostThread":
        other = HostThread(self.knowledge, self.waited)
        other.clock, other.ended, other.want, other.spun = self.clock, self.ended, self.want, self.spun
        other.frames = [frame.clone() for frame in self.frames]
        other.awaiting, other.variables = self.awaiting.clone(), dict(self.variables)
        return other


class Handed:
    """What a release hands on: what comes before it, of threads of the host and of stream operations."""

    __slots__ = ("knowledge", "waited")

    def __init__(self, knowledge: Knowledge = NOTHING, waited: Order = NO_ORDER) -> None:
        self.knowledge = knowledge
        self.waited = waited

    def with_(self, other: "Handed") -> "Handed":
        """What both hand on."""
        return Handed(join(self.knowledge, other.knowledge), join_orders(self.waited, other.waited))


class Turns:
    """Who waits for what, and what the exploration of their orders knows. `base` is how many frames of main() lie below
    those of the thread that runs. `nested` counts threads that run to their ends within others, and `steps` how often
    one has come to where it stops. `waiting` is for a condition, by number of thread; each of `woken` wakes one of
    these from that condition. What begins with the next step of those that are `asleep` was explored before (sleep
    sets, Godefroid 1996)."""

    __slots__ = ("asleep", "atomic", "base", "mutexes", "nested", "steps", "waiting", "woken")

    def __init__(self) -> None:
        self.base = 0
        self.nested = 0
        self.steps = 0
        self.waiting: dict[int, SyncPlace] = {}
        self.woken: tuple[tuple[SyncPlace, frozenset[int]], ...] = ()
        self.asleep: frozenset[int] = frozenset()
        self.mutexes: set[SyncPlace] = set()
        self.atomic: SyncPlace | None = None  # the last one that others could have come before

    def fork(self) -> "Turns":
        other = Turns()
        other.base, other.nested, other.steps = self.base, self.nested, self.steps
        other.waiting, other.woken, other.asleep = dict(self.waiting), self.woken, self.asleep
        other.mutexes, other.atomic = set(self.mutexes), self.atomic
        return other


class HostThreads:
    """From the start of the first one until all have been waited for. `handed` is what was released, by what somebody
    acquires it from; `tables` has the accesses to each object, by its number. Of the stream operations up to number
    `issued` since then, `issuers` has who has issued them, and what that one knew of the others."""

    __slots__ = ("handed", "issued", "issuers", "running", "tables", "threads", "turns", "unjoined")

    def __init__(self, issued: int) -> None:
        self.issued = issued
        self.issuers: dict[int, tuple[int, Knowledge]] = {}
        self.running = MAIN
        self.threads: dict[int, HostThread] = {MAIN: HostThread()}
        self.unjoined: frozenset[int] = frozenset()
        self.handed: dict[object, Handed] = {}
        self.tables: dict[int, RaceTable] = {}
        self.turns = Turns()

    def notes_issued(self, last: int) -> None:
        """The thread that runs has issued all stream operations up to this one that nobody has before."""
        for number in range(self.issued + 1, last + 1):
            self.issuers[number] = self.running, self.me.knowledge
        self.issued = max(self.issued, last)

    @property
    def me(self) -> HostThread:
        """The one that runs."""
        return self.threads[self.running]

    def fork(self) -> "HostThreads":
        """An independent copy."""
        other = HostThreads(self.issued)
        other.issuers = dict(self.issuers)
        other.running, other.unjoined = self.running, self.unjoined
        other.threads = {number: thread.clone() for number, thread in self.threads.items()}
        other.handed, other.turns = dict(self.handed), self.turns.fork()
        other.tables = {number: table.clone() for number, table in self.tables.items()}
        return other


def id_of(number: int) -> ThreadId:
    """What reports call a thread of the host: that of main() is the host."""
    return ThreadId() if number == MAIN else ThreadId(kernel=f"{HOST_THREAD}{number - MAIN}")
