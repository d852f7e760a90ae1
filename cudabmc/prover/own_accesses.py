"""What a thread has accessed itself since the last barrier: without races nobody has written that since."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cudabmc.prover.events import MemoryAccess
from cudabmc.prover.kernel_part import KernelPart, is_barrier


def since_barrier(region: KernelPart, accesses: Iterable[MemoryAccess], block: int) -> Iterator[MemoryAccess]:
    """Those of some accesses that a thread has surely made since the last barrier when it comes to a block, if their
    conditions hold: in the same rounds of all loops around them, and with no barrier on any way from there."""
    found = dict[int, bool]()
    for access in accesses:
        if access.block not in found:
            found[access.block] = access.block == block or _without_barrier(region, access.block, block)
        if found[access.block]:
            yield access


def _without_barrier(region: KernelPart, first: int, last: int) -> bool:
    """Do all ways from one block to another, in the same rounds of the loops around the first one, pass no barrier?"""
    loop = region.loop_of(first)
    if loop is not None and last not in loop.blocks:
        return False
    flow = region.flow
    behind = _reached(flow.after, first, () if loop is None else (loop.head,))
    if last not in behind:
        return False
    before = _reached(flow.before, last, () if loop is None else (loop.head,))
    return not any(is_barrier(flow.blocks[number]) for number in (behind & before | {first}) - {last})


def _reached(edges: Mapping[int, Sequence[int]], start: int, without: tuple[int, ...]) -> set[int]:
    """What edges lead to from a block, not through some others."""
    found, left = set[int](), [start]
    while left:
        for target in edges[left.pop()]:
            if target not in found and target not in without:
                found.add(target)
                left.append(target)
    return found
