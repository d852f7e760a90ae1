"""One whole block of a kernel, run with any contents of arrays: the extents of blocks are numbers, and nothing else is.

The kernel has no races, so that what the block does is the same in any order of its threads between two barriers: they
run one after the other. Where a condition is not a number, a thread takes both ways up to where they meet, one after
the other (Kuznetsov et al., Efficient State Merging in Symbolic Execution, PLDI 2012). Loops have as many rounds as
numbers tell.

    for (i = t; i < 512; i += blockDim.x)      thread 3 of 256: total = in[3] + in[259]
        total += in[i]
"""

from itertools import product

from cudabmc import terms
from cudabmc.goto.program import Branch, Goto, Return
from cudabmc.kernel.instructions import Barrier, Rendezvous
from cudabmc.prover.block_memory import UntoldError
from cudabmc.prover.block_objects import BlockObjects
from cudabmc.prover.block_steps import BlockOfLaunch, ThreadOfBlock, ThreadSteps
from cudabmc.prover.events import RegisterValue, chosen
from cudabmc.prover.launch import WARP_SIZE
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.warp_meetings import lanes_of, told
from cudabmc.terms import Term, TermValue

MOST_NESTED = 100
"""Conditions that are not numbers, each behind another one."""


class BlockRun:
    """Runs the block, once."""

    def __init__(self, kernel: LeftByKernel, block: BlockOfLaunch) -> None:
        self._given = kernel.given
        self._extents = block.extents
        self._flow = kernel.walked.region.flow
        self._live = kernel.walked.region.live
        self._types = kernel.walked.region.graph.types
        self._steps = ThreadSteps(kernel, block)
        self._nested = 0

    @property
    def objects(self) -> BlockObjects:
        """What lies in memory."""
        return self._steps.objects

    def run(self) -> None:
        """Run all threads to their ends. Raises UntoldError."""
        width, height, depth = self._extents
        threads = [
            ThreadOfBlock(number, (x, y, z), dict(self._given))
            for number, (z, y, x) in enumerate(product(range(depth), range(height), range(width)))
        ]
        while any(thread.next is not None for thread in threads):
            for thread in threads:
                thread.waits, self._steps.thread = None, thread
                self._go(thread)
            while any(thread.waits is not None for thread in threads):
                self._meet_in_warps(threads)
            if len({thread.next for thread in threads}) > 1:
                raise UntoldError("threads of a block may wait at different barriers")
            self._steps.turns += 1

    def _meet_in_warps(self, threads: list[ThreadOfBlock]) -> None:
        """Let lanes go on that wait for each other, of which all are there. Raises UntoldError if there are none."""
        waiting = [thread for thread in threads if thread.waits is not None]
        for first in waiting:
            i, mask = self._meeting(first)
            warp = first.number // WARP_SIZE * WARP_SIZE
            numbers = [warp + lane for lane in sorted(lanes_of(mask))]
            members = [threads[number] for number in numbers if number < len(threads)]
            if first in members and len(members) == len(numbers) and all(
                one.waits == first.waits and self._meeting(one)[1] == mask for one in members
            ):  # fmt: skip
                self._meet(i, members, warp)
                return
        raise UntoldError(f"{self._meeting(waiting[0])[0].loc}: lanes of a warp may wait at different places")

    def _meet(self, i: Rendezvous, members: list[ThreadOfBlock], warp: int) -> None:
        brought = dict[int, list[TermValue]]()
        for self._steps.thread in members:
            brought[self._steps.thread.number - warp] = [self._steps.number(operand) for operand in i.payload]
        results = told(i, brought)
        self._steps.turns += i.orders
        for thread in members:
            if i.dst is not None:
                thread.registers[i.dst] = results[thread.number - warp]
        for thread in members:
            thread.waits, self._steps.thread = None, thread
            self._go(thread)

    def _meeting(self, thread: ThreadOfBlock) -> tuple[Rendezvous, TermValue]:
        """Where a thread waits, and the mask of the lanes that it waits for."""
        assert thread.waits is not None
        i = self._flow.blocks[thread.waits].code[-1]
        assert isinstance(i, Rendezvous) and i.mask is not None
        self._steps.thread = thread
        return i, self._steps.number(i.mask)

    # ------------------------------------------------------------ control

    def _go(self, thread: ThreadOfBlock) -> None:
        """Up to the next barrier, to where the thread waits for lanes of its warp, or to the end."""
        number = thread.next
        while number is not None:
            block = self._flow.blocks[number]
            last = block.code[-1] if block.code else None
            meets = isinstance(last, Rendezvous) and last.scope == "warp"
            if isinstance(last, Barrier) or meets:
                self._steps.take(block.code[:-1])
                assert isinstance(block.end, Goto), "so a barrier ends its block"
                thread.next, thread.waits = block.end.target, number if meets else None
                return
            self._steps.take(block.code)
            number = self._behind(number)
        thread.next = None

    def _up_to(self, number: int | None, end: int | None) -> None:
        """The thread goes from one block to another one, under a condition."""
        while number != end and number is not None:
            code = self._flow.blocks[number].code
            self._steps.take(code)
            number = self._behind(number)

    def _behind(self, number: int) -> int | None:
        """The block that comes next, or the one where all ways from here meet; None behind the end."""
        end = self._flow.blocks[number].end
        match end:
            case Goto():
                return end.target
            case Return():
                return None
            case Branch():
                cond = self._steps.known.value(self._steps.number(end.cond))
                if isinstance(cond, Term):
                    return self._both_ways(number, end, cond)
                return end.then if cond else end.orelse
        raise UntoldError("nothing is known of what a thread does")

    def _both_ways(self, number: int, end: Branch, cond: Term) -> int | None:
        if self._nested >= MOST_NESTED:
            raise UntoldError(f"{end.loc}: a loop whose rounds no number tells")
        meet = self._flow.postdominator[number]
        before, known, thread = self._steps.cond, self._steps.known, self._steps.thread
        registers = thread.registers
        left = list[dict[int, RegisterValue]]()
        self._nested += 1
        for target, holds in ((end.then, cond), (end.orelse, terms.lnot(cond))):
            thread.registers, self._steps.cond = dict(registers), terms.land(before, holds)
            self._steps.known = terms.Assumption(known.facts.holding(holds))
            if self._steps.cond is not False:
                self._up_to(target, meet)
            left.append(thread.registers)
        self._nested -= 1
        self._steps.cond, self._steps.known = before, known
        thread.registers = {} if meet is None else self._joined(meet, cond, *left)
        return meet

    def _joined(
        self, meet: int, cond: Term, then: dict[int, RegisterValue], orelse: dict[int, RegisterValue]
    ) -> dict[int, RegisterValue]:  # fmt: skip
        """What registers hold where two ways meet."""
        found = dict[int, RegisterValue]()
        for register in self._live.get(meet, ()):
            if register not in then and register not in orelse:
                continue
            type = self._types[register]
            a, b = (one[register] if register in one else self._steps.anything(type) for one in (then, orelse))
            found[register] = a if a is b else chosen([(cond, a), (terms.lnot(cond), b)], type)
        return found
