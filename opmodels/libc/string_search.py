"""Searching in strings (C11 7.24.5)."""

from cudabmc.modelapi import I8, I32, I64, NULL, PTR, ModelContext, Value
from opmodels.libc.c_string import alive, is_any, string_bytes
from opmodels.libc.expression import both, either, eq, is_null, narrow, negation, select
from opmodels.libc.string_compare import folded
from opmodels.registry import model


def _hits(ctx: ModelContext, s: Value, c: Value) -> list[Value]:
    """For each byte of the string, its end included: is it reached, and is it c?"""
    content = string_bytes(ctx, s)
    wanted = narrow(ctx, c, I32)
    return [both(ctx, r, eq(ctx, b, wanted, I8)) for r, b in zip(alive(ctx, content), content, strict=True)]


def _pointer_to(ctx: ModelContext, s: Value, order: list[tuple[int, Value]]) -> Value:
    """Pointer to the first of the positions whose condition holds, or NULL."""
    result: Value = NULL
    for i, hit in reversed(order):
        result = select(ctx, hit, ctx.add(s, i), result, PTR)
    return result


@model("char *strchr(const char *s, int c)", "char *index(const char *s, int c)", device=False)
def strchr(ctx: ModelContext, s: Value, c: Value) -> Value:
    """C11 7.24.5.2."""
    return _pointer_to(ctx, s, list(enumerate(_hits(ctx, s, c))))


@model("char *strrchr(const char *s, int c)", "char *rindex(const char *s, int c)", device=False)
def strrchr(ctx: ModelContext, s: Value, c: Value) -> Value:
    """C11 7.24.5.5."""
    return _pointer_to(ctx, s, list(enumerate(_hits(ctx, s, c)))[::-1])


@model("char *strchrnul(const char *s, int c)", device=False)
def strchrnul(ctx: ModelContext, s: Value, c: Value) -> Value:
    """GNU: strchr, but the end of the string instead of NULL."""
    hits = _hits(ctx, s, c)
    content = string_bytes(ctx, s)
    ends = [either(ctx, hit, both(ctx, r, eq(ctx, b, 0, I8)))
            for hit, r, b in zip(hits, alive(ctx, content), content, strict=True)]  # fmt: skip
    return _pointer_to(ctx, s, list(enumerate(ends)))


@model(
    "char *strstr(const char *haystack, const char *needle)",
    "char *strcasestr(const char *haystack, const char *needle)",
    device=False,
)
def strstr(ctx: ModelContext, haystack: Value, needle: Value) -> Value:
    """C11 7.24.5.7; strcasestr (GNU) does not tell upper from lower case."""
    text, wanted = string_bytes(ctx, haystack), string_bytes(ctx, needle)
    if ctx.name == "strcasestr":
        text, wanted = ([folded(ctx, byte) for byte in content] for content in (text, wanted))
    starts = alive(ctx, text)
    in_needle = alive(ctx, wanted)
    hits = []
    for i in range(len(text)):
        match = starts[i]
        for j, byte in enumerate(wanted):
            if match is False or byte == 0:
                break
            inside = both(ctx, in_needle[j], negation(ctx, eq(ctx, byte, 0, I8)))
            equal = eq(ctx, text[i + j], byte, I8) if i + j < len(text) else False
            match = both(ctx, match, either(ctx, negation(ctx, inside), equal))
        hits.append(match)
        if match is True:
            break
    return _pointer_to(ctx, haystack, list(enumerate(hits)))


def _span(ctx: ModelContext, s: Value, chars: list[Value], *, inside: bool) -> Value:
    """Length (I64) of the longest prefix of s made of bytes in (`inside`) or not in `chars`."""
    content = string_bytes(ctx, s)
    result: Value = len(content)
    for i in reversed(range(len(content))):
        member = is_any(ctx, content[i], chars)
        stop = either(ctx, eq(ctx, content[i], 0, I8), negation(ctx, member) if inside else member)
        result = select(ctx, stop, i, result, I64)
    return result


def _members(ctx: ModelContext, chars: Value) -> list[Value]:
    """The bytes in front of the end of the string; where the end is not known, those that come
    after it are replaced by zero, which is never looked for."""
    content = string_bytes(ctx, chars)
    return [select(ctx, r, b, 0, I8) for r, b in zip(alive(ctx, content), content, strict=True) if b != 0]


@model("size_t strspn(const char *s, const char *accept)", device=False)
def strspn(ctx: ModelContext, s: Value, accept: Value) -> Value:
    """C11 7.24.5.6."""
    return _span(ctx, s, _members(ctx, accept), inside=True)


@model("size_t strcspn(const char *s, const char *reject)", device=False)
def strcspn(ctx: ModelContext, s: Value, reject: Value) -> Value:
    """C11 7.24.5.3."""
    return _span(ctx, s, _members(ctx, reject), inside=False)


@model("char *strpbrk(const char *s, const char *accept)", device=False)
def strpbrk(ctx: ModelContext, s: Value, accept: Value) -> Value:
    """C11 7.24.5.4."""
    found = ctx.add(s, _span(ctx, s, _members(ctx, accept), inside=False))
    return select(ctx, eq(ctx, ctx.load(found, I8), 0, I8), NULL, found, PTR)


def _token(ctx: ModelContext, start: Value, delim: Value) -> tuple[Value, Value]:
    """The next token, which is terminated, and where to continue."""
    if ctx.decide(is_null(ctx, start)):
        return NULL, NULL
    delimiters = _members(ctx, delim)
    begin = ctx.add(start, ctx.concretize(_span(ctx, start, delimiters, inside=True), I64))
    length = ctx.concretize(_span(ctx, begin, delimiters, inside=False), I64)
    if length == 0:
        return NULL, NULL
    end = ctx.add(begin, length)
    if ctx.decide(eq(ctx, ctx.load(end, I8), 0, I8)):
        return begin, NULL
    ctx.store(end, 0, I8)
    return begin, ctx.add(end, 1)


@model("char *strtok(char *s, const char *delim)", device=False)
def strtok(ctx: ModelContext, s: Value, delim: Value) -> Value:
    """C11 7.24.5.8."""
    start = ctx.get("libc:strtok", NULL) if ctx.decide(is_null(ctx, s)) else s
    token, rest = _token(ctx, start, delim)
    ctx.put("libc:strtok", rest, PTR)
    return token


@model("char *strtok_r(char *s, const char *delim, char **saveptr)", device=False)
def strtok_r(ctx: ModelContext, s: Value, delim: Value, saveptr: Value) -> Value:
    """POSIX."""
    start = ctx.load(saveptr, PTR) if ctx.decide(is_null(ctx, s)) else s
    token, rest = _token(ctx, start, delim)
    ctx.store(saveptr, rest, PTR)
    return token


@model("char *strsep(char **stringp, const char *delim)", device=False)
def strsep(ctx: ModelContext, stringp: Value, delim: Value) -> Value:
    """BSD: the text up to the next delimiter, which may be empty; *stringp is NULL after the last one."""
    start = ctx.load(stringp, PTR)
    if ctx.decide(is_null(ctx, start)):
        return NULL
    end = ctx.add(start, ctx.concretize(_span(ctx, start, _members(ctx, delim), inside=False), I64))
    if ctx.decide(eq(ctx, ctx.load(end, I8), 0, I8)):
        ctx.store(stringp, NULL, PTR)
        return start
    ctx.store(end, 0, I8)
    ctx.store(stringp, ctx.add(end, 1), PTR)
    return start
