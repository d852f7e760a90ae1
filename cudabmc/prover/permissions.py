"""Permissions: which elements of arrays a thread may access between two barriers, as the kernel says.

    cudabmc_may_write(a, i, 0, n, i % 64 == threadIdx.x);

An element that one thread may write is in no permission of another one. So a thread that keeps to its permissions never
races, and what it may read stays what it is until the next barrier, unless it writes there itself. A permission to read
may be held by many threads: it stands for a part of the whole, of which whoever writes needs all. Specification and
Verification of GPGPU Programs using Permission-based Separation Logic (Huisman and Mihelcic, BYTECODE 2013).
"""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.definitions import BoundIndex
from cudabmc.prover.matching import nearest_index
from cudabmc.prover.places import PointedObject
from cudabmc.source.location import Location
from cudabmc.terms import TermValue


@dataclass(frozen=True, slots=True)
class Permission:
    """A thread for which `where` holds may read the `size` bytes at an offset of an object, and write them if it
    `writes`, for each number that `index` may be and for which `cond` holds: from the barrier on that ends the block
    `start`, or from the start of the kernel on (None). Offsets may be `scaled` (`places.PointedPlace`). It is `lasting`
    if no round of a loop has its own."""

    where: TermValue
    base: PointedObject
    offset: TermValue
    size: int
    index: BoundIndex
    cond: TermValue
    writes: bool
    loc: Location
    start: int | None
    scaled: bool = True
    lasting: bool = True

    @property
    def holds(self) -> TermValue:
        """Does the thread have it for the index?"""
        return terms.land(self.where, self.index.contains(self.index.var), self.cond)

    def covers(self, offset: TermValue, size: int, *, scaled: bool = True) -> TermValue:
        """Does the thread have it for some bytes? For an offset that is not `scaled` (`places.PointedPlace`) it must
        be seen that it does not wrap around."""
        if size > self.size and size % self.size == 0:  # several elements at once
            steps = (terms.apply(Op.ADD, I64, I64, (offset, at)) for at in range(0, size, self.size))
            return terms.land(*(self.covers(one, self.size, scaled=scaled) for one in steps))
        found = nearest_index(self.index.var, self.offset, offset)
        if found is None:
            return False
        given = {self.index.var: found}
        first = terms.substitute(self.offset, given)
        inside: TermValue = size <= self.size
        if first is not offset and first != offset:
            past = terms.apply(Op.SUB, I64, I64, (offset, first))
            inside = terms.land(_at_most(0, past), _at_most(past, self.size - size)) if inside is True else False
        near = True if scaled else terms.land(_at_most(-_FAR & (1 << 64) - 1, found), _at_most(found, _FAR))
        return terms.land(terms.substitute(self.holds, given), inside, near)


_FAR = 1 << 47
"""No object has as many bytes."""


def _at_most(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLE, BOOL, I64, (a, b))
