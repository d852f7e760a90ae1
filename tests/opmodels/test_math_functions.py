"""math.h gives what glibc's libm gives: exactly where C says so, to a few ulp for the rest."""

import ctypes
import math

import pytest
from fake_context import Excluded, FakeContext, Hidden, plain, to_float32
from hypothesis import example, given
from hypothesis import strategies as st

from cudabmc.modelapi import F32, F64, I32
from opmodels.math_known import UNARY
from opmodels.math_transcendental import RANGES

LIBM = ctypes.CDLL("libm.so.6")
EXACT_UNARY = ["sqrt", "fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "logb"]
EXACT_BINARY = ["fmin", "fmax", "fmod", "remainder", "copysign", "fdim", "nextafter"]
TOLERANCE = {"tgamma": 20, "lgamma": 20, "erfc": 20}
HOST_ONLY = set(UNARY) - {"sinpi", "cospi", "normcdf"}

doubles = st.one_of(st.floats(), st.floats(-20, 20), st.integers(-20, 20).map(lambda i: i / 2))
floats = st.one_of(st.floats(width=32), st.floats(-20, 20, width=32))
hide = pytest.mark.parametrize("hide", [False, True])


def libm(name: str, *args: float, single: bool = False) -> float:
    ctype = ctypes.c_float if single else ctypes.c_double
    function = getattr(LIBM, name + "f" * single)
    function.restype, function.argtypes = ctype, [ctype] * len(args)
    return function(*args)


def same(a: float, b: float) -> bool:
    """Equal, signs of zeros included; NaN equals NaN."""
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


def close(a: float, b: float, ulps: int, *, single: bool = False) -> bool:
    if same(a, b):
        return True
    unit = math.ldexp(1.0, max(math.frexp(b)[1], -125) - 24) if single else math.ulp(b)
    largest = 3.4028234663852886e38 if single else math.nextafter(math.inf, 0)
    a, b = (max(min(v, largest), -largest) for v in (a, b))
    return abs(a - b) <= ulps * unit


@pytest.mark.parametrize("name", EXACT_UNARY)
@hide
@given(x=doubles, y=floats)
@example(x=-0.0, y=-0.0)
@example(x=0.5, y=2.5)
@example(x=0.49999999999999994, y=math.inf)
@example(x=5e-324, y=2.0**-149)
def test_exact_functions_of_one_argument(name, hide, x, y):
    ctx = FakeContext()
    assert same(ctx.run(f"double {name}(double x)", Hidden(x) if hide else x), libm(name, x))
    for spelled in (f"float {name}f(float x)", f"float {name}(float x)"):
        assert same(ctx.run(spelled, Hidden(y) if hide else y), libm(name, y, single=True))


@pytest.mark.parametrize("name", EXACT_BINARY)
@given(x=doubles, y=doubles, a=floats, b=floats)
@example(x=1.0, y=1.0, a=0.0, b=-1.0)
@example(x=0.0, y=-0.0, a=0.0, b=1.0)
@example(x=-0.0, y=0.0, a=-math.inf, b=0.0)
@example(x=5e-324, y=0.0, a=3.4028234663852886e38, b=math.inf)
def test_exact_functions_of_two_arguments(name, x, y, a, b):
    ctx = FakeContext()
    if name in ("fmin", "fmax") and x == y:
        x, y = 1.0, 2.0  # the sign of a zero is not specified
    if name in ("fmin", "fmax") and a == b:
        a, b = 1.0, 2.0
    assert same(ctx.run(f"double {name}(double x, double y)", x, y), libm(name, x, y))
    assert same(ctx.run(f"float {name}f(float x, float y)", a, b), libm(name, a, b, single=True))


@pytest.mark.parametrize("name", sorted(HOST_ONLY))
@given(x=doubles, y=floats)
@example(x=0.0, y=-0.0)
@example(x=-1.0, y=1.0)
@example(x=math.inf, y=-math.inf)
@example(x=-math.inf, y=math.inf)
@example(x=-3.0, y=-(2.0**-140))
def test_known_transcendental_values_are_those_of_libm(name, x, y):
    ctx = FakeContext()
    if (name == "lgamma" and -100 < x < 0) or (name == "tgamma" and abs(x) > 100):
        x = 1.0  # cancellation: neither library is accurate
    found, real = ctx.run(f"double {name}(double x)", x), libm(name, x)
    near_zero = name == "lgamma" and abs(found - real) < 1e-15
    assert near_zero or close(found, real, TOLERANCE.get(name, 2))
    if name not in ("lgamma", "tgamma"):
        assert close(ctx.run(f"float {name}f(float x)", y), libm(name, y, single=True), 3, single=True)


@pytest.mark.parametrize("name", sorted(UNARY))
@given(x=doubles, y=floats)
@example(x=0.0, y=-1.0)
@example(x=1.0, y=1.0)
@example(x=math.inf, y=-math.inf)
@example(x=-math.inf, y=math.inf)
def test_the_facts_about_an_unknown_result_hold_for_the_real_one(name, x, y):
    for suffix, ctype, argument in (("", "double", x), ("f", "float", y)):
        known = FakeContext().run(f"{ctype} {name}{suffix}({ctype} x)", argument)
        ctx = FakeContext(chosen=lambda type, label, known=known: known)
        assert same(ctx.run(f"{ctype} {name}{suffix}({ctype} x)", Hidden(argument)), known)
        assert any(note.startswith("approximated") for note in ctx.notes)


def test_the_facts_exclude_what_cannot_be():
    for name, argument, value in (("sin", 1.0, 1.5), ("exp", 1.0, -1.0), ("log", 1.0, math.nan), ("log", -1.0, 0.0)):
        with pytest.raises(Excluded):
            FakeContext(chosen=lambda type, label, v=value: v).run(f"double {name}(double x)", Hidden(argument))


def test_every_function_has_a_range():
    assert set(RANGES) == set(UNARY)


@given(x=doubles, y=doubles)
@example(x=0.0, y=-3.0)
@example(x=-0.0, y=-3.0)
@example(x=-0.0, y=-2.0)
@example(x=-8.0, y=1 / 3)
@example(x=-1e300, y=3.0)
@example(x=1.0, y=math.nan)
def test_pow_and_atan2(x, y):
    power = FakeContext().run("double pow(double x, double y)", x, y)
    assert close(power, libm("pow", x, y), 2)
    angle = FakeContext().run("double atan2(double x, double y)", x, y)
    assert close(angle, libm("atan2", x, y), 2)
    for arguments in ((Hidden(x), y), (x, Hidden(y)), (Hidden(x), Hidden(y))):
        ctx = FakeContext(chosen=lambda type, label: power)
        assert same(ctx.run("double pow(double x, double y)", *arguments), power)
        ctx = FakeContext(chosen=lambda type, label: angle)
        assert same(ctx.run("double atan2(double x, double y)", *arguments), angle)


def test_pow_with_an_integer_exponent():
    assert FakeContext().run("double pow(double x, int y)", 2.0, 2**32 - 3) == 0.125


@hide
@given(x=doubles, y=floats)
@example(x=5e-324, y=2.0**-149)
@example(x=0.0, y=-0.0)
@example(x=math.inf, y=math.nan)
def test_frexp_modf_and_ilogb(hide, x, y):
    for ctype, suffix, argument, kind in (("double", "", x, F64), ("float", "f", y, F32)):
        ctx = FakeContext()
        given_ = Hidden(argument) if hide else argument
        place = ctx.buffer(bytes(8))
        fraction, exponent = math.frexp(argument)
        assert same(ctx.run(f"{ctype} frexp{suffix}({ctype} x, int *exp)", given_, place), fraction)
        assert plain(ctx.load(place, I32)) == exponent & 0xFFFFFFFF
        rest = ctx.run(f"{ctype} modf{suffix}({ctype} x, {ctype} *iptr)", given_, place)
        expected, whole = math.modf(argument)
        assert same(rest, expected) and same(plain(ctx.load(place, kind)), whole)
        function = getattr(LIBM, f"ilogb{suffix}")
        function.argtypes = [ctypes.c_float if suffix else ctypes.c_double]
        if not math.isnan(argument):
            assert ctx.run(f"int ilogb{suffix}({ctype} x)", given_) == function(argument) & 0xFFFFFFFF


@given(x=doubles, y=floats, n=st.integers(-2200, 2200))
def test_ldexp(x, y, n):
    LIBM.ldexpf.restype, LIBM.ldexpf.argtypes = ctypes.c_float, [ctypes.c_float, ctypes.c_int]
    LIBM.ldexp.restype, LIBM.ldexp.argtypes = ctypes.c_double, [ctypes.c_double, ctypes.c_int]
    for value in (n, n % 100):
        given_ = value & 0xFFFFFFFF
        assert same(FakeContext().run("double ldexp(double x, int exp)", x, given_), LIBM.ldexp(x, value))
        assert same(FakeContext().run("float ldexpf(float x, int exp)", y, given_), LIBM.ldexpf(y, value))
    assert same(FakeContext().run("double ldexp(double x, int exp)", Hidden(x), n % 100), LIBM.ldexp(x, n % 100))


@hide
@given(x=st.floats(-(2.0**62), 2.0**62))
@example(x=0.5)
@example(x=2.5)
def test_rounding_to_integers(hide, x):
    for name in ("lround", "llround", "lrint", "llrint"):
        function = getattr(LIBM, name)
        function.restype, function.argtypes = ctypes.c_long, [ctypes.c_double]
        ctype = "long long" if name.startswith("ll") else "long"
        result = FakeContext().run(f"{ctype} {name}(double x)", Hidden(x) if hide else x)
        assert result == function(x) & (2**64 - 1)


@hide
@given(x=doubles)
@example(x=-0.0)
@example(x=math.nan)
@example(x=1e-310)
def test_classification(hide, x):
    argument = Hidden(x) if hide else x
    expected = {
        "isnan": math.isnan(x), "isinf": math.isinf(x), "isfinite": math.isfinite(x),
        "signbit": math.copysign(1, x) < 0, "isnormal": math.isfinite(x) and abs(x) >= 2.0**-1022,
    }  # fmt: skip
    for name, truth in expected.items():
        if name != "signbit" or not math.isnan(x):
            assert FakeContext().run(f"int {name}(double x)", argument) == truth


@given(x=st.floats(-1e100, 1e100), y=st.floats(-1e100, 1e100), a=floats, b=floats)
def test_hypot(x, y, a, b):
    known = FakeContext().run("double hypot(double x, double y)", x, y)
    assert close(known, libm("hypot", x, y), 1)
    ctx = FakeContext(chosen=lambda type, label: known)
    assert ctx.run("double hypot(double x, double y)", Hidden(x), y) == known
    real = libm("hypot", a, b, single=True)
    for argument in (a, Hidden(a)):
        assert close(FakeContext().run("float hypotf(float x, float y)", argument, b), real, 1, single=True)


@given(st.integers(-400, 400).map(lambda i: i / 4))
def test_sinpi_and_cospi_are_exact_where_they_can_be(x):
    ctx = FakeContext()
    sine, cosine = ctx.run("double sinpi(double x)", x), ctx.run("double cospi(double x)", x)
    exact_sine = [0.0, None, 1.0, None, 0.0, None, -1.0, None][int(x * 4) % 8]
    exact_cosine = [1.0, None, 0.0, None, -1.0, None, 0.0, None][int(x * 4) % 8]
    assert exact_sine is None or sine == exact_sine
    assert exact_cosine is None or cosine == exact_cosine
    assert math.isclose(sine * sine + cosine * cosine, 1.0)
    assert math.isclose(sine, math.sin(math.pi * x), abs_tol=1e-12)


def test_sincos_stores_both():
    ctx = FakeContext()
    s, c = ctx.buffer(bytes(8)), ctx.buffer(bytes(8))
    ctx.run("void sincos(double x, double *sptr, double *cptr)", 1.0, s, c)
    assert (ctx.load(s, F64), ctx.load(c, F64)) == (math.sin(1.0), math.cos(1.0))
    ctx.run("void sincosf(float x, float *sptr, float *cptr)", 1.0, s, c)
    assert ctx.load(s, F32) == to_float32(math.sin(1.0))


@hide
@pytest.mark.parametrize(
    "signature, a, b, least, greatest",
    [
        ("int {}(int a, int b)", 2**32 - 1, 1, 2**32 - 1, 1),
        ("unsigned int {}(unsigned int a, unsigned int b)", 2**32 - 1, 1, 1, 2**32 - 1),
        ("unsigned int {}(int a, unsigned int b)", 2**32 - 1, 1, 1, 2**32 - 1),
        ("long long {}(long long a, long long b)", 2**64 - 1, 1, 2**64 - 1, 1),
        ("float {}(float a, float b)", math.nan, 1.0, 1.0, 1.0),
        ("double {}(float a, double b)", 2.0, 1.0, 1.0, 2.0),
    ],
)
def test_min_and_max(hide, signature, a, b, least, greatest):
    arguments = [Hidden(v) if hide else v for v in (a, b)]
    assert FakeContext().run(signature.format("min"), *arguments) == least
    assert FakeContext().run(signature.format("max"), *arguments) == greatest


def test_swap():
    ctx = FakeContext()
    a, b = ctx.buffer(b"\1\0\0\0"), ctx.buffer(b"\2\0\0\0")
    ctx.run("void swap(int &a, int &b)", a, b)
    assert (ctx.load(a, I32), ctx.load(b, I32)) == (2, 1)
