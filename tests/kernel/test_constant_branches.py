"""A branch becomes a jump only if its condition is the same on all ways to it."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Const, Function, Goto, Operand, Reg, Return, Undef
from cudabmc.goto.types import BOOL, I32, VOID
from cudabmc.goto.variable import Variable
from cudabmc.kernel.constant_branches import cut_branches
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import KernelInstruction, Move, operands, set_by
from tests.kernel.random_graphs import REGISTERS, random_blocks

KERNEL = Function("k", "k", (Variable("n", "int"),), (I32,), VOID, (), ())


def _set(register: int, number: int) -> Assign:
    return Assign(register, Op.COPY, (Const(number, I32),), I32, I32)


def _cut(*blocks: Block) -> list[tuple[int, ...]]:
    """Where the blocks of a graph lead when branches are cut."""
    graph = KernelGraph(KERNEL, list(blocks), [I32, I32, I32, BOOL])
    cut_branches(graph)
    return [block.targets for block in graph.blocks]


def _asked(*code: KernelInstruction, number: int = 1) -> Block:
    return Block([*code, Assign(3, Op.EQ, (Reg(1), Const(number, I32)), BOOL, I32)], Branch(Reg(3), 1, 2))


def test_a_condition_on_a_number_is_cut() -> None:
    assert _cut(_asked(_set(1, 1)), Block([], Return()), Block([], Return()))[0] == (1,)
    assert _cut(_asked(_set(1, 2)), Block([], Return()), Block([], Return()))[0] == (2,)


def test_what_a_copy_holds_is_followed() -> None:
    move = Move(1, Reg(2), I32)
    assert _cut(_asked(_set(2, 1), move), Block([], Return()), Block([], Return()))[0] == (1,)


def test_a_condition_on_an_argument_or_on_nothing_stays() -> None:
    for operand in (Reg(0), Undef(I32)):
        code = Assign(1, Op.COPY, (operand,), I32, I32)
        assert _cut(_asked(code), Block([], Return()), Block([], Return()))[0] == (1, 2)


def test_a_division_by_zero_has_no_number() -> None:
    code = Assign(1, Op.UDIV, (Const(1, I32), Const(0, I32)), I32, I32)
    assert _cut(_asked(code, number=0), Block([], Return()), Block([], Return()))[0] == (1, 2)


def _behind(there: int, here: int, cond: Operand) -> tuple[int, ...]:
    """Where a condition leads behind two ways, on which a register is given numbers."""
    return _cut(
        Block([], Branch(cond, 3, 4)), Block([], Return()), Block([], Return()), Block([_set(1, there)], Goto(5)),
        Block([_set(1, here)], Goto(5)), _asked(),
    )[5]  # fmt: skip


def test_ways_that_meet_must_agree() -> None:
    assert _behind(1, 1, Reg(0)) == (1,)
    assert _behind(1, 2, Reg(0)) == (1, 2)
    assert _behind(1, 2, Const(True, BOOL)) == (1,)  # the other way is never taken


def test_what_only_one_way_sets_is_not_known() -> None:
    for sets in (3, 4):
        code: dict[int, list[KernelInstruction]] = {3: [], 4: [], sets: [_set(1, 1)]}
        blocks = Block([], Branch(Reg(0), 3, 4)), Block([], Return()), Block([], Return())
        assert _cut(*blocks, *(Block(code[n], Goto(5)) for n in (3, 4)), _asked())[5] == (1, 2)


def test_a_register_that_rounds_change_is_not_known() -> None:
    for step, targets in ((1, (2, 3)), (0, (2,))):
        found = _cut(
            Block([_set(1, 0)], Goto(1)),
            Block([Assign(3, Op.SLT, (Reg(1), Const(1, I32)), BOOL, I32)], Branch(Reg(3), 2, 3)),
            Block([Assign(1, Op.ADD, (Reg(1), Const(step, I32)), I32, I32)], Goto(1)), Block([], Return()),
        )  # fmt: skip
        assert found[1] == targets


def _steps(graph: KernelGraph, seed: int) -> Iterator[object]:
    """What a thread does, and what it reads; what instructions find is by chance, the same each time."""
    random, held, number = Random(seed), {0: seed % 4}, 0

    def value(operand: object) -> int:
        if isinstance(operand, Reg):
            return int(held.setdefault(operand.index, 3 * operand.index % 4))
        return int(operand.value) if isinstance(operand, Const) else random.randrange(4)

    for _ in range(40):
        block = graph.blocks[number]
        yield number
        for i in block.code:
            read = tuple(map(value, operands(i)))
            yield type(i), read
            dst = set_by(i)
            if dst is not None and isinstance(i, Assign):
                held[dst] = read[0] if i.op is Op.COPY else int(terms.apply(i.op, i.type, i.of, read))  # type: ignore[call-overload]
            elif dst is not None:
                held[dst] = random.randrange(4)
        if not block.targets:
            return
        end = block.end
        number = (end.then if value(end.cond) else end.orelse) if isinstance(end, Branch) else block.targets[0]


@given(st.integers(0, 1 << 32))
@settings(max_examples=30, deadline=None)
def test_a_thread_takes_the_same_way_in_random_graphs(seed: int) -> None:
    changed = 0
    for number in range(60):
        random = Random(seed + number)
        blocks = random_blocks(random)
        for block in blocks:
            if random.random() < 0.5:
                block.code.insert(0, _set(random.randrange(REGISTERS), random.randrange(3)))
        graph = KernelGraph(KERNEL, blocks, [I32] * REGISTERS)
        before = KernelGraph(KERNEL, [Block(list(block.code), block.end) for block in blocks], [I32] * REGISTERS)
        changed += cut_branches(graph)
        for start in range(4):
            assert list(_steps(graph, start)) == list(_steps(before, start))
    assert changed


def test_ways_that_meet_must_agree_on_truth_values() -> None:
    for here, targets in ((True, (1,)), (False, (1, 2))):
        yes, last = (Assign(3, Op.COPY, (Const(value, BOOL),), BOOL, BOOL) for value in (True, here))
        blocks = Block([], Branch(Reg(0), 3, 4)), Block([], Return()), Block([], Return())
        found = _cut(*blocks, Block([yes], Goto(5)), Block([last], Goto(5)), Block([], Branch(Reg(3), 1, 2)))
        assert found[5] == targets
