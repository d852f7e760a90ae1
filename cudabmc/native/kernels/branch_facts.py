"""What the branches on every way to a place in a kernel say of its registers: comparisons that hold there."""

from collections.abc import Iterator

from cudabmc.goto.op import INTEGER_COMPARISONS, Op
from cudabmc.goto.program import Assign, Branch, Operand, Reg
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import set_by
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Comparison:
    """Does it hold that `a` and `b` compare so?"""

    op: Op
    a: Operand
    b: Operand
    holds: bool

    def names(self, register: int) -> bool:
        """Does it speak of a register?"""
        return any(isinstance(one, Reg) and one.index == register for one in (self.a, self.b))


KnownComparisons = frozenset[Comparison]


class BranchFacts:
    """A forward analysis: what comes from all ways to a block holds at its beginning, until a register is set again."""

    def __init__(self, flow: ControlFlow) -> None:
        self._flow = flow
        self._before: dict[int, KnownComparisons | None] = dict.fromkeys(flow.order)
        self._before[flow.order[0]] = frozenset()
        changed = True
        while changed:
            changed = False
            for block in flow.order[1:]:
                told = [self._on_edge(one, block) for one in flow.before[block] if self._before[one] is not None]
                joined = frozenset.intersection(*told) if told else None
                if joined != self._before[block]:
                    self._before[block], changed = joined, True

    def at(self, block: int, index: int) -> KnownComparisons:
        """What holds in front of an instruction of a block."""
        return _kept(self._before[block] or frozenset(), self._flow.blocks[block], index)

    def registers(self) -> set[int]:
        """Those that anything is told of anywhere."""
        told = frozenset[Comparison]().union(*(facts or () for facts in self._before.values()))
        return {one.index for fact in told for one in (fact.a, fact.b) if isinstance(one, Reg)}

    def _on_edge(self, block: int, target: int) -> KnownComparisons:
        code = self._flow.blocks[block]
        kept = _kept(self._before[block] or frozenset(), code, len(code.code))
        end = code.end
        if not isinstance(end, Branch) or end.then == end.orelse:
            return kept
        return kept | frozenset(_told(code, end.cond, len(code.code), holds=end.then == target))


def _kept(facts: KnownComparisons, block: Block, end: int, start: int = 0) -> KnownComparisons:
    """Those that still hold behind some instructions of a block."""
    found = {register for i in block.code[start:end] if (register := set_by(i)) is not None}
    return frozenset(fact for fact in facts if not any(map(fact.names, found)))


def _told(block: Block, condition: Operand, end: int, *, holds: bool) -> Iterator[Comparison]:
    """What a condition says that the block has computed before instruction `end`, and that holds at its end."""
    if not isinstance(condition, Reg):
        return
    place = next((n for n in range(end - 1, -1, -1) if set_by(block.code[n]) == condition.index), None)
    if place is None:
        return
    i = block.code[place]
    if not isinstance(i, Assign):
        return
    if i.op in INTEGER_COMPARISONS:
        fact = Comparison(i.op, i.args[0], i.args[1], holds)
        yield from _kept(frozenset((fact,)), block, len(block.code), place + 1)
    elif i.op is Op.NOT:
        yield from _told(block, i.args[0], place, holds=not holds)
    elif i.op is (Op.AND if holds else Op.OR):
        for arg in i.args:
            yield from _told(block, arg, place, holds=holds)
