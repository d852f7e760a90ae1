"""Unformatted input (C11 7.21.7, 7.21.8) from files that are known, and from arbitrary ones."""

import math

from cudabmc.modelapi import I8, I32, I64, NULL, ModelContext, Op, Value
from opmodels.libc import arbitrary_files
from opmodels.libc.expression import eq, narrow
from opmodels.libc.stream import known_stream, standard
from opmodels.libc.twos_complement import signed
from opmodels.registry import model

_EOF = (1 << 32) - 1


@model("int getchar(void)", device=False)
def getchar(ctx: ModelContext) -> Value:
    """C11 7.21.7.6: a character, or EOF."""
    return fgetc(ctx, standard(ctx, "stdin"))


@model("int fgetc(FILE *stream)", "int getc(FILE *stream)", device=False)
def fgetc(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.7.1."""
    known = known_stream(ctx, stream)
    if known is None:
        return arbitrary_files.character(ctx)
    if not known.can_be_read():
        return _EOF
    data = known.peek(1)
    known.has_read(len(data), met_end=not data)
    return ctx.op(Op.ZEXT, I32, data[0], of=I8) if data else _EOF


@model("int ungetc(int c, FILE *stream)", device=False)
def ungetc(ctx: ModelContext, c: Value, stream: Value) -> Value:
    """C11 7.21.7.10; as in glibc, any number of characters can be pushed back."""
    known = known_stream(ctx, stream)
    if known is None:
        return c
    if ctx.decide(eq(ctx, c, _EOF)):
        return _EOF
    if known.problem_of(write=False):
        ctx.unsupported(f"ungetc() to {known.file.name}, which cannot be read")
    byte = narrow(ctx, c, I32)
    known.push_back(byte)
    return ctx.op(Op.ZEXT, I32, byte, of=I8)


@model("char *fgets(char *s, int n, FILE *stream)", device=False)
def fgets(ctx: ModelContext, s: Value, n: Value, stream: Value) -> Value:
    """C11 7.21.7.2."""
    size = signed(ctx.concretize(n, I32), 32)
    if size < 1:
        return NULL
    ctx.check_range(s, size, write=True)
    known = known_stream(ctx, stream)
    if known is None:
        return arbitrary_files.line(ctx, s, size)
    if size > 1 and not known.can_be_read():
        return NULL
    data, met_end = known.peek_line(size - 1, ord("\n")) if size > 1 else (b"", False)
    if data or size == 1:
        ctx.store_bytes(s, data + b"\0" if isinstance(data, bytes) else [*data, 0])
    known.has_read(len(data), met_end=met_end)
    return s if data or size == 1 else NULL


@model("size_t fread(void *ptr, size_t size, size_t nmemb, FILE *stream)", device=False)
def fread(ctx: ModelContext, ptr: Value, size: Value, nmemb: Value, stream: Value) -> Value:
    """C11 7.21.8.1; as in glibc, the bytes of an element that the end of the file cuts are stored."""
    known = known_stream(ctx, stream)
    width, count = ctx.concretize(size, I64), ctx.concretize(nmemb, I64)
    ctx.check_range(ptr, width * count, write=True)
    if known is None:
        return arbitrary_files.block(ctx, ptr, width, count)
    if width == 0 or count == 0 or not known.can_be_read():
        return 0
    data = known.peek(width * count)
    ctx.store_bytes(ptr, data, math.gcd(width, 8))
    known.has_read(len(data), met_end=len(data) < width * count)
    return len(data) // width
