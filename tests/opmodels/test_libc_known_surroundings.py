"""Random numbers and dates of a run whose surroundings are known: those of the C library of this machine."""

import calendar
import ctypes
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.modelapi import I16, I32, I64, NULL
from tests.opmodels.fake_context import FakeContext, Hidden, plain, signed

LIBC = ctypes.CDLL(None)
LIBC.drand48.restype = LIBC.erand48.restype = ctypes.c_double
for _name in ("random", "lrand48", "mrand48", "nrand48", "jrand48"):
    getattr(LIBC, _name).restype = ctypes.c_long
LIBC.strftime.restype = ctypes.c_size_t

CALLS = ("rand", "random", "srand", "srandom", "drand48", "lrand48", "mrand48", "srand48")
OWN = ("erand48", "nrand48", "jrand48")


def known() -> FakeContext:
    return FakeContext(arbitrary=False)


def as_c(ctx: FakeContext, value: object) -> object:
    return value if isinstance(value, float) else signed(plain(value), ctx.ret_type.width)


@given(st.integers(0, 2**32 - 1), st.lists(st.tuples(st.sampled_from(CALLS), st.integers(0, 2**32 - 1)), max_size=60))
def test_generators_give_the_numbers_of_the_c_library(seed, calls):
    ctx = known()
    for name, argument in [("srand", seed), ("srand48", seed), *calls]:
        if name.startswith("srand"):
            getattr(LIBC, name)(ctypes.c_long(argument) if name == "srand48" else ctypes.c_uint(argument))
            ctx.run(name, argument)
        else:
            assert as_c(ctx, ctx.run(name)) == getattr(LIBC, name)(), name


@given(st.integers(0, 2**32 - 1), st.integers(1, 20))
def test_rand_r_changes_its_seed_as_the_c_library_does(seed, count):
    ctx, word = known(), ctypes.c_uint(seed)
    place = ctx.buffer(seed.to_bytes(4, "little"))
    for _ in range(count):
        assert plain(ctx.run("rand_r", place)) == LIBC.rand_r(ctypes.byref(word))
        assert plain(ctx.load(place, I32)) == word.value


@given(st.lists(st.integers(0, 65535), min_size=3, max_size=3), st.lists(st.sampled_from(OWN), min_size=1, max_size=9))
def test_generators_with_bits_of_the_program_change_them_as_the_c_library_does(words, names):
    ctx, bits = known(), (ctypes.c_ushort * 3)(*words)
    place = ctx.buffer(bytes(bits))
    for name in names:
        assert as_c(ctx, ctx.run(name, place)) == getattr(LIBC, name)(bits)
        assert [plain(ctx.load(ctx.add(place, 2 * index), I16)) for index in range(3)] == list(bits)


def test_numbers_of_a_seed_that_is_not_known_are_approximated_within_their_range():
    ctx = FakeContext(arbitrary=False, chosen=lambda type, label: 2**31 - 1)
    ctx.run("srand", Hidden(7))
    assert ctx.run("rand") == 2**31 - 1
    ctx.run("srand48", Hidden(7))
    assert ctx.run("lrand48") == 2**31 - 1
    ctx.run("srand", 1)
    assert ctx.run("rand") == 1804289383


# ---------------------------------------------------------------- dates

SECONDS = st.integers(-(2**33), 2**35)
FORMATS = st.lists(st.sampled_from([f"%{c}" for c in "aAbBCdDeFhHIjmMnprRStTuUVwWyYGg%cxX"] + [":", "x"]), max_size=6)


def fields(ctx: FakeContext, date: object) -> list[int]:
    return [signed(plain(ctx.load(ctx.add(date, 4 * index), I32)), 32) for index in range(9)]


def c_fields(seconds: int) -> bytes:
    date = (ctypes.c_int * 14)()
    LIBC.gmtime_r(ctypes.byref(ctypes.c_long(seconds)), date)
    return bytes(date)


@given(SECONDS, FORMATS, st.integers(1, 40))
def test_dates_and_their_texts_are_those_of_the_c_library(seconds, forms, size):
    ctx, form = known(), "".join(forms)
    date, text = ctx.buffer(bytes(56)), ctx.buffer(bytes(64))
    ctx.run("gmtime_r", ctx.buffer((seconds % 2**64).to_bytes(8, "little")), date)
    expected = c_fields(seconds)
    assert ctx.bytes_at(date, 36) == expected[:36]
    assert signed(plain(ctx.run("timegm", date)), 64) == seconds
    assert ctx.bytes_at(date, 36) == expected[:36]
    buffer = ctypes.create_string_buffer(size)
    length = LIBC.strftime(buffer, ctypes.c_size_t(size), form.encode(), expected)
    assert plain(ctx.run("strftime", text, size, ctx.text(form), date)) == length
    if length:
        assert ctx.bytes_at(text, length + 1) == buffer.raw[: length + 1]


@given(SECONDS, st.integers(0, 8), st.integers(-500, 500))
def test_fields_outside_of_their_ranges_are_brought_into_them(seconds, index, more):
    ctx, date = known(), (ctypes.c_int * 14).from_buffer_copy(c_fields(seconds))
    date[index] += more
    mine = ctx.buffer(bytes(date))
    expected = LIBC.timegm
    expected.restype = ctypes.c_long
    assert signed(plain(ctx.run("timegm", mine)), 64) == expected(date)
    assert ctx.bytes_at(mine, 36) == bytes(date)[:36]


# ---------------------------------------------------------------- clocks


@pytest.mark.parametrize("name", ["clock", "omp_get_wtime", "clock64"])
def test_known_clocks_advance_with_each_reading(name):
    ctx = FakeContext(arbitrary=False, on_device=name == "clock64")
    ctx.builtin = lambda name: (0, 0, 0)  # type: ignore[method-assign]
    first, second, third = (ctx.run(name) for _ in range(3))
    assert second > first > 0 and abs((third - second) - (second - first)) < 1e-9


def test_all_known_clocks_show_one_time():
    ctx, place = known(), known().buffer(bytes(16))
    place = ctx.buffer(bytes(16))
    start = plain(ctx.run("time", NULL))
    assert time.gmtime(start)[:3] == (2026, 1, 1) and start == calendar.timegm((2026, 1, 1, 0, 0, 0))
    ctx.run("sleep", 100)
    ctx.run("clock_gettime", 0, place)
    assert [plain(ctx.load(p, I64)) for p in (place, ctx.add(place, 8))] == [start + 100, 2_000_000]
