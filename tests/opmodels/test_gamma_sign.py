"""signgam, and what lgamma_r() stores, are the sign that the C library finds, and any sign of an unknown number that
may be negative."""

import ctypes
import math

import pytest
from fake_context import Excluded, FakeContext, Hidden, plain
from hypothesis import example, given
from hypothesis import strategies as st

from cudabmc.modelapi import I32
from opmodels import registry
from opmodels.library_variables import SETTING

LIBM = ctypes.CDLL("libm.so.6")

numbers = st.one_of(st.floats(), st.floats(-20, 20), st.integers(-40, 40).map(lambda i: i / 4))


def real_sign(x: float) -> int:
    sign = ctypes.c_int()
    LIBM.lgamma_r.restype = ctypes.c_double
    LIBM.lgamma_r(ctypes.c_double(x), ctypes.byref(sign))
    return sign.value


def signed(value: object) -> int:
    bits = plain(value)
    return bits - (1 << 32) if bits >> 31 else bits


@given(x=numbers)
@example(x=0.0)
@example(x=-0.0)
@example(x=-math.inf)
@example(x=-5e-324)
@example(x=-2.5)
@example(x=-3.0)
@example(x=-(2.0**52) + 0.5)
def test_the_sign_is_that_of_the_c_library(x: float) -> None:
    ctx = FakeContext()
    ctx.run("double __cudabmc_lgamma(double x)", x)
    place = ctx.run("int *__cudabmc_signgam(void)")
    assert signed(ctx.load(place, I32)) == real_sign(x)
    ctx.run("double lgamma_r(double x, int *signp)", -x, place)
    assert signed(ctx.load(place, I32)) == real_sign(-x)


@given(x=numbers, sign=st.sampled_from([1, -1, 0, 2]))
def test_the_sign_of_an_unknown_number_may_be_the_real_one_and_is_one_of_two(x: float, sign: int) -> None:
    known = FakeContext().run("double lgamma(double x)", x)
    ctx = FakeContext(chosen=lambda type, label: sign & 0xFFFFFFFF if type == I32 else known)
    try:
        ctx.run("double __cudabmc_lgamma(double x)", Hidden(x))
    except Excluded:
        assert sign != real_sign(x)
        return
    assert sign in (1, -1)
    assert sign == 1 or not x > 0


@pytest.mark.parametrize(("plainly", "setting"), SETTING.items())
def test_a_function_that_sets_it_has_the_overloads_of_the_one_that_does_not(plainly: str, setting: str) -> None:
    registry.load_all()
    signatures = [model.signature.replace(plainly, setting) for model in registry.lookup(plainly) if model.host]
    assert sorted(signatures) == sorted(model.signature for model in registry.lookup(setting))
