"""What is known of a value is true of it, wherever two ways join, a loop widens it, or a condition narrows it."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.lane.flow import thresholds
from cudabmc.lane.numbers import (
    FLOAT,
    KnownPointer,
    Num,
    Truth,
    clipped,
    const,
    coordinate,
    join,
    narrowed,
    summed,
    widen,
    wrapped,
)

WIDTH = 8
COORDINATES = {"bx": 3, "tx": 5}
"""What they are in all forms of these tests."""


def holds(what: Num, value: int) -> bool:
    """Can a number be this value?"""
    if what.form is not None and value != what.form[1] + sum(COORDINATES[c] * f for c, f in what.form[0]):
        return False
    return (
        what.lo <= value <= what.hi and (value - what.lo) % (what.step or 1) == 0 and (what.step > 0 or what.is_known)
    )


@st.composite
def known(draw: st.DrawFn, low: int = -(1 << (WIDTH - 1)), high: int = (1 << WIDTH) - 1) -> tuple[Num, int]:
    """A number of a few values, and one of them."""
    value = draw(st.integers(low, high))
    step = draw(st.sampled_from([1, 2, 3, 4]))
    lo = value - step * min(draw(st.integers(0, 3)), (value - low) // step)
    hi = value + step * min(draw(st.integers(0, 3)), (high - value) // step)
    forms = [None, ((), value), ((("tx", 1),), value - 5), ((("bx", 2), ("tx", -1)), value - 1)]
    form = draw(st.sampled_from(forms)) if lo != hi else None
    return Num(lo, hi, step if lo != hi else 0, form), value


@given(known(), known(), st.sampled_from([1, -1, 4]))
@settings(max_examples=300, deadline=None)
def test_a_sum_of_coordinates_is_the_value(a: tuple[Num, int], b: tuple[Num, int], factor: int) -> None:
    form = summed(a[0], b[0], factor)
    if form is not None:
        assert form[1] + sum(COORDINATES[c] * f for c, f in form[0]) == a[1] + factor * b[1]


@given(known())
@settings(max_examples=300, deadline=None)
def test_a_coordinate_is_the_value(number: tuple[Num, int]) -> None:
    named = coordinate(number[0])
    assert named is None or COORDINATES[named] == number[1]


@given(known(), known())
@settings(max_examples=600, deadline=None)
def test_a_join_holds_the_values_of_both(a: tuple[Num, int], b: tuple[Num, int]) -> None:
    both = join(a[0], b[0])
    assert isinstance(both, Num) and holds(both, a[1]) and holds(both, b[1])
    places = join(KnownPointer("a", a[0]), KnownPointer("a", b[0]))
    assert isinstance(places, KnownPointer) and holds(places.offset, a[1]) and holds(places.offset, b[1])


def test_what_differs_in_kind_is_not_known_where_it_joins() -> None:
    assert not isinstance(join(KnownPointer("a", const(0)), KnownPointer("b", const(0))), KnownPointer)
    assert join(Truth(True), Truth(False)) == Truth()
    assert join(const(1), FLOAT) is join(FLOAT, KnownPointer("a", const(0))) is join(Truth(True), const(1)) is None


@given(known(), known())
@settings(max_examples=600, deadline=None)
def test_widening_loses_no_value(old: tuple[Num, int], more: tuple[Num, int]) -> None:
    new = join(old[0], more[0])
    assert new is not None
    wide = widen(old[0], new, thresholds([], [10, 100]))
    assert isinstance(wide, Num) and holds(wide, old[1]) and holds(wide, more[1])


@given(known(), st.integers(-200, 300), st.integers(-200, 300))
@settings(max_examples=600, deadline=None)
def test_a_clipped_number_holds_what_lies_between_the_bounds(number: tuple[Num, int], lo: int, hi: int) -> None:
    found = clipped(number[0], lo, hi)
    if lo <= number[1] <= hi:
        assert found is not None and holds(found, number[1])
    assert found is None or (number[0].lo <= found.lo <= found.hi <= number[0].hi)


@given(known(low=-1000, high=1000))
@settings(max_examples=400, deadline=None)
def test_a_wrapped_number_is_the_value_without_its_high_bits(number: tuple[Num, int]) -> None:
    plain = Num(number[0].lo, number[0].hi, number[0].step)
    assert holds(wrapped(plain, WIDTH), number[1] & ((1 << WIDTH) - 1))


@given(known(low=-40, high=40), st.integers(1, 12))
@settings(max_examples=400, deadline=None)
def test_what_a_width_divides_is_a_multiple_of_it(number: tuple[Num, int], width: int) -> None:
    assert not number[0].divides(width) or number[1] % width == 0


@given(st.sampled_from([Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE]), known(), known())
@settings(max_examples=800, deadline=None)
def test_a_condition_excludes_no_value_that_fulfils_it(op: Op, x: tuple[Num, int], y: tuple[Num, int]) -> None:
    of, mask = IntType(WIDTH), (1 << WIDTH) - 1
    side = const_function(op, BOOL, of)(x[1] & mask, y[1] & mask)
    assert isinstance(side, bool)
    found = narrowed(op, side, x[0], y[0], WIDTH)
    assume(found is not None)
    for number, operand in zip(found or (), (x, y), strict=True):
        assert number is not None and holds(number, operand[1])
