"""Forms of terms as real numbers, against fractions."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import F32
from cudabmc.reals.comparison import FloatPair, RealComparison
from cudabmc.reals.functions import function_name, function_of_result
from cudabmc.reals.real_form import RealForms
from cudabmc.reals.real_value import NotRealError, RealValues
from cudabmc.terms import Term, TermValue, apply
from tests.reals.real_trees import FLOAT_VARIABLES, INT_VARIABLES, Inputs, changed, number, rewritten, value

SEEDS = st.integers(0, 1 << 32)
POINTS = 12


def _no_calls(variable: Term) -> None:
    return None


def _points(random: Random) -> list[tuple[dict[int, Fraction], dict[int, int]]]:
    return [
        (
            {i: Fraction(random.randrange(-12, 13), random.choice((1, 1, 2, 4))) for i in range(FLOAT_VARIABLES)},
            {i: random.randrange(-3, 4) for i in range(INT_VARIABLES)},
        )
        for _ in range(POINTS)
    ]


def _model(inputs: Inputs, floats: dict[int, Fraction], ints: dict[int, int]) -> dict[Term, int | float]:
    model: dict[Term, int | float] = {inputs.floats[i]: float(number) for i, number in floats.items()}
    return model | {inputs.ints[i]: number & 0xFFFFFFFF for i, number in ints.items()}


@given(SEEDS)
def test_what_has_one_form_has_one_value(seed: int) -> None:
    random, inputs, forms = Random(seed), Inputs(), RealForms(_no_calls)
    tree = number(random, 4)
    for other in (number(random, 2), changed(random, tree), changed(random, rewritten(random, tree))):
        if forms.of_value(inputs.term(tree)) is not forms.of_value(inputs.term(other)):
            continue
        for floats, ints in _points(random):
            try:
                one, two = value(tree, floats, ints), value(other, floats, ints)
            except ZeroDivisionError:
                continue
            assert one == two, (tree, other, floats, ints)


def _has(tree: tuple, kinds: tuple[str, ...]) -> bool:
    return tree[0] in kinds or any(isinstance(part, tuple) and _has(part, kinds) for part in tree[1:])


@given(SEEDS)
def test_the_laws_of_real_numbers_leave_the_form(seed: int) -> None:
    random, inputs, forms = Random(seed), Inputs(), RealForms(_no_calls)
    tree = number(random, 3)
    if _has(tree, ("div", "abs")) or (_has(tree, ("choose",)) and _has(tree, ("max", "min"))):
        return  # what ranges of terms decide, and quotients of sums, have forms of their own
    other = rewritten(random, tree)
    assert forms.of_value(inputs.term(tree)) is forms.of_value(inputs.term(other)), (tree, other)


@given(SEEDS)
def test_values_of_terms_are_those_of_fractions(seed: int) -> None:
    random, inputs = Random(seed), Inputs()
    tree = number(random, 4)
    term = inputs.term(tree)
    for floats, ints in _points(random):
        values = RealValues(_model(inputs, floats, ints), _no_calls)
        try:
            expected = value(tree, floats, ints)
        except ZeroDivisionError:
            continue
        try:
            found = values.of_value(term)
        except NotRealError:
            continue  # a constant that was folded is infinite, or no number
        if _has(tree, ("div", "number")):  # constants may have been divided, and rounded
            assert abs(found - expected) <= max(abs(values.largest), 1) / (1 << 20)
        else:
            assert found == expected


@given(SEEDS)
def test_a_difference_is_one(seed: int) -> None:
    random, inputs, comparison = Random(seed), Inputs(), RealComparison(_no_calls)
    tree = number(random, 3)
    other = changed(random, tree)
    one, two = inputs.term(tree), inputs.term(other)
    model = comparison.difference(FloatPair(one, two, 32), True)
    if model is None:
        return
    floats = {i: Fraction(model.get(inputs.floats[i], 0.0)) for i in range(FLOAT_VARIABLES)}
    ints = {i: model.get(inputs.ints[i], 0) for i in range(INT_VARIABLES)}
    ints = {i: number - (1 << 32) if number >> 31 else number for i, number in ints.items()}
    try:
        assert value(tree, floats, ints) != value(other, floats, ints)
    except ZeroDivisionError:  # by what was folded away
        return


def test_a_long_sum_in_another_order_is_the_same() -> None:
    inputs, comparison = Inputs(), RealComparison(_no_calls)
    x = inputs.floats
    terms: list[TermValue] = [apply(Op.FMUL, F32, F32, (x[i % 4], float(i))) for i in range(1, 200)]
    forward, backward = 0.0, 0.0
    for term in terms:
        forward = apply(Op.FADD, F32, F32, (forward, term))
    for term in reversed(terms):
        backward = apply(Op.FADD, F32, F32, (backward, term))
    assert forward is not backward
    assert comparison.are_equal(FloatPair(forward, backward, 32))
    assert not comparison.are_equal(FloatPair(forward, apply(Op.FADD, F32, F32, (backward, x[0])), 32))


@pytest.mark.parametrize("described, name", [
    ("exp of an unknown argument, float __expf(float x), 0", "exp"),
    ("exp of an unknown argument, double exp(double x), 3", "exp"),
    ("erf of an unknown argument, float erff(float x), 0", "erf"),
    ("the fast sin of an unknown argument, float __sinf(float x), 0", "sin"),
    ("pow of unknown arguments, float powf(float x, float y), 0", "pow"),
    ("sin of an unknown argument, float sinpif(float x), 0", None),
    ("normcdf of an unknown argument, float normcdff(float x), 0", None),
    ("curand(), int curand(void *state), 1", None),
])  # fmt: skip
def test_functions_of_reals_are_known_by_their_names(described: str, name: str | None) -> None:
    assert function_of_result(described) == (name or described)


@pytest.mark.parametrize("name, plain", [
    ("expf", "exp"), ("__expf", "exp"), ("exp", "exp"), ("erf", "erf"), ("erff", "erf"), ("sinpif", "sinpif"),
])  # fmt: skip
def test_versions_of_a_function_have_one_name(name: str, plain: str) -> None:
    assert function_name(name) == plain


def test_a_sum_under_conditions_is_one_of_conditional_parts() -> None:
    inputs, comparison = Inputs(), RealComparison(_no_calls)
    guarded, parts = 0.0, 0.0
    for i in range(6):
        holds = inputs.term(("less", ("x", i % 4), ("number", Fraction(i))))
        more = apply(Op.FADD, F32, F32, (guarded, inputs.floats[i % 3]))
        guarded = apply(Op.SELECT, F32, F32, (holds, more, guarded))
        part = apply(Op.SELECT, F32, F32, (holds, inputs.floats[i % 3], 0.0))
        parts = apply(Op.FADD, F32, F32, (part, parts))
    assert guarded is not parts
    assert comparison.are_equal(FloatPair(guarded, parts, 32))


X, Y, ZERO = ("x", 0), ("x", 1), ("number", Fraction(0))


@pytest.mark.parametrize("one, other", [
    (("mul", ("choose", ("below", 0, 1), X, ZERO), ("choose", ("below", 0, 1), Y, ZERO)),
     ("choose", ("below", 0, 1), ("mul", X, Y), ZERO)),
    (("choose", ("most", X, Y), X, Y), ("min", Y, X)),
    (("choose", ("less", X, Y), Y, X), ("max", X, Y)),
    (("div", ("mul", X, Y), ("mul", Y, ("number", Fraction(2)))), ("mul", X, ("number", Fraction(1, 2)))),
    (("div", X, ("add", ("mul", X, Y), X)), ("div", ("number", Fraction(1)), ("add", ("number", Fraction(1)), Y))),
])  # fmt: skip
def test_products_of_conditions_extrema_and_quotients_are_known(one: tuple, other: tuple) -> None:
    inputs, comparison = Inputs(), RealComparison(_no_calls)
    assert comparison.are_equal(FloatPair(inputs.term(one), inputs.term(other), 32))


def test_an_absolute_value_is_the_larger_of_two() -> None:
    inputs, comparison = Inputs(), RealComparison(_no_calls)
    x = ("x", 0)
    others = (("max", ("neg", x), x), ("choose", ("less", x, ("number", Fraction(0))), ("neg", x), x))
    assert all(comparison.are_equal(FloatPair(inputs.term(("abs", x)), inputs.term(other), 32)) for other in others)


def test_what_is_infinite_or_no_number_equals_nothing() -> None:
    comparison = RealComparison(_no_calls)
    assert not comparison.are_equal(FloatPair(float("nan"), float("nan"), 32))
