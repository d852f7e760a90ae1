"""From jumps to loops and branches: a graph as Python statements.

Algorithm: Ramsey, Beyond Relooper (ICFP 2022), on the dominator tree. Its blocks, which a jump leaves at their end,
need a loop of one round only where the jump is not at the end of what it leaves.
"""

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache

from cudabmc.goto.program import Branch, Goto
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.loops import natural_loops
from cudabmc.late_dataclass import dataclass


class Nesting:
    """Where the statements of each block stand: `children` are the blocks that follow it or stand in it, `merges` those
    that several jumps go to. Raises IrreducibleError."""

    def __init__(self, blocks: Sequence[Block], entry: int = 0) -> None:
        self.blocks = blocks
        self.flow = flow = ControlFlow(blocks, entry)
        self.order = flow.order
        self.number = flow.number
        self.loops = {head: loop.blocks for head, loop in natural_loops(flow).items()}
        self.merges = {b for b in self.order if sum(self.number[s] < self.number[b] for s in flow.before[b]) > 1}
        self.children: dict[int, list[int]] = {block: [] for block in self.order}
        for block in self.order[1:]:
            parent = flow.dominator[block]
            left = [h for h, inside in self.loops.items() if parent in inside and block not in inside]
            if left:  # it stands behind the outermost loop that is left
                parent = left[0]
                self.merges.add(block)
            self.children[parent].append(block)


@dataclass(slots=True)
class _Around:
    """A Python loop around the statements that are written: what `continue` and `break` in it amount to."""

    repeats: object  # the block that `continue` goes to, or None
    leaves: frozenset[object]  # where `break` goes to
    pending: list[object] = field(default_factory=list)  # jumps through it that have to continue behind it


@dataclass(frozen=True, slots=True)
class Written:
    """A block as text: its statements, and the condition at its end. `dead` if the end is not reached."""

    lines: list[str]
    cond: str = ""
    known: bool | None = None
    dead: bool = False


END = "end"
"""The target of a thread that ends."""


