"""Allocation, numbers in strings, sorting, the end of the program, clocks, errno and the verifier's words."""

import ctypes
import functools
import math

import pytest
from fake_context import Excluded, FakeContext, Hidden, Refused, Stopped, Violation, plain, signed
from hypothesis import example, given
from hypothesis import strategies as st

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, NULL, PTR, Pointer, Space

LIBC = ctypes.CDLL("libc.so.6", use_errno=True)
LIBC.strtol.restype = LIBC.atoll.restype = ctypes.c_long
LIBC.strtoul.restype = ctypes.c_ulong
LIBC.strtod.restype = LIBC.atof.restype = ctypes.c_double

numbers = st.one_of(
    st.text(alphabet="0123456789+-xXaAfF. einpt", max_size=10),
    st.integers(-(2**66), 2**66).map(str),
    st.integers(0, 2**66).map(hex),
    st.floats().map(str),
    st.floats(allow_nan=False).map(lambda x: x.hex()),
)


@given(numbers, st.sampled_from([0, 2, 8, 10, 16, 36]))
@example("0x", 16)
@example("  -0x1G", 0)
def test_strtol_and_strtoul(text, base):
    for name in ("strtol", "strtoul"):
        ctx = FakeContext()
        s, end = ctx.text(text), ctx.buffer(bytes(8))
        real = ctypes.create_string_buffer(text.encode())
        real_end = ctypes.c_void_p()
        ctypes.set_errno(0)
        expected = getattr(LIBC, name)(real, ctypes.byref(real_end), base)
        assert ctx.run(name, s, end, base) == expected & (2**64 - 1)
        assert ctx.load(end, PTR).offset == real_end.value - ctypes.addressof(real)
        assert (ctx.load(ctx.run("__errno_location"), I32) == 34) == (ctypes.get_errno() == 34)


@given(numbers)
def test_atoi_and_atoll(text):
    ctx = FakeContext()
    assert ctx.run("atoi", ctx.text(text)) == LIBC.atoi(text.encode()) & 0xFFFFFFFF
    assert ctx.run("atoll", ctx.text(text)) == LIBC.atoll(text.encode()) & (2**64 - 1)


@given(numbers)
@example("0x1p4 rest")
@example("1e999")
@example("-infinity")
def test_strtod_and_atof(text):
    ctx = FakeContext()
    s, end = ctx.text(text), ctx.buffer(bytes(8))
    real = ctypes.create_string_buffer(text.encode())
    real_end = ctypes.c_void_p()
    expected = LIBC.strtod(real, ctypes.byref(real_end))
    found = ctx.run("strtod", s, end)
    assert found == expected or (math.isnan(found) and math.isnan(expected))
    assert ctx.load(end, PTR).offset == real_end.value - ctypes.addressof(real)
    assert ctx.run("atof", s) == found or math.isnan(found)


decimals = st.one_of(
    st.from_regex(r"[ \t\n\v\f\r]{0,3}[+-]{0,2}[0-9]{0,12}[ x0-9+-]{0,2}", fullmatch=True),
    st.text(alphabet="0123456789+- \t\r\x08\x0e/:a\xb1", max_size=18),
    st.integers(-(2**31), 2**31 - 1).map(str),
).filter(lambda text: len(text) <= 18)


@given(decimals, st.integers(0, 19))
@example("-999999999999999999"[:18], 0)
@example("+-1", 0)
@example("- 1", 0)
def test_a_decimal_number_in_a_string_that_depends_on_inputs(text, size):
    real = ctypes.create_string_buffer(text.encode("latin-1"))
    real_end = ctypes.c_void_p()
    for name in ("strtol", "strtoul"):
        ctx = FakeContext(hide=True)
        end = ctx.buffer(bytes(8))
        s = ctx.text(text, size)
        expected = getattr(LIBC, name)(real, ctypes.byref(real_end), 10) & (2**64 - 1)
        assert ctx.run(name, s, end, 10) == ctx.run(name, s, NULL, 10) == expected
        assert plain(ctx.load(end, PTR)).offset == real_end.value - ctypes.addressof(real)
    assert ctx.run("atoi", s) == expected & 0xFFFFFFFF
    assert ctx.run("atol", s) == ctx.run("atoll", s) == expected
    assert not ctx.notes


def test_a_long_number_in_an_unknown_string_is_arbitrary_and_noted():
    ctx = FakeContext(hide=True, chosen=lambda type, label: 5)
    assert ctx.run("atoi", ctx.text("17" + 30 * " ")) == 17
    end = ctx.buffer(bytes(8))
    assert ctx.run("strtol", ctx.text(30 * "1"), end, 10) == 5
    assert plain(ctx.load(end, PTR)).offset == 5
    assert ctx.notes


