"""Output to streams (C11 7.21.6.1, 7.21.7, 7.21.8.2)."""

from cudabmc.modelapi import I64, ModelContext, Op, Value
from opmodels.libc.arbitrary_value import arbitrary
from opmodels.libc.expression import eq, select, ule
from opmodels.libc.formatting import CallArguments
from opmodels.libc.printing import as_unsigned_char, character_of, formatted, printed_length, text_of
from opmodels.libc.stream import is_shown, known_stream, use
from opmodels.libc.stream_output import print_to
from opmodels.registry import model

_FAILED = (1 << 32) - 1


@model("int fprintf(FILE *stream, const char *format, ...)", device=False)
def fprintf(ctx: ModelContext, stream: Value, format: Value, *args: Value) -> Value:
    """C11 7.21.6.1."""
    use(ctx, stream)
    pieces = formatted(ctx, format, CallArguments(ctx, args))
    return printed_length(ctx, pieces) if print_to(ctx, stream, pieces) else _FAILED


@model("int fputs(const char *s, FILE *stream)", device=False)
def fputs(ctx: ModelContext, s: Value, stream: Value) -> Value:
    """C11 7.21.7.4."""
    use(ctx, stream)
    text = text_of(ctx, s)
    return 1 if text == "" or print_to(ctx, stream, [text]) else _FAILED


@model("int fputc(int c, FILE *stream)", "int putc(int c, FILE *stream)", device=False)
def fputc(ctx: ModelContext, c: Value, stream: Value) -> Value:
    """C11 7.21.7.3."""
    use(ctx, stream)
    done = print_to(ctx, stream, [character_of(ctx.uses(c, f"what {ctx.name}() prints"))])
    return as_unsigned_char(ctx, c) if done else _FAILED


@model("size_t fwrite(const void *ptr, size_t size, size_t nmemb, FILE *stream)", device=False)
def fwrite(ctx: ModelContext, ptr: Value, size: Value, nmemb: Value, stream: Value) -> Value:
    """C11 7.21.8.2: of an arbitrary file, any number of the elements is written; else all of them."""
    use(ctx, stream)
    count = ctx.op(Op.MUL, I64, size, nmemb)
    ctx.check_range(ptr, count, write=False)
    if is_shown(ctx, stream):
        return nmemb
    known = known_stream(ctx, stream)
    if known is None:
        written = arbitrary(ctx, I64, "fwrite()")
        ctx.constrain(ule(ctx, written, nmemb))
        return written
    if count == 0:
        return 0
    problem = known.problem_of(write=True)
    if problem:
        known.fail(problem)
        return 0
    if isinstance(count, int):
        known.write(ctx.load_bytes(ptr, count))
    else:
        known.write_unknown(count)
    return select(ctx, eq(ctx, size, 0, I64), 0, nmemb, I64)
