"""What the device has to do: kernels that run, operations that have not begun, and streams. Data only."""

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from cudabmc.goto.program import Function, Launch
from cudabmc.late_dataclass import dataclass
from cudabmc.state.knowledge import Knowledge
from cudabmc.state.order import NOTHING as NO_ORDER
from cudabmc.state.order import Order
from cudabmc.state.thread import Thread, ThreadBlock
from cudabmc.state.value import Value

if TYPE_CHECKING:
    from cudabmc.state.events import Event

THE_DEFAULT_STREAM = "the default stream"


@dataclass(frozen=True, slots=True)
class StreamOperation:
    """What was issued to a stream and has not begun: a kernel, a transfer or a host function.

    It begins when the operations that `order` names are done. `begin` gets the machine and starts a kernel,
    or carries out anything else as one event of `thread`. `key` and `args` are equal for those that do the same."""

    number: int
    order: Order
    path: Value
    name: str
    begin: Callable[[Any, Thread | None], None]
    key: object
    args: tuple[Value, ...] = ()
    thread: Thread | None = None  # carries out a stream operation that is not a kernel
    point: tuple[str, int] = ("", 0)


@dataclass(frozen=True, slots=True)
class NestedStream:
    """What threads of a kernel have issued to a stream: the numbers of the operations, each with the event that its
    launch was, and what these threads had done and known."""

    issued: "tuple[tuple[int, Event], ...]" = ()
    known: Knowledge = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stream:
    """What a stream holds: the operations that have ended when the next one in it begins.

    A `blocking` one waits for the legacy default stream, and that one for it (programming guide, 'Default
    Stream'). Threads of the operation `home` use it, if that is not 0, the host; a `tail` holds what begins when all
    else in that operation has ended."""

    name: str
    blocking: bool
    order: Order = NO_ORDER
    destroyed: bool = False  # what it holds is carried out all the same
    home: int = 0
    tail: bool = False
    nested: NestedStream = field(default_factory=NestedStream)


@dataclass(slots=True)
class Grid:
    """A kernel that is running. `cluster` is the size of its clusters in blocks."""

    launch: Launch
    kernel: str
    number: int  # which launch of the run
    operation: int  # the number of the stream operation
    order: Order
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shmem: int
    blocks: dict[int, ThreadBlock]
    threads: dict[int, Thread]
    path: Value
    function: Function
    args: list[Value]
    cooperative: bool
    cluster: tuple[int, int, int]
    runnable: list[int] = field(default_factory=list)
    pending: set[int] = field(default_factory=set)
    waiting: set[int] = field(default_factory=set)
    spinning: set[int] = field(default_factory=set)
    broken: bool = False  # a thread was stopped by a violation
