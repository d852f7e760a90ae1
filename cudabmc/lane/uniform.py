"""Which registers hold the same for all threads of a block that meet at a barrier."""

from cudabmc.goto.program import Operand, Reg
from cudabmc.lane import region
from cudabmc.lane.region import Fork, Region
from cudabmc.lane.structure import Graph


def varying(code: Region, graph: Graph) -> set[int]:
    """The registers that may differ between threads: what comes from a thread's index or from memory, and what is
    set where only some threads come. A branch on such a value parts them up to the block that all of them pass."""
    always = _passed_by_all(graph)
    found: set[int] = set()
    parted: set[int] = set()  # blocks
    while True:
        before = len(found), len(parted)
        for number in graph.order:
            block = code.blocks[number]
            for instruction in block.code:
                dst = region.written(instruction)
                if dst is not None and (number in parted or _varies(instruction, found)):
                    found.add(dst)
            if isinstance(block.end, Fork) and _in(block.end.cond, found):
                parted |= _up_to(graph, number, always[number] & ~(1 << number))
        if before == (len(found), len(parted)):
            return found


def _varies(i: region.Instruction, found: set[int]) -> bool:
    if isinstance(i, region.Load | region.New):
        return True
    if isinstance(i, region.Index):
        return i.name == "threadIdx"
    return any(_in(operand, found) for operand in region.reads(i))


def _in(operand: Operand, found: set[int]) -> bool:
    return isinstance(operand, Reg) and operand.index in found


def _passed_by_all(graph: Graph) -> dict[int, int]:
    """For each block the blocks on all its ways to the end, with itself, as bits."""
    every = 0
    for number in graph.order:
        every |= 1 << number
    found = dict.fromkeys(graph.order, every)
    changed = True
    while changed:
        changed = False
        for number in reversed(graph.order):
            targets = graph.blocks[number].targets
            behind = every if targets else 0
            for target in targets:
                behind &= found[target]
            new = behind | 1 << number
            if new != found[number]:
                found[number], changed = new, True
    return found


def _up_to(graph: Graph, fork: int, ends: int) -> set[int]:
    """The blocks behind a fork, up to those at its ends."""
    found: set[int] = set()
    stack = list(graph.blocks[fork].targets)
    while stack:
        block = stack.pop()
        if block not in found and not ends >> block & 1:
            found.add(block)
            stack += graph.blocks[block].targets
    return found
