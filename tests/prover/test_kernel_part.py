"""The parts of a kernel between its barriers."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Branch, Function, Goto, Reg, Return
from cudabmc.goto.types import I32, VOID
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import Barrier, Move, Rendezvous, set_by
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.prover.kernel_part import KernelPart, is_barrier
from tests.kernel.random_graphs import random_blocks, reached

KERNEL = Function("k", "k", (), (), VOID, (), ())
MOVE = Move(0, Reg(1), I32)


def graph_of(blocks: list[Block]) -> KernelGraph:
    return KernelGraph(KERNEL, blocks, [I32] * 6)


def starts(blocks: list[Block]) -> list[tuple[int, int | None]]:
    """Where an interval begins, and the barrier before it."""
    behind = [(block.targets[0], number) for number, block in enumerate(blocks) if is_barrier(block) and block.targets]
    return [(0, None), *behind]


@settings(max_examples=40)
@given(st.randoms(use_true_random=True))
def test_an_interval_is_what_a_thread_comes_to_without_passing_a_barrier(random: Random) -> None:
    for _ in range(10):
        blocks = random_blocks(random)
        for entry, start in starts(blocks):
            try:
                part = KernelPart(graph_of(blocks), entry, start, interval=True)
                whole = KernelPart(graph_of(blocks), 0, None, interval=False)
            except IrreducibleError:
                continue
            expected, left = set(), [entry]
            while left:
                block = left.pop()
                if block not in expected:
                    expected.add(block)
                    left += () if is_barrier(blocks[block]) else blocks[block].targets
            assert set(part.flow.order) == expected
            assert set(whole.flow.order) == reached(blocks, 0)
            assert not any(part.flow.blocks[b].targets for b in expected if is_barrier(blocks[b]))


@settings(max_examples=40)
@given(st.randoms(use_true_random=True))
def test_a_loop_changes_what_its_blocks_set_and_the_innermost_loop_of_a_block_is_the_smallest(random: Random) -> None:
    for _ in range(10):
        blocks = random_blocks(random)
        try:
            part = KernelPart(graph_of(blocks), 0, None, interval=False)
        except IrreducibleError:
            continue
        for head, loop in part.loops.items():
            set_there = {set_by(i) for number in loop.blocks for i in blocks[number].code} - {None}
            assert part.changed[head] == set_there
            around = part.encloses(head)
            assert around[0] is loop and all(loop.blocks <= one.blocks for one in around)
            assert {one.head for one in part.loops.values() if head in one.blocks} == {one.head for one in around}
        for number in part.flow.order:
            inside = [loop for loop in part.loops.values() if number in loop.blocks]
            assert part.loop_of(number) is min(inside, key=lambda loop: len(loop.blocks), default=None)


def test_only_what_waits_for_the_block_is_a_barrier() -> None:
    end = Return()
    rendezvous = [Rendezvous(0, "int f(void)", scope, None, (), (), I32, False, ()) for scope in ("block", "warp")]
    assert is_barrier(Block([Barrier()], end))
    assert [is_barrier(Block([one], end)) for one in rendezvous] == [True, False]
    assert not is_barrier(Block([], end)) and not is_barrier(Block([Barrier(), MOVE], end))


def test_the_loop_around_a_barrier_is_in_the_whole_and_in_no_interval() -> None:
    blocks = [
        Block([MOVE], Goto(1)),
        Block([], Branch(Reg(0), 2, 3)),
        Block([Barrier()], Goto(1)),
        Block([], Return()),
    ]
    graph = graph_of(blocks)
    assert set(KernelPart(graph, 0, None, interval=False).loops) == {1}
    first, second = KernelPart(graph, 0, None, interval=True), KernelPart(graph, 1, 2, interval=True)
    assert not first.loops and not second.loops
    assert set(first.flow.order) == {0, 1, 2, 3} and set(second.flow.order) == {1, 2, 3}
    assert len({first.name, second.name, "kernel"}) == 3