def test_a_number_in_another_base_in_an_unknown_string_is_arbitrary_and_noted():
    ctx = FakeContext(hide=True, chosen=lambda type, label: 5)
    assert ctx.run("strtol", ctx.text("17"), NULL, 16) == 5
    assert ctx.notes


@pytest.mark.parametrize("hide", [False, True])
@given(values=st.lists(st.integers(-3, 3), max_size=6))
def test_qsort_sorts_and_bsearch_finds(hide, values):
    def compare(ctx, a, b):
        x, y = (signed(plain(ctx.load(p, I32)), 32) for p in (a, b))
        return (x - y) & 0xFFFFFFFF

    ctx = FakeContext(hide=hide, callback=compare)
    data = b"".join(v.to_bytes(4, "little", signed=True) for v in values)
    block = ctx.buffer(data)
    ctx.run("qsort", block, len(values), 4, NULL)
    expected = sorted(values)
    assert ctx.bytes_at(block, len(data)) == b"".join(v.to_bytes(4, "little", signed=True) for v in expected)
    assert all(not b.live for b in ctx.blocks if b.label == "buffer of qsort")
    for wanted in range(-3, 4):
        key = ctx.buffer(wanted.to_bytes(4, "little", signed=True))
        found = ctx.run("bsearch", key, block, len(values), 4, NULL)
        assert (found != NULL) == (wanted in values)
        assert found == NULL or plain(ctx.load(found, I32)) == wanted & 0xFFFFFFFF


def test_qsort_keeps_the_order_of_equal_elements_as_glibc():
    calls = functools.partial(lambda ctx, a, b: 0)
    ctx = FakeContext(callback=calls)
    block = ctx.buffer(b"dcba")
    ctx.run("qsort", block, 4, 1, NULL)
    assert ctx.bytes_at(block, 4) == b"dcba"


def test_malloc_and_free():
    ctx = FakeContext()
    p = ctx.run("malloc", 10)
    assert ctx.space(p) == Space.HOST_HEAP and ctx.object_size(p) == 10
    ctx.run("free", p)
    ctx.run("free", NULL)
    for argument, prop in ((p, "double-free"), (ctx.add(ctx.run("malloc", 4), 1), "invalid-free")):
        with pytest.raises(Violation, match=prop):
            ctx.run("free", argument)


def test_malloc_in_a_kernel_takes_from_the_device_heap():
    ctx = FakeContext(on_device=True)
    p = ctx.run("malloc", 10)
    assert ctx.space(p) == Space.DEVICE_GLOBAL
    ctx.run("free", p)


@pytest.mark.parametrize("fails", [False, True])
def test_malloc_may_fail_if_the_option_says_so(fails):
    ctx = FakeContext(chosen=lambda type, label: fails, state={"option:malloc-may-fail": True})
    assert (ctx.run("malloc", 10) == NULL) == fails
    assert (ctx.run("calloc", 1, 10) == NULL) == fails


@pytest.mark.parametrize("hide", [False, True])
@pytest.mark.parametrize(
    "count, size, null", [(2, 5, False), (2**32, 2**32, True), (2**63, 2, True), (2**62, 2, True), (0, 5, False)]
)
def test_calloc_fails_when_the_product_overflows(hide, count, size, null):
    arguments = [Hidden(v) if hide else v for v in (count, size)]
    for args in (arguments, [count, arguments[1]], [arguments[0], size]):
        ctx = FakeContext()
        p = ctx.run("calloc", *args)
        assert (p == NULL) == null
        assert null or ctx.bytes_at(p, count * size) == bytes(count * size)


def test_a_negative_size_gives_null():
    assert FakeContext().run("malloc", 2**64 - 4) == NULL


def test_realloc_keeps_the_contents_and_frees_the_old_object():
    ctx = FakeContext()
    p = ctx.run("realloc", NULL, 4)
    ctx.store(p, 0x01020304, I32)
    q = ctx.run("realloc", p, 8)
    assert ctx.load(q, I32) == 0x01020304
    with pytest.raises(Violation, match="use-after-free"):
        ctx.load(p, I32)
    r = ctx.run("realloc", q, 2)
    assert ctx.bytes_at(r, 2) == b"\4\3"
    assert ctx.run("realloc", r, 0) == NULL


def test_posix_memalign_and_aligned_alloc():
    ctx = FakeContext()
    place = ctx.buffer(bytes(8))
    assert ctx.run("posix_memalign", place, 64, 10) == 0
    assert ctx.object_size(ctx.load(place, PTR)) == 10
    assert ctx.run("posix_memalign", place, 3, 10) == 22
    assert ctx.run("aligned_alloc", 3, 10) == NULL
    assert ctx.object_size(ctx.run("aligned_alloc", 32, 10)) == 10


