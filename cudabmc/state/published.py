"""What strong accesses have made known, by their places (see order/strong.py, observed.py, flows.py). Data only."""

from typing import TYPE_CHECKING, NamedTuple

from cudabmc.state.events import Moment
from cudabmc.state.knowledge import Knowledge
from cudabmc.terms import Term

if TYPE_CHECKING:  # few programs start threads
    from cudabmc.state.host_threads import HostThreads


class Flow(NamedTuple):
    """What others had released reached a thread of stream operation number `operation` through an atomic of undecided
    order (see flows.py), at this offset of an object, or at one that depends on inputs; with the clock and the epoch
    that the thread was in."""

    operation: int
    tid: int
    obj: int
    at: int | None
    clock: int
    epoch: int


class Published:
    """What was released at places in memory, and what was observed there."""

    __slots__ = ("flows", "host_threads", "moments", "released", "released_somewhere", "releasers", "strong")

    def __init__(self) -> None:
        self.released: dict[tuple[int, int], Knowledge] = {}  # by strong writes, at object and offset
        self.released_somewhere: dict[int, tuple[tuple[Term, Knowledge], ...]] = {}  # at offsets that depend on inputs
        self.releasers: dict[tuple[int, int], int] = {}  # the block that all of it is from, or MANY
        self.strong: dict[tuple[int, int], Knowledge] = {}  # as released, if no fence were missing
        self.flows: tuple[Flow, ...] = ()
        self.host_threads: HostThreads | None = None  # while others than main() have not been waited for
        self.moments: dict[tuple[int, int], Moment] = {}  # the last access at object and offset (see observed.py)

    def fork(self) -> "Published":
        """An independent copy."""
        other = Published.__new__(Published)
        other.released, other.released_somewhere = dict(self.released), dict(self.released_somewhere)
        other.releasers, other.strong = dict(self.releasers), dict(self.strong)
        other.flows, other.moments = self.flows, dict(self.moments)
        other.host_threads = None if self.host_threads is None else self.host_threads.fork()
        return other
