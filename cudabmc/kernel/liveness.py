"""The registers of a graph that are still needed."""

from collections.abc import Iterator, Mapping

from cudabmc.goto.liveness import live_before
from cudabmc.goto.program import Operand, Reg
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import KernelInstruction, operands, set_by


def live_at_entries(flow: ControlFlow) -> dict[int, frozenset[int]]:
    """The registers that are read at or behind the start of each block before they are set."""
    uses: dict[int, set[int]] = {}
    sets: dict[int, set[int]] = {}
    for block in flow.order:
        uses[block], sets[block] = _of_block(flow.blocks[block])
    return live_before(flow.order[::-1], flow.after, uses, sets)


def live_behind(
    flow: ControlFlow, live: Mapping[int, frozenset[int]]
) -> Iterator[tuple[KernelInstruction, set[int]]]:  # fmt: skip
    """Each instruction, with the registers that are read behind it before they are set; `live` are those at entries of
    blocks."""
    for number in flow.order:
        block = flow.blocks[number]
        now = set[int]().union(*(live[following] for following in flow.after[number]), read(block.condition))
        for instruction in reversed(block.code):
            yield instruction, now
            now = now - {set_by(instruction)} | read(*operands(instruction))


def read(*operands: Operand | None) -> set[int]:
    """The registers among operands."""
    return {o.index for o in operands if isinstance(o, Reg)}


def _of_block(block: Block) -> tuple[set[int], set[int]]:
    """What a block reads before it sets it, and what it sets."""
    uses: set[int] = set()
    sets: set[int] = set()
    for instruction in block.code:
        uses |= read(*operands(instruction)) - sets
        dst = set_by(instruction)
        if dst is not None:
            sets.add(dst)
    return uses | (read(block.condition) - sets), sets
