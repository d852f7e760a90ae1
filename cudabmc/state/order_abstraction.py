"""What a pass takes for arbitrary that proves something of all orders at once. Data only.

Such a pass runs one interleaving, and takes no decisions: what accesses give and leave whose order the scheduler would
decide is a variable. So whatever some order of them leads to is among what the pass sees.
"""

from dataclasses import field

from cudabmc import terms
from cudabmc.goto.types import IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.state.decisions import Point, Spot
from cudabmc.state.value import Value
from cudabmc.terms import Facts, Term


@dataclass(slots=True)
class Ticket:
    """One of the additions to a place: by which thread, under which condition it happens, and the number of its turn,
    if its result is used."""

    tid: int
    path: Value
    turn: Term | None


@dataclass(slots=True)
class Tickets:
    """Atomic additions of one number to one place, between which nothing else is written there: the same `operation`
    each time. Which turn a thread gets is arbitrary, and no two get the same one; `left` is what the place holds behind
    those so far."""

    operation: object
    type: IntType
    step: int
    start: Value
    left: Value
    most: int
    taken: list[Ticket] = field(default_factory=list)


@dataclass(slots=True)
class AbstractAtomic:
    """An atomic whose answer is arbitrary: which `operation`, by its model and its arguments. With `changes`, what it
    leaves is arbitrary, too. Otherwise the place, the type and the
    contents that it finds and leaves in the interleaving that runs, and the numbers that it reads and writes there,
    which facts of the path may make simpler; if it accesses several places, nothing is known."""

    operation: object
    changes: bool
    keys: tuple[str, ...]  # of the objects that it may access
    place: tuple[int, str, int] | None = None  # object, its key, offset
    type: Type | None = None
    found: Value = None
    left: Value = None
    read: Value = None
    written: Value = None


@dataclass(frozen=True, slots=True)
class Lock:
    """A place that holds one of two numbers. Threads take it by an atomic that leaves it as it is where it is taken
    already, and free it again; kernels access it in no other way."""

    free: int
    taken: int


@dataclass(slots=True)
class Attempts:
    """A thread fails to take a lock, and comes back to the same instruction: how often, what it went on from when it
    came there last, what of that matters once it succeeds, and how often memory had changed."""

    lock: Spot
    site: Point
    state: object
    behind: object
    memory: tuple[int, int]
    count: int = 1


@dataclass(slots=True)
class Retries:
    """A thread fails to swap, and comes back to the same instruction with another number to compare with: what it went
    on from and compared with each time, what was known of values before, and how often memory had changed."""

    spot: Spot
    site: Point
    facts: Facts
    memory: tuple[int, int]
    found: Value = None  # by the swap that has failed last
    read: int = 0  # so many variables were there then
    compared: list[Value] = field(default_factory=list)
    states: list[tuple[object, list[Value]]] = field(default_factory=list)


@dataclass(slots=True)
class Guarded:
    """A place that a critical section accesses: the number of its object, offset and type; the variable that stands for
    what the section finds there, and what all sections until then leave there."""

    obj: int
    offset: int
    type: Type
    found: Value
    before: Value


@dataclass(slots=True)
class Section:
    """A critical section: what a thread does while it holds a lock, from one of its clocks to another. Its fences are
    the clocks that they end, and whether they reach beyond the block. It still `owes` fences behind accesses of these
    clocks, for threads of its own block alone or of others too."""

    lock: Spot
    site: Point
    first: int = 0
    last: int | None = None
    fences: list[tuple[int, bool]] = field(default_factory=list)
    owes: list[tuple[int, bool]] = field(default_factory=list)
    guarded: list[Guarded] = field(default_factory=list)


@dataclass(slots=True)
class CriticalSections:
    """Of one pass. Known before it: `expected`, that there are any; the `sites` of atomics that take no lock, the
    objects, by key, in which there is none, and the bytes of objects (None: all) that others than critical sections of
    one lock access. Found in it: the locks, places of other atomics, sections by operation and thread, those that are
    open, attempts and retries, by thread, the bytes of objects that are guarded, and the `shapes` of the numbers that
    they are parts of, by offset and type."""

    expected: bool = False
    no_sites: set[Point] = field(default_factory=set)
    no_locks: set[str] = field(default_factory=set)
    unguarded: set[Spot] = field(default_factory=set)
    locks: dict[Spot, Lock] = field(default_factory=dict)
    others: set[Spot] = field(default_factory=set)
    sections: dict[tuple[int, int], list[Section]] = field(default_factory=dict)
    held: dict[int, Section] = field(default_factory=dict)
    attempts: dict[int, Attempts] = field(default_factory=dict)
    guarded: set[Spot] = field(default_factory=set)
    shapes: dict[Spot, tuple[int, Type]] = field(default_factory=dict)
    retries: dict[int, Retries] = field(default_factory=dict)

    def known(self) -> "CriticalSections":
        """For the next pass."""
        return CriticalSections(self.expected, self.no_sites, self.no_locks, self.unguarded)


@dataclass(slots=True)
class OrderAbstraction:
    """Of one pass. A place gives at most `per_thread` tickets to each thread of a kernel; if that turns out to be too
    few, `again` says that the pass is to be repeated with more. Of the turns at `irregular` places nothing is known:
    others than additions of one number are made there, or additions at offsets that depend on inputs."""

    per_thread: int = 1
    irregular: set[Spot] = field(default_factory=set)
    again: bool = False
    tickets: dict[tuple[int, int, int], list[Tickets]] = field(default_factory=dict)  # by operation, object, offset
    variables: dict[Term, Tickets | None] = field(default_factory=dict)  # all that is arbitrary
    paths: dict[Term, Value] = field(default_factory=dict)  # where a ticket with this turn is taken
    reads: dict[Term, tuple[Spot, int]] = field(default_factory=dict)  # of one place, and how many variables were there
    critical: CriticalSections = field(default_factory=CriticalSections)

    def another(self, type: Type) -> Term:
        """One more number of which nothing is known."""
        number = terms.var(f"order {len(self.variables)} {type}", type)
        assert isinstance(number, Term)
        self.variables[number] = None
        return number
