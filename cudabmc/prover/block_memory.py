"""What an object holds while the threads of one block run one after the other, at places that the block may not know.

    out[256 * blockIdx.x + 3] = 7         origin 1024 * blockIdx.x, 12 bytes behind it: 7
    out[256 * blockIdx.x + 4]             origin 1024 * blockIdx.x, 16 bytes behind it: what lay there before

Places with one origin are the same, or apart. Places with different origins may be the same: only that the kernel has
no races says that they are not, and it says so of two threads between two barriers.
"""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64, IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue

OffsetOrigin = Term | None
"""The part of an offset that is not known; None for an offset that is a number."""

OffsetCell = tuple[OffsetOrigin, int]
"""A place: an origin, and how many bytes it lies behind it, modulo 2**64."""


class UntoldError(Exception):
    """It is not told what the block does; the text says why."""


@dataclass(frozen=True, slots=True)
class TurnOfThread:
    """When something is done: behind so many barriers, by the thread with this number."""

    barriers: int
    thread: int


@dataclass(frozen=True, slots=True)
class LeftInCell:
    """What lies in a cell, unless a write with another origin is to the same place. The last instruction that may have
    written it is at `loc`."""

    bits: TermValue
    loc: Location


class BlockMemory:
    """One object. All accesses have one size, and lie at multiples of it."""

    def __init__(self, name: str, size: int, before: Term) -> None:
        """It held `before` at the start, an array of elements of `size` bytes by their offsets in bytes."""
        self.size = size
        self.left: dict[OffsetCell, LeftInCell] = {}
        self._name = name
        self._before = before
        self._type = IntType(8 * size)
        self._turns: dict[OffsetOrigin, set[TurnOfThread]] = {}  # of writes
        self._rest: dict[OffsetOrigin, int] = {}  # of the distances, when divided by the size

    def read(self, offset: TermValue, turn: TurnOfThread) -> TermValue:
        """The element at an offset, as a whole number. Raises UntoldError."""
        cell = self._cell(offset)
        self._require_apart(cell[0], turn)
        found = self.left.get(cell)
        return self.at_start(cell) if found is None else found.bits

    def write(self, offset: TermValue, bits: TermValue, cond: TermValue, turn: TurnOfThread, loc: Location) -> None:
        """Write an element if a condition holds. Raises UntoldError."""
        cell = self._cell(offset)
        known = self.left.get(cell)
        before = self.at_start(cell) if known is None else known.bits
        self.left[cell] = LeftInCell(terms.ite(cond, bits, before, self._type), loc)
        self._turns.setdefault(cell[0], set()).add(turn)

    def at_start(self, cell: OffsetCell) -> TermValue:
        """What lay in a cell at the start."""
        return terms.select(self._before, self.offset_of(cell))

    @staticmethod
    def offset_of(cell: OffsetCell) -> TermValue:
        """Where a cell lies."""
        origin, distance = cell
        return distance if origin is None else terms.apply(Op.ADD, I64, I64, (origin, distance))

    def require_no_order(self) -> None:
        """Does it matter nowhere which of two writes was the last one? Raises UntoldError if it may."""
        if len(self._turns) <= 1:
            return
        threads = [{turn.thread for turn in turns} for turns in self._turns.values()]
        barriers = {turn.barriers for turns in self._turns.values() for turn in turns}
        if len(barriers) > 1 or sum(map(len, threads)) > len(set[int]().union(*threads)):
            raise UntoldError(f"places of {self._name} that are written may be the same, one after the other")

    def _require_apart(self, origin: OffsetOrigin, turn: TurnOfThread) -> None:
        """Whatever was written with another origin lies elsewhere: another thread has written it since the last
        barrier, or that and the access at hand would be a race."""
        for other, turns in self._turns.items():
            if other is not origin and any(
                one.barriers != turn.barriers or one.thread == turn.thread for one in turns
            ):
                raise UntoldError(f"a place of {self._name} that is read may be one that was written before")

    def _cell(self, offset: TermValue) -> OffsetCell:
        origin, distance = terms.split_linear(offset, 64)
        if self._rest.setdefault(origin, distance % self.size) != distance % self.size:
            raise UntoldError(f"parts of elements of {self._name} are accessed")
        return origin, distance
