"""The merge sort that machine code and models share sorts, and keeps the order of what is equal."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.state.merge_sort import MergeSort


@given(st.lists(st.integers(0, 9), max_size=70))
def test_a_merge_sort_gives_the_order_of_a_stable_sort(keys: list[int]) -> None:
    sort = MergeSort(len(keys))
    comparisons = 0
    while (pair := sort.pair()) is not None:
        sort.compared(keys[pair[0]] - keys[pair[1]])
        comparisons += 1
    assert sort.order() == sorted(range(len(keys)), key=keys.__getitem__)
    assert comparisons <= len(keys) * max(len(keys) - 1, 0).bit_length()
