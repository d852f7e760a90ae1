"""Ranges of floats that come from integers with known bounds: what is decided by them is decided right."""

from expressions import Leaf, Node, built, model_of, run, same
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, F32, F64, I16, IntType
from cudabmc.terms import Term, apply, evaluate, free_vars, is_term, var
from cudabmc.terms.float_range import float_range

FORMATS = (F16, F32, F64)
BINARY = (Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FMIN, Op.FMAX)
UNARY = (Op.FNEG, Op.FABS, Op.FSQRT, Op.FRINT, Op.FFLOOR, Op.FCEIL, Op.FTRUNC, Op.FROUND)
NUMBERS = (0.0, -0.0, 0.5, 1.0, 2.0, -3.0, 1e-3, 1000.0, 60000.0)


def bounded(draw: st.DrawFn, format: object, depth: int) -> Node | Leaf:
    """A float of numbers between 2 and 300, and of constants."""
    kind = draw(st.integers(0, 5)) if depth else draw(st.integers(0, 1))
    if kind == 0:
        number = Leaf(F64, None, draw(st.sampled_from(NUMBERS)))
        return number if format is F64 else Node(Op.FPCAST, format, F64, (number,))
    if kind == 1:
        return Node(draw(st.sampled_from((Op.SITOFP, Op.UITOFP))), format, I16, (Leaf(I16, "y_i16", None),))
    if kind == 2:
        other = draw(st.sampled_from([f for f in FORMATS if f is not format]))
        return Node(Op.FPCAST, format, other, (bounded(draw, other, depth - 1),))
    if kind == 3:
        return Node(draw(st.sampled_from(UNARY)), format, format, (bounded(draw, format, depth - 1),))
    args = (bounded(draw, format, depth - 1), bounded(draw, format, depth - 1))
    return Node(draw(st.sampled_from(BINARY)), format, format, args)


@settings(deadline=None, max_examples=600)
@given(st.data())
def test_a_value_lies_in_its_range_and_what_ranges_decide_is_so(data):
    format = data.draw(st.sampled_from(FORMATS))
    trees = [data.draw(st.composite(lambda draw: bounded(draw, format, 3))()) for _ in range(2)]
    test = data.draw(st.sampled_from((Op.FEQ, Op.FNE, Op.FLT, Op.FLE)))
    one = data.draw(st.sampled_from((Op.FISNAN, Op.FISINF, Op.FSIGNBIT)))
    for number in data.draw(st.lists(st.integers(2, 300), min_size=1, max_size=4)):
        inputs = {"y_i16": number}
        for tree in trees:
            value, expected = built(tree), run(tree, inputs)
            found = float_range(value)
            assert found.nan if expected != expected else found.low <= expected <= found.high
            assert found.minus_zero or repr(expected) != "-0.0"
            assert same(evaluate(value, model_of(free_vars(value), inputs)), expected)
        for node in (Node(test, BOOL, format, tuple(trees)), Node(one, BOOL, format, (trees[0],))):
            value = built(node)
            assert same(evaluate(value, model_of(free_vars(value), inputs)), run(node, inputs))


def test_the_check_of_a_sum_is_decided_without_a_solver():
    def unit(name: str) -> Term:
        number = apply(Op.SITOFP, F32, IntType(32), [var(name, IntType(32), lo=0, hi=2**31 - 1)])
        value = apply(Op.FDIV, F32, F32, [number, 2147483648.0])
        assert is_term(value)
        return value

    total = apply(Op.FADD, F32, F32, [unit("a"), unit("b")])
    assert apply(Op.FADD, F32, F32, [total, 0.0]) is total
    assert apply(Op.FSUB, F32, F32, [total, total]) == 0.0
    assert apply(Op.FLE, BOOL, F32, [total, 2.0]) is True
    assert apply(Op.FLT, BOOL, F32, [total, 0.0]) is False
    assert is_term(apply(Op.FLT, BOOL, F32, [total, 1.0]))


def test_what_may_be_infinite_is_not_taken_for_equal():
    x = var("x", F32)
    assert is_term(apply(Op.FSUB, F32, F32, [x, x])) and apply(Op.FADD, F32, F32, [x, 0.0]) is not x
    root = apply(Op.FSQRT, F32, F32, [var("z", F32)])
    assert float_range(root).nan
