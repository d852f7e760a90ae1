"""The rounding modes of kernels against those of this machine's processor, which Python's own arithmetic obeys."""

import ctypes
import math
import platform
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from fake_context import FakeContext, Hidden, plain
from hypothesis import example, given
from hypothesis import strategies as st

MODES = {"rn": 0x000, "rd": 0x400, "ru": 0x800, "rz": 0xC00}  # fenv.h on x86-64
pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="the modes are those of x86-64")

doubles = st.floats()
floats = st.floats(width=32)
mode_names = st.sampled_from(sorted(MODES))


@contextmanager
def rounding(mode: str) -> Iterator[None]:
    library = ctypes.CDLL(None)
    assert library.fesetround(MODES[mode]) == 0
    try:
        yield
    finally:
        library.fesetround(0)


def to_single(x: float) -> float:
    """As the processor converts, which rounds to infinity where struct would raise."""
    return ctypes.c_float(x).value


def on_processor(mode: str, compute: Callable[[], float], width: int) -> float:
    """Rounding twice in one direction is rounding once, so floats may be computed in double; to the nearest it is
    so for one operation (Figueroa 1995)."""
    with rounding(mode):
        try:
            result = compute()
        except ZeroDivisionError:
            return math.nan
        return to_single(result) if width == 32 else result


def same(a: float, b: float) -> bool:
    return struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))


class Choosing(FakeContext):
    """Answers the questions of approximations in turn."""

    answers: Iterator[bool]

    def approximation(self, type: object, label: str) -> object:
        return Hidden(next(self.answers))


def possible(name: str, *args: object) -> list[float]:
    """The results on unknown operands."""
    found = []
    for answers in product((False, True), repeat=2):
        ctx = Choosing(on_device=True)
        ctx.answers = iter(answers)
        found.append(plain(ctx.run(name, *(Hidden(a) for a in args))))
    return found


def check(name: str, args: tuple[object, ...], expected: float) -> None:
    exact = FakeContext(on_device=True).run(name, *args)
    assert same(plain(exact), expected)
    assert any(same(value, expected) for value in possible(name, *args))


@given(x=doubles, y=doubles, mode=mode_names)
@example(x=1.0, y=-1.0, mode="rd")
@example(x=-0.0, y=0.0, mode="rd")
@example(x=1.7e308, y=1.7e308, mode="rz")
@example(x=5e-324, y=0.5, mode="ru")
def test_double_arithmetic(x: float, y: float, mode: str) -> None:
    check(f"__dadd_{mode}", (x, y), on_processor(mode, lambda: x + y, 64))
    check(f"__dsub_{mode}", (x, y), on_processor(mode, lambda: x - y, 64))
    check(f"__dmul_{mode}", (x, y), on_processor(mode, lambda: x * y, 64))
    if y != 0.0:
        check(f"__ddiv_{mode}", (x, y), on_processor(mode, lambda: x / y, 64))
        check(f"__drcp_{mode}", (y,), on_processor(mode, lambda: 1.0 / y, 64))
    if x >= 0.0:
        check(f"__dsqrt_{mode}", (x,), on_processor(mode, lambda: math.sqrt(x), 64))


@given(x=floats, y=floats, mode=mode_names)
@example(x=1.0, y=-1.0, mode="rd")
@example(x=3e38, y=3e38, mode="rz")
@example(x=1e-45, y=0.5, mode="ru")
def test_float_arithmetic(x: float, y: float, mode: str) -> None:
    check(f"__fadd_{mode}", (x, y), on_processor(mode, lambda: x + y, 32))
    check(f"__fsub_{mode}", (x, y), on_processor(mode, lambda: x - y, 32))
    check(f"__fmul_{mode}", (x, y), on_processor(mode, lambda: x * y, 32))
    if y != 0.0:
        check(f"__fdiv_{mode}", (x, y), on_processor(mode, lambda: x / y, 32))
        check(f"__frcp_{mode}", (y,), on_processor(mode, lambda: 1.0 / y, 32))
    if x >= 0.0:
        check(f"__fsqrt_{mode}", (x,), on_processor(mode, lambda: math.sqrt(x), 32))


@given(x=floats, y=floats, z=floats, mode=st.sampled_from(["rd", "ru", "rz"]))
@example(x=1.0, y=-1.0, z=1.0, mode="rd")
def test_fused_multiplication_of_floats(x: float, y: float, z: float, mode: str) -> None:
    """The product of two floats is exact in double."""
    check(f"__fmaf_{mode}", (x, y, z), on_processor(mode, lambda: x * y + z, 32))


@given(x=doubles, i=st.integers(0, 2**32 - 1), n=st.integers(0, 2**64 - 1), mode=mode_names)
@example(x=1e300, i=2**31, n=2**63, mode="rz")
def test_conversions(x: float, i: int, n: int, mode: str) -> None:
    check(f"__double2float_{mode}", (x,), on_processor(mode, lambda: x, 32))
    check(f"__int2float_{mode}", (i,), on_processor(mode, lambda: float(i - (i >> 31 << 32)), 32))
    check(f"__uint2float_{mode}", (i,), on_processor(mode, lambda: float(i), 32))
    library = ctypes.CDLL(None)
    library.ldexp.restype = ctypes.c_double
    signed = n - (n >> 63 << 64)
    halves = ((signed >> 32, n & 0xFFFFFFFF), (n >> 32, n & 0xFFFFFFFF))
    for name, (high, low) in zip(("ll", "ull"), halves, strict=True):
        check(f"__{name}2double_{mode}", (n,), on_processor(mode, lambda h=high, low=low: h * 4294967296.0 + low, 64))
