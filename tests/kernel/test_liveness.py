"""A register is live where a way leads to a read of it that no assignment stands on, on random graphs."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Reg
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import operands, set_by
from cudabmc.kernel.liveness import live_at_entries
from tests.kernel.random_graphs import REGISTERS, random_blocks


def is_read(blocks: list[Block], start: int, register: int) -> bool:
    """Is the register read at or behind the start of a block before it is set?"""
    seen: set[int] = set()
    left = [start]
    while left:
        number = left.pop()
        if number in seen:
            continue
        seen.add(number)
        found = _first(blocks[number], register)
        if found == "read":
            return True
        if found != "set":
            left += blocks[number].targets
    return False


def _first(block: Block, register: int) -> str:
    """What a block does with the register first."""
    for i in block.code:
        if Reg(register) in operands(i):
            return "read"
        if set_by(i) == register:
            return "set"
    return "read" if block.condition == Reg(register) else ""


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_liveness_is_what_its_definition_says(random: Random) -> None:
    for _ in range(50):
        blocks = random_blocks(random, lost=True)
        live = live_at_entries(ControlFlow(blocks))
        for block, registers in live.items():
            assert registers == {r for r in range(REGISTERS) if is_read(blocks, block, r)}
