"""Memory of the oracle: objects with bytes, each byte with marks, and pointers into them."""

from dataclasses import dataclass, field
from enum import Enum


class Mark:
    """Why a value is not known exactly. Enumerated values stand for all that it may be."""

    NONE = 0
    UNSET = 1  # nobody has written it
    ARBITRARY = 2  # the result of something that a property forbids, which is off
    ORDER = 4  # depends on the order of the threads
    CHOSEN = 8  # of a byte: the enumeration has given it its value


DOUBT = Mark.UNSET | Mark.ARBITRARY | Mark.ORDER


class Space(Enum):
    HOST = "host"
    STACK = "stack"  # of the host
    DEVICE = "device"
    MANAGED = "managed"
    SHARED = "shared"
    LOCAL = "local"  # of a thread


@dataclass(eq=False, slots=True)
class Touch:
    """An access of a thread to a byte: `phase` counts the barriers before it, `atomic` is its size or 0, `op` what the
    atomic does."""

    launch: int
    block: int
    thread: int
    phase: int
    write: bool
    atomic: int
    line: int
    op: str = ""


@dataclass(eq=False, slots=True)
class Object:
    name: str
    space: Space
    size: int
    heap: bool = False
    aligned: int = 256  # its address is a multiple of this; what cudaMalloc returns, of 256
    alive: bool = True
    data: bytearray = field(init=False)
    marks: bytearray = field(init=False)
    touches: dict[int, list[Touch]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data = bytearray(self.size)
        self.marks = bytearray([Mark.UNSET]) * self.size

    def zero(self) -> None:
        self.marks = bytearray(self.size)


@dataclass(frozen=True, slots=True)
class Pointer:
    """An address: `target` is None for null (and what is computed from it); a wild one has no target either."""

    target: Object | None
    offset: int = 0
    wild: bool = False


NULL = Pointer(None)
WILD = Pointer(None, 0, True)

Value = tuple[int | Pointer, int]
"""A number or a pointer, and its marks."""
