"""A function hands over exactly the registers that are live where it is left."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.native.spill_tree import SpillTree

INTERVALS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=40)


@given(intervals=INTERVALS, places=st.sets(st.integers(0, 60)))
def test_the_order_has_all_live_registers_once(intervals, places) -> None:
    live = {p: frozenset(r for r, (a, b) in enumerate(intervals) if a <= p <= b) for p in places}
    tree = SpillTree(live)
    assert set(tree.of) == places
    for place, block in tree.of.items():
        order = block.order()
        assert len(order) == len(set(order)) and set(order) == live[place]


def test_a_long_function_has_a_text_that_grows_with_it() -> None:
    """Each of 1000 places needs 100 registers of the whole function, and ten that are needed for a while."""
    live = {p: frozenset(range(100)) | frozenset(range(100 + p, 110 + p)) for p in range(1000)}
    assert SpillTree(live).size < 10 * 1000


def test_shared_blocks_follow_each_other() -> None:
    """A block comes behind the one that follows it, so that none leads to itself."""
    tree = SpillTree({p: frozenset(range(p // 4, 8)) for p in range(16)})
    seen: list[object] = [None]
    for block in tree.shared:
        assert any(block.following is one for one in seen)
        seen.append(block)
