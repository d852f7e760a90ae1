"""Small concurrent programs: threads in blocks, with accesses to a few places, fences and barriers.

Registers belong to threads. Every register of a program has a name of its own; what it holds at the end is the outcome.
"""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["block", "device", "system"]
Order = Literal["weak", "relaxed", "acquire", "release", "acq_rel"]
Update = Literal["add", "exch", "cas", "inc"]


@dataclass(frozen=True)
class Place:
    """Bytes of a variable: all places of one variable overlap as their bytes do."""

    variable: str
    offset: int = 0
    size: int = 4

    @property
    def bytes(self) -> range:
        return range(self.offset, self.offset + self.size)

    def overlaps(self, other: "Place") -> bool:
        return self.variable == other.variable and bool(set(self.bytes) & set(other.bytes))


@dataclass(frozen=True)
class When:
    """A statement is executed only if the register holds the value."""

    register: str
    value: int


@dataclass(frozen=True)
class Load:
    register: str
    place: Place
    order: Order = "weak"
    scope: Scope = "system"
    volatile: bool = False
    when: When | None = None


@dataclass(frozen=True)
class Store:
    place: Place
    value: int
    order: Order = "weak"
    scope: Scope = "system"
    volatile: bool = False
    when: When | None = None


@dataclass(frozen=True)
class Atomic:
    """A read-modify-write; without a register its result is not used. `cas` compares with `compare`."""

    update: Update
    place: Place
    value: int
    register: str | None = None
    compare: int = 0
    order: Order = "relaxed"
    scope: Scope = "device"
    when: When | None = None

    def new(self, old: int) -> int | None:
        """What it writes; None if it does not write."""
        match self.update:
            case "add":
                return (old + self.value) % 2 ** (8 * self.place.size)
            case "exch":
                return self.value
            case "inc":
                return 0 if old >= self.value else old + 1
            case "cas":
                return self.value if old == self.compare else None

    @property
    def reads(self) -> bool:
        """Is it a read in the sense of observation order? `red` is not (PTX ISA 8.4), which an atomic without a result
        may become."""
        return self.register is not None


@dataclass(frozen=True)
class Fence:
    scope: Scope = "device"
    when: When | None = None


@dataclass(frozen=True)
class Barrier:
    """A barrier of the block: as often in each thread of a block."""

    when: None = None


Statement = Load | Store | Atomic | Fence | Barrier
Access = Load | Store | Atomic


@dataclass(frozen=True)
class Thread:
    block: int
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Program:
    threads: tuple[Thread, ...]

    def registers(self) -> tuple[str, ...]:
        """All registers, in the order of the text."""
        return tuple(
            s.register
            for thread in self.threads
            for s in thread.body
            if isinstance(s, Load | Atomic) and s.register is not None
        )


Outcome = tuple[int, ...]
"""What the registers hold at the end, in the order of `Program.registers`; those never set hold 0."""


def is_strong(statement: Statement) -> bool:
    """PTX ISA 8.4: relaxed and stronger, volatile, atomics and fences."""
    match statement:
        case Load() | Store():
            return statement.order != "weak" or statement.volatile
        case Atomic() | Fence():
            return True
    return False
