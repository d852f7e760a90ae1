"""Which memory a kernel writes where: what nobody writes has contents that all threads see alike."""

from collections.abc import Collection

from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.instructions import Rendezvous
from cudabmc.prover.events import LOST_ACCESS, ContentsOf, MemoryAccess, ThreadTrace
from cudabmc.prover.kernel_part import KernelPart, cut_at_barriers, is_barrier
from cudabmc.prover.places import PointedObject
from cudabmc.terms import Kind, Term, TermValue

Start = int | None
"""The block that ends in the barrier before an interval; None at the start of the kernel."""


class MemoryUse:
    """What a walk through all of a kernel has shown of its writes."""

    def __init__(self, graph: KernelGraph, trace: ThreadTrace) -> None:
        self.sizes: dict[PointedObject, int] = {}
        """Of accesses to the objects that are watched, in bytes."""
        self._writing: dict[PointedObject, frozenset[int]] = {}
        self._lost = any(lost.why.startswith(LOST_ACCESS) for lost in trace.lost)
        self._written = {access.base for access in trace.accesses if access.how.writes}
        self._tells_all = not trace.lost
        cut = cut_at_barriers(graph)
        barriers = [number for number, block in enumerate(graph.blocks) if is_barrier(block)]
        self._blocks: dict[Start, frozenset[int]] = {None: frozenset(ControlFlow(cut, 0).order)}
        for number in barriers:
            self._blocks[number] = frozenset(ControlFlow(cut, graph.blocks[number].targets[0]).order)
        self._written_in: dict[Start, frozenset[PointedObject]] = {
            start: frozenset(a.base for a in trace.accesses if a.how.writes and a.block in blocks)
            for start, blocks in self._blocks.items()
        }

    @property
    def written_parameters(self) -> frozenset[int] | None:
        """The parameters whose arrays threads may write; None if they may write elsewhere than in arrays that they get,
        variables, and their own memory."""
        kinds = {kind for kind, _ in self._written}
        if not self._tells_all or not kinds <= {"parameter", "global", "shared", "local"}:
            return None
        return frozenset(name for kind, name in self._written if kind == "parameter" and isinstance(name, int))

    def blocks_from(self, start: Start) -> frozenset[int]:
        """The blocks of the graph in an interval."""
        return self._blocks[start]

    def starts_before(self, barrier: int) -> list[Start]:
        """The barriers, or the start, from which threads come to a barrier without another one between."""
        return [start for start, blocks in self._blocks.items() if barrier in blocks]

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

    # ------------------------------------------------------------ for conditions about memory

    def watch(self, graph: KernelGraph, trace: ThreadTrace, kinds: Collection[str]) -> None:
        """Tell what threads see in memory of some kinds, where that can be told: without atomic accesses, all accesses
        of one size, and threads that wait for each other at barriers of their block alone."""
        waits = [i for block in graph.blocks for i in block.code if isinstance(i, Rendezvous)]
        if self._lost or any(i.orders and i.scope != "block" for i in waits):
            return
        by_base: dict[PointedObject, list[MemoryAccess]] = {}
        for access in trace.accesses:
            by_base.setdefault(access.base, []).append(access)
        for base, accesses in by_base.items():
            sizes = {access.size for access in accesses}
            plain = all(not a.how.atomic and (not a.how.writes or a.how.value is not None) for a in accesses)
            if base[0] in kinds and base in self._written and plain and len(sizes) == 1 and sizes <= {1, 2, 4, 8}:
                (size,) = sizes
                if all(is_multiple(access.offset, size) for access in accesses):
                    self.sizes[base] = size
                    self._writing[base] = frozenset(a.block for a in accesses if a.how.writes)

    def begins_at(self, base: PointedObject, start: Start) -> Start:
        """The barrier since which an object that is watched may hold what it does behind the barrier `start`."""
        seen = {start}
        while start is not None:
            before = [one for one, blocks in self._blocks.items() if start in blocks]
            if len(before) != 1 or base in self._written_in[before[0]] or before[0] in seen:
                return start
            start = before[0]
            seen.add(start)
        return start

    def is_written_in(self, base: PointedObject, start: Start) -> bool:
        """Does a thread write an object between the barrier `start` and the next one?"""
        return base in self._written_in[start]

    def may_change_in(self, base: PointedObject, blocks: frozenset[int]) -> bool:
        """May an object that is watched hold something else for a thread that passes some blocks? It writes there, or
        sees behind a barrier what others have written."""
        begins = (one for one in blocks & self._blocks.keys() if self.begins_at(base, one) == one)
        return not blocks.isdisjoint(self._writing[base]) or any(True for _ in begins)


def is_multiple(value: TermValue, of: int) -> bool:
    """Is a number (64 bits) a multiple of a power of two for sure?"""
    if of == 1:
        return True
    if not isinstance(value, Term):
        return int(value) % of == 0
    match value.kind:
        case Kind.ITE:
            return all(is_multiple(part, of) for part in value.args[1:])
        case Kind.MUL:
            return any(is_multiple(part, of) for part in value.args)
        case Kind.CONST:
            return int(value.params[0]) % of == 0
        case Kind.SUM:
            constant, factors = value.params[0], value.params[1]
            parts = zip(factors, value.args, strict=True)
            return constant % of == 0 and all(factor % of == 0 or is_multiple(part, of) for factor, part in parts)
    return False