class Structurer:
    """Writes the statements of a nesting."""

    def __init__(self, nesting: Nesting, write: Callable[[int], Written], leave: str) -> None:
        self._nesting = nesting
        self._write = cache(write)
        self._leave = leave  # the statement that ends a thread from anywhere, or ""
        self._around: list[_Around] = []
        self.lines: list[str] = []
        self.uses_exit = False
        self._exits: dict[object, int] = {}

    def run(self, depth: int, around: str = "") -> None:
        """Write everything; `around` is "loop" if the statements stand in a loop over threads."""
        if around:
            self._around.append(_Around(END, frozenset()))
        self._tree(self._nesting.order[0], depth, frozenset((END,)))

    # `falls`: the jumps that are made by coming to the end of the statements

    def _tree(self, block: int, depth: int, falls: frozenset[object]) -> None:
        nesting = self._nesting
        merges = sorted((c for c in nesting.children[block] if c in nesting.merges), key=nesting.number.__getitem__)
        if block not in nesting.loops:
            self._within(block, merges, depth, falls)
            return
        inside = [c for c in merges if c in nesting.loops[block]]
        self._scoped([c for c in merges if c not in nesting.loops[block]], depth, falls,
                     lambda d, f: self._loop(block, inside, d, f))  # fmt: skip

    def _loop(self, head: int, merges: list[int], depth: int, falls: frozenset[object]) -> None:
        around = _Around(("repeat", head), falls)
        self._around.append(around)
        self._line(depth, "while True:")
        self._within(head, merges, depth + 1, frozenset((("repeat", head),)))
        self._close(around, depth, falls)

    def _within(self, block: int, merges: list[int], depth: int, falls: frozenset[object]) -> None:
        self._scoped(merges, depth, falls, lambda d, f: self._code(block, d, f))

    def _scoped(
        self, merges: list[int], depth: int, falls: frozenset[object], inner: Callable[[int, frozenset[object]], None]
    ) -> None:
        """Statements, and behind them the blocks that several jumps in them go to."""
        if not merges:
            inner(depth, falls)
            return
        last = merges[-1]
        before = frozenset((last,))
        mark, uses = len(self.lines), self.uses_exit
        stack = [list(a.pending) for a in self._around]
        if not self._try(merges, depth, before, inner):
            del self.lines[mark:]
            self.uses_exit = uses
            del self._around[len(stack) :]
            for around, pending in zip(self._around, stack, strict=True):
                around.pending[:] = pending
            once = _Around(None, before)
            self._around.append(once)
            self._line(depth, "while True:")
            self._scoped(merges[:-1], depth + 1, before, inner)
            self._line(depth + 1, "break")
            self._close(once, depth, before)
        self._tree(last, depth, falls)

    def _try(
        self, merges: list[int], depth: int, before: frozenset[object],
        inner: Callable[[int, frozenset[object]], None],
    ) -> bool:  # fmt: skip
        """Without a loop of one round; False if a jump is not at the end of the statements."""
        try:
            self._scoped(merges[:-1], depth, before, inner)
        except _NoWayError as error:
            if error.target != merges[-1]:
                raise
            return False
        return True

    def _close(self, around: _Around, depth: int, falls: frozenset[object]) -> None:
        self._around.pop()
        for target in dict.fromkeys(around.pending):
            self._line(depth, f"if go == {self._exit(target)}:")
            if target in falls or self._direct(target):
                self._line(depth + 1, "go = 0")
            self._jump(target, depth + 1, falls, nested=True)

    def _exit(self, target: object) -> int:
        return self._exits.setdefault(target, len(self._exits) + 1)

    def _code(self, block: int, depth: int, falls: frozenset[object]) -> None:
        written = self._write(block)
        for line in written.lines:
            self._line(depth, line)
        end = self._nesting.blocks[block].end
        if written.dead:
            return
        if isinstance(end, Goto):
            self._go(block, end.target, depth, falls)
        elif isinstance(end, Branch):
            if written.known is not None or end.then == end.orelse:
                self._go(block, end.then if written.known is not False else end.orelse, depth, falls)
                return
            self._line(depth, f"if {written.cond}:")
            if self._arm(block, end.then, depth + 1, falls):
                self._line(depth, "else:")
                if not self._arm(block, end.orelse, depth + 1, falls):
                    self.lines.pop()
            else:
                self.lines[-1] = "    " * depth + f"if not {written.cond}:"
                if not self._arm(block, end.orelse, depth + 1, falls):
                    self.lines.pop()
        else:
            self._jump(END, depth, falls)

    def _arm(self, block: int, target: int, depth: int, falls: frozenset[object]) -> bool:
        """One side of a branch; False if nothing had to be written."""
        mark = len(self.lines)
        self._go(block, target, depth, falls)
        return len(self.lines) > mark

    def _go(self, source: int, target: int, depth: int, falls: frozenset[object]) -> None:
        nesting = self._nesting
        if nesting.number[target] <= nesting.number[source]:
            self._jump(("repeat", target), depth, falls)
        elif target in nesting.merges:
            self._jump(target, depth, falls)
        else:
            self._tree(target, depth, falls)

    def _direct(self, target: object) -> bool:
        """Can the statements here jump with one word?"""
        if not self._around:
            return False
        inner = self._around[-1]
        return inner.repeats == target or target in inner.leaves

    def _jump(self, target: object, depth: int, falls: frozenset[object], nested: bool = False) -> None:
        if target in falls:
            return
        if target == END and self._leave:
            self._line(depth, self._leave)
            return
        if not any(a.repeats == target or target in a.leaves for a in self._around):
            raise _NoWayError(target)
        inner = self._around[-1]
        if inner.repeats == target:
            self._line(depth, "continue")
            return
        if target in inner.leaves:
            self._line(depth, "break")
            return
        self.uses_exit = True
        if not nested:
            self._line(depth, f"go = {self._exit(target)}")
        inner.pending.append(target)
        self._line(depth, "break")

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)


class _NoWayError(Exception):
    """A jump goes to the end of statements that have no loop around them."""

    def __init__(self, target: object) -> None:
        super().__init__(str(target))
        self.target = target
