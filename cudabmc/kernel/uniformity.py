"""Which blocks all threads come to, and which registers hold the same for all of them there.

A register varies if it is set from what differs between threads, or where only some of them come: a branch on a value
that varies parts them, up to the block that all of them pass behind it, the postdominator of the branch
(Sampaio, de Souza, Collange and Pereira, Divergence Analysis, TOPLAS 2013, without the affine values).
"""

from enum import Enum

from cudabmc.goto.program import Alloca, Load, Operand, Undef
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import (
    Approximated,
    AtomicLoad,
    Builtin,
    Coordinate,
    KernelInstruction,
    Rendezvous,
    operands,
    set_by,
)
from cudabmc.kernel.liveness import read
from cudabmc.late_dataclass import dataclass


class Together(Enum):
    """The threads that are compared."""

    BLOCK = frozenset({Builtin.THREAD_IDX})
    GRID = frozenset({Builtin.THREAD_IDX, Builtin.BLOCK_IDX})

    @property
    def coordinates(self) -> frozenset[Builtin]:
        """What differs between them."""
        return self.value


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where threads differ that come to their ends. All of them come to the blocks that are not in `blocks`, to the
    same ones in the same order, and hold the same there in the registers that are not in `registers`."""

    registers: frozenset[int]
    blocks: frozenset[int]


def divergence(
    flow: ControlFlow, live: dict[int, frozenset[int]], together: Together, agreed: frozenset[int] = frozenset()
) -> Divergence:  # fmt: skip
    """What may differ between threads. `live` are the registers that are live at the start of each block. All threads
    are known to take the same way behind the blocks `agreed`.

    What comes from memory always varies, and so does what nobody has written, unless nobody reads it.
    """
    code = {block: _assignments(flow, block, live, together) for block in flow.order}
    found: set[int] = set()
    parted: set[int] = set()  # blocks
    while True:
        before = len(found), len(parted)
        for number in flow.order:
            for dst, uses, differs in code[number]:
                if number in parted or differs or uses & found:
                    found.add(dst)
            if number not in agreed and read(flow.blocks[number].condition) & found:
                parted |= behind(flow, number)
        if before == (len(found), len(parted)):
            return Divergence(frozenset(found), frozenset(parted))


def _assignments(
    flow: ControlFlow, number: int, live: dict[int, frozenset[int]], together: Together
) -> list[tuple[int, set[int], bool]]:
    """What a block sets: the register, those that it is set from, and whether it differs whatever these hold."""
    block = flow.blocks[number]
    found = []
    for i, is_needed in zip(block.code, needed(block, live), strict=True):
        dst = set_by(i)
        if dst is not None:
            used = operands(i)
            differs = _differs(i, together) or (is_needed and _arbitrary(used))
            found.append((dst, read(*used), differs))
    return found


def _differs(i: KernelInstruction, together: Together) -> bool:
    if isinstance(i, Coordinate):
        return i.variable in together.coordinates
    return isinstance(i, Load | AtomicLoad | Alloca | Rendezvous | Approximated)


def _arbitrary(used: tuple[Operand, ...]) -> bool:
    return any(isinstance(operand, Undef) for operand in used)


def needed(block: Block, live: dict[int, frozenset[int]]) -> list[bool]:
    """For each instruction of a block: may the register that it sets be read before it is set again? A variable that is
    declared without a value is set to an arbitrary one, which matters only then."""
    found = [False] * len(block.code)
    later = set[int]().union(*(live[target] for target in block.targets)) | read(block.condition)
    for position in range(len(block.code) - 1, -1, -1):
        i = block.code[position]
        dst = set_by(i)
        if dst is not None:
            found[position] = dst in later
            later.discard(dst)
        later |= read(*operands(i))
    return found


def behind(flow: ControlFlow, branch: int) -> set[int]:
    """The blocks behind a branch, up to the one where its sides join."""
    join = flow.postdominator[branch]
    found: set[int] = set()
    left = list(flow.after[branch])
    while left:
        block = left.pop()
        if block not in found and block != join:
            found.add(block)
            left += flow.after[block]
    return found
