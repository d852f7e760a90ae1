"""Loops whose rounds are numbers once the launch is known: each round becomes code of its own.

    for (int d = 1, s = 4; d < 8; d *= 2, s /= 2)      d = 1, s = 4: round 1     d = 2, s = 2: round 2     ...
        one round, with a barrier

A round is taken out in front of a loop: its blocks are copied, and who comes to the head from outside comes to the copy
of it. That says the same of any loop. Numbers are followed through the graph then, as far as they are the same on all
ways to a place, and branches that they decide go one way. If no way leads to the loop any more, all of its rounds are
out. If a round may leave the loop by what is not known, or rounds do not end soon, the loop stays as it was.

Constants along the ways that can be gone: Wegman and Zadeck, Constant Propagation with Conditional Branches, TOPLAS
1991.
"""

from collections.abc import Mapping, Sequence

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.undefined import is_undefined
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Branch, Const, Goto, Operand, Reg, Unreachable
from cudabmc.goto.types import BOOL, IntType
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import Builtin, Coordinate, End, KernelInstruction, set_by, waits_for_block
from cudabmc.kernel.loops import NaturalLoop, natural_loops

MOST_ROUNDS = 16
"""Rounds of a loop that are taken out."""

MOST_CODE = 4_000
"""Instructions of a graph with its rounds."""

KnownIntegers = dict[int, int]
"""What registers hold, as far as it is a number that is known."""


def unroll(graph: KernelGraph, given: Mapping[int, int], sizes: Mapping[tuple[Builtin, int], object]) -> bool:
    """Take out the rounds of loops with barriers, where registers are `given` at the entry and some sizes are numbers.
    Did that change anything?"""
    settled = set[int]()  # heads of loops that stay
    changed = False
    while True:
        loops = natural_loops(ControlFlow(graph.blocks)).values()
        loop = next((one for one in loops if _waits(graph, one) and one.head not in settled), None)
        if loop is None:
            return changed
        before = [Block(list(block.code), block.end) for block in graph.blocks]
        if _take_out(graph, loop, given, sizes):
            changed = True
        else:
            graph.blocks[:] = before
            settled.add(loop.head)


def _waits(graph: KernelGraph, loop: NaturalLoop) -> bool:
    code = [i for number in loop.blocks for i in graph.blocks[number].code]
    return any(map(waits_for_block, code)) and not any(isinstance(i, Alloca) for i in code)


def _take_out(
    graph: KernelGraph, loop: NaturalLoop, given: Mapping[int, int], sizes: Mapping[tuple[Builtin, int], object]
) -> bool:  # fmt: skip
    """Take out all rounds of a loop; False if that is not possible."""
    if loop.head == 0:
        return False  # nothing comes to it from outside
    for _ in range(MOST_ROUNDS + 1):  # the last one finds that the loop is over
        copies = _peel(graph, loop)
        if sum(len(block.code) for block in graph.blocks) > MOST_CODE:
            return False
        ways = _ways(graph.blocks, given, sizes)
        inside = {*copies.values(), *loop.blocks}
        if any(len(ways[b]) > 1 and not inside.issuperset(ways[b]) for b in copies.values() if b in ways):
            return False
        if loop.head not in ways:
            _cut(graph.blocks, ways)
            return True
    return False


def _peel(graph: KernelGraph, loop: NaturalLoop) -> dict[int, int]:
    """Copy the blocks of a loop, for a first round; the copies by what they are of. The copy of the head is where
    control comes from outside, and the round goes on to the head itself."""
    copies = {number: len(graph.blocks) + n for n, number in enumerate(sorted(loop.blocks))}
    for number, block in enumerate(graph.blocks):
        if number not in loop.blocks:
            block.end = _led(block.end, {loop.head: copies[loop.head]})
    inner = {number: copy for number, copy in copies.items() if number != loop.head}
    for number in copies:
        block = graph.blocks[number]
        graph.blocks.append(Block(list(block.code), _led(block.end, inner)))
    return copies


def _led(end: End, to: Mapping[int, int]) -> End:
    """An end with other targets."""
    match end:
        case Goto(target=target):
            return Goto(to.get(target, target), end.loc)
        case Branch(cond=cond, then=then, orelse=orelse):
            return Branch(cond, to.get(then, then), to.get(orelse, orelse), end.loc)
    return end


def _ways(
    blocks: Sequence[Block], given: Mapping[int, int], sizes: Mapping[tuple[Builtin, int], object]
) -> dict[int, tuple[int, ...]]:  # fmt: skip
    """Where control can go behind each block that it can come to."""
    at: dict[int, KnownIntegers] = {0: dict(given)}
    found: dict[int, tuple[int, ...]] = {}
    left = [0]
    while left:
        number = left.pop()
        block, known = blocks[number], dict(at[number])
        for i in block.code:
            _step(i, known, sizes)
        found[number] = _targets(block, known)
        for target in found[number]:
            before = at.get(target)
            met = known if before is None else {r: n for r, n in before.items() if known.get(r) == n}
            if before is None or len(met) < len(before):
                at[target] = dict(met)
                left.append(target)
    return found


def _targets(block: Block, known: KnownIntegers) -> tuple[int, ...]:
    decided = _number(block.end.cond, known) if isinstance(block.end, Branch) else None
    if isinstance(block.end, Branch) and decided is not None:
        return (block.end.then if decided else block.end.orelse,)
    return block.targets


def _step(i: KernelInstruction, known: KnownIntegers, sizes: Mapping[tuple[Builtin, int], object]) -> None:
    """What is known behind an instruction."""
    register = set_by(i)
    if register is None:
        return
    value: object = None
    match i:
        case Assign():
            value = _result(i, known)
        case Coordinate():
            value = sizes.get((i.variable, i.axis))
    known.pop(register, None)
    if isinstance(value, int):
        known[register] = value


def _result(i: Assign, known: KnownIntegers) -> int | None:
    numbers = [number for arg in i.args if (number := _number(arg, known)) is not None]
    whole = all(type == BOOL or isinstance(type, IntType) for type in (i.type, i.of))
    if not whole or len(numbers) < len(i.args) or (i.op is not Op.COPY and is_undefined(i.op, i.type, i.of, numbers)):
        return None
    return int(const_function(i.op, i.type, i.of)(*numbers))


def _number(operand: Operand, known: KnownIntegers) -> int | None:
    match operand:
        case Const(value=int(number)):
            return int(number)
        case Reg(index=index):
            return known.get(index)
    return None


def _cut(blocks: Sequence[Block], ways: Mapping[int, tuple[int, ...]]) -> None:
    """Let branches go the one way that there is, and leave out blocks that no way leads to."""
    for number, block in enumerate(blocks):
        if number not in ways:
            block.code.clear()
            block.end = Unreachable()
        elif isinstance(block.end, Branch) and len(ways[number]) == 1:
            block.end = Goto(ways[number][0], block.end.loc)
