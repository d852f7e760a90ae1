"""What the builders are expected to see."""

import math

import pytest
from expressions import assume

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, F64, I8, I16, I32, I64
from cudabmc.terms import (
    NO_FACTS,
    Assumption,
    apply,
    concat,
    difference,
    equal,
    evaluate,
    extract,
    free_vars,
    implies,
    is_term,
    ite,
    land,
    lnot,
    lor,
    split_linear,
    unsigned_range,
    var,
    var_constraints,
)

x, y = var("x", I32), var("y", I32)
p, q, r = (var(name, BOOL) for name in "pqr")
f, g = var("f", F32), var("g", F32)
small = var("small", I32, lo=1, hi=100)


def i32(op, *args):
    return apply(op, I32, I32, args)


def compare(op, *args):
    return apply(op, BOOL, I32, args)


def widen(op, value, of=I32, to=I64):
    return apply(op, to, of, (value,))


def test_equal_sums_are_one_term():
    assert i32(Op.MUL, i32(Op.ADD, x, 1), 4) is i32(Op.ADD, i32(Op.SHL, x, 2), 4)
    assert i32(Op.ADD, x, y) is i32(Op.ADD, y, x)
    assert i32(Op.SUB, i32(Op.ADD, x, y), x) is y
    assert i32(Op.NOT, i32(Op.NOT, x)) is x
    assert i32(Op.NEG, i32(Op.NEG, x)) is x


def test_the_symbolic_parts_of_sums_that_differ_by_a_constant_are_identical():
    a, b = i32(Op.ADD, i32(Op.MUL, x, 4), 12), i32(Op.SUB, i32(Op.MUL, x, 4), 4)
    assert split_linear(a, 32)[0] is split_linear(b, 32)[0]
    assert split_linear(a, 32)[1] == 12 and split_linear(b, 32)[1] == 2**32 - 4
    assert split_linear(7, 32) == (None, 7)
    assert difference(a, b, 32) == 16
    assert difference(b, a, 32) == -16
    assert difference(a, x, 32) is None


def test_widening_goes_into_a_sum_only_where_it_cannot_wrap():
    assert difference(widen(Op.ZEXT, i32(Op.ADD, small, 1)), widen(Op.ZEXT, small), 64) == 1
    assert difference(widen(Op.SEXT, i32(Op.SUB, small, 50)), widen(Op.SEXT, small), 64) == -50
    assert difference(widen(Op.ZEXT, i32(Op.ADD, x, 1)), widen(Op.ZEXT, x), 64) is None
    assert difference(widen(Op.SEXT, i32(Op.ADD, x, 1)), widen(Op.SEXT, x), 64) is None


def test_index_arithmetic_is_undone():
    index = i32(Op.ADD, i32(Op.MUL, small, 8), 3)
    assert i32(Op.UDIV, index, 8) is small
    assert i32(Op.UREM, index, 8) == 3
    assert i32(Op.LSHR, i32(Op.MUL, small, 4), 2) is small
    assert i32(Op.UREM, i32(Op.ADD, i32(Op.MUL, small, 24), 30), 24) == 6
    assert apply(Op.TRUNC, I32, I64, [widen(Op.SEXT, x)]) is x


@pytest.mark.parametrize(
    "always",
    [
        lambda: compare(Op.ULT, i32(Op.AND, x, 7), 8),
        lambda: compare(Op.ULT, i32(Op.UREM, x, 10), 10),
        lambda: compare(Op.SLE, 1, small),
        lambda: compare(Op.ULT, small, i32(Op.ADD, small, 1)),
        lambda: compare(Op.NE, x, i32(Op.ADD, x, 1)),
        lambda: compare(Op.NE, i32(Op.MUL, x, 4), 6),
        lambda: equal(i32(Op.AND, x, i32(Op.NOT, x)), 0, I32),
        lambda: equal(i32(Op.OR, x, i32(Op.NOT, x)), 0xFFFFFFFF, I32),
        lambda: apply(Op.SLE, BOOL, I64, [0, widen(Op.ZEXT, x)]),
        lambda: lor(p, lnot(p)),
        lambda: implies(land(p, q), p),
        lambda: lnot(apply(Op.FLT, BOOL, F32, [f, f])),
    ],
)
def test_what_always_holds_is_the_constant_true(always):
    assert always() is True


