"""What a thread sees in memory between two barriers: what lay there behind the first one, and what the thread itself
has written since. Without races nobody else writes in between what the thread accesses.

    s[t] = x;                   behind the barrier s is an array B that nothing is known of
    __syncthreads();
    s[t] = s[t + 1] + 1;        s[t + 1] is B[t + 1]
    ... s[t] ...                s[t] is B[t + 1] + 1

It is told of objects all of whose accesses have one size, of kernels with assertions or contracts. Barrier invariants
tell what is known of B. Arrays in global memory have the contents of the launch at the start, which all threads see.
"""

from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import field

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, FloatType, IntType
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.memory_use import MemoryUse
from cudabmc.prover.places import PointedObject
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.terms import BoolSort, Term, TermValue
from cudabmc.terms.evaluate import type_of


@dataclass(frozen=True, slots=True)
class _Part:
    """Where `where` holds, memory is `array` from here on, or holds `bits` at `offset`."""

    block: int
    where: TermValue
    array: Term | None = None
    offset: TermValue = 0
    bits: TermValue = 0


@dataclass(slots=True)
class MemoryView:
    """What one walk has seen. `sizes` are those of accesses to each object, in bytes."""

    flow: ControlFlow
    sizes: Mapping[PointedObject, int]
    parts: dict[PointedObject, list[_Part]] = field(default_factory=dict)

    def begin(self, base: PointedObject, block: int, where: TermValue, array: Term) -> None:
        """From the block on, an object holds what nothing is known of, for a thread that comes there."""
        self.parts.setdefault(base, []).append(_Part(block, where, array))

    def write(self, base: PointedObject, block: int, where: TermValue, offset: TermValue, bits: TermValue) -> None:
        """A thread for which `where` holds writes an element."""
        if base in self.parts:
            self.parts[base].append(_Part(block, where, None, offset, bits))

    def read(self, base: PointedObject, block: int, offset: TermValue) -> TermValue | None:
        """What lies at an offset when a block is passed; None if that is not told."""
        parts = self.parts.get(base)
        if not parts:
            return None
        first = max(n for n, p in enumerate(parts) if p.array is not None and self.flow.dominates(p.block, block))
        type = IntType(8 * self.sizes[base])
        found: TermValue = 0
        for number, part in enumerate(parts[first:]):
            if part.array is not None:
                value, holds = terms.select(part.array, offset), part.where
            else:
                value, holds = part.bits, terms.land(part.where, terms.apply(Op.EQ, BOOL, I64, (offset, part.offset)))
            found = value if number == 0 else terms.ite(holds, value, found, type)
        return found


class SeenMemory:
    """What a thread on its way through a region sees in the objects that are `watched`."""

    def __init__(
        self, watched: MemoryUse | None, region: KernelPart, unknowns: Unknowns, made: MutableMapping[Term, int]
    ) -> None:  # fmt: skip
        """Unknown contents are `made` at blocks."""
        self._watched = watched
        self._region = region
        self._unknowns = unknowns
        self._made = made
        self.arrays: dict[Term, tuple[PointedObject, int | None]] = {}
        """What objects hold that nothing is known of: which one, and behind which barrier."""
        self._view = MemoryView(region.flow, watched.sizes if watched is not None else {})

    @property
    def sizes(self) -> Mapping[PointedObject, int]:
        """Of accesses to the objects that are watched, in bytes."""
        return self._view.sizes

    @property
    def is_told(self) -> bool:
        """Is anything told of what threads see?"""
        return self._watched is not None

    def at_start(self, base: PointedObject, offset: TermValue) -> TermValue:
        """What lies in an object as the kernel starts."""
        return terms.select(self._contents(base, None), offset)

    def begin(self) -> None:
        """The thread comes to the entry of the region."""
        for base in self.sizes:
            self._view.begin(base, self._region.entry, True, self._contents(base, self._region.start))

    def behind(self, barrier: int, reach: TermValue) -> None:
        """It is behind a barrier."""
        for base in self.sizes:
            if self._begins(base, barrier) == barrier:
                self._view.begin(base, barrier, reach, self._contents(base, barrier))

    def forget(self, head: int, reach: TermValue) -> None:
        """In any round of a loop memory that may change in it holds what nothing is known of."""
        for base, size in self.sizes.items():
            if self._watched is not None and self._watched.may_change_in(base, self._region.loops[head].blocks):
                name = f"{self._region.name}.contents of {_named(base)} in loop {head}.{8 * size}"
                array = self._unknowns.array(name, 8 * size, Shared.THREAD)
                self._made[array] = head
                self._view.begin(base, head, reach, array)

    def write(self, base: PointedObject, block: int, where: TermValue, offset: TermValue, bits: TermValue) -> None:
        """It writes an element."""
        self._view.write(base, block, where, offset, bits)

    def read(self, base: PointedObject, block: int, offset: TermValue) -> TermValue | None:
        """What it sees when a block is passed."""
        return self._view.read(base, block, offset)

    def read_behind(self, base: PointedObject, block: int, barrier: int, offset: TermValue) -> TermValue | None:
        """What it will see behind a barrier, which it comes to next."""
        if self._begins(base, barrier) != barrier:
            return self.read(base, block, offset)
        return terms.select(self._contents(base, barrier), offset)

    def is_changed(self, base: PointedObject) -> bool:
        """Does a thread write the object in the interval that the region is?"""
        return self._watched is None or self._watched.is_written_in(base, self._region.start)

    def _begins(self, base: PointedObject, start: int | None) -> int | None:
        assert self._watched is not None
        return self._watched.begins_at(base, start)

    def _contents(self, base: PointedObject, start: int | None) -> Term:
        """What an object holds behind a barrier."""
        start = self._begins(base, start)
        width = 8 * self.sizes[base]
        name = f"contents of {_named(base)} behind {'the start' if start is None else start}"
        of_launch = start is None and base[0] != "shared"
        array = self._unknowns.array(f"{name}.{width}", width, Shared.GRID if of_launch else Shared.BLOCK)
        self.arrays[array] = base, start
        if start is not None and not self._region.interval:
            self._made[array] = start
        return array


def _named(base: PointedObject) -> str:
    kind, name = base
    return f"{name}" if kind == "shared" else f"{kind} {name}"


def accessed(offset: TermValue, places: Iterable[tuple[TermValue, TermValue]]) -> TermValue:
    """Is an offset one of some places, each of which is accessed where a condition holds?"""
    return terms.lor(*(terms.land(where, terms.apply(Op.EQ, BOOL, I64, (offset, at))) for where, at in places))


def bits_of(value: TermValue | None, size: int) -> TermValue | None:
    """A value of `size` bytes that is stored, as a whole number; None if it is not told."""
    if value is None or isinstance(value, bool) or (isinstance(value, Term) and isinstance(value.sort, BoolSort)):
        return None
    if isinstance(value, float) or (isinstance(value, Term) and isinstance(type_of(value.sort), FloatType)):
        return terms.apply(Op.BITCAST, IntType(8 * size), FloatType(8 * size), (value,))
    return value
