"""String functions give what glibc gives, on known and on hidden contents."""

import ctypes

import pytest
from fake_context import FakeContext, Hidden, Violation, plain
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.modelapi import NULL, PTR, Pointer

LIBC = ctypes.CDLL("libc.so.6")
for _name in ("strchr", "strrchr", "strstr", "strpbrk", "memchr", "memrchr", "memmem", "strchrnul", "strcasestr"):
    getattr(LIBC, _name).restype = ctypes.c_void_p

hide = pytest.mark.parametrize("hide", [False, True])
words = st.text(alphabet="abAB ,", max_size=6).map(lambda s: s.encode())
short = st.binary(max_size=6).map(lambda b: b.replace(b"\0", b"x"))


def sign(x: int) -> int:
    x = ctypes.c_int32(x).value
    return (x > 0) - (x < 0)


def offset(ptr: Pointer) -> int | None:
    return None if plain(ptr) == NULL else plain(ptr).offset


def real_offset(name: str, s: bytes, *rest: object) -> int | None:
    buffer = ctypes.create_string_buffer(s)
    found = getattr(LIBC, name)(buffer, *rest)
    return None if found is None else found - ctypes.addressof(buffer)


@hide
@given(s=short)
def test_strlen(hide, s):
    ctx = FakeContext(hide=hide)
    assert ctx.run("strlen", ctx.text(s)) == len(s)


@hide
@given(a=words, b=words, n=st.integers(0, 8))
def test_comparisons_have_the_sign_of_glibc(hide, a, b, n):
    ctx = FakeContext(hide=hide)
    p, q = ctx.text(a), ctx.text(b)
    assert sign(ctx.run("strcmp", p, q)) == sign(LIBC.strcmp(a, b))
    assert sign(ctx.run("strcasecmp", p, q)) == sign(LIBC.strcasecmp(a, b))
    assert sign(ctx.run("strncmp", p, q, n)) == sign(LIBC.strncmp(a, b, n))
    assert sign(ctx.run("strncasecmp", p, q, n)) == sign(LIBC.strncasecmp(a, b, n))


@hide
@given(a=st.binary(min_size=5, max_size=5), b=st.binary(min_size=5, max_size=5), n=st.integers(0, 5))
def test_memcmp(hide, a, b, n):
    ctx = FakeContext(hide=hide)
    assert sign(ctx.run("memcmp", ctx.buffer(a), ctx.buffer(b), n)) == sign(LIBC.memcmp(a, b, n))
    assert sign(ctx.run("memcmp", ctx.buffer(a), ctx.buffer(b), Hidden(n))) == sign(LIBC.memcmp(a, b, n))


@hide
@given(s=words, c=st.sampled_from(b"abAB ,x\0"))
def test_searches_for_a_character(hide, s, c):
    ctx = FakeContext(hide=hide)
    p = ctx.text(s)
    assert offset(ctx.run("strchr", p, c)) == real_offset("strchr", s, c)
    assert offset(ctx.run("strrchr", p, c)) == real_offset("strrchr", s, c)
    assert offset(ctx.run("strchrnul", p, c)) == real_offset("strchrnul", s, c)
    for name in ("memchr", "memrchr"):
        assert offset(ctx.run(name, p, c, len(s))) == real_offset(name, s, c, ctypes.c_size_t(len(s)))
        assert offset(ctx.run(name, p, c, Hidden(len(s)))) == real_offset(name, s, c, ctypes.c_size_t(len(s)))


@hide
@given(s=words, t=words)
def test_searches_for_strings_and_sets(hide, s, t):
    ctx = FakeContext(hide=hide)
    p, q = ctx.text(s), ctx.text(t)
    assert offset(ctx.run("strstr", p, q)) == real_offset("strstr", s, t)
    assert offset(ctx.run("strcasestr", p, q)) == real_offset("strcasestr", s, t)
    assert offset(ctx.run("strpbrk", p, q)) == real_offset("strpbrk", s, t)
    n, m = ctypes.c_size_t(len(s)), ctypes.c_size_t(len(t))
    assert offset(ctx.run("memmem", p, len(s), q, len(t))) == real_offset("memmem", s, n, t, m)
    assert ctx.run("strspn", p, q) == LIBC.strspn(s, t)
    assert ctx.run("strcspn", p, q) == LIBC.strcspn(s, t)


