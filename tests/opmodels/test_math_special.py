"""Special functions against glibc's libm where it has them, and against the functions that they invert."""

import ctypes
import math
from fractions import Fraction

import pytest
from fake_context import FakeContext, Hidden, plain
from hypothesis import assume, example, given
from hypothesis import strategies as st

LIBM = ctypes.CDLL("libm.so.6")
arguments = st.floats(-60.0, 60.0)
hide = pytest.mark.parametrize("hide", [False, True])


def libm(name: str, *args: object) -> float:
    function = getattr(LIBM, name)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_int if isinstance(a, int) else ctypes.c_double for a in args]
    return function(*args)


def run(name: str, *args: object, on_device: bool = False) -> float:
    return plain(FakeContext(on_device=on_device).run(name, *args))


@given(x=arguments, n=st.integers(-6, 12))
@example(x=0.0, n=0)
@example(x=-0.5, n=-3)
def test_bessel_functions_are_those_of_libm(x: float, n: int) -> None:
    assert math.isclose(run("j0", x), libm("j0", x), abs_tol=1e-13)
    assert math.isclose(run("j1", x), libm("j1", x), abs_tol=1e-13)
    assert math.isclose(run("jn", n % 2**32, x), libm("jn", n, x), abs_tol=1e-13)


def test_bessel_functions_of_special_arguments() -> None:
    assert run("j0", math.inf) == 0.0 and math.isnan(run("j1", math.nan))
    assert run("y0", 0.0) == -math.inf and math.isnan(run("y1", -1.0))
    assert math.isnan(run("jn", 2**32 - 1, 1.0, on_device=True))


@given(x=st.floats(-30.0, 30.0))
def test_modified_bessel_functions_are_their_series(x: float) -> None:
    """Abramowitz and Stegun, 9.6.10."""
    terms = [(x * x / 4) ** k / math.factorial(k) ** 2 for k in range(80)]
    assert math.isclose(run("cyl_bessel_i0", x), math.fsum(terms), rel_tol=1e-13)
    first = [x / 2 * term / (k + 1) for k, term in enumerate(terms)]
    assert math.isclose(run("cyl_bessel_i1", x), math.fsum(first), rel_tol=1e-12, abs_tol=1e-13)


@given(x=st.floats(-1.0, 1.0), n=st.integers(0, 5))
@example(x=1e-300, n=1)
def test_bessel_functions_of_small_arguments_have_small_errors(x: float, n: int) -> None:
    """Abramowitz and Stegun, 9.1.10, in fractions."""
    half = Fraction(x) / 2
    terms = [(-1) ** k * half ** (2 * k + n) / (math.factorial(k) * math.factorial(k + n)) for k in range(12)]
    assert math.isclose(run("jn", n, x), float(sum(terms)), rel_tol=1e-14)


def test_results_are_as_large_and_arguments_as_small_as_a_double_is() -> None:
    """Computed with 40 digits by the series, and by bisection."""
    assert math.isclose(run("cyl_bessel_i0", 709.7), 2.4788087273156455e306, rel_tol=1e-13)
    assert math.isclose(run("cyl_bessel_i1", -711.0), -9.080770067322848e306, rel_tol=1e-13)
    assert run("cyl_bessel_i0", 720.0) == math.inf == -run("cyl_bessel_i1", -1e300)
    assert math.isclose(run("erfcinv", 5e-324), 27.21329321081295, rel_tol=1e-15)
    assert math.isclose(run("rnorm4d", 1.7e308, 1.7e308, -40.0, 0.25), 1.0 / math.sqrt(2.0) / 1.7e308, rel_tol=1e-14)
    assert math.isclose(run("cospi", 0.481816719773303), 0.05709339652066693, rel_tol=1e-15)


@given(p=st.floats(1e-12, 1.0 - 1e-12))
@example(p=0.5)
def test_inverses_are_inverses(p: float) -> None:
    assert math.isclose(math.erf(run("erfinv", p)), p, rel_tol=1e-14)
    assert math.isclose(math.erf(run("erfinv", -p)), -p, rel_tol=1e-14)
    for q in (p, 1.0 + p):
        assert math.isclose(math.erfc(run("erfcinv", q)), q, rel_tol=1e-12)
    quantile = run("normcdfinv", p)
    assert math.isclose(0.5 * math.erfc(-quantile * math.sqrt(0.5)), p, rel_tol=1e-10)


@given(x=st.floats(0.0, 26.0))
@example(x=20.0)
@example(x=19.999999999999996)
def test_the_scaled_error_function_goes_on_where_erfc_ends(x: float) -> None:
    scaled = run("erfcx", x)
    assert math.isclose(scaled, math.exp(x * x) * math.erfc(x), rel_tol=1e-11)
    assert math.isclose(run("erfcx", -x), 2.0 * math.exp(x * x) - scaled, rel_tol=1e-11)


def test_outside_of_their_domain_there_is_no_value() -> None:
    assert all(math.isnan(run(name, x)) for name, x in (("erfinv", 1.5), ("erfcinv", -0.1), ("normcdfinv", 1.1)))
    assert run("erfinv", -1.0) == -math.inf and run("erfcinv", 0.0) == math.inf and run("normcdfinv", 1.0) == math.inf


@given(x=st.floats(-1e6, 1e6), y=st.floats(-1e6, 1e6))
@example(x=5.0, y=3.0)
@example(x=-29.0, y=2.0)
def test_remquo_has_the_remainder_and_low_bits_of_libm(x: float, y: float) -> None:
    assume(y != 0.0)
    quotient = ctypes.c_int()
    LIBM.remquo.restype = ctypes.c_double
    LIBM.remquo.argtypes = [ctypes.c_double, ctypes.c_double, ctypes.POINTER(ctypes.c_int)]
    expected = LIBM.remquo(x, y, ctypes.byref(quotient))
    ctx = FakeContext()
    target = ctx.buffer(bytes(4))
    assert ctx.run("double remquo(double x, double y, int *quo)", x, y, target) == expected
    stored = int.from_bytes(ctx.bytes_at(target, 4), "little", signed=True)
    assert math.fmod(stored, 8) == math.fmod(quotient.value, 8)


@hide
@given(x=st.one_of(st.floats(), st.sampled_from([0.0, -0.0, 5e-324, 2.2250738585072014e-308])))
def test_fpclassify(hide: bool, x: float) -> None:
    kind = (
        0 if math.isnan(x) else 1 if math.isinf(x) else 2 if x == 0.0 else 3 if abs(x) < 2.2250738585072014e-308 else 4
    )
    assert run("int fpclassify(double x)", Hidden(x) if hide else x) == kind
