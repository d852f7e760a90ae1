"""Two threads share what they are said to share, and nothing else."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.prover.unknowns import Shared, TwoThreads, Unknowns
from cudabmc.terms import Term, TermValue, apply, evaluate, free_vars, select


def of_each(unknowns: Unknowns) -> dict[Shared, Term]:
    return {shared: unknowns.value(f"x{shared}", I32, shared, 0, 100) for shared in Shared}


@pytest.mark.parametrize("two", TwoThreads)
def test_two_threads_share_what_is_said_of_them_and_what_more_threads_share(two: TwoThreads) -> None:
    unknowns = Unknowns()
    mine = of_each(unknowns)
    common = {shared for shared in Shared if unknowns.of_another(mine[shared], two) is mine[shared]}
    assert common == {
        TwoThreads.OF_WARP: {Shared.WARP, Shared.BLOCK, Shared.GRID},
        TwoThreads.OF_WARPS: {Shared.BLOCK, Shared.GRID},
        TwoThreads.OF_BLOCK: {Shared.BLOCK, Shared.GRID},
        TwoThreads.OF_BLOCKS: {Shared.GRID},
    }[two]


def test_copies_are_one_for_each_unknown_with_its_bounds_and_its_sharing() -> None:
    unknowns = Unknowns()
    x, y = (unknowns.value(name, I32, Shared.THREAD, 1, 9) for name in "xy")
    a, b = (unknowns.of_another(value, TwoThreads.OF_BLOCK) for value in (x, y))
    assert isinstance(a, Term) and a is not b and a.params[1:] == (1, 9)
    assert unknowns.of_another(x, TwoThreads.OF_BLOCK) is a and unknowns.of_another(x, TwoThreads.OF_BLOCKS) is a
    assert unknowns.shared(a) is Shared.THREAD


def test_constants_are_the_same_for_all() -> None:
    unknowns = Unknowns()
    assert unknowns.of_another(5, TwoThreads.OF_BLOCKS) == 5 and unknowns.of_another(True, TwoThreads.OF_BLOCK) is True
    assert unknowns.common(5) is Shared.GRID


def test_an_unknown_is_the_same_whenever_it_is_asked_for() -> None:
    unknowns = Unknowns()
    x = unknowns.value("x", I32, Shared.THREAD, 0, 5)
    assert unknowns.value("x", I32, Shared.THREAD) is x
    assert unknowns.value("x", I32, Shared.BLOCK) is not x
    assert unknowns.shared(x) is Shared.THREAD
    array = unknowns.array("memory", 32, Shared.BLOCK)
    assert unknowns.array("memory", 32, Shared.BLOCK) is array


def test_contents_of_memory_are_copied_as_others_are() -> None:
    unknowns = Unknowns()
    at = unknowns.value("at", I64, Shared.GRID)
    block, grid = (unknowns.array(f"memory{shared}", 32, shared) for shared in (Shared.BLOCK, Shared.GRID))
    assert unknowns.of_another(select(block, at), TwoThreads.OF_BLOCK) is select(block, at)
    assert unknowns.of_another(select(block, at), TwoThreads.OF_BLOCKS) is not select(block, at)
    assert unknowns.of_another(select(grid, at), TwoThreads.OF_BLOCKS) is select(grid, at)


def test_what_was_a_round_before_is_neither_what_is_now_nor_what_it_is_for_another() -> None:
    unknowns = Unknowns()
    x = unknowns.value("x", I32, Shared.BLOCK, 2, 7)
    before = unknowns.earlier(x, "outer")
    other = unknowns.of_another(x, TwoThreads.OF_BLOCKS)
    earlier_of_other = unknowns.of_another(before, TwoThreads.OF_BLOCKS)
    assert len({x, before, other, earlier_of_other}) == 4
    assert unknowns.earlier(x, "outer") is before and before.params[1:] == (2, 7)
    assert unknowns.shared(before) is Shared.BLOCK
    assert unknowns.of_another(before, TwoThreads.OF_BLOCK) is before
    assert unknowns.earlier(before, "outer") not in {x, before}
    assert unknowns.earlier(x, "inner") not in {x, before}


@settings(max_examples=60)
@given(st.randoms(use_true_random=True), st.sampled_from(TwoThreads))
def test_a_copy_means_for_the_other_what_the_value_means_for_one(random: Random, two: TwoThreads) -> None:
    unknowns = Unknowns()
    leaves = list(of_each(unknowns).values())
    value = random_value(random, leaves, 3)
    copy = unknowns.of_another(value, two)
    model = {leaf: random.randint(0, 100) for leaf in leaves}
    renamed = {leaf: unknowns.of_another(leaf, two) for leaf in leaves}
    assert evaluate(copy, {renamed[leaf]: number for leaf, number in model.items()}) == evaluate(value, model)
    assert all(unknowns.shared(one) >= two.share for one in free_vars(value) & free_vars(copy))
    assert (copy is value) is (unknowns.common(value) >= two.share)


def random_value(random: Random, leaves: list[Term], depth: int) -> TermValue:
    if not depth:
        return random.choice([*leaves, 3])
    args = [random_value(random, leaves, depth - 1) for _ in range(2)]
    op = random.choice([Op.ADD, Op.MUL, Op.AND, Op.ULT])
    if op is Op.ULT:
        return apply(Op.SELECT, I32, I32, (apply(op, BOOL, I32, args), *args))
    return apply(op, I32, I32, args)
