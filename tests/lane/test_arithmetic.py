"""What the lane writes for an operator computes what the machine computes, and its bounds hold."""

from array import array
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.types import BOOL, F16, F32, F64, FloatType, IntType, Type
from cudabmc.lane import arithmetic
from cudabmc.lane.arithmetic import Functions, Text
from cudabmc.lane.numbers import FLOAT, Num, Truth

Values = dict[str, int | float | bool]
"""What the variables of a text hold."""

WIDTHS = (8, 16, 32, 64)
BINARY = [
    Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.UDIV, Op.SREM, Op.UREM, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR,
]  # fmt: skip
COMPARISONS = [Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE]
FLOATING = [
    Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FMIN, Op.FLT, Op.FLE, Op.FEQ, Op.FNE, Op.FNEG, Op.FABS,
]  # fmt: skip


_meaning = cache(const_function)


@dataclass(frozen=True)
class Operand:
    """A text, and what its variables hold."""

    text: Text
    values: Values


def _near_corners(random: Random, width: int) -> int:
    """A number that a register can hold: -2**(width - 1) to 2**width - 1."""
    half = 1 << (width - 1)
    near = random.choice([-half, -1, 0, 1, half - 1, half, 2 * half - 1]) + random.randint(-3, 3)
    found = random.choice([random.randint(-9, 40), near, random.randrange(-half, 2 * half)])
    return max(-half, min(found, 2 * half - 1))


