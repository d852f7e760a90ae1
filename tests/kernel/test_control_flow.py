"""Dominators, postdominators and loops are what their definitions say, on random graphs."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.program import Branch, Goto, Reg, Return
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import GiveUp
from cudabmc.kernel.loops import IrreducibleError, natural_loops
from tests.kernel.random_graphs import random_blocks, reached

GRAPHS = 50
"""In an example."""


def ends(blocks: list[Block], start: int, without: set[int]) -> bool:
    """Can a thread come to its end from here?"""
    return any(isinstance(blocks[b].end, Return) for b in reached(blocks, start, without))


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_a_block_dominates_those_that_cannot_be_reached_without_it(random: Random) -> None:
    for _ in range(GRAPHS):
        blocks = random_blocks(random)
        flow = ControlFlow(blocks)
        everything = reached(blocks, 0)
        assert set(flow.order) == everything
        for a in everything:
            missed = reached(blocks, 0, {a})
            assert {b for b in everything if flow.dominates(a, b)} == everything - missed


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_the_postdominator_is_the_first_block_that_all_ways_to_the_end_pass(random: Random) -> None:
    for _ in range(GRAPHS):
        blocks = random_blocks(random, lost=True)
        flow = ControlFlow(blocks)
        if any(_is_endless(blocks, b) for b in flow.order):
            continue
        for a in flow.order:
            if not ends(blocks, a, set()):
                continue
            passed = {b for b in flow.order if b != a and not ends(blocks, a, {b})}
            first = [b for b in passed if all(b in reached(blocks, a, {c}) for c in passed - {b})]
            assert flow.postdominator[a] == (first[0] if first else None), blocks


def _is_endless(blocks: list[Block], start: int) -> bool:
    """Is a block on a way that neither ends nor gives up?"""
    found = reached(blocks, start)
    return not ends(blocks, start, set()) and any(start in reached(blocks, t) for b in found for t in blocks[b].targets)


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_a_loop_is_what_comes_back_to_its_head_without_passing_it(random: Random) -> None:
    for _ in range(GRAPHS):
        blocks = random_blocks(random)
        flow = ControlFlow(blocks)
        try:
            loops = natural_loops(flow)
        except IrreducibleError:
            assert not is_reducible(blocks)
            continue
        assert is_reducible(blocks)
        inside = {
            head: {
                b for b in flow.order
                if flow.dominates(head, b) and any(
                    head in blocks[tail].targets and (b == head or tail in reached(blocks, b, {head}))
                    for tail in flow.order if flow.dominates(head, tail)
                )
            }
            for head in flow.order
        }  # fmt: skip
        assert {head: set(loop.blocks) for head, loop in loops.items()} == {h: b for h, b in inside.items() if b}
        for head, loop in loops.items():
            around = [other for other in loops.values() if other.head != head and loop.blocks <= other.blocks]
            nearest = min(around, key=lambda other: len(other.blocks), default=None)
            assert loop.outer == (nearest.head if nearest else None)


def is_reducible(blocks: list[Block]) -> bool:
    """Does the graph shrink to one node when jumps to oneself are dropped, and nodes with one predecessor are merged
    with it (Hecht and Ullman 1972, T1 and T2)?"""
    after = {b: set(blocks[b].targets) for b in reached(blocks, 0)}
    while True:
        for node in after:
            after[node].discard(node)
        single = [
            (node, sources[0])
            for node in after
            if node != 0 and len(sources := [s for s in after if node in after[s]]) == 1
        ]
        if not single:
            return len(after) == 1
        node, source = single[0]
        after[source] = (after[source] | after.pop(node)) - {node}


def test_the_sides_of_a_branch_join_behind_it_though_one_of_them_may_give_up() -> None:
    blocks = [Block([], Branch(Reg(0), 1, 2)), Block([], GiveUp("why")), Block([], Goto(3)), Block([], Return())]
    assert ControlFlow(blocks).postdominator == {0: 2, 1: None, 2: 3, 3: None}


def test_the_sides_of_a_branch_in_an_endless_loop_join_in_the_loop() -> None:
    blocks = [Block([], Branch(Reg(0), 1, 2)), Block([], Goto(3)), Block([], Goto(3)), Block([], Goto(0))]
    assert ControlFlow(blocks).postdominator[0] == 3
