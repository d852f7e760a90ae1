"""Order and dominators of the blocks of a graph."""

from collections.abc import Sequence
from functools import cached_property

from cudabmc.goto.dominators import immediate_dominators, immediate_postdominators, postorder
from cudabmc.goto.program import Unreachable
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import GiveUp


class ControlFlow:
    """The blocks that can be reached from `entry`, by their numbers.

    `order` is their reverse postorder: each comes behind those that come to it, but for jumps back. `number` is the
    place of a block in it.
    """

    def __init__(self, blocks: Sequence[Block], entry: int = 0) -> None:
        self.blocks = blocks
        self.after: dict[int, tuple[int, ...]] = {}
        self.order = self._reached(entry)
        self.number = {block: i for i, block in enumerate(self.order)}
        self.before: dict[int, list[int]] = {block: [] for block in self.order}
        for block in self.order:
            for target in self.after[block]:
                self.before[target].append(block)
        self.dominator = immediate_dominators(self.order[::-1], self.before)

    def _reached(self, entry: int) -> list[int]:
        left = [entry]
        while left:
            block = left.pop()
            if block not in self.after:
                self.after[block] = self.blocks[block].targets
                left += self.after[block]
        return postorder(self.after, entry)[::-1]

    def dominates(self, a: int, b: int) -> bool:
        """Do all ways from the entry to `b` pass `a`? Every block dominates itself."""
        while self.number[b] > self.number[a]:
            b = self.dominator[b]
        return a == b

    @cached_property
    def postdominator(self) -> dict[int, int | None]:
        """The first block that all ways from a block to the end of the thread pass behind it; None if that is the end.

        Ways to blocks that only lead to where nothing is known of the thread (`GiveUp`), or where it never comes
        (`Unreachable`), are not looked at: what joins behind the others joins for all threads that get there.
        """
        lost = self._lost()
        exit_ = len(self.order)
        forward = [
            [self.number[t] for t in self.after[block] if t not in lost] or self._way_out(block) for block in self.order
        ]
        found = immediate_postdominators(forward, exit_)
        return {b: self.order[found[i]] if found[i] != exit_ else None for i, b in enumerate(self.order)}

    @property
    def has_endless_loop(self) -> bool:
        """Is there a loop that no way leads out of?"""
        found = set[int]()
        left = [block for block in self.order if not self.after[block]]
        while left:
            block = left.pop()
            if block not in found:
                found.add(block)
                left += self.before[block]
        return len(found) < len(self.order)

    def _way_out(self, block: int) -> list[int]:
        """The way of a block that no other one follows."""
        return [] if self.after[block] else [len(self.order)]

    def _lost(self) -> set[int]:
        """The blocks behind which every way ends in `GiveUp` or `Unreachable`."""
        found: set[int] = set()
        left = [b for b in self.order if isinstance(self.blocks[b].end, GiveUp | Unreachable)]
        while left:
            block = left.pop()
            if block not in found and all(t in found for t in self.after[block]):
                found.add(block)
                left += self.before[block]
        return found
