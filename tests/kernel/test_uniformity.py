"""Threads come to the same blocks and hold the same there, but for what diverges, whatever they load."""

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Const, Goto, Operand, Reg, Return, Undef
from cudabmc.goto.types import I32
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import Builtin, Coordinate, set_by
from cudabmc.kernel.liveness import live_at_entries
from cudabmc.kernel.uniformity import Together, divergence
from tests.kernel.random_graphs import REGISTERS, random_blocks

MOST_STEPS = 60


@dataclass
class Run:
    """One thread: what it loads is by chance, and so are its coordinates."""

    blocks: list[Block]
    coordinates: dict[Builtin, int]
    random: Random
    registers: list[int]
    seen: list[tuple[int, list[int]]] = field(default_factory=list)  # the blocks, with the registers there

    def ends(self) -> bool:
        """Run; does the thread come to its end?"""
        at = 0
        for _ in range(MOST_STEPS):
            self.seen.append((at, list(self.registers)))
            block = self.blocks[at]
            for i in block.code:
                if (dst := set_by(i)) is not None:
                    self.registers[dst] = self._result(i)
            if isinstance(block.end, Goto):
                at = block.end.target
            elif isinstance(block.end, Branch):
                at = block.end.then if self._value(block.end.cond) & 1 else block.end.orelse
            else:
                return isinstance(block.end, Return)
        return False

    def _value(self, operand: Operand) -> int:
        if isinstance(operand, Reg):
            return self.registers[operand.index]
        return int(operand.value) if isinstance(operand, Const) else self.random.randrange(8)

    def _result(self, i: object) -> int:
        if isinstance(i, Coordinate):
            return self.coordinates[i.variable]
        return sum(map(self._value, i.args)) if isinstance(i, Assign) else self.random.randrange(8)


@given(st.randoms(use_true_random=True), st.sampled_from(Together))
@settings(max_examples=40, deadline=None)
def test_threads_agree_on_what_does_not_diverge(random: Random, together: Together) -> None:
    for _ in range(100):
        blocks = random_blocks(random, lost=True)
        flow = ControlFlow(blocks)
        live = live_at_entries(flow)
        found = divergence(flow, live, together)
        start = [random.randrange(8) for _ in range(REGISTERS)]
        same = {variable: random.randrange(8) for variable in Builtin}
        for _ in range(6):
            own = same | {variable: random.randrange(8) for variable in together.coordinates}
            one, two = Run(blocks, same, random, list(start)), Run(blocks, own, random, list(start))
            if one.ends() and two.ends():
                seen = [
                    [(block, [held[r] for r in live[block] - found.registers]) for block, held in run.seen
                     if block not in found.blocks]
                    for run in (one, two)
                ]  # fmt: skip
                assert seen[0] == seen[1], (blocks, found)


THREAD = Coordinate(0, Builtin.THREAD_IDX, 0)
BLOCK = Coordinate(0, Builtin.BLOCK_IDX, 0)


def copied(dst: int, operand: Operand) -> Assign:
    return Assign(dst, Op.COPY, (operand,), I32, I32)


@pytest.mark.parametrize(
    "coordinate, together, differs",
    [(THREAD, Together.BLOCK, True), (BLOCK, Together.BLOCK, False), (BLOCK, Together.GRID, True)],
)
def test_a_coordinate_varies_among_the_threads_that_it_tells_apart(
    coordinate: Coordinate, together: Together, differs: bool
) -> None:
    flow = ControlFlow([Block([coordinate], Branch(Reg(0), 1, 2)), *_two_sides(), Block([], Return())])
    found = divergence(flow, live_at_entries(flow), together)
    assert (found.registers, found.blocks) == (({0, 1}, {1, 2}) if differs else (set(), set()))


def _two_sides() -> list[Block]:
    return [Block([copied(1, Const(side, I32))], Goto(3)) for side in (0, 1)]


def test_a_variable_without_a_value_varies_only_where_it_is_read() -> None:
    code = [copied(0, Undef(I32)), copied(0, Const(1, I32)), copied(1, Undef(I32)), copied(2, Reg(1))]
    flow = ControlFlow([Block([*code], Return())])
    assert divergence(flow, live_at_entries(flow), Together.BLOCK).registers == {1, 2}
