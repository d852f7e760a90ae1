"""Intrinsics of kernels, on known and on hidden arguments, against their definitions."""

import math
import struct

import pytest
from fake_context import FakeContext, Hidden, signed, to_float32
from hypothesis import example, given
from hypothesis import strategies as st

hide = pytest.mark.parametrize("hide", [False, True])
u32 = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 2**31, 2**32 - 1]))
u64 = st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 2**63, 2**64 - 1]))
floats = st.floats(width=32)
M32, M64 = 2**32 - 1, 2**64 - 1


def run(name: str, hide: bool, *args: object) -> object:
    ctx = FakeContext(on_device=True)
    return ctx.run(name, *(Hidden(a) if hide else a for a in args))


@hide
@given(x=u32, y=u64)
def test_bit_counting(hide, x, y):
    assert run("__popc", hide, x) == bin(x).count("1") and run("__popcll", hide, y) == bin(y).count("1")
    assert run("__clz", hide, x) == 32 - x.bit_length() and run("__clzll", hide, y) == 64 - y.bit_length()
    first = [i + 1 for i in range(64) if x >> i & 1][:1] or [0]
    assert run("__ffs", hide, x) == first[0] == run("ffs", hide, x)
    first = [i + 1 for i in range(64) if y >> i & 1][:1] or [0]
    assert run("int __ffsll(long long x)", hide, y) == first[0]
    assert run("__brev", hide, x) == int(format(x, "032b")[::-1], 2)
    assert run("__brevll", hide, y) == int(format(y, "064b")[::-1], 2)


@hide
@given(x=u32, y=u32, a=u64, b=u64)
def test_multiplication(hide, x, y, a, b):
    low = [signed(v & 0xFFFFFF, 24) for v in (x, y)]
    assert run("__mul24", hide, x, y) == low[0] * low[1] & M32
    assert run("__umul24", hide, x, y) == (x & 0xFFFFFF) * (y & 0xFFFFFF) & M32
    assert run("__mulhi", hide, x, y) == signed(x, 32) * signed(y, 32) >> 32 & M32
    assert run("__umulhi", hide, x, y) == x * y >> 32
    assert run("__mul64hi", hide, a, b) == signed(a, 64) * signed(b, 64) >> 64 & M64
    assert run("__umul64hi", hide, a, b) == a * b >> 64


@hide
@given(x=u32, y=u32, z=u32)
def test_sums_and_averages(hide, x, y, z):
    a, b = signed(x, 32), signed(y, 32)
    assert run("__sad", hide, x, y, z) == abs(a - b) + z & M32
    assert run("__usad", hide, x, y, z) == abs(x - y) + z & M32
    assert run("__hadd", hide, x, y) == a + b >> 1 & M32 and run("__rhadd", hide, x, y) == a + b + 1 >> 1 & M32
    assert run("__uhadd", hide, x, y) == x + y >> 1 and run("__urhadd", hide, x, y) == x + y + 1 >> 1


@hide
@given(lo=u32, hi=u32, shift=st.one_of(st.integers(0, 70), u32))
def test_funnel_shifts(hide, lo, hi, shift):
    whole = hi << 32 | lo
    wrapped, capped = shift & 31, min(shift, 32)
    assert run("__funnelshift_l", hide, lo, hi, shift) == whole << wrapped >> 32 & M32
    assert run("__funnelshift_lc", hide, lo, hi, shift) == whole << capped >> 32 & M32
    assert run("__funnelshift_r", hide, lo, hi, shift) == whole >> wrapped & M32
    assert run("__funnelshift_rc", hide, lo, hi, shift) == whole >> capped & M32


@hide
@given(x=u32, y=u32, s=u32)
@example(x=0x33221100, y=0x77665544, s=0x3210)
def test_byte_permutation(hide, x, y, s):
    source = struct.pack("<II", x, y)
    expected = bytes(source[s >> 4 * i & 7] for i in range(4))
    assert run("__byte_perm", hide, x, y, s) == int.from_bytes(expected, "little")


