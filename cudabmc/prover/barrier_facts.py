"""What a barrier invariant of each thread says of all of them, at the elements that a thread reads behind the barrier.

    s[t] = 255 - t;
    cudabmc_barrier_invariant(s[t] == 255 - t);
    __syncthreads();
    x = s[t + 1];               t + 1 < blockDim.x implies s[t + 1] == 255 - (t + 1)
"""

from collections.abc import Iterator

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.matching import elements, narrowed, patterns_of
from cudabmc.terms import Kind, Term, TermValue


@dataclass(frozen=True, slots=True)
class FactOfAll:
    """A thread for which `where` holds has passed the barrier; `cond` holds then of each thread of its block, by its
    `coordinate` along x, which is below `threads`. The invariant stands in a `block` of the graph."""

    where: TermValue
    cond: TermValue
    coordinate: Term
    threads: TermValue
    block: int

    def of(self, thread: TermValue) -> TermValue:
        """The fact about one thread."""
        there = terms.apply(Op.ULT, BOOL, I32, (thread, self.threads))
        of_it = terms.substitute(self.cond, {self.coordinate: thread})
        return terms.implies(terms.land(self.where, there), of_it)

    def about(self, element: Term) -> Iterator[TermValue]:
        """The facts about threads that speak of an element."""
        array, offset = element.args
        for pattern in patterns_of(self.coordinate, self.cond):
            thread = pattern.index_of(offset) if pattern.array is array else None
            if thread is not None:
                yield self.of(narrowed(thread))


def known_of(value: TermValue, offset: TermValue, fact: FactOfAll) -> Iterator[TermValue]:
    """What a fact says of the elements at an offset in a value."""
    for element in elements([value]):
        at = element.args[1]
        if at is offset or (at.kind is Kind.CONST and at.params[0] == offset):
            yield from fact.about(element)
