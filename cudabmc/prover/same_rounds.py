"""Loops that all threads of a block leave in the same round, within an interval between barriers.

    for (size = 2; size <= n; size *= 2)            behind the barrier of a step, a thread goes to the next one, maybe
        for (step = size / 2; step > 0; step /= 2)  past the head of the outer loop: that is a loop without barriers,
            { exchange; __syncthreads(); }          which it leaves with the same size and step as all others

Threads of a block are in different rounds of such a loop at one time, so what each finds there has names of its own.
But if all come to its head in the same order, with the same in some registers, then they leave it for good with the
same there, and after as many rounds: they begin the interval at one barrier, all come to the head as often before the
next one, and nobody comes back to a loop that is in no other one.
"""

from collections.abc import Iterator

from cudabmc import terms
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.uniformity import Divergence
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.kernel_part import KernelPart
from cudabmc.prover.loop_plans import LoopPlans
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.terms import Term, TermValue
from cudabmc.terms.evaluate import type_of


@dataclass(frozen=True, slots=True)
class SameRounds:
    """A `fact` about two threads of a block that have left a loop, which has a `head` and these `blocks`."""

    head: int
    blocks: frozenset[int]
    fact: TermValue

    def precedes(self, block: int, index: int, flow: ControlFlow) -> bool:
        """Has a thread that comes to an instruction left the loop?"""
        return block not in self.blocks and flow.dominates(self.head, block)


def same_rounds(
    region: KernelPart, plans: LoopPlans, parted: Divergence, unknowns: Unknowns
) -> Iterator[SameRounds]:  # fmt: skip
    """What two threads of a block have in common behind the loops of an interval. Where threads of a block are `parted`
    in the kernel as a whole, they have nothing."""
    for head, loop in region.loops.items():
        if head in parted.blocks or loop.outer is not None:
            continue
        for value in plans.values_at(head, parted.registers):
            fact = terms.equal(value, unknowns.of_another(value, TwoThreads.OF_BLOCK), type_of(value.sort))
            if isinstance(fact, Term):
                yield SameRounds(head, frozenset(loop.blocks), fact)
