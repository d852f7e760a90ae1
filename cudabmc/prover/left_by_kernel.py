"""What a kernel leaves in memory, as one thread of it that is not known shows: for a comparison with another kernel.

It says something only of kernels that are proved by themselves: without races, what lies in memory behind a barrier, or
at the end, is what the last one of its writers has written there.
"""

from collections.abc import Collection, Iterator, Mapping

from cudabmc.goto.program import Call, Function, Global
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.instructions import Builtin, CopyAsync, KernelInstruction, Rendezvous
from cudabmc.kernel.loops import NaturalLoop
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.contracts import is_word
from cudabmc.prover.events import MemoryAccess, RegisterValue, ThreadTrace
from cudabmc.prover.influence import loops_without_end
from cudabmc.prover.kernel_part import cut_at_barriers
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.memory_use import MemoryUse, Start
from cudabmc.prover.memory_view import bits_of
from cudabmc.prover.places import PointedObject
from cudabmc.prover.preconditions import SizeParameter
from cudabmc.prover.region_walks import WalkedRegion
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import Shared, Unknowns
from cudabmc.terms import Term, TermValue


@dataclass(frozen=True, slots=True)
class WritesBefore:
    """The writes to an object in front of a barrier, and what it held `before` them, if that has a name. If the barrier
    is in a loop, they are made in its round, which has the number `round`; `at_head` holds there of all threads of the
    block."""

    writes: list[MemoryAccess]
    before: Term | None
    round: Term | None = None
    at_head: TermValue = True


@dataclass(frozen=True, slots=True)
class LeftByKernel:
    """The walk of a thread through all of a kernel, with what was found out on it. Registers are `given` to it, and it
    may use the `variables` of the program."""

    kernel: Function
    shape: AnyLaunch
    unknowns: Unknowns
    walked: WalkedRegion
    memory: MemoryUse
    settling: Settling
    named_sizes: tuple[int, ...]
    parameters: tuple[SizeParameter, ...]
    given: Mapping[int, RegisterValue]
    variables: Mapping[str, Global]

    @property
    def trace(self) -> ThreadTrace:
        return self.walked.trace

    @property
    def results(self) -> list[MemoryAccess]:
        """The writes to what lies in memory behind the kernel."""
        return [one for one in self.trace.accesses if one.how.writes and one.base[0] != "shared"]

    @property
    def coordinates(self) -> dict[tuple[Builtin, int], Term]:
        """The coordinates of the thread that are not known."""
        found = {
            (variable, axis): self.shape.values[variable, axis]
            for variable in (Builtin.THREAD_IDX, Builtin.BLOCK_IDX) for axis in range(3)
        }  # fmt: skip
        return {place: value for place, value in found.items() if isinstance(value, Term)}

    @property
    def kept_contents(self) -> set[Term]:
        """What memory holds behind barriers that are passed once, and at the start: a block has it in common."""
        region = self.walked.region
        return {
            array for array, (_, start) in self.trace.contents.items()
            if start is None or region.loop_of(start) is None
        }  # fmt: skip

    def refusals(self) -> Iterator[str]:
        """Why nothing can be said of what it leaves."""
        for i in self._instructions():
            if isinstance(i, Call) and isinstance(i.callee, str) and is_word(i.callee):
                yield f"{i.loc}: what a kernel says of itself may leave executions out"

    def refusals_of_one_thread(self) -> Iterator[str]:
        """Why nothing can be said of what one thread leaves, whichever it is. Of a whole block more is known."""
        for access in self.trace.accesses:
            if access.how.atomic:
                yield f"{access.loc}: what an atomic or volatile access leaves or finds is not told"
            elif access.how.writes and bits_of(access.how.value, access.size) is None:
                yield f"{access.loc}: what is written here is not told"
            elif access.how.writes and access.base[0] not in ("parameter", "shared"):
                yield f"{access.loc}: only arrays that the kernels get are compared, and this writes elsewhere"
            elif access.how.writes and access.base not in self.memory.sizes:
                yield f"{access.loc}: elements of several sizes lie in one array"
        for i in self._instructions():
            if isinstance(i, CopyAsync):
                yield f"{i.loc}: what an asynchronous copy writes is not told"
            if isinstance(i, Rendezvous) and i.scope != "block":
                yield f"{i.loc}: what threads of a warp tell each other is not told"
        for loc in loops_without_end(self.walked.region, self.trace):
            yield f"{loc}: a loop that may never end"

    def _instructions(self) -> Iterator[KernelInstruction]:
        for block in self.walked.region.graph.blocks:
            yield from block.code

    def rounds_of(self, access: MemoryAccess) -> list[Term]:
        """The numbers of the rounds in which it is made."""
        return self.walked.plans.rounds_around(access.block)

    def writes_before(self, base: PointedObject, barrier: int) -> WritesBefore | None:
        """All writes to an object that a thread may see behind a barrier, as far back as the barrier before it, or the
        start; None if threads may come there from several places."""
        starts, region = self.memory.starts_before(barrier), self.walked.region
        loop = region.loop_of(barrier)
        if loop is not None:
            return self._writes_in_round(base, barrier, loop)
        if len(starts) != 1 or starts[0] == barrier:
            return None
        (start,) = starts
        if start is not None and region.loop_of(start) is not None:
            return None
        blocks, before = self.memory.blocks_from(start), self.contents(base, start)
        return None if before is None else WritesBefore(self._writes_to(base, blocks), before)

    def _writes_in_round(self, base: PointedObject, barrier: int, loop: NaturalLoop) -> WritesBefore | None:
        """The same of a barrier in a loop that no other one is around: what threads write in its round, who are all in
        the same one. There is a barrier in each round, so that no write of the one before comes behind it."""
        visit, region = self.walked.plans.visited(loop.head), self.walked.region
        if loop.outer is not None or visit is None or self.unknowns.shared(visit.round) < Shared.BLOCK:
            return None
        cut = ControlFlow(cut_at_barriers(region.graph), loop.head)
        if barrier not in cut.number or any(loop.head in cut.after[block] for block in cut.order):
            return None
        here = loop.blocks.intersection(cut.order)
        others = frozenset[int]().union(*map(self.memory.blocks_from, self.memory.starts_before(barrier))) - here
        if self._writes_to(base, others):
            return None
        return WritesBefore(self._writes_to(base, here), None, visit.round, visit.head.reach)

    def _writes_to(self, base: PointedObject, blocks: Collection[int]) -> list[MemoryAccess]:
        return [one for one in self.trace.accesses if one.how.writes and one.base == base and one.block in blocks]

    def contents(self, base: PointedObject, start: Start) -> Term | None:
        """What an object holds behind a barrier or the start; None if that has no name."""
        begun = self.memory.begins_at(base, start)
        for array, place in self.trace.contents.items():
            if place == (base, begun):
                return array
        return None
