"""Decisions grow by what passes meet, until a pass meets nothing new."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.state.decisions import NO_DECISIONS, Decisions, Met

POINTS = st.tuples(st.sampled_from("fg"), st.integers(0, 2))
OFFSETS = st.one_of(st.integers(0, 2), st.none())  # None: depends on inputs
CONFLICTS = st.lists(st.tuples(POINTS, st.sampled_from("ab"), OFFSETS), max_size=8)


@st.composite
def met(draw: st.DrawFn) -> Met:
    found = Met(
        ordered_atomics=draw(st.sets(st.tuples(st.sampled_from("ab"), OFFSETS), max_size=3)),
        observed=draw(st.sets(st.sampled_from("ab"))),
        remembers=draw(st.booleans()),
        concurrent=draw(st.booleans()),
        stepwise=draw(st.sets(st.integers(1, 3))),
        on_copies=draw(st.sets(st.sampled_from("fg"))),
        long_kernels=draw(st.sets(st.sampled_from("fg"))),
    )
    for point, key, offset in draw(CONFLICTS):
        found.conflict(point, key, offset)
    return found


@given(st.lists(met(), max_size=4), met())
def test_the_next_pass_knows_all_that_was_met(before: list[Met], last: Met) -> None:
    decisions = NO_DECISIONS
    for found in before:
        decisions = decisions.with_what_was(found)
    following = decisions.with_what_was(last)
    assert following.decide_all(last) and all(following.decide_all(found) for found in before)
    assert following.ordered_atomics >= last.ordered_atomics and following.observed >= last.observed
    assert following.remembers >= last.remembers and following.concurrent >= last.concurrent
    assert following.stepwise >= last.stepwise and following.on_copies >= last.on_copies
    assert following.long_kernels >= last.long_kernels
    assert following.with_what_was(last) == following


@given(st.lists(met(), max_size=4))
def test_the_order_of_the_passes_does_not_matter(found: list[Met]) -> None:
    forth, back = NO_DECISIONS, NO_DECISIONS
    for one, other in zip(found, reversed(found), strict=True):
        forth, back = forth.with_what_was(one), back.with_what_was(other)
    assert forth == back


@given(CONFLICTS, POINTS)
def test_there_are_decisions_at_conflicts_alone(conflicts, point) -> None:
    found = Met()
    for where, key, offset in conflicts:
        found.conflict(where, key, offset)
    decisions = NO_DECISIONS.with_what_was(found)
    here = [(key, offset) for where, key, offset in conflicts if where == point]
    for place in [("a", 0), ("a", 1), ("b", 0), ("b", 7)]:
        wanted = place in here or any(offset is None for _, offset in here)
        assert decisions.decides(point, {place}) == wanted
    assert decisions.decides(point, None) == any(offset is None for _, offset in here)


def test_nothing_met_is_nothing_new() -> None:
    assert NO_DECISIONS.with_what_was(Met()) == NO_DECISIONS == Decisions()
