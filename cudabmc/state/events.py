"""Events: what steps do to memory that others can reach, and which pairs of them matter to each other.

An event is made once, where the instruction accesses memory. Happens-before and races, the conflicts that the scheduler
decides on, the reduction, and the steps of a counterexample are all told of the same one.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.late_dataclass import dataclass
from cudabmc.result import Place, ThreadId
from cudabmc.state.decisions import Point, Spot
from cudabmc.state.thread import NO_RANK, Thread
from cudabmc.state.value import Value, identical
from cudabmc.terms import Term

READ, WRITE, ATOMIC, FREE, LEAVE = 0, 1, 2, 3, 4
"""What is done to memory; at the end of its life, by free() or because its scope ends, nobody else may use it."""

ENDS = (FREE, LEAVE)
"""What ends the life of an object."""

VERBS = {READ: "read", WRITE: "write", ATOMIC: "atomic access", FREE: "freeing", LEAVE: "end of its scope"}

HOST = 0
"""The number that accesses of the host have in place of that of a stream operation."""

WIDEST = 16
"""No single access has more bytes."""


COMPARES = "compares: "
"""How `commutes` begins for compare-and-swaps."""


class Access(NamedTuple):
    """How an instruction accesses memory.

    `strong` is the scope of an atomic or volatile access ("block", "device", "system"), or "". Atomics with the same
    `family`, if it is not empty, leave the same in memory in either order. If their results are not used either, they
    have the same `commutes`, and can change places. A load is made where `where` holds, beside the path of the thread;
    elsewhere its value means nothing."""

    kind: int
    point: Point
    strong: str = ""
    commutes: str = ""
    family: str = ""
    where: Value = True


class Identified(Protocol):
    """A memory object, or what tells it from others: its number in this execution, its name in all."""

    @property
    def id(self) -> int: ...

    @property
    def key(self) -> str: ...


class Identity(NamedTuple):
    """Tells an object that may be gone from others."""

    id: int
    key: str


class Event:
    """One access: to which bytes, by whom, when and under what condition, how, and what a plain write left there.

    `offset` and `size` are in bytes. By whom: `operation` is the number of the stream operation that `tid` belongs to.
    When: the epoch counts the barriers of the block, the clock what the thread has released; `assumed` had been before
    (see assumed.py). A `summary` stands for accesses of a launch that ran at once: who made them, and how, is not
    known."""

    __slots__ = (
        "assumed", "block", "clock", "commutes", "epoch", "family", "key", "kind", "obj", "offset", "operation", "path",
        "place", "point", "size", "strong", "summary", "tid", "value",
    )  # fmt: skip

    def __init__(
        self, thread: Thread, obj: Identified, offset: "int | Term", size: Value, access: Access,
        value: Value | None, path: Value,
    ) -> None:  # fmt: skip
        block = thread.block
        assert block is not None
        self.obj = obj.id
        self.key = obj.key
        self.offset = offset
        self.size = size
        self.tid = thread.tid
        self.operation = thread.operation
        self.block = block.uid
        self.epoch = block.epoch
        self.clock = thread.causality.clock
        self.kind, self.point, self.strong, self.commutes, self.family, _ = access
        self.value = value
        self.assumed = thread.causality.assumed
        self.path = path
        self.place: Callable[[], Place] | None = None  # makes it, if somebody listens
        self.summary = False

    @classmethod
    def of_host(
        cls, thread: Thread, obj: Identified, offset: "int | Term", size: Value, access: Access, issued: int
    ) -> "Event":
        """An access by the host after it has issued `issued` stream operations, or by one that is not a kernel."""
        event = cls.__new__(cls)
        event.obj, event.key, event.offset, event.size = obj.id, obj.key, offset, size
        event.tid, event.operation, event.clock = thread.tid, thread.operation, thread.causality.clock
        event.assumed, event.block, event.epoch = True, -1, issued  # no block; the epoch counts stream operations
        event.kind, event.point, event.strong, event.commutes, event.family, _ = access
        event.value, event.path, event.place, event.summary = None, thread.path, None, False
        return event


def _anything() -> Event:
    host = Thread(0, ThreadId(), 1, None, NO_RANK, None)
    return Event.of_host(host, Identity(-1, ""), 0, 1, Access(WRITE, ("", 0)), 0)


ANYTHING = _anything()
"""In place of an event: what the step does matters to everybody."""


ByteRange = tuple[int, int] | None
"""From the first byte to behind the last; None is anywhere."""


class Moment(NamedTuple):
    """An event at a place, behind an earlier one."""

    before: "Moment | None"
    event: Event


@dataclass(frozen=True, slots=True)
class Span:
    """An access at an offset or of a size that depends on inputs, or to many bytes at once."""

    offset: "int | Term"
    size: Value
    event: Event


# ---------------------------------------------------------------- races: does the order of two events matter?


def conflict(a: Event, b: Event) -> bool:
    """Does the order of the two matter, if they touch the same bytes?"""
    if a.tid == b.tid or (a.kind == READ and b.kind == READ):
        return False
    return not commute(a, b)


def commute(a: Event, b: Event) -> bool:
    """Do the two, by whoever, lead to the same in either order, as atomics that add to one number do?"""
    return bool(a.commutes) and a.commutes == b.commutes and morally_strong(a, b) and partly(a, b) is False


def compares(event: Event) -> bool:
    """Is it a compare-and-swap that is taken to commute with its equals?"""
    return event.commutes.startswith(COMPARES)


def leave_the_same(a: Event, b: Event) -> bool:
    """Do two atomics leave the same in memory in either order, whatever they answer?"""
    return bool(a.family) and a.family == b.family and morally_strong(a, b) and partly(a, b) is False


def morally_strong(a: Event, b: Event) -> bool:
    """Are both atomic or volatile, with scopes that include each other (PTX ISA, 'Morally Strong
    Operations')? Then they do not race, if they overlap completely."""
    if not (a.strong and b.strong):
        return False
    if a.operation == b.operation:
        return a.block == b.block or "block" not in (a.strong, b.strong)
    if HOST in (a.operation, b.operation):
        return a.strong == b.strong == "system"
    return "block" not in (a.strong, b.strong)


def partly(a: Event, b: Event) -> Value:
    """Where do two accesses that overlap have some bytes in common and not all?"""
    if isinstance(a.offset, int) and isinstance(b.offset, int):
        return (a.offset, a.size) != (b.offset, b.size)
    if a.size != b.size:
        return True
    if is_multiple(a.offset, a.size) and is_multiple(b.offset, b.size):
        return False
    return terms.lnot(terms.equal(unsigned(a.offset), unsigned(b.offset), I64))


def is_multiple(offset: Value, size: Value) -> bool:
    """Is the offset known to be a multiple of the size?"""
    return size == 1 or terms.apply(Op.UREM, I64, I64, (offset, size)) == 0


def unsigned(offset: Value) -> Value:
    """The offset modulo 2**64, as terms have it."""
    return offset % 2**64 if isinstance(offset, int) else offset


# ---------------------------------------------------------------- reduction: do two steps commute?


def dependent(a: list[Event], b: list[Event], ordered_atomics: frozenset[Spot]) -> bool:
    """Does it matter which of two steps comes first?"""
    if any(event is ANYTHING for events in (a, b) for event in events):
        return True
    return any(x.obj == y.obj and interfere(x, y, ordered_atomics) for x in a for y in b)


def interfere(a: Event, b: Event, ordered_atomics: frozenset[Spot]) -> bool:
    """Does the order of two accesses to one object matter? A compare-and-swap that fails only reads, but if it commutes
    with others it may be the one that writes in another order."""
    both_read = a.kind == READ and b.kind == READ and not a.commutes and not b.commutes
    if both_read or not meet(a.offset, a.size, b.offset, b.size):
        return False
    if a.commutes and a.commutes == b.commutes:
        return any((a.key, t.offset if isinstance(t.offset, int) else None) in ordered_atomics for t in (a, b))
    if a.kind == b.kind == WRITE and a.offset == b.offset and a.size == b.size:
        known = a.value is not None and b.value is not None and not a.strong and not b.strong
        return not known or not identical(a.value, b.value)
    return True


def meet(a: Value, a_size: Value, b: Value, b_size: Value) -> bool:
    """Can two accesses touch the same byte?"""
    if not (isinstance(a, int) and isinstance(b, int) and isinstance(a_size, int) and isinstance(b_size, int)):
        return True
    return a < b + b_size and b < a + a_size


def covers(new: Event, old: Event) -> bool:
    """Is whatever comes later and depends on `old` dependent on `new` too?"""
    return (
        new.kind == ATOMIC
        and not new.commutes
        and isinstance(new.offset, int)
        and isinstance(new.size, int)
        and isinstance(old.offset, int)
        and isinstance(old.size, int)
        and new.offset <= old.offset
        and old.offset + old.size <= new.offset + new.size
    )