@hide
@given(x=u32, y=u64)
def test_bit_casts(hide, x, y):
    number = struct.unpack("<f", struct.pack("<I", x))[0]
    if not math.isnan(number):
        assert run("__int_as_float", hide, x) == number == run("__uint_as_float", hide, x)
        assert run("__float_as_int", hide, number) == x == run("__float_as_uint", hide, number)
    number = struct.unpack("<d", struct.pack("<Q", y))[0]
    if not math.isnan(number):
        assert run("__longlong_as_double", hide, y) == number == run("__hiloint2double", hide, y >> 32, y & M32)
        assert run("__double_as_longlong", hide, number) == y
        assert run("__double2hiint", hide, number) == y >> 32 and run("__double2loint", hide, number) == y & M32


ROUNDINGS = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}
TARGETS = {"int": (-(2**31), 2**31 - 1), "uint": (0, M32), "ll": (-(2**63), 2**63 - 1), "ull": (0, M64)}


@hide
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("mode", ROUNDINGS)
@given(x=floats, y=st.one_of(st.floats(), st.floats(-1e10, 1e10)))
@example(x=2.5, y=-0.5)
@example(x=math.inf, y=2147483647.5)
@example(x=2.0**31, y=2.0**63)
@example(x=-(2.0**63), y=-(2.0**31) - 0.5)
def test_conversions_to_integers_saturate(hide, target, mode, x, y):
    low, high = TARGETS[target]
    width = high.bit_length() + (low < 0)
    for source, value in (("float", x), ("double", y)):
        if math.isnan(value):
            expected = 0 if source == "float" and width == 32 else 1 << (width - 1)
        elif math.isinf(value):
            expected = (high if value > 0 else low) & ((1 << width) - 1)
        else:
            expected = min(max(ROUNDINGS[mode](value), low), high) & ((1 << width) - 1)
        assert run(f"__{source}2{target}_{mode}", hide, value) == expected


@hide
@given(x=u32, y=u64)
def test_conversions_to_floats(hide, x, y):
    assert run("__int2float_rn", hide, x) == to_float32(signed(x, 32))
    assert run("__uint2double_rn", hide, x) == float(x)
    assert run("__ll2double_rn", hide, y) == float(signed(y, 64))
    assert run("__double2float_rn", hide, 0.1) == to_float32(0.1)


@hide
@given(x=floats, y=floats)
def test_rounded_arithmetic(hide, x, y):
    def same(a: float, b: float) -> bool:
        return a == b or (math.isnan(a) and math.isnan(b))

    assert same(run("__fadd_rn", hide, x, y), to_float32(x + y))
    assert same(run("__fsub_rn", hide, x, y), to_float32(x - y))
    assert same(run("__dmul_rn", hide, x, y), x * y)
    assert same(run("__fmaf_rn", hide, x, y, 0.0), to_float32(x * y))
    if x > 0:
        assert same(run("__fsqrt_rn", hide, x), to_float32(math.sqrt(x)))
    expected = 0.0 if math.isnan(x) else to_float32(min(max(x, 0.0), 1.0))
    assert same(run("__saturatef", hide, x), expected)


@hide
def test_the_fast_division_vanishes_for_huge_divisors(hide):
    if not hide:  # an unknown quotient has the documented error
        assert run("__fdividef", hide, 1.0, 4.0) == 0.25
        assert run("__fdividef", hide, 3e38, 2.0**127) == 0.0
    assert run("fdividef", hide, 2.0**127, 2.0**127) == 1.0


def test_what_is_not_exact_is_noted():
    for name, arguments in (
        ("__fadd_rz", (Hidden(1.0), 2.0)),
        ("__sinf", (1.0,)),
        ("__powf", (2.0, 3.0)),
        ("__frcp_rd", (Hidden(3.0),)),
    ):
        ctx = FakeContext()
        ctx.run(name, *arguments)
        assert ctx.notes
    ctx = FakeContext()
    ctx.run("__fadd_rn", 1.0, 2.0)
    assert not ctx.notes
