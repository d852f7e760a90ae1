"""Linear forms compute as the sums that they stand for."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.prover import linear
from cudabmc.prover.linear import Bound, Linear, product_bounds

NUMBERS = st.integers(-20, 20)
FORMS = st.builds(linear.of, NUMBERS, st.dictionaries(st.integers(0, 4), NUMBERS))
VALUES = st.lists(NUMBERS, min_size=5, max_size=5)


def at(form: Linear, values: list[int]) -> int:
    return form.constant + sum(factor * values[atom] for atom, factor in form.pairs)


def well_formed(form: Linear) -> bool:
    atoms = [atom for atom, _ in form.pairs]
    return atoms == sorted(set(atoms)) and all(factor for _, factor in form.pairs)


@given(FORMS, FORMS, NUMBERS, VALUES)
def test_sums_and_multiples_of_forms_are_those_of_their_values(
    a: Linear, b: Linear, factor: int, values: list[int]
) -> None:
    assert at(a.plus(b, factor), values) == at(a, values) + factor * at(b, values)
    assert at(a.times(factor), values) == factor * at(a, values)
    assert well_formed(a.plus(b, factor)) and well_formed(a.times(factor))
    assert a.plus(a, -1) == Linear(0)


@given(FORMS, VALUES)
def test_a_form_is_its_constant_and_a_multiple_of_its_primitive_form(form: Linear, values: list[int]) -> None:
    if form.is_constant:
        return
    factor, primitive = form.primitive()
    assert at(form, values) == form.constant + factor * at(primitive, values)
    assert well_formed(primitive) and primitive.constant == 0 and primitive.pairs[0][1] > 0
    assert primitive.primitive() == (1, primitive)


@given(FORMS, st.sampled_from([-3, -1, 2, 5]))
def test_multiples_of_a_form_have_one_primitive_form(form: Linear, factor: int) -> None:
    if not form.is_constant:
        assert form.times(factor).primitive()[1] == form.primitive()[1]


def test_an_unknown_is_a_form_and_not_a_constant() -> None:
    assert not linear.atom(3).is_constant and at(linear.atom(3), [0, 0, 0, 7]) == 7
    assert Linear(5).is_constant and linear.of(5, {1: 0}) == Linear(5)


BOUNDS = st.tuples(st.none() | st.integers(-4, 4), st.none() | st.integers(-4, 4)).filter(
    lambda bounds: None in bounds or bounds[0] <= bounds[1]
)


def within(value: int, bounds: tuple[Bound, Bound]) -> bool:
    lo, hi = bounds
    return (lo is None or lo <= value) and (hi is None or value <= hi)


@given(BOUNDS, BOUNDS)
def test_products_are_within_the_bounds_of_products(a: tuple[Bound, Bound], b: tuple[Bound, Bound]) -> None:
    numbers = range(-8, 9)
    products = [x * y for x in numbers for y in numbers if within(x, a) and within(y, b)]
    found = product_bounds(a, b)
    assert all(within(one, found) for one in products)
    if None not in (*a, *b):
        assert found == (min(products), max(products))
