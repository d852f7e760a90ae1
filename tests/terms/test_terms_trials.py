"""Values that are tried for the variables of float arithmetic."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, F64, I8, I32
from cudabmc.terms import Term, TermValue, apply, array_var, evaluate, free_vars, land, surely_depends, var
from cudabmc.terms.evaluate import evaluate_parts
from cudabmc.terms.float_range import float_range
from cudabmc.terms.trials import float_trials

a, b, c = (var(name, F32) for name in "abc")
word = var("word", I32)
SPECIAL = (0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -2.5, 1e30, 1e-40)
FLOATS = st.sampled_from(SPECIAL) | st.floats(width=32)


def f32(op: Op, *args: TermValue) -> TermValue:
    return apply(op, F32, F32, args)


def less(x: TermValue, y: TermValue) -> TermValue:
    return apply(Op.FLT, BOOL, F32, (x, y))


def contracted_or_not(x: TermValue, y: TermValue, z: TermValue) -> TermValue:
    """How far x * y + z is from itself with one rounding."""
    return f32(Op.FABS, f32(Op.FSUB, f32(Op.FADD, f32(Op.FMUL, x, y), z), f32(Op.FMA, x, y, z)))


def models(value: TermValue, most: int = 24) -> list[dict[Term, object]]:
    assert isinstance(value, Term)
    return list(float_trials(evaluate_parts(value, {}), most))


def test_a_difference_of_roundings_is_among_the_trials() -> None:
    as_float = apply(Op.BITCAST, F32, I32, (word,))
    for x, y, z in ((a, b, c), (as_float, 0.9, b)):
        far = less(0.01, contracted_or_not(x, y, z))
        assert any(evaluate(far, model) is True for model in models(far))  # type: ignore[arg-type]
    assert isinstance(far, Term) and surely_depends(far, dict.fromkeys(free_vars(far))) is True


def test_trials_keep_to_declared_bounds_and_are_the_same_each_time() -> None:
    n = var("n", I8, lo=3, hi=90)
    value = land(less(a, b), apply(Op.EQ, BOOL, I8, (n, 5)))
    found = models(value)
    assert len(found) == 24 and repr(found) == repr(models(value))  # NaN is not equal to itself
    assert all(3 <= model[n] <= 90 for model in found)  # type: ignore[operator]
    assert {model[n] for model in found} != {found[0][n]}


def test_there_are_none_without_floats() -> None:
    assert models(apply(Op.EQ, BOOL, I32, (word, 5))) == []


@settings(deadline=None, max_examples=300)
@given(FLOATS, FLOATS, st.sampled_from((Op.FADD, Op.FMUL, Op.FDIV)), st.sampled_from((Op.FMUL, Op.FDIV, Op.FSUB)))
def test_what_is_subtracted_from_itself_is_zero_or_nan(x: float, y: float, inner: Op, outer: Op) -> None:
    part = f32(inner, a, b)
    zero = f32(Op.FSUB, part, part)
    for value in (zero, f32(outer, zero, b), f32(outer, b, zero), f32(Op.FABS, f32(outer, zero, a))):
        expected, found = evaluate(value, {a: x, b: y}), float_range(value)
        assert found.nan if expected != expected else found.low <= expected <= found.high
        assert found.minus_zero or repr(expected) != "-0.0"


def test_equal_results_are_within_every_tolerance() -> None:
    difference = f32(Op.FABS, f32(Op.FSUB, f32(Op.FADD, a, b), f32(Op.FADD, a, b)))
    assert less(1e-5, difference) is False
    wide = apply(Op.FPCAST, F64, F32, (difference,))
    assert apply(Op.FLT, BOOL, F64, (1e-5, wide)) is False
    assert less(1e-5, f32(Op.FDIV, difference, f32(Op.FABS, a))) is False
    assert isinstance(less(difference, 1e-5), Term)  # which is false of NaN


def test_arrays_get_one_value_everywhere() -> None:
    array = array_var("array", 32, 8)
    (model,) = float_trials([array, a], 1)
    default, elements = model[array]  # type: ignore[misc]
    assert 0 <= default < 256 and elements == {}