@hide
@given(d=words, s=words, n=st.integers(0, 8))
def test_copies_leave_the_bytes_that_glibc_leaves(hide, d, s, n):
    for name in ("strcpy", "strcat", "strncpy", "strncat", "stpcpy", "stpncpy"):
        rest = (n,) if name[:4] in ("strn", "stpn") else ()
        real = ctypes.create_string_buffer(d, 24)
        getattr(LIBC, name).restype = ctypes.c_void_p
        end = getattr(LIBC, name)(real, s, *rest) - ctypes.addressof(real)
        ctx = FakeContext(hide=hide)
        target = ctx.allocate(24, ctx.space(ctx.text("")), "target", zero=True)
        ctx.copy(target, ctx.text(d), len(d) + 1)
        assert offset(ctx.run(name, target, ctx.text(s), *rest)) == end
        assert ctx.bytes_at(target, 24) == real.raw


@hide
@given(s=words, c=st.sampled_from(b"abAB ,x\0"), n=st.integers(0, 8))
def test_a_copy_that_a_character_ends_leaves_the_bytes_that_glibc_leaves(hide, s, c, n):
    LIBC.memccpy.restype = ctypes.c_void_p
    real = ctypes.create_string_buffer(16)
    end = LIBC.memccpy(real, ctypes.create_string_buffer(s, 16), c, ctypes.c_size_t(n))
    for size in (n, Hidden(n)):
        ctx = FakeContext(hide=hide)
        target = ctx.allocate(16, ctx.space(ctx.text("")), "target", zero=True)
        found = ctx.run("memccpy", target, ctx.buffer(s.ljust(16, b"\0")), c, size)
        assert offset(found) == (None if end is None else end - ctypes.addressof(real))
        assert ctx.bytes_at(target, 16) == real.raw


def bounded_copy(d: bytes, s: bytes, size: int) -> bytes:
    """strlcat, of which strlcpy is the case of an empty target (OpenBSD, strlcpy(3)); glibc has them from 2.38 on."""
    return d + s[: max(0, size - len(d) - 1)] if len(d) < size else d


@hide
@given(d=words, s=words, n=st.integers(0, 8))
def test_bounded_copies_end_within_their_room(hide, d, s, n):
    for name, before in (("strlcpy", b""), ("strlcat", d)):
        ctx = FakeContext(hide=hide)
        target = ctx.allocate(16, ctx.space(ctx.text("")), "target", zero=True)
        ctx.copy(target, ctx.text(before), len(before) + 1)
        length = ctx.run(name, target, ctx.text(s), n)
        assert plain(length) == min(len(before), n) + len(s)
        assert ctx.bytes_at(target, 16).split(b"\0")[0] == (bounded_copy(before, s, n) if n else before)


@hide
@given(s=words, n=st.integers(0, 8))
def test_the_transformed_string_orders_as_the_string(hide, s, n):
    ctx = FakeContext(hide=hide)
    target = ctx.allocate(16, ctx.space(ctx.text("")), "target", zero=True)
    real = ctypes.create_string_buffer(16)
    assert plain(ctx.run("strxfrm", target, ctx.text(s), n)) == LIBC.strxfrm(real, s, ctypes.c_size_t(n))
    if len(s) < n:
        assert ctx.bytes_at(target, len(s) + 1) == real.raw[: len(s) + 1]


@hide
@given(s=words)
def test_strsep_keeps_empty_fields(hide, s):
    ctx = FakeContext(hide=hide)
    place = ctx.allocate(8, ctx.space(ctx.text("")), "place", zero=True)
    ctx.store(place, ctx.text(s), PTR)
    fields = []
    while (field := ctx.run("strsep", place, ctx.text(" ,"))) != NULL:
        fields.append(ctx.bytes_at(field, len(s) + 1 - field.offset).split(b"\0")[0])
    assert fields == s.replace(b",", b" ").split(b" ")


