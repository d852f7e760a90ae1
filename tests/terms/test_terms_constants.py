"""Constant functions against z3's arithmetic on numerals and against the C library."""

import ctypes
import ctypes.util
import itertools
import math

import pytest
import z3_meaning
from expressions import FLOATS, constants, float_constants, operators, same, signature
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.float_format import float_of
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, F64, I8, I16, I32, I64, I128, PTR, FloatType, IntType

INTS = (I8, I16, I32, I64, I128)
TYPES = (BOOL, *INTS, *FLOATS)
CASES = sorted(
    {(op, type, of) for type in TYPES for op, of in operators(type, INTS, FLOATS) if op is not Op.FREM}
    | {(Op.COPY, type, type) for type in TYPES},
    key=str,
)


def value(type):
    edges = st.sampled_from(constants(type))
    if isinstance(type, IntType):
        return edges | st.integers(0, (1 << type.width) - 1)
    if isinstance(type, FloatType):
        return edges | st.integers(0, (1 << type.width) - 1).map(lambda bits: float_of(bits, type.width))
    return edges


@st.composite
def operations(draw):
    op, type, of = draw(st.sampled_from(CASES))
    return op, type, of, [draw(value(operand)) for operand in signature(op, type, of)]


@settings(max_examples=1000, deadline=None)
@given(operations())
def test_constant_functions_agree_with_z3(operation):
    op, type, of, args = operation
    expressions = [z3_meaning.constant(arg, t) for arg, t in zip(args, signature(op, type, of), strict=True)]
    expected = z3_meaning.to_python(z3_meaning.meaning(op, type, of, expressions), type)
    assert same(const_function(op, type, of)(*args), expected)


LIBM = ctypes.CDLL(ctypes.util.find_library("m"))


def c_function(name, width, arity):
    function = getattr(LIBM, name + ("f" if width == 32 else ""))
    kind = ctypes.c_float if width == 32 else ctypes.c_double
    function.restype, function.argtypes = kind, [kind] * arity
    return function


@pytest.mark.parametrize("type", [F32, F64], ids=str)
@pytest.mark.parametrize(
    ("op", "name"),
    [
        (Op.FREM, "fmod"),
        (Op.FSQRT, "sqrt"),
        (Op.FRINT, "rint"),
        (Op.FFLOOR, "floor"),
        (Op.FCEIL, "ceil"),
        (Op.FTRUNC, "trunc"),
        (Op.FROUND, "round"),
        (Op.FABS, "fabs"),
        (Op.FMA, "fma"),
    ],
    ids=str,
)
def test_float_functions_agree_with_the_c_library(op, name, type):
    operands = len(signature(op, type, type))
    expected, actual = c_function(name, type.width, operands), const_function(op, type, type)
    numbers = float_constants(type.width)
    if operands == 3:
        numbers = numbers[::3]
    for args in itertools.product(numbers, repeat=operands):
        assert same(actual(*args) + 0.0 if math.isnan(actual(*args)) else actual(*args), expected(*args)), args


@settings(max_examples=400, deadline=None)
@given(st.tuples(*[value(F32)] * 3) | st.tuples(*[value(F64)] * 3).map(lambda t: (*t, 64)))
def test_fma_agrees_with_the_c_library_on_random_bits(args):
    type = F64 if len(args) == 4 else F32
    args = args[:3]
    assert same(const_function(Op.FMA, type, type)(*args), c_function("fma", type.width, 3)(*args))


def test_fmin_and_fmax_order_the_zeros():
    fmin, fmax = const_function(Op.FMIN, F32, F32), const_function(Op.FMAX, F32, F32)
    for a, b in [(-0.0, 0.0), (0.0, -0.0)]:
        assert math.copysign(1, fmin(a, b)) == -1
        assert math.copysign(1, fmax(a, b)) == 1


def test_division_by_zero_is_that_of_smtlib():
    assert const_function(Op.UDIV, I32, I32)(7, 0) == 0xFFFFFFFF
    assert const_function(Op.UREM, I32, I32)(7, 0) == 7
    assert const_function(Op.SDIV, I32, I32)(7, 0) == 0xFFFFFFFF
    assert const_function(Op.SDIV, I32, I32)(0x80000000, 0) == 1
    assert const_function(Op.SREM, I32, I32)(0x80000001, 0) == 0x80000001


def test_the_minimum_divided_by_minus_one_wraps():
    assert const_function(Op.SDIV, I32, I32)(0x80000000, 0xFFFFFFFF) == 0x80000000
    assert const_function(Op.SREM, I32, I32)(0x80000000, 0xFFFFFFFF) == 0


def test_pointer_operators_are_refused():
    with pytest.raises(TypeError, match="ptradd"):
        const_function(Op.PTRADD, PTR, PTR)
