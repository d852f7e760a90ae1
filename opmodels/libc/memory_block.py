"""Blocks of memory (C11 7.24: mem*). memcpy and memset may be called in kernels as well."""

from collections.abc import Sequence

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, ModelContext, Op, Value
from opmodels.libc.c_string import room
from opmodels.libc.expression import both, either, eq, narrow, select, ule, ult, widen
from opmodels.registry import model


def require_apart(ctx: ModelContext, dst: Value, src: Value, size: Value) -> None:
    """Two blocks of one object must not overlap (C11 7.24.2.1p2)."""
    if ctx.object_id(dst) is None or ctx.object_id(dst) != ctx.object_id(src):
        return
    a, b = ctx.object_offset(dst), ctx.object_offset(src)
    apart = either(
        ctx,
        eq(ctx, size, 0, I64),
        both(ctx, ule(ctx, a, b), ule(ctx, size, ctx.op(Op.SUB, I64, b, a))),
        both(ctx, ult(ctx, b, a), ule(ctx, size, ctx.op(Op.SUB, I64, a, b))),
    )
    ctx.require(apart, "api-misuse", f"{ctx.name} is given blocks of {ctx.object_name(dst)} that overlap")


@model("void *memcpy(void *dst, const void *src, size_t n)", "void *mempcpy(void *dst, const void *src, size_t n)")
def memcpy(ctx: ModelContext, dst: Value, src: Value, n: Value) -> Value:
    """C11 7.24.2.1; mempcpy is GNU's and returns the end."""
    require_apart(ctx, dst, src, n)
    ctx.copy(dst, src, n)
    return dst if ctx.name == "memcpy" else ctx.add(dst, n)


@model("void *memmove(void *dst, const void *src, size_t n)")
def memmove(ctx: ModelContext, dst: Value, src: Value, n: Value) -> Value:
    """C11 7.24.2.2."""
    ctx.copy(dst, src, n)
    return dst


@model("void bcopy(const void *src, void *dst, size_t n)", device=False)
def bcopy(ctx: ModelContext, src: Value, dst: Value, n: Value) -> None:
    """POSIX.1-2001: memmove with its arguments exchanged."""
    ctx.copy(dst, src, n)


@model("void *memset(void *s, int c, size_t n)")
def memset(ctx: ModelContext, s: Value, c: Value, n: Value) -> Value:
    """C11 7.24.6.1."""
    ctx.fill(s, narrow(ctx, c, I32), n)
    return s


@model("void bzero(void *s, size_t n)", device=False)
def bzero(ctx: ModelContext, s: Value, n: Value) -> None:
    """POSIX.1-2001: memset to zero."""
    ctx.fill(s, 0, n)


def _count(ctx: ModelContext, n: Value, *pointers: Value) -> int:
    """The most bytes to look at: n, or, if that depends on inputs, what the objects have. Requires
    n bytes at each pointer."""
    for pointer in pointers:
        ctx.check_range(pointer, n, write=False)
    if isinstance(n, int):
        return n
    rooms = [r for p in pointers if (r := room(ctx, p)) is not None]
    return min(rooms) if rooms else ctx.concretize(n, I64)


def difference(ctx: ModelContext, a: Value, b: Value) -> Value:
    """a - b (I32) of two bytes, as unsigned char: its sign orders them."""
    return ctx.op(Op.SUB, I32, *(widen(ctx, x, I8, I32, is_signed=False) for x in (a, b)))


@model("int memcmp(const void *s1, const void *s2, size_t n)")
def memcmp(ctx: ModelContext, s1: Value, s2: Value, n: Value) -> Value:
    """C11 7.24.4.1: the difference of the first bytes that differ (glibc), whose sign alone is specified."""
    count = _count(ctx, n, s1, s2)
    if isinstance(n, int) and not ctx.on_device:
        known = [ctx.load_bytes(s, count) if count else b"" for s in (s1, s2)]
        if all(isinstance(data, bytes) for data in known):
            return _known_difference(*known)
    pairs = []
    for i in range(count):
        inside = ult(ctx, i, n)
        a, b = (ctx.load(ctx.add(s, i), I8, where=inside) for s in (s1, s2))
        equal = both(ctx, eq(ctx, a, b, I8))
        pairs.append((both(ctx, inside, ctx.op(Op.NOT, BOOL, equal)), a, b))
        if equal is False and inside is True:
            break
    result: Value = 0
    for differ, a, b in reversed(pairs):
        result = select(ctx, differ, difference(ctx, a, b), result, I32)
    return result


def _known_difference(a: Sequence[Value], b: Sequence[Value]) -> int:
    """The difference of the first bytes that differ, as the bits of an I32."""
    if a == b:
        return 0
    return next((int(x) - int(y)) % (1 << 32) for x, y in zip(a, b, strict=True) if x != y)


def _first(ctx: ModelContext, s: Value, c: Value, n: Value) -> list[Value]:
    """For each of the first n bytes: is it c (I32, converted to unsigned char)? Ends with the first that is known to
    be, and reads no further than the byte it finds (DR 458): `bounds` where it finds none before the object ends."""
    wanted, available = narrow(ctx, c, I32), room(ctx, s)
    if available is None:
        return _first_one_by_one(ctx, s, wanted, ctx.concretize(n, I64))
    limit = min(n, available) if isinstance(n, int) else available
    hits: list[Value] = []
    for i in range(limit):
        hits.append(both(ctx, ult(ctx, i, n), eq(ctx, ctx.load(ctx.add(s, i), I8), wanted, I8)))
        if hits[-1] is True:
            return hits
    found, inside = either(ctx, *hits), ule(ctx, n, limit)
    if found is False and inside is False:
        ctx.load(ctx.add(s, limit), I8)  # reports the object and its size, which a sentence here could not
    else:
        text = f"{ctx.name} reads past the end of {ctx.object_name(s)}"
        ctx.require(either(ctx, found, inside), "bounds", text)
    return hits


def _first_one_by_one(ctx: ModelContext, s: Value, wanted: Value, n: int) -> list[Value]:
    """For a pointer with several targets: no byte is read before the one in front is known not to be `wanted`."""
    hits: list[Value] = []
    while len(hits) < n and True not in hits:
        hits.append(ctx.decide(eq(ctx, ctx.load(ctx.add(s, len(hits)), I8), wanted, I8)))
    return hits


@model("void *memchr(const void *s, int c, size_t n)", device=False)
def memchr(ctx: ModelContext, s: Value, c: Value, n: Value) -> Value:
    """C11 7.24.5.1."""
    result: Value = NULL
    for i, hit in reversed(list(enumerate(_first(ctx, s, c, n)))):
        result = select(ctx, hit, ctx.add(s, i), result, PTR)
    return result


@model("void *memccpy(void *dst, const void *src, int c, size_t n)", device=False)
def memccpy(ctx: ModelContext, dst: Value, src: Value, c: Value, n: Value) -> Value:
    """POSIX (and C23 7.26.2.2): copies as far as the first c among n bytes, and returns what comes after it in `dst`;
    NULL if it copied all n bytes without. Only what is copied must not overlap."""
    hits = _first(ctx, src, c, n)
    size = n
    for i, hit in reversed(list(enumerate(hits))):
        size = select(ctx, hit, i + 1, size, I64)
    require_apart(ctx, dst, src, size)
    ctx.copy(dst, src, size)
    return select(ctx, either(ctx, *hits), ctx.add(dst, size), NULL, PTR)
