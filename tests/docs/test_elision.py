"""Lines that a page leaves out."""

import pytest
from elision import agrees, elided
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


@given(st.lists(st.sampled_from(["a", "b", "", "..."]), max_size=8), LINES)
def test_what_is_elided_anew_agrees_with_what_is_printed(shown: list[str], printed: list[str]) -> None:
    assert agrees(elided(shown, printed), printed)


@pytest.mark.parametrize(
    ("shown", "printed", "new"),
    [
        ("a ... d", "a b c d", "a ... d"),
        ("... d", "x y d e", "... d e"),
        ("a ...", "a b c", "a ..."),
        ("a old ... d", "a new b c d", "a new b c d"),
        ("a ... c old", "a b c new", "a ... c new"),
        ("a ... c ... e", "a b c2 d e", "a b c2 d e"),
    ],
)
def test_elisions_stay_where_the_lines_around_them_do(shown: str, printed: str, new: str) -> None:
    assert elided(shown.split(), printed.split()) == new.split()