@hide
@given(s=words)
def test_strtok_cuts_the_tokens(hide, s):
    ctx = FakeContext(hide=hide)
    p, delimiters = ctx.text(s), ctx.text(" ,")
    tokens = []
    token = ctx.run("strtok", p, delimiters)
    while token != NULL:
        tokens.append(ctx.bytes_at(token, len(s) + 1 - token.offset).split(b"\0")[0])
        token = ctx.run("strtok", NULL, delimiters)
    assert tokens == [t for t in s.replace(b",", b" ").split(b" ") if t]


@hide
def test_strdup_makes_an_object_that_free_takes(hide):
    ctx = FakeContext(hide=hide)
    copy = ctx.run("strdup", ctx.text("abc"))
    assert ctx.bytes_at(copy, 4) == b"abc\0"
    ctx.run("free", copy)


@hide
@pytest.mark.parametrize("name", ["strlen", "strcmp", "strchr", "strcpy"])
def test_a_string_without_end_is_a_bounds_violation(hide, name):
    ctx = FakeContext(hide=hide)
    other = {"strlen": (), "strcmp": (ctx.text("abcdefgh"),), "strchr": (ord("x"),), "strcpy": (ctx.buffer(b"abc"),)}
    with pytest.raises(Violation, match="bounds"):
        ctx.run(name, ctx.buffer(b"abc"), *other[name])


def test_a_string_that_is_too_long_for_its_target_is_a_bounds_violation():
    ctx = FakeContext()
    with pytest.raises(Violation, match="bounds"):
        ctx.run("strcpy", ctx.buffer(b"abc"), ctx.text("abc"))


def test_null_is_reported():
    with pytest.raises(Violation, match="null-dereference"):
        FakeContext().run("strlen", NULL)


@pytest.mark.parametrize("distance, wrong", [(3, True), (4, False), (-3, True), (-4, False), (0, True)])
def test_memcpy_of_overlapping_blocks_is_misuse(distance, wrong):
    ctx = FakeContext()
    block = ctx.buffer(bytes(range(16)))
    middle = ctx.add(block, 6)
    if wrong:
        with pytest.raises(Violation, match="api-misuse"):
            ctx.run("memcpy", middle, ctx.add(middle, distance), 4)
    else:
        ctx.run("memcpy", middle, ctx.add(middle, distance), 4)
    ctx.run("memmove", middle, ctx.add(middle, distance), 4)


def test_a_pointer_with_several_targets_is_followed_byte_by_byte():
    ctx = FakeContext()
    assert ctx.run("strlen", Hidden(ctx.text("abc"))) == 3
    assert ctx.run("strcmp", Hidden(ctx.text("abc")), ctx.text("abc")) == 0
    assert offset(ctx.run("memchr", Hidden(ctx.text("abc")), ord("b"), 100)) == 1
    assert ctx.run("memccpy", ctx.buffer(bytes(2)), Hidden(ctx.text("abc")), ord("b"), 100) != NULL


def test_memset_takes_the_low_byte():
    ctx = FakeContext()
    block = ctx.buffer(b"abcd")
    ctx.run("memset", block, 0x1FF, 2)
    assert ctx.bytes_at(block, 4) == b"\xff\xffcd"


def test_characters_are_classified_as_by_glibc():
    ctx = FakeContext()
    names = ["alnum", "alpha", "blank", "cntrl", "digit", "graph"]
    names += ["lower", "print", "punct", "space", "upper", "xdigit"]
    for c in range(-1, 256):
        for name in names:
            assert bool(ctx.run(f"is{name}", c & 0xFFFFFFFF)) == bool(getattr(LIBC, f"is{name}")(c))
        assert ctx.run("tolower", c & 0xFFFFFFFF) == LIBC.tolower(c) & 0xFFFFFFFF
        assert ctx.run("toupper", c & 0xFFFFFFFF) == LIBC.toupper(c) & 0xFFFFFFFF
