"""What is known at the entry of each block: a fixed point over the blocks of a kernel."""

from collections.abc import Callable, Sequence

from cudabmc.goto.program import Const
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import operands
from cudabmc.kernel.loops import natural_loops
from cudabmc.lane import statements
from cudabmc.lane.emission import Emission, Known
from cudabmc.lane.numbers import join, widen

PATIENCE = 3
"""How often the bounds at the head of a loop may move before they are widened."""

ROUNDS = 2
"""Rounds that take back what widening has given away."""

_LIMIT = 1 << 300

NextBlocks = list[tuple[int, Known]]
"""The blocks that can follow one, with what is known there."""


def thresholds(blocks: Sequence[Block], more: list[int]) -> list[int]:
    """Bounds that widening tries: what the code compares with, and those of types."""
    found = {0, 1, -1, _LIMIT, -_LIMIT}
    for bits in (7, 8, 15, 16, 31, 32, 63, 64):
        found |= {1 << bits, (1 << bits) - 1, -(1 << bits)}
    constants = list(more)
    for block in blocks:
        for instruction in block.code:
            for operand in operands(instruction):
                if isinstance(operand, Const) and isinstance(operand.value, int):
                    constants.append(int(operand.value))
    for value in constants:
        found |= {value - 1, value, value + 1, -value}
    return sorted(v for v in found if abs(v) <= _LIMIT)


def known_at_entries(
    flow: ControlFlow, live: dict[int, frozenset[int]], entry: Known, limits: list[int],
    emission: Callable[[Known], Emission],
) -> dict[int, Known]:  # fmt: skip
    """What is known of the live registers where each block begins; blocks that nobody reaches are left out."""
    found: dict[int, Known] = {0: {r: w for r, w in entry.items() if r in live[0]}}
    seen: dict[int, tuple[Known, NextBlocks]] = {}

    def outcome(block: int) -> NextBlocks:
        known = found[block]
        if block not in seen or seen[block][0] != known:
            seen[block] = known, _outcome(flow.blocks[block], live, known, emission)
        return seen[block][1]

    heads = natural_loops(flow).keys()
    visits: dict[int, int] = {}
    todo = {0}
    while todo:
        block = min(todo, key=flow.number.__getitem__)
        todo.discard(block)
        for target, known in outcome(block):
            old = found.get(target)
            if old is None:
                found[target] = known
                todo.add(target)
                continue
            new = _joined(old, known)
            if new == old:
                continue
            if target in heads:
                visits[target] = visits.get(target, 0) + 1
                if visits[target] > PATIENCE:
                    new = {r: widen(old[r], w, limits) for r, w in new.items()}
            found[target] = new
            todo.add(target)
    for _ in range(ROUNDS):
        found = _again(flow, found, outcome)
    return found


def _outcome(
    block: Block, live: dict[int, frozenset[int]], known: Known, emission: Callable[[Known], Emission]
) -> NextBlocks:
    run = emission(known)
    statements.write(run, block, frozenset())
    return [(t, {r: w for r, w in k.items() if r in live[t]}) for t, k in run.outcome(block)]


def _joined(a: Known, b: Known) -> Known:
    found: Known = {}
    for reg, what in a.items():
        if reg in b:
            both = join(what, b[reg])
            if both is not None:
                found[reg] = both
    return found


def _again(flow: ControlFlow, found: dict[int, Known], outcome: Callable[[int], NextBlocks]) -> dict[int, Known]:
    """One round from above: what all ways into a block have in common."""
    coming: dict[int, Known] = {0: found[0]}
    for block in flow.order:
        if block not in found:
            continue
        for target, known in outcome(block):
            coming[target] = _joined(coming[target], known) if target in coming else known
    return coming
