"""What a pass takes for arbitrary that proves something of all orders at once. Data only.

Such a pass runs one interleaving, and takes no decisions: what accesses give and leave whose order the scheduler would
decide is a variable. So whatever some order of them leads to is among what the pass sees.
"""

from dataclasses import field

from cudabmc.goto.types import IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.state.decisions import Spot
from cudabmc.state.value import Value
from cudabmc.terms import Term


@dataclass(slots=True)
class Ticket:
    """One of the additions to a place: by which thread, under which condition it happens, and the number of its turn,
    if its result is used."""

    tid: int
    path: Value
    turn: Term | None


@dataclass(slots=True)
class Tickets:
    """Atomic additions of one number to one place, between which nothing else is written there. Which turn a thread
    gets is arbitrary, and no two get the same one; `left` is what the place holds behind those so far."""

    type: IntType
    step: int
    start: Value
    left: Value
    most: int
    taken: list[Ticket] = field(default_factory=list)


@dataclass(slots=True)
class AbstractAtomic:
    """An atomic whose answer is arbitrary. With `changes`, so is what it leaves. Otherwise the place, the type and the
    contents that it finds and leaves in the interleaving that runs, and the numbers that it reads and writes there,
    which facts of the path may make simpler; if it accesses several places, nothing is known."""

    changes: bool
    keys: tuple[str, ...]  # of the objects that it may access
    place: tuple[int, str, int] | None = None  # object, its key, offset
    type: Type | None = None
    found: Value = None
    left: Value = None
    read: Value = None
    written: Value = None


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
