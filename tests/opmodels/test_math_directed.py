"""Intrinsics with a rounding mode against the processor's arithmetic in that mode."""

import ctypes
import math
import shutil
import subprocess
from pathlib import Path

import pytest
from fake_context import FakeContext, Hidden
from hypothesis import example, given, settings
from hypothesis import strategies as st

SOURCE = """
#include <fenv.h>
#include <math.h>
#define WITH(type, name, parameters, expression) \\
    type name parameters { \\
        volatile type result; \\
        fesetround(mode); \\
        result = expression; \\
        fesetround(FE_TONEAREST); \\
        return result; \\
    }
#define ALL(type, letter, root, fused) \\
    WITH(type, letter##add, (int mode, volatile type x, volatile type y), x + y) \\
    WITH(type, letter##sub, (int mode, volatile type x, volatile type y), x - y) \\
    WITH(type, letter##mul, (int mode, volatile type x, volatile type y), x * y) \\
    WITH(type, letter##div, (int mode, volatile type x, volatile type y), x / y) \\
    WITH(type, letter##rcp, (int mode, volatile type x), 1 / x) \\
    WITH(type, letter##sqrt, (int mode, volatile type x), root(x)) \\
    WITH(type, letter##fma, (int mode, volatile type x, volatile type y, volatile type z), fused(x, y, z))
ALL(float, f, sqrtf, fmaf)
ALL(double, d, sqrt, fma)
WITH(float, double2float, (int mode, volatile double x), x)
WITH(float, ll2float, (int mode, volatile long long x), x)
WITH(double, ll2double, (int mode, volatile long long x), x)
WITH(float, ull2float, (int mode, volatile unsigned long long x), x)
WITH(float, int2float, (int mode, volatile int x), x)
WITH(float, uint2float, (int mode, volatile unsigned x), x)
"""
MODES = {"rn": 0, "rd": 0x400, "ru": 0x800, "rz": 0xC00}
TYPES = {"f": ctypes.c_float, "d": ctypes.c_double}
SMALL = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 2.0**-149, -(2.0**-149), 3.4028234663852886e38]


@pytest.fixture(scope="module")
def processor(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    folder = Path(tmp_path_factory.mktemp("directed"))
    (folder / "directed.c").write_text(SOURCE)
    command = ["gcc", "-shared", "-fPIC", "-O0", "-frounding-math", "-ffp-contract=off", "directed.c", "-lm"]
    subprocess.run([*command, "-o", "directed.so"], cwd=folder, check=True, timeout=60)
    return ctypes.CDLL(str(folder / "directed.so"))


def numbers(letter: str) -> st.SearchStrategy[float]:
    width = 32 if letter == "f" else 64
    near = st.floats(-4, 4, width=width)
    return st.one_of(st.floats(width=width), near, st.sampled_from(SMALL))


def same(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("letter", TYPES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_result_is_the_processors_in_every_mode(
    processor: ctypes.CDLL, letter: str, mode: str, data: st.DataObject
) -> None:
    x, y, z = (data.draw(numbers(letter)) for _ in range(3))
    for name, operands in (
        ("add", (x, y)), ("sub", (x, y)), ("mul", (x, y)), ("div", (x, y)), ("rcp", (x,)), ("sqrt", (x,)),
        ("fma", (x, y, z)),
    ):  # fmt: skip
        function = getattr(processor, letter + name)
        function.restype, function.argtypes = TYPES[letter], [ctypes.c_int, *[TYPES[letter]] * len(operands)]
        intrinsic = f"__{letter}{name}_{mode}"
        if name == "fma":
            intrinsic = f"__fma{'f' if letter == 'f' else ''}_{mode}"
        assert same(FakeContext().run(intrinsic, *operands), function(MODES[mode], *operands)), (intrinsic, operands)


@pytest.mark.parametrize("mode", MODES)
@settings(deadline=None, max_examples=40)
@given(n=st.integers(-(2**63), 2**63 - 1), small=st.integers(-(2**31), 2**31 - 1), x=numbers("d"))
@example(n=2**63 - 1, small=2**31 - 1, x=3.5e38)
@example(n=2**24 + 1, small=2**24 + 1, x=-1e-60)
def test_a_conversion_is_the_processors_in_every_mode(
    processor: ctypes.CDLL, mode: str, n: int, small: int, x: float
) -> None:
    for name, result, argument, type in (
        ("double2float", ctypes.c_float, x, ctypes.c_double),
        ("ll2float", ctypes.c_float, n, ctypes.c_longlong),
        ("ll2double", ctypes.c_double, n, ctypes.c_longlong),
        ("ull2float", ctypes.c_float, n % 2**64, ctypes.c_ulonglong),
        ("int2float", ctypes.c_float, small, ctypes.c_int),
        ("uint2float", ctypes.c_float, small % 2**32, ctypes.c_uint),
    ):
        function = getattr(processor, name)
        function.restype, function.argtypes = result, [ctypes.c_int, type]
        given_bits = argument if isinstance(argument, float) else argument % (2**32 if "int2" in name else 2**64)
        found = FakeContext().run(f"__{name}_{mode}", given_bits)
        assert same(found, function(MODES[mode], argument)), (name, argument)


@settings(deadline=None)
@given(x=numbers("d"), small=st.integers(-(2**31), 2**31 - 1))
def test_what_double_holds_exactly_is_exact_on_terms_too(x: float, small: int) -> None:
    for mode in MODES:
        for name, value in (("double2float", x), ("int2float", small % 2**32)):
            hidden = FakeContext().run(f"__{name}_{mode}", Hidden(value))
            assert same(getattr(hidden, "value", hidden), FakeContext().run(f"__{name}_{mode}", value))
