"""Which memory a kernel writes where: what nobody writes has contents that all threads see alike."""

from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.prover.events import ThreadTrace
from cudabmc.prover.kernel_part import KernelPart, cut_at_barriers, is_barrier
from cudabmc.prover.places import PointedObject
from cudabmc.prover.walk import LOST_ACCESS, ContentsOf

Start = int | None
"""The block that ends in the barrier before an interval; None at the start of the kernel."""


class MemoryUse:
    """What a walk through all of a kernel has shown of its writes."""

    def __init__(self, graph: KernelGraph, trace: ThreadTrace) -> None:
        self._lost = any(lost.why.startswith(LOST_ACCESS) for lost in trace.lost)
        self._written = {access.base for access in trace.accesses if access.how.writes}
        cut = cut_at_barriers(graph)
        barriers = [number for number, block in enumerate(graph.blocks) if is_barrier(block)]
        self._blocks: dict[Start, frozenset[int]] = {None: frozenset(ControlFlow(cut, 0).order)}
        for number in barriers:
            self._blocks[number] = frozenset(ControlFlow(cut, graph.blocks[number].targets[0]).order)
        self._written_in: dict[Start, frozenset[PointedObject]] = {
            start: frozenset(a.base for a in trace.accesses if a.how.writes and a.block in blocks)
            for start, blocks in self._blocks.items()
        }

    def blocks_from(self, start: Start) -> frozenset[int]:
        """The blocks of the graph in an interval."""
        return self._blocks[start]

    def contents_in(self, region: KernelPart | None) -> ContentsOf:
        """The contents of objects in an interval, or in the whole kernel.

        In the whole kernel shared memory has contents for each block of the graph: threads that come to it together
        see the same, and between two of its visits others may write.
        """

        def contents(base: PointedObject, block: int) -> str | None:
            kind, name = base
            if self._lost:
                return None
            if kind in ("parameter", "global"):
                return None if base in self._written else f"contents of {kind} {name}"
            if kind != "shared":
                return None
            if region is not None and region.of_warp:  # other warps may write, too, and do not wait for this one
                around = [start for start, blocks in self._blocks.items() if region.entry in blocks]
                kept = not any(base in self._written_in[start] for start in around)
                return f"contents of {name} in {region.name}" if kept else None
            if region is not None:
                kept = base not in self._written_in[region.start]
                return f"contents of {name} in interval {region.start}" if kept else None
            starts = [start for start, blocks in self._blocks.items() if block in blocks]
            kept = not any(base in self._written_in[start] for start in starts)
            return f"contents of {name} at {block}" if kept else None

        return contents
