"""What a thread sees in shared memory between two barriers: what lay there behind the first one, and what the thread
itself has written since. Without races nobody else writes in between what the thread accesses.

    s[t] = x;                   behind the barrier s is an array B that nothing is known of
    __syncthreads();
    s[t] = s[t + 1] + 1;        s[t + 1] is B[t + 1]
    ... s[t] ...                s[t] is B[t + 1] + 1

It is told of objects all of whose accesses have one size, of kernels with barrier invariants: those are what can be
known of B.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, IntType
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.places import PointedObject
from cudabmc.terms import Term, TermValue


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


def accessed(offset: TermValue, places: Iterable[tuple[TermValue, TermValue]]) -> TermValue:
    """Is an offset one of some places, each of which is accessed where a condition holds?"""
    return terms.lor(*(terms.land(where, terms.apply(Op.EQ, BOOL, I64, (offset, at))) for where, at in places))
