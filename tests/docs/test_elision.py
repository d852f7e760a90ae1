"""Lines that a page leaves out."""

import pytest
from elision import agrees
from hypothesis import given
from hypothesis import strategies as st

LINES = st.lists(st.sampled_from(["a", "b", "", "  a"]), max_size=6)


@given(LINES)
def test_what_is_printed_agrees_with_itself(lines: list[str]) -> None:
    assert agrees(lines, lines)


@given(LINES, LINES)
def test_without_elisions_only_the_same_lines_agree(shown: list[str], printed: list[str]) -> None:
    assert agrees(shown, printed) == (shown == printed)


@given(LINES, st.data())
def test_any_part_of_at_least_one_line_can_be_left_out(lines: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(lines)))
    end = data.draw(st.integers(start, len(lines)))
    assert agrees([*lines[:start], "...", *lines[end:]], lines) == (start < end)


@pytest.mark.parametrize(
    ("shown", "agree"),
    [
        (["...", "b", "...", "d"], True),
        (["a", "...", "c", "d"], True),
        (["a", "...", "c", "...", "b"], False),
        (["b", "...", "d"], False),
        (["a", "...", "d", "..."], False),
    ],
)
def test_what_is_shown_is_there_in_order(shown: list[str], agree: bool) -> None:
    assert agrees(shown, ["a", "b", "c", "d"]) == agree
