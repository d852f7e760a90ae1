"""Branches whose condition is the same number on all ways that lead to them become jumps.

    r1 = 1; r2 = r1 == 1                            r1 = 1; r2 = true
    if (r2) r3 = 0; else r3 = threadIdx.z           r3 = 0

Templates ask many things of their parameters. What they do otherwise is never run: none of it counts for what a kernel
reads, or for the loops that it has.
"""

from collections.abc import Mapping

from cudabmc import terms
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.program import Assign, Branch, Const, Goto, Operand, Reg
from cudabmc.goto.types import BoolType, IntType
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, Move, set_by
from cudabmc.terms import Term

NumbersHeld = Mapping[int, int | bool]
"""What registers hold that hold one number, whichever way has led to a place."""


def cut_branches(graph: KernelGraph) -> bool:
    """Replace such branches. Was there one?

    What a register holds is followed along all ways that may be taken, at once: where ways meet, it is known only if it
    is the same on all of them. That is repeated until nothing changes: a way that comes later takes numbers away, and
    may open a branch that was seen as a jump. So what is left holds on every way there is (Wegman and Zadeck, Constant
    Propagation with Conditional Branches, TOPLAS 1991, section 3.4).
    """
    before: dict[int, NumbersHeld] = {0: {}}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        block, values = graph.blocks[number], dict(before[number])
        _follow(block, values)
        for target in _targets(block, values):
            known = before.get(target)
            joined = dict(values) if known is None else {r: n for r, n in known.items() if _same(values.get(r), n)}
            if known is None or len(joined) < len(known):
                before[target] = joined
                waiting.append(target)
    found = False
    for number, held in before.items():
        block, values = graph.blocks[number], dict(held)
        _follow(block, values)
        targets = _targets(block, values)
        if isinstance(block.end, Branch) and len(targets) == 1 and block.end.then != block.end.orelse:
            block.end = Goto(targets[0], block.end.loc)
            found = True
    return found


def _same(a: int | bool | None, b: int | bool) -> bool:
    return a is not None and a == b and isinstance(a, bool) == isinstance(b, bool)


def _targets(block: Block, values: NumbersHeld) -> tuple[int, ...]:
    """The blocks that may follow."""
    cond = number_of(block.end.cond, values) if isinstance(block.end, Branch) else None
    if isinstance(block.end, Branch) and cond is not None:
        return (block.end.then if cond else block.end.orelse,)
    return block.targets


def _follow(block: Block, values: dict[int, int | bool]) -> None:
    """Let numbers be those behind a block."""
    for i in block.code:
        dst = set_by(i)
        if dst is None:
            continue
        value = value_of(i, values)
        if value is None:
            values.pop(dst, None)
        else:
            values[dst] = value


def value_of(i: KernelInstruction, values: NumbersHeld) -> int | bool | None:
    """What an instruction sets its register to, if it is a number."""
    if isinstance(i, Move):
        return number_of(i.source, values)
    if not isinstance(i, Assign) or not all(isinstance(type, IntType | BoolType) for type in (i.type, i.of)):
        return None
    numbers = [value for arg in i.args if (value := number_of(arg, values)) is not None]
    if len(numbers) < len(i.args) or (i.op in DIVISIONS and not numbers[1]):
        return None
    if i.op is Op.COPY:
        return numbers[0]
    result = terms.apply(i.op, i.type, i.of, numbers)
    return None if isinstance(result, Term | float) else result


def number_of(operand: Operand, values: NumbersHeld) -> int | bool | None:
    """What an operand is, if it is a number."""
    if isinstance(operand, Reg):
        return values.get(operand.index)
    if isinstance(operand, Const) and isinstance(operand.type, IntType | BoolType):
        return bool(operand.value) if isinstance(operand.type, BoolType) else int(operand.value)
    return None