def test_exit_runs_the_handlers_last_in_first_out():
    ran: list[Pointer] = []
    ctx = FakeContext()
    ctx.call = lambda function, args, types, ret: ran.append(function)  # type: ignore[method-assign]
    first, second = Pointer(7, 0), Pointer(8, 0)
    assert ctx.run("atexit", first) == 0 and ctx.run("atexit", second) == 0
    with pytest.raises(Stopped) as stopped:
        ctx.run("exit", 3)
    assert ran == [second, first] and stopped.value.args == (3,)
    with pytest.raises(Violation):
        ctx.run("abort")


def test_random_numbers_stay_in_range():
    for value in (0, 2**31 - 1, 2**31, 2**32 - 1):
        assert FakeContext(chosen=lambda type, label, v=value: v).run("rand") == value % 2**31
    with pytest.raises(Excluded):
        FakeContext(chosen=lambda type, label: 1.0).run("drand48")


@pytest.mark.parametrize("name", ["clock", "time"])
def test_clocks_do_not_run_backwards(name):
    times = iter([5, 5, 4])
    ctx = FakeContext(chosen=lambda type, label: next(times))
    arguments = () if name == "clock" else (NULL,)
    assert [ctx.run(name, *arguments) for _ in range(2)] == [5, 5]
    with pytest.raises(Excluded):
        ctx.run(name, *arguments)


def test_gettimeofday_compares_both_parts():
    times = iter([5, 100, 6, 3, 6, 2])
    ctx = FakeContext(chosen=lambda type, label: next(times))
    tv = ctx.buffer(bytes(16))
    ctx.run("gettimeofday", tv, NULL)
    ctx.run("gettimeofday", tv, NULL)
    assert [plain(ctx.load(p, I64)) for p in (tv, ctx.add(tv, 8))] == [6, 3]
    with pytest.raises(Excluded):
        ctx.run("gettimeofday", tv, NULL)


def test_difftime_and_absolute_values():
    ctx = FakeContext()
    assert ctx.run("difftime", 3, 5) == -2.0
    assert ctx.run("int abs(int j)", 2**32 - 5) == 5
    assert ctx.run("labs", 2**64 - 5) == 5


class Quotient(ctypes.Structure):
    _fields_ = (("quot", ctypes.c_long), ("rem", ctypes.c_long))


@pytest.mark.parametrize("hide", [False, True])
@given(a=st.integers(-(2**63) + 1, 2**63 - 1), b=st.integers(-(2**63), 2**63 - 1).filter(bool))
def test_quotient_and_remainder(hide, a, b):
    LIBC.ldiv.restype = Quotient
    expected = LIBC.ldiv(ctypes.c_long(a), ctypes.c_long(b))
    ctx = FakeContext()
    result = ctx.buffer(bytes(16))
    bits = [Hidden(v % 2**64) if hide else v % 2**64 for v in (a, b)]
    ctx.run("ldiv_t ldiv(long numer, long denom)", result, *bits)
    assert [signed(plain(ctx.load(p, I64)), 64) for p in (result, ctx.add(result, 8))] == [expected.quot, expected.rem]


def test_what_setenv_sets_is_what_getenv_gets():
    ctx = FakeContext()
    assert ctx.run("getenv", ctx.text("A")) == NULL
    assert ctx.run("setenv", ctx.text("A"), ctx.text("xy"), 0) == 0
    assert ctx.run("setenv", ctx.text("A"), ctx.text("z"), 0) == 0
    assert ctx.bytes_at(ctx.run("getenv", ctx.text("A")), 3) == b"xy\0"
    assert ctx.run("unsetenv", ctx.text("A")) == 0 and ctx.run("getenv", ctx.text("A")) == NULL


def test_the_words_of_the_verifier():
    ctx = FakeContext(chosen=lambda type, label: {I32: 7, F32: 0.5, F64: 0.25, BOOL: True}[type])
    assert ctx.run("nondet_int") == 7 and ctx.run("__VERIFIER_nondet_uint") == 7
    assert ctx.run("nondet_float") == 0.5 and ctx.run("nondet_double") == 0.25 and ctx.run("nondet_bool") == 1
    ctx.run("__VERIFIER_assume", 2)
    with pytest.raises(Excluded):
        ctx.run("__ESBMC_assume", 0)
    text = ctx.text("x == 5")
    ctx.run("__cudabmc_assert", 1, text)
    for name, arguments in (
        ("__cudabmc_assert", (0, text)),
        ("__VERIFIER_assert", (0,)),
        ("__ESBMC_assert", (0, text)),
        ("reach_error", ()),
    ):
        with pytest.raises(Violation, match="assertion"):
            ctx.run(name, *arguments)


def test_the_environment_is_empty():
    ctx = FakeContext()
    assert ctx.run("getenv", ctx.text("HOME")) == NULL
    assert len(ctx.notes) == 1
    with pytest.raises(Refused, match="starts a process"):
        ctx.run("system", ctx.text("ls"))
