"""Formatted and plain output (C11 7.21.6, 7.21.7) to standard output and into strings. What goes to streams is in
stream_printing.py, and the v-functions are in list_printing.py."""

from collections.abc import Sequence

from cudabmc.modelapi import I8, I32, I64, NULL, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.c_string import room, store_text, string_length
from opmodels.libc.expression import add, minimum, narrow, select, ule, ult
from opmodels.libc.formatting import (
    Arguments,
    CallArguments,
    TextPiece,
    UnknownText,
    format_pieces,
    shown,
    total_length,
)
from opmodels.libc.standard_output import REDIRECTED, STDOUT
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import model

_FAILED = (1 << 32) - 1

LONGEST = 4096
"""A text whose format is not known has at most so many characters."""


def formatted(ctx: ModelContext, format: Value, arguments: Arguments) -> list[TextPiece]:
    """The format, which may be unknown, applied to the arguments."""
    text = ctx.string(format)
    if text is not None:
        return format_pieces(ctx, text, arguments)
    string_length(ctx, format)
    length = approximate(
        ctx, I64, f"the output of {ctx.name}, whose format depends on inputs, up to {LONGEST} characters,"
    )
    ctx.constrain(ule(ctx, length, LONGEST))
    return [UnknownText(length, LONGEST)]


def printed_length(ctx: ModelContext, pieces: list[TextPiece]) -> Value:
    """What functions of this family return."""
    return narrow(ctx, total_length(ctx, pieces), I64, I32)


@model("int printf(const char *format, ...)", apart=True)
def printf(ctx: ModelContext, format: Value, *args: Value) -> Value:
    """C11 7.21.6.3. In a kernel the result is the number of arguments, and -1 for a NULL format
    (CUDA Programming Guide, "Formatted Output")."""
    if ctx.on_device and format == NULL:
        return unsigned(-1, 32)
    pieces = formatted(ctx, format, CallArguments(ctx, args))
    if ctx.on_device:
        ctx.output(shown(pieces))
        return len(args)
    return printed_length(ctx, pieces) if print_out(ctx, pieces) else _FAILED


def print_out(ctx: ModelContext, pieces: Sequence[TextPiece]) -> bool:
    """Write to standard output; can it be written?"""
    if ctx.decide(ctx.get(REDIRECTED, False)):
        from opmodels.libc.stream_output import print_to  # which few programs need

        return print_to(ctx, ctx.get(STDOUT, NULL), pieces)
    ctx.output(shown(pieces))
    return True


def store_pieces(ctx: ModelContext, s: Value, pieces: list[TextPiece], written: Value) -> None:
    """Write the first `written` characters (I64) and the end of the string. After the first piece
    that is not known, the characters are arbitrary, but none of them ends the string."""
    ctx.check_range(s, add(ctx, written, 1), write=True)
    if isinstance(written, int) and all(isinstance(p, str) for p in pieces):
        store_text(ctx, s, shown(pieces)[:written])
        return
    known = next((i for i, p in enumerate(pieces) if isinstance(p, UnknownText)), len(pieces))
    prefix = shown(pieces[:known])
    most = sum(len(p) if isinstance(p, str) else p.most for p in pieces)
    for i in range(min(most, room(ctx, s) or most)):
        place = ctx.add(s, i)
        char: Value = ord(prefix[i]) if i < len(prefix) else _arbitrary(ctx, i)
        inside = ult(ctx, i, written)
        if inside is not True:
            char = select(ctx, inside, char, ctx.load(place, I8), I8)
        ctx.store(place, char, I8)
    ctx.store(ctx.add(s, written), 0, I8)


def _arbitrary(ctx: ModelContext, i: int) -> Value:
    char = approximate(ctx, I8, f"the text that {ctx.name} writes from unknown values", f"{ctx.name}: character {i}")
    ctx.constrain(ule(ctx, 1, char, I8))
    return char


@model("int sprintf(char *s, const char *format, ...)", device=False)
def sprintf(ctx: ModelContext, s: Value, format: Value, *args: Value) -> Value:
    """C11 7.21.6.6."""
    pieces = formatted(ctx, format, CallArguments(ctx, args))
    store_pieces(ctx, s, pieces, total_length(ctx, pieces))
    return printed_length(ctx, pieces)


@model("int snprintf(char *s, size_t n, const char *format, ...)", device=False)
def snprintf(ctx: ModelContext, s: Value, n: Value, format: Value, *args: Value) -> Value:
    """C11 7.21.6.5: the result is the length of the whole text, however much of it was written."""
    size = ctx.concretize(n, I64)
    return print_into(ctx, s, size, formatted(ctx, format, CallArguments(ctx, args)))


def print_into(ctx: ModelContext, s: Value, size: int, pieces: list[TextPiece]) -> Value:
    """snprintf of what is formatted."""
    if size > 0:
        store_pieces(ctx, s, pieces, minimum(ctx, total_length(ctx, pieces), size - 1))
    return printed_length(ctx, pieces)


def text_of(ctx: ModelContext, s: Value) -> TextPiece:
    """The string as a piece of output."""
    text = ctx.string(s)
    if text is not None:
        return text
    length = string_length(ctx, s)
    return UnknownText(length, LONGEST)


@model("int puts(const char *s)", device=False)
def puts(ctx: ModelContext, s: Value) -> Value:
    """C11 7.21.7.9."""
    return 1 if print_out(ctx, [text_of(ctx, s), "\n"]) else _FAILED


def character_of(c: Value) -> TextPiece:
    """The character as a piece of output."""
    return chr(c & 0xFF) if isinstance(c, int) else UnknownText(1, 1)


def as_unsigned_char(ctx: ModelContext, c: Value) -> Value:
    """What functions that write a character return."""
    return ctx.op(Op.AND, I32, c, 0xFF)


@model("int putchar(int c)", device=False)
def putchar(ctx: ModelContext, c: Value) -> Value:
    """C11 7.21.7.8."""
    done = print_out(ctx, [character_of(ctx.uses(c, "what putchar() prints"))])
    return as_unsigned_char(ctx, c) if done else _FAILED


@model("void perror(const char *s)", device=False)
def perror(ctx: ModelContext, s: Value) -> None:
    """C11 7.21.10.4; the text of the error is not modelled."""
    ctx.output(f"{'' if s == NULL else shown([text_of(ctx, s)]) + ': '}Error\n")
