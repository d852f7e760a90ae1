"""String functions that write (C11 7.24.2, 7.24.3)."""

from cudabmc.modelapi import I8, I64, NULL, ModelContext, Op, Value
from opmodels.libc.allocation import malloc as allocate
from opmodels.libc.c_string import bounded_length, string_length
from opmodels.libc.expression import add, is_null
from opmodels.libc.memory_block import require_apart
from opmodels.registry import model


@model("size_t strlen(const char *s)", device=False)
def strlen(ctx: ModelContext, s: Value) -> Value:
    """C11 7.24.6.3."""
    return string_length(ctx, s)


@model("size_t strnlen(const char *s, size_t n)", device=False)
def strnlen(ctx: ModelContext, s: Value, n: Value) -> Value:
    """POSIX."""
    return bounded_length(ctx, s, ctx.concretize(n, I64))


@model("char *strcpy(char *dst, const char *src)", "char *stpcpy(char *dst, const char *src)", device=False)
def strcpy(ctx: ModelContext, dst: Value, src: Value) -> Value:
    """C11 7.24.2.3; stpcpy (POSIX) returns the end."""
    length = string_length(ctx, src)
    size = add(ctx, length, 1)
    require_apart(ctx, dst, src, size)
    ctx.copy(dst, src, size)
    return dst if ctx.name == "strcpy" else ctx.add(dst, length)


@model(
    "char *strncpy(char *dst, const char *src, size_t n)",
    "char *stpncpy(char *dst, const char *src, size_t n)",
    device=False,
)
def strncpy(ctx: ModelContext, dst: Value, src: Value, n: Value) -> Value:
    """C11 7.24.2.4: fills up with zeros, and does not terminate a string of n or more bytes; stpncpy
    (POSIX) returns the end of what it copied."""
    length = bounded_length(ctx, src, ctx.concretize(n, I64))
    ctx.check_range(dst, n, write=True)
    require_apart(ctx, dst, src, length)
    ctx.copy(dst, src, length)
    ctx.fill(ctx.add(dst, length), 0, ctx.op(Op.SUB, I64, n, length))
    return dst if ctx.name == "strncpy" else ctx.add(dst, length)


@model("char *strcat(char *dst, const char *src)", device=False)
def strcat(ctx: ModelContext, dst: Value, src: Value) -> Value:
    """C11 7.24.3.1."""
    size = add(ctx, string_length(ctx, src), 1)
    end = ctx.add(dst, string_length(ctx, dst))
    require_apart(ctx, end, src, size)
    ctx.copy(end, src, size)
    return dst


@model("char *strncat(char *dst, const char *src, size_t n)", device=False)
def strncat(ctx: ModelContext, dst: Value, src: Value, n: Value) -> Value:
    """C11 7.24.3.2: always terminates."""
    length = bounded_length(ctx, src, ctx.concretize(n, I64))
    end = ctx.add(dst, string_length(ctx, dst))
    require_apart(ctx, end, src, length)
    ctx.copy(end, src, length)
    ctx.store(ctx.add(end, length), 0, I8)
    return dst


@model("char *strdup(const char *s)", device=False)
def strdup(ctx: ModelContext, s: Value) -> Value:
    """POSIX: a copy that free() takes."""
    return _duplicate(ctx, s, string_length(ctx, s))


@model("char *strndup(const char *s, size_t n)", device=False)
def strndup(ctx: ModelContext, s: Value, n: Value) -> Value:
    """POSIX."""
    return _duplicate(ctx, s, bounded_length(ctx, s, ctx.concretize(n, I64)))


def _duplicate(ctx: ModelContext, s: Value, length: Value) -> Value:
    new: Value = allocate(ctx, add(ctx, length, 1))
    null = is_null(ctx, new)
    if ctx.decide(null):
        return NULL
    ctx.copy(new, s, length)
    ctx.store(ctx.add(new, length), 0, I8)
    return new
