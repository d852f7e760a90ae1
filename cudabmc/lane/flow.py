"""What is known at the entry of each block: a fixed point over the blocks of a region."""

from collections.abc import Callable

from cudabmc.goto.program import Const, Reg
from cudabmc.lane import region, statements
from cudabmc.lane.emission import Emission, Known
from cudabmc.lane.numbers import join, widen
from cudabmc.lane.region import Block, Fork, Region
from cudabmc.lane.structure import Graph

PATIENCE = 3
"""How often the bounds at the head of a loop may move before they are widened."""

ROUNDS = 2
"""Rounds that take back what widening has given away."""

_LIMIT = 1 << 300

Outcome = list[tuple[int, Known]]
"""The blocks that can follow one, with what is known there."""


def liveness(code: Region, graph: Graph) -> dict[int, frozenset[int]]:
    """The registers that are read at or behind the start of each block before they are set."""
    uses: dict[int, set[int]] = {}
    sets: dict[int, set[int]] = {}
    for number in graph.order:
        uses[number], sets[number] = _of_block(code.blocks[number])
    live: dict[int, frozenset[int]] = dict.fromkeys(graph.order, frozenset())
    changed = True
    while changed:
        changed = False
        for number in reversed(graph.order):
            behind = frozenset[int]().union(*(live[t] for t in code.blocks[number].targets))
            new = (behind - sets[number]) | uses[number]
            if new != live[number]:
                live[number], changed = new, True
    return live


def _of_block(block: Block) -> tuple[set[int], set[int]]:
    uses: set[int] = set()
    sets: set[int] = set()
    for instruction in block.code:
        uses |= {o.index for o in region.reads(instruction) if isinstance(o, Reg)} - sets
        dst = region.written(instruction)
        if dst is not None:
            sets.add(dst)
    if isinstance(block.end, Fork) and isinstance(block.end.cond, Reg) and block.end.cond.index not in sets:
        uses.add(block.end.cond.index)
    return uses, sets


def thresholds(code: Region, more: list[int]) -> list[int]:
    """Bounds that widening tries: what the code compares with, and those of types."""
    found = {0, 1, -1, _LIMIT, -_LIMIT}
    for bits in (7, 8, 15, 16, 31, 32, 63, 64):
        found |= {1 << bits, (1 << bits) - 1, -(1 << bits)}
    constants = list(more)
    for block in code.blocks:
        for instruction in block.code:
            for operand in region.reads(instruction):
                if isinstance(operand, Const) and isinstance(operand.value, int):
                    constants.append(int(operand.value))
    for value in constants:
        found |= {value - 1, value, value + 1, -value}
    return sorted(v for v in found if abs(v) <= _LIMIT)


def known_at_entries(
    code: Region, graph: Graph, live: dict[int, frozenset[int]], entry: Known, limits: list[int],
    emission: Callable[[Known], Emission],
) -> dict[int, Known]:  # fmt: skip
    """What is known of the live registers where each block begins; blocks that nobody reaches are left out."""
    found: dict[int, Known] = {0: {r: w for r, w in entry.items() if r in live[0]}}
    seen: dict[int, tuple[Known, Outcome]] = {}

    def outcome(block: int) -> Outcome:
        known = found[block]
        if block not in seen or seen[block][0] != known:
            seen[block] = known, _outcome(code, block, live, known, emission)
        return seen[block][1]

    visits: dict[int, int] = {}
    todo = {0}
    while todo:
        block = min(todo, key=graph.number.__getitem__)
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
            if target in graph.heads:
                visits[target] = visits.get(target, 0) + 1
                if visits[target] > PATIENCE:
                    new = {r: widen(old[r], w, limits) for r, w in new.items()}
            found[target] = new
            todo.add(target)
    for _ in range(ROUNDS):
        found = _again(graph, found, outcome)
    return found


def _outcome(
    code: Region, block: int, live: dict[int, frozenset[int]], known: Known, emission: Callable[[Known], Emission]
) -> Outcome:
    run = emission(known)
    statements.write(run, code.blocks[block], frozenset())
    return [(t, {r: w for r, w in k.items() if r in live[t]}) for t, k in run.outcome(code.blocks[block])]


def _joined(a: Known, b: Known) -> Known:
    found: Known = {}
    for reg, what in a.items():
        if reg in b:
            both = join(what, b[reg])
            if both is not None:
                found[reg] = both
    return found


def _again(graph: Graph, found: dict[int, Known], outcome: Callable[[int], Outcome]) -> dict[int, Known]:
    """One round from above: what all ways into a block have in common."""
    coming: dict[int, Known] = {0: found[0]}
    for block in graph.order:
        if block not in found:
            continue
        for target, known in outcome(block):
            coming[target] = _joined(coming[target], known) if target in coming else known
    return coming
