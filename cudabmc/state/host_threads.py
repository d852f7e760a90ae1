"""Threads of the host that a program has started: what each knows of the others, and what they accessed. Data only.

What a run has done one after the other says little: two accesses are ordered if a start, a join, a mutex or an atomic
orders them (C++17 [intro.races]), which vector clocks tell.
"""

from cudabmc.result import ThreadId
from cudabmc.state.knowledge import NOTHING, Knowledge, join
from cudabmc.state.order import NOTHING as NO_ORDER
from cudabmc.state.order import Order
from cudabmc.state.order import join as join_orders
from cudabmc.state.races import RaceTable

MAIN = 1
"""The number of the thread that runs main()."""


class HostThread:
    """One of them: its clock counts what it has released, `knowledge` is what of the others comes before what it does
    next, and `waited` are the stream operations that have ended before that. Never changed in place."""

    __slots__ = ("clock", "knowledge", "waited")

    def __init__(self, clock: int = 0, knowledge: Knowledge = NOTHING, waited: Order = NO_ORDER) -> None:
        self.clock = clock
        self.knowledge = knowledge
        self.waited = waited


class Handed:
    """What a release hands on: what comes before it, of threads of the host and of stream operations."""

    __slots__ = ("knowledge", "waited")

    def __init__(self, knowledge: Knowledge = NOTHING, waited: Order = NO_ORDER) -> None:
        self.knowledge = knowledge
        self.waited = waited

    def with_(self, other: "Handed") -> "Handed":
        """What both hand on."""
        return Handed(join(self.knowledge, other.knowledge), join_orders(self.waited, other.waited))


class HostThreads:
    """From the start of the first one until all have been waited for. `handed` is what was released, by what somebody
    acquires it from; `tables` has the accesses to each object, by its number."""

    __slots__ = ("handed", "running", "tables", "threads", "unjoined")

    def __init__(self) -> None:
        self.running = MAIN
        self.threads: dict[int, HostThread] = {MAIN: HostThread()}
        self.unjoined: frozenset[int] = frozenset()
        self.handed: dict[object, Handed] = {}
        self.tables: dict[int, RaceTable] = {}

    def fork(self) -> "HostThreads":
        """An independent copy."""
        other = HostThreads()
        other.running, other.threads, other.unjoined = self.running, dict(self.threads), self.unjoined
        other.handed = dict(self.handed)
        other.tables = {number: table.clone() for number, table in self.tables.items()}
        return other


def id_of(number: int) -> ThreadId:
    """What reports call a thread of the host: that of main() is the host."""
    return ThreadId() if number == MAIN else ThreadId(kernel=f"host thread {number - MAIN}")