def test_wrapping_keeps_comparisons_open():
    assert is_term(compare(Op.ULT, x, i32(Op.ADD, x, 1)))
    assert is_term(compare(Op.SLT, x, i32(Op.ADD, x, 1)))


def test_a_truth_value_that_went_through_an_integer_comes_back():
    number = apply(Op.ZEXT, I32, BOOL, [p])
    assert compare(Op.NE, number, 0) is p
    assert compare(Op.EQ, number, 0) is lnot(p)
    assert compare(Op.EQ, number, 2) is False
    byte = apply(Op.TRUNC, I8, I32, [number])
    assert apply(Op.NE, BOOL, I8, [byte, 0]) is p
    assert compare(Op.SLT, ite(p, 1, ite(q, 2, 3, I32), I32), 2) is p


def test_comparisons_have_one_form():
    assert compare(Op.ULE, x, 4) is compare(Op.ULT, x, 5)
    assert compare(Op.ULT, 4, x) is lnot(compare(Op.ULT, x, 5))
    assert compare(Op.SLE, y, x) is lnot(compare(Op.SLT, x, y))
    assert compare(Op.ULT, x, 1) is compare(Op.EQ, x, 0)
    assert compare(Op.EQ, i32(Op.ADD, x, 1), 5) is compare(Op.EQ, x, 4)
    assert compare(Op.EQ, i32(Op.SUB, x, y), 0) is compare(Op.EQ, y, x)
    assert apply(Op.EQ, BOOL, I64, [widen(Op.ZEXT, x), 5]) is compare(Op.EQ, x, 5)
    assert apply(Op.SLT, BOOL, I64, [widen(Op.SEXT, x), 5]) is compare(Op.SLT, x, 5)


def test_guards_meet_again_after_a_branch():
    assert lor(land(p, q), land(p, lnot(q))) is p
    assert lor(q, lnot(q)) is True
    assert land(p, lor(p, q)) is p
    assert land(p, lor(lnot(p), q)) is land(p, q)
    assert lor(p, land(lnot(p), q)) is lor(p, q)
    assert land(land(p, q), r) is land(p, land(q, r))


def test_choices_collapse():
    assert ite(p, x, x, I32) is x
    assert ite(p, True, False, BOOL) is p
    assert ite(lnot(p), x, y, I32) is ite(p, y, x, I32)
    assert ite(p, ite(p, x, 7, I32), y, I32) is ite(p, x, y, I32)
    assert ite(p, x, ite(q, x, y, I32), I32) is ite(lor(p, q), x, y, I32)


def test_bytes_of_a_value_join_to_the_value():
    for value in (x, i32(Op.ADD, x, 5), apply(Op.BITCAST, I32, F32, [f])):
        joined = extract(value, 32, 7, 0)
        for k in range(1, 4):
            joined = concat(extract(value, 32, 8 * k + 7, 8 * k), joined, 8, 8 * k)
        assert joined is value
        joined = extract(value, 32, 31, 24)
        for k in (2, 1, 0):
            joined = concat(joined, extract(value, 32, 8 * k + 7, 8 * k), 8 * (3 - k), 8)
        assert joined is value
    number = apply(Op.ZEXT, I16, BOOL, [p])
    assert concat(extract(number, 16, 15, 8), extract(number, 16, 7, 0), 8, 8) is number


def test_a_float_survives_its_bits():
    assert apply(Op.BITCAST, F32, I32, [apply(Op.BITCAST, I32, F32, [f])]) is f
    assert apply(Op.FPCAST, F32, F64, [apply(Op.FPCAST, F64, F32, [f])]) is f


def test_the_bits_of_a_nan_are_canonical():
    bits = apply(Op.BITCAST, I32, F32, [apply(Op.BITCAST, F32, I32, [x])])
    assert evaluate(bits, {x: 0x7F800001}) == 0x7FC00000
    assert evaluate(bits, {x: 0x80000000}) == 0x80000000
    assert apply(Op.BITCAST, I32, F32, [-math.nan]) == 0x7FC00000


