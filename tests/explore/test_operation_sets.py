"""Sets of stream operations behave like sets of their numbers."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.state.order import NONE, OperationSet, bits

MOST = 24

numbers = st.one_of(
    st.sets(st.integers(1, MOST)),
    st.builds(lambda upto, more: {*range(1, upto + 1), *more}, st.integers(0, MOST), st.sets(st.integers(1, MOST))),
)


def made(of: set[int]) -> OperationSet:
    found = NONE
    for number in of:
        found = found.with_(number)
    return found


OPERATIONS: list[tuple[Callable[[OperationSet, OperationSet], OperationSet], Callable[[set[int], set[int]], set[int]]]]
OPERATIONS = [
    (OperationSet.union, set.union),
    (OperationSet.intersection, set.intersection),
    (OperationSet.without, set.difference),
]


@pytest.mark.parametrize(("ours", "theirs"), OPERATIONS)
@given(a=numbers, b=numbers)
def test_what_is_made_of_two_sets_is_what_sets_of_numbers_give(
    ours: Callable[[OperationSet, OperationSet], OperationSet],
    theirs: Callable[[set[int], set[int]], set[int]],
    a: set[int], b: set[int],
) -> None:  # fmt: skip
    found = ours(made(a), made(b))
    assert [*found.numbers()] == sorted(theirs(a, b))
    assert found == made(theirs(a, b)), "equal sets are equal values, as keys of states need it"


@given(numbers, numbers)
def test_a_set_says_what_is_in_it(a: set[int], b: set[int]) -> None:
    mine = made(a)
    assert {number for number in range(MOST + 2) if mine.has(number)} == a
    assert mine.within(made(b)) == (a <= b)
    assert bool(mine) == bool(a)


@given(numbers, st.sets(st.integers(1, MOST)), st.integers(0, 5))
def test_a_mask_tells_what_a_set_lacks(known: set[int], asked: set[int], before: int) -> None:
    first = max(min(asked, default=1) - before, 1)
    mask = sum(1 << (number - first) for number in asked)
    assert {first + at for at in bits(made(known).lacking(first, mask))} == asked - known


def test_a_set_of_all_operations_is_small_however_many_there_are() -> None:
    everything = made(set(range(1, 5001)))
    assert everything == OperationSet(5000, 0)
    assert everything.with_(5002) == OperationSet(5000, 2)
