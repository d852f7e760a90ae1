"""Random control-flow graphs, and which blocks come to which."""

from collections.abc import Collection
from random import Random

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Const, Goto, Load, Operand, Reg, Return, Symbol, Undef, Unreachable
from cudabmc.goto.types import I32
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import Barrier, Builtin, Coordinate, End, GiveUp, KernelInstruction

REGISTERS = 5


def random_blocks(random: Random, lost: bool = False) -> list[Block]:
    """Blocks with jumps by chance, forward ones mostly; with `lost`, some ends lead nowhere."""
    count = random.randint(2, 9)
    return [Block(_code(random), _end(random, block, count, lost)) for block in range(count)]


def _end(random: Random, block: int, count: int, lost: bool) -> End:
    def target() -> int:
        return random.randrange(count) if random.random() < 0.3 else random.randrange(block, count)

    kind = random.randrange(12)
    if kind < 2 or block == count - 1:
        return Return()
    if kind == 2 and lost:
        return random.choice([GiveUp("it has no words"), Unreachable()])
    if kind < 6:
        return Goto(target())
    return Branch(_register(random), target(), target())


def _register(random: Random) -> Reg:
    return Reg(random.randrange(REGISTERS))


def _operand(random: Random) -> Operand:
    return random.choice([_register(random), _register(random), Const(random.randrange(4), I32)])


def _code(random: Random) -> list[KernelInstruction]:
    code: list[KernelInstruction] = [_instruction(random) for _ in range(random.randrange(3))]
    return [*code, Barrier()] if random.random() < 0.3 else code


def _instruction(random: Random) -> KernelInstruction:
    dst, kind = random.randrange(REGISTERS), random.randrange(12)
    if kind == 0:
        return Coordinate(dst, random.choice([*Builtin]), 0)
    if kind == 1:
        return Load(dst, Symbol("memory"), I32)
    if kind == 2:
        return Assign(dst, Op.COPY, (Undef(I32),), I32, I32)
    if kind < 6:
        return Assign(dst, Op.COPY, (_operand(random),), I32, I32)
    return Assign(dst, Op.ADD, (_operand(random), _operand(random)), I32, I32)


def reached(blocks: list[Block], start: int, without: Collection[int] = ()) -> set[int]:
    """The blocks that can be come to, on ways that do not pass some."""
    found: set[int] = set()
    left = [start]
    while left:
        block = left.pop()
        if block not in found and block not in without:
            found.add(block)
            left += blocks[block].targets
    return found
