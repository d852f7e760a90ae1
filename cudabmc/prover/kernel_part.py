"""A part of a kernel's graph: all of it, or what lies between barriers."""

from collections.abc import Sequence
from functools import cached_property

from cudabmc.goto.program import Return
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import set_by, waits_for_block
from cudabmc.kernel.liveness import live_at_entries
from cudabmc.kernel.loops import NaturalLoop, innermost, natural_loops
from cudabmc.prover.contracts import AccessLog, KernelContracts, kernel_contracts

MOST_INSTRUCTIONS = 100_000
"""Of a kernel with all that it calls. A walk takes a second for some 5,000 of them, and there are several walks."""


def is_barrier(block: Block) -> bool:
    """Does the block end where all threads of a block wait for each other?"""
    return bool(block.code) and waits_for_block(block.code[-1])


def cut_at_barriers(graph: KernelGraph, warps: frozenset[int] = frozenset()) -> list[Block]:
    """The blocks of a graph, in which nothing follows a barrier, or one of some blocks in which a warp waits."""
    return [
        Block(block.code, Return()) if is_barrier(block) or number in warps else block
        for number, block in enumerate(graph.blocks)
    ]


class KernelPart:
    """What can be reached from `entry`; only up to barriers if it is an `interval`. `start` is the block that ends in
    the barrier before it, None for the start of the kernel. An interval of a warp ends at the blocks `warps`, too, in
    which its threads wait for each other, and may begin behind one of them.

    Raises IrreducibleError.
    """

    def __init__(
        self, graph: KernelGraph, entry: int, start: int | None, *, interval: bool,
        warps: frozenset[int] = frozenset(), logs: Sequence[AccessLog] = (),
    ) -> None:  # fmt: skip
        self.graph = graph
        self.logs = logs
        self.entry = entry
        self.start = start
        self.interval = interval
        self.of_warp = bool(warps)
        self.flow = ControlFlow(cut_at_barriers(graph, warps) if interval else graph.blocks, entry)
        self.loops: dict[int, NaturalLoop] = natural_loops(self.flow)
        live = live_at_entries(ControlFlow(graph.blocks, entry) if interval else self.flow)
        logged = frozenset[int]().union(*(log.registers for log in logs))
        kept = logged.union(*(one.reads for one in self.contracts.repeated))
        self.live = {number: registers | kept for number, registers in live.items()} if kept else live
        kind = "warp_interval" if warps else "interval"
        self.name = "kernel" if not interval else f"{kind}{'' if start is None else start}"

    @cached_property
    def changed(self) -> dict[int, frozenset[int]]:
        """The registers that each loop sets, by its head."""
        logged = frozenset[int]().union(*(log.registers for log in self.logs))
        return {
            head: logged | {
                dst for number in loop.blocks for i in self.flow.blocks[number].code if (dst := set_by(i)) is not None
            }
            for head, loop in self.loops.items()
        }

    @cached_property
    def contracts(self) -> KernelContracts:
        """Those of the whole kernel."""
        return kernel_contracts(self.graph)

    def encloses(self, head: int) -> list[NaturalLoop]:
        """The loop with a head, and those around it."""
        found = []
        at: int | None = head
        while at is not None:
            found.append(self.loops[at])
            at = self.loops[at].outer
        return found

    def loop_of(self, block: int) -> NaturalLoop | None:
        """The innermost loop with a block."""
        return innermost(self.loops, block)
