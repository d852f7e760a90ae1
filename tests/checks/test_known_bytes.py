"""Marks of known bytes, a bit for each, against a list of truth values."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.state.known_bytes import KnownBytes

SIZES = st.sampled_from([1, 7, 8, 9, 16, 61, 200, 40_000, 70_003])


def marks(known: KnownBytes) -> list[bool]:
    return [known.has(n, 1) for n in range(known.size)]


@settings(deadline=None)
@given(SIZES, st.data())
def test_marks_are_those_that_were_set_last(size: int, data: st.DataObject) -> None:
    known, model = KnownBytes(size), [False] * size
    for _ in range(data.draw(st.integers(1, 8))):
        start = data.draw(st.integers(0, size))
        count = data.draw(st.one_of(st.integers(0, min(20, size - start)), st.just(size - start)))
        step = data.draw(st.sampled_from(["add", "add", "remove", "move", "copy"]))
        if step == "move":
            to = data.draw(st.integers(0, size - count))
            piece = known.piece(start, count)
            assert marks(piece) == model[start : start + count]
            known.put(to, piece)
            model[to : to + count] = model[start : start + count]
        elif step == "copy":
            known = known.copy()
        else:
            (known.add if step == "add" else known.remove)(start, count)
            model[start : start + count] = [step == "add"] * count
        assert known.has(start, count) == all(model[start : start + count])
    assert marks(known) == model
    assert known.has_any() == any(model)
    start = data.draw(st.integers(0, size))
    end = data.draw(st.integers(start, size))
    runs, gaps = [*known.runs(start, end)], [*known.gaps(start, end)]
    assert [n for n in range(start, end) if model[n]] == [n for row in runs for n in range(*row)]
    assert [n for n in range(start, end) if not model[n]] == [n for row in gaps for n in range(*row)]
    assert all(behind < first for rows in (runs, gaps) for (_, behind), (first, _) in pairwise(rows))


@pytest.mark.parametrize("size", [1, 8, 1001, 1 << 21])
def test_a_byte_behind_the_last_is_never_asked_for(size: int) -> None:
    known = KnownBytes(size)
    known.add(0, size)
    assert known.has(0, size)
    assert len(known.bits) == (size + 7) // 8
