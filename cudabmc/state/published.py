"""What strong accesses have made known, by their places (see order/strong.py, observed.py, flows.py). Data only."""

from cudabmc.state.events import Moment
from cudabmc.state.knowledge import Knowledge
from cudabmc.terms import Term


class Published:
    """What was released at places in memory, and what was observed there."""

    __slots__ = ("flows", "moments", "released", "released_somewhere", "releasers", "strong")

    def __init__(self) -> None:
        self.released: dict[tuple[int, int], Knowledge] = {}  # by strong writes, at object and offset
        self.released_somewhere: dict[int, tuple[tuple[Term, Knowledge], ...]] = {}  # at offsets that depend on inputs
        self.releasers: dict[tuple[int, int], int] = {}  # the block that all of it is from, or MANY
        self.strong: dict[tuple[int, int], Knowledge] = {}  # as released, if no fence were missing
        # what atomics of undecided order handed on (see flows.py): work, thread, object, offset, clock, epoch
        self.flows: tuple[tuple[int, int, int, int | None, int, int], ...] = ()
        self.moments: dict[tuple[int, int], Moment] = {}  # the last access at object and offset (see observed.py)

    def fork(self) -> "Published":
        """An independent copy."""
        other = Published.__new__(Published)
        other.released, other.released_somewhere = dict(self.released), dict(self.released_somewhere)
        other.releasers, other.strong = dict(self.releasers), dict(self.strong)
        other.flows, other.moments = self.flows, dict(self.moments)
        return other
