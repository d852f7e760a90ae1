"""Additions: what atomic additions to a counter return is different for each.

    out[atomicAdd(&count, 2)] = x       one thread gets 4, the next one 6: [4, 6) and [6, 8) are apart

That holds while nothing else is done to the counter, and while it does not become too large for a signed number: the
additions come one after the other, in one order (PTX ISA, "Memory Consistency Model", "Coherence Order"), and each of
them moves it on.
"""

from collections.abc import Iterator, Sequence
from os.path import basename

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, I128, IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import AtomicAddition, MemoryAccess
from cudabmc.prover.places import PointedObject
from cudabmc.prover.questions import Precondition
from cudabmc.prover.unknowns import TwoThreads, Unknowns
from cudabmc.terms import TermValue


@dataclass(frozen=True, slots=True)
class Additions:
    """Those of counters, as one region of a kernel has them."""

    taken: tuple[AtomicAddition, ...] = ()

    def facts(
        self, mine: Sequence[TermValue], theirs: Sequence[TermValue], two: TwoThreads, unknowns: Unknowns
    ) -> Iterator[tuple[TermValue, AtomicAddition]]:  # fmt: skip
        """What is known of the tickets that values of two threads have, each with one of them: they are apart if they
        are of one counter. The values of the second one are those of the first with its own unknowns."""
        for first in self._in(mine):
            for second in self._in(theirs):
                of_all = two is not TwoThreads.OF_BLOCKS or (first.beyond_block and second.beyond_block)
                if first.base == second.base and first.type == second.type and of_all:
                    other, at = (unknowns.of_another(v, two) for v in (second.value, second.offset))
                    same = terms.apply(Op.EQ, BOOL, I64, (first.offset, at))
                    behind = _is_behind(first.value, first.step, other, first.type)
                    before = _is_behind(other, second.step, first.value, first.type)
                    yield terms.implies(same, terms.lor(behind, before)), first

    def _in(self, values: Sequence[TermValue]) -> list[AtomicAddition]:
        found = frozenset().union(*(terms.free_vars(value) for value in values))
        return [ticket for ticket in self.taken if ticket.value in found]


def additions_to_counters(
    tickets: Sequence[AtomicAddition], accesses: Sequence[MemoryAccess], whole: Sequence[MemoryAccess],
    every: Sequence[AtomicAddition],
) -> Additions:  # fmt: skip
    """The tickets of a region that are of counters. The `accesses` are all those of an interval between barriers, and
    `whole` and `every` are those of the kernel: counters in shared memory may begin anew behind a barrier."""
    of_region, of_kernel = _counters(accesses, tickets), _counters(whole, every)
    return Additions(tuple(
        ticket for ticket in tickets
        if ticket.base in of_kernel or (ticket.base[0] == "shared" and ticket.base in of_region)
    ))  # fmt: skip


def condition_of(ticket: AtomicAddition) -> Precondition:
    """What is supposed of a counter."""
    line = f"line {ticket.loc.line} of {basename(ticket.loc.file)}"
    most = (1 << ticket.type.width - 1) - 1
    return Precondition(f"no more than {most} in the counter in {line}", True, True)


def _counters(accesses: Sequence[MemoryAccess], tickets: Sequence[AtomicAddition]) -> set[PointedObject]:
    """The objects to which nothing is done but additions, of one width."""
    widths = {(ticket.base, ticket.type) for ticket in tickets}
    alike = {ticket.base for ticket in tickets if sum(base == ticket.base for base, _ in widths) == 1}
    added = {(ticket.base, ticket.at) for ticket in tickets}
    others = {access.base for access in accesses if (access.base, (access.block, access.index)) not in added}
    return alike - others


def _is_behind(value: TermValue, step: int, other: TermValue, type: IntType) -> TermValue:
    """Is another number at least a step larger?"""
    mine, theirs = (terms.apply(Op.SEXT, I128, type, (v,)) for v in (value, other))
    return terms.apply(Op.SLE, BOOL, I128, (terms.apply(Op.ADD, I128, I128, (mine, step)), theirs))