def test_float_laws_that_hold_are_used_and_others_are_not():
    assert apply(Op.FMUL, F32, F32, [f, 1.0]) is f
    assert apply(Op.FADD, F32, F32, [f, -0.0]) is f
    assert is_term(apply(Op.FADD, F32, F32, [f, 0.0])) and apply(Op.FADD, F32, F32, [f, 0.0]) is not f
    assert is_term(apply(Op.FSUB, F32, F32, [f, f]))
    assert apply(Op.FADD, F32, F32, [f, g]) is apply(Op.FADD, F32, F32, [g, f])
    assert apply(Op.FISNAN, BOOL, F32, [apply(Op.SITOFP, F32, I32, [x])]) is False


def test_equal_compares_floats_by_their_bits():
    assert equal(math.nan, math.nan, F32) is True
    assert equal(0.0, -0.0, F32) is False
    assert equal(f, f, F32) is True


def test_ranges_of_variables_are_used_and_become_constraints():
    assert unsigned_range(i32(Op.MUL, small, 2), 32) == (2, 200)
    low, high = var_constraints(i32(Op.ADD, small, x))
    assert [evaluate(low, {small: n}) for n in (0, 1)] == [False, True]
    assert [evaluate(high, {small: n}) for n in (100, 101)] == [True, False]
    assert var_constraints(x) == ()


def facts(*known):
    return NO_FACTS.holding(land(*known))


def test_facts_decide_choices():
    value = ite(p, x, ite(q, y, 7, I32), I32)
    assert assume(value, facts(p)) is x
    assert assume(value, facts(lnot(p), q)) is y
    assert assume(value, facts(lnot(p), lnot(q))) == 7
    assert assume(value, facts(lnot(p))) is ite(q, y, 7, I32)
    assert assume(land(p, q), facts(q)) is p
    assert assume(lor(p, q), facts(q)) is True
    assert assume(p, facts(lnot(p))) is False
    assert assume(x, facts(p)) is x
    assert assume(ite(land(p, q), x, y, I32), facts(p, q)) is x
    assert assume(ite(lor(p, q), x, y, I32), facts(q)) is x


def test_what_values_share_is_simplified_once(monkeypatch):
    steps = []
    step = Assumption._step
    monkeypatch.setattr(Assumption, "_step", lambda self, term: steps.append(term) or step(self, term))
    values = [x]
    for k in range(50):
        values.append(ite(land(var(f"c{k}", BOOL), p), values[-1], y, I32))
    assumption = Assumption(facts(q))
    assert [assumption.value(value) for value in values] == values
    assert len(steps) < 10 * len(values)  # each value has the ones before it in it


def test_facts_beside_the_same_facts_are_the_same_object():
    own, more, others = facts(p), facts(q), facts(lnot(q))
    assert own.beside(more) is own.beside(more)
    assert p in own.beside(others) and lnot(q) in own.beside(others) and q not in own.beside(others)


@pytest.mark.long
def test_depth_is_no_matter():
    chain, total = x, x
    for k in range(20_000):
        c = var(f"c{k}", BOOL)
        chain = ite(c, var(f"v{k}", I32), chain, I32)
        total = i32(Op.XOR, total, i32(Op.ADD, chain, k))
    assert unsigned_range(total, 32) == (0, 2**32 - 1)
    assert len(free_vars(total)) == 40_001
    assert assume(chain, facts(*(lnot(var(f"c{k}", BOOL)) for k in range(20_000)))) is x
    assert evaluate(chain, {x: 9}) == 9
    assert is_term(compare(Op.ULT, total, 10)) and repr(total)


def test_a_choice_between_values_that_differ_by_a_constant_is_a_sum():
    more = ite(p, i32(Op.ADD, x, 1), x, I32)
    assert more is i32(Op.ADD, x, ite(p, 1, 0, I32))
    assert ite(q, i32(Op.ADD, more, 1), more, I32) is i32(Op.ADD, more, ite(q, 1, 0, I32))


def test_a_choice_in_a_sum_is_settled_where_its_condition_is_known():
    more = ite(p, i32(Op.ADD, x, 1), x, I32)
    assert ite(p, more, y, I32) is ite(p, i32(Op.ADD, x, 1), y, I32)
    assert ite(p, y, more, I32) is ite(p, y, x, I32)
    assert ite(p, i32(Op.ADD, i32(Op.MUL, more, 3), 7), y, I32) is ite(p, i32(Op.ADD, i32(Op.MUL, x, 3), 10), y, I32)