def number(random: Random, width: int, variable: str) -> Operand:
    """A register of this width."""
    value = _near_corners(random, width)
    if random.randrange(4) == 0:
        return Operand(arithmetic.number(value), {})
    half = 1 << (width - 1)
    step, most = random.choice([1, 1, 2, 3, 4, 12]), random.choice([3, 3, 1 << width])
    lo = value - step * min(random.randint(0, most), (value + half) // step)
    hi = value + step * min(random.randint(0, most), (2 * half - 1 - value) // step)
    form = (((variable, 1),), 0) if lo == 0 and hi > 0 and random.random() < 0.5 else None
    return Operand(arithmetic.name(variable, Num(lo, hi, step if lo != hi else 0, form)), {variable: value})


def evaluated(text: Text, values: Values, functions: Functions) -> object:
    """The value of a text, rounded where it is to be."""
    found = eval(text.text, {**functions.known, **values})
    return array("f", [found])[0] if text.rounded else found


def check(found: Text, values: Values, functions: Functions, expected: object, type: Type) -> None:
    """A text has a value of this type, and what is known of it holds."""
    result = evaluated(found, values, functions)
    if isinstance(found.what, Truth):
        assert result is expected and found.what.known in (None, expected)
        return
    assert isinstance(type, IntType) and isinstance(found.what, Num) and isinstance(result, int)
    what, half = found.what, 1 << (type.width - 1)
    assert result & (2 * half - 1) == expected
    assert -half <= what.lo <= result <= what.hi < 2 * half
    assert (result - what.lo) % what.step == 0 if what.step else what.lo == result == what.hi
    if what.form is not None:
        assert result == what.form[1] + sum(factor * int(values[v]) for v, factor in what.form[0])
    if found.linear is not None:
        parts = (factor * eval(v, {**functions.known, **values}) for v, factor in found.linear[0])
        assert result == found.linear[1] + sum(parts)


def _held(operand: Operand, functions: Functions, width: int) -> int:
    """As the machine has it."""
    value = evaluated(operand.text, operand.values, functions)
    assert isinstance(value, int)
    return value & ((1 << width) - 1)


def _applied(op: Op, type: Type, of: IntType, args: list[Operand], functions: Functions) -> Operand | None:
    """The result, compared with that of the machine; None for a division by zero, which never comes this far."""
    texts = [a.text for a in args]
    values: Values = {}
    for arg in args:
        values |= arg.values
    held = [_held(a, functions, of.width) for a in args]
    if op in DIVISIONS and held[1] == 0:
        return None
    found = arithmetic.apply(op, type, of, texts, functions)
    check(found, values, functions, _meaning(op, type, of)(*held), type)
    return Operand(found, values)


@given(st.randoms(use_true_random=True))
@settings(max_examples=40, deadline=None)
def test_integer_operators(random: Random) -> None:
    """An operator on the result of another one, which is a longer text."""
    functions = Functions()
    for first, second in product(BINARY, BINARY + COMPARISONS):
        width = random.choice(WIDTHS)
        of = IntType(width)
        x, y, z = (number(random, width, name) for name in "xyz")
        inner = _applied(first, of, of, [x, y], functions)
        if inner is not None:
            args = [inner, z] if random.random() < 0.5 else [z, inner]
            _applied(second, BOOL if second in COMPARISONS else of, of, args, functions)


@given(st.randoms(use_true_random=True))
@settings(max_examples=80, deadline=None)
def test_conversions_of_integers(random: Random) -> None:
    for width, other in product(WIDTHS, WIDTHS):
        functions, of, to = Functions(), IntType(width), IntType(other)
        x, y = number(random, width, "x"), number(random, other, "y")
        for op in [Op.NEG] if width == other else [Op.TRUNC] if other < width else [Op.SEXT, Op.ZEXT]:
            converted = _applied(op, to, of, [x], functions)
            assert converted is not None
            _applied(Op.ADD, to, to, [converted, y], functions)


@given(st.randoms(use_true_random=True))
@settings(max_examples=80, deadline=None)
def test_integers_become_floats(random: Random) -> None:
    for width, type, op in product(WIDTHS, (F16, F32, F64), (Op.SITOFP, Op.UITOFP)):
        functions, of = Functions(), IntType(width)
        x = number(random, width, "x")
        found = arithmetic.apply(op, type, of, [x.text], functions)
        assert found.what == FLOAT
        assert evaluated(found, x.values, functions) == _meaning(op, type, of)(_held(x, functions, width))


@given(st.data(), st.sampled_from([F16, F32, F64]), st.sampled_from(FLOATING))
@settings(max_examples=800, deadline=None)
def test_floats(data: st.DataObject, of: FloatType, op: Op) -> None:
    functions = Functions()
    drawn = st.floats(width=of.width)  # type: ignore[arg-type]
    values = {name: data.draw(drawn) for name in "xy"[: 1 if op in (Op.FNEG, Op.FABS) else 2]}
    type = BOOL if op in (Op.FLT, Op.FLE, Op.FEQ, Op.FNE) else of
    found = arithmetic.apply(op, type, of, [arithmetic.name(v, FLOAT) for v in values], functions)
    result = evaluated(found, dict(values), functions)
    expected = _meaning(op, type, of)(*values.values())
    assert result == expected or (result != result and expected != expected)


@given(st.data(), st.sampled_from([Op.AND, Op.OR, Op.XOR, Op.NOT, Op.EQ, Op.NE, Op.ZEXT]))
@settings(max_examples=300, deadline=None)
def test_truths(data: st.DataObject, op: Op) -> None:
    functions = Functions()
    values: Values = {name: data.draw(st.booleans()) for name in "xy"[: 1 if op in (Op.NOT, Op.ZEXT) else 2]}
    texts = [
        arithmetic.truth(bool(held)) if data.draw(st.booleans()) else arithmetic.name(name, Truth())
        for name, held in values.items()
    ]
    type = IntType(32) if op is Op.ZEXT else BOOL
    found = arithmetic.apply(op, type, BOOL, texts, functions)
    check(found, values, functions, _meaning(op, type, BOOL)(*values.values()), type)


@given(st.randoms(use_true_random=True))
@settings(max_examples=80, deadline=None)
def test_a_choice_is_one_of_its_operands(random: Random) -> None:
    for width, side, is_known in product(WIDTHS, (False, True), (False, True)):
        functions, of = Functions(), IntType(width)
        x, y = (number(random, width, name) for name in "xy")
        cond = arithmetic.truth(side) if is_known else arithmetic.name("c", Truth())
        found = arithmetic.apply(Op.SELECT, of, of, [cond, x.text, y.text], functions)
        expected = _held(x if side else y, functions, width)
        check(found, {"c": side, **x.values, **y.values}, functions, expected, of)
