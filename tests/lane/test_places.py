"""Accesses without stamps touch other bytes in each thread, and counts are taken together where nothing is left out."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.lane.counts import merged
from cudabmc.lane.objects import Accesses, Thing

COORDINATES = ("bx", "tx", "ty")
SIZES = st.fixed_dictionaries({c: st.integers(1, 4) for c in COORDINATES})
FACTORS = st.dictionaries(st.sampled_from(COORDINATES), st.sampled_from([-16, -4, 1, 2, 4, 8, 12, 16, 32, 48, 64]))
PLACES = st.lists(st.tuples(st.integers(0, 8), st.sampled_from([1, 2, 4])), min_size=1, max_size=3)


@given(SIZES, FACTORS, PLACES, st.sampled_from(["common", "shared"]))
@settings(max_examples=500, deadline=None)
def test_two_threads_touch_no_byte_in_common_where_nothing_is_stamped(
    sizes: dict[str, int], factors: dict[str, int], places: list[tuple[int, int]], kind: str
) -> None:
    parts = tuple(sorted(factors.items()))
    at = {((parts, constant), width) for constant, width in places}
    thing = Thing(0, 1 << 20, kind, "", accesses=Accesses(writes=True, at=set(at)))
    if thing.must_stamp(sizes):
        return
    taken: dict[object, object] = {}
    for thread in product(*(range(sizes[c]) for c in COORDINATES)):
        where = dict(zip(COORDINATES, thread, strict=True))
        start = sum(factor * where[c] for c, factor in parts)
        memory = thread[0] if kind == "shared" else None  # of the block
        for constant, width in places:
            for byte in range(start + constant, start + constant + width):
                assert taken.setdefault((memory, byte), thread) == thread


def test_an_element_for_each_thread_needs_no_stamps() -> None:
    at: set[object] = {(((("bx", 512), ("tx", 4)), 0), 4)}
    thing = Thing(0, 4096, "common", "", accesses=Accesses(writes=True, at=at))  # type: ignore[arg-type]
    assert not thing.must_stamp({"bx": 8, "tx": 128})
    assert thing.must_stamp({"bx": 8, "tx": 129})


def test_a_count_takes_over_those_that_follow_it_without_a_jump_between() -> None:
    lines = ["n += 2", "if a:", "    n += 1", "    b = 1", "    n += 1", "n += 3"]
    assert merged(lines) == ["n += 5", "if a:", "    n += 2", "    b = 1"]


def test_a_count_behind_a_jump_stays() -> None:
    lines = ["while True:", "    n += 2", "    if a:", "        n += 1", "        break", "    n += 3"]
    assert merged(lines) == lines
