"""printf's family with a va_list (C11 7.21.6.8 to 7.21.6.14).

Of the C front end, which spells the types of arguments, a va_list is a `char *` to slots of eight bytes, one for
each argument. Of clang it is the one of the System V ABI for x86-64 (figure 3.34): { unsigned gp_offset, fp_offset;
void *overflow_arg_area, *reg_save_area; }, and taking an argument moves it on, as va_arg does.
"""

import builtins

from cudabmc.modelapi import I32, I64, PTR, FloatType, ModelContext, Type, Value
from opmodels.libc.allocation import may_fail
from opmodels.libc.device_heap import heap
from opmodels.libc.expression import add
from opmodels.libc.format_spec import Spec
from opmodels.libc.formatting import Arguments, CallArguments, TextPiece, total_length
from opmodels.libc.printing import formatted, print_into, print_out, printed_length, store_pieces
from opmodels.libc.stream import use
from opmodels.libc.stream_output import print_to
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import model

_GENERAL, _FLOATS, _OVERFLOW, _SAVED = 0, 4, 8, 16
_GENERAL_END, _FLOATS_END = 48, 176


SLOT = 8


def _arguments(ctx: ModelContext, list: Value) -> Arguments:
    """What the va_list of this call leads to."""
    of_c = bool(ctx.arg_ctypes) and ctx.arg_ctypes[-1] == "char *"
    return SlotArguments(ctx, list) if of_c else ListArguments(ctx, list)


class SlotArguments:
    """The arguments in slots: those behind the last one lie outside of the object."""

    def __init__(self, ctx: ModelContext, first: Value) -> None:
        self.ctx = ctx
        self.place = first

    def next(self, spec: Spec, wanted: Type) -> tuple[Value, Type]:
        """The next argument, read as the type that the format asks for."""
        value = self.ctx.load(self.place, wanted)
        self.place = self.ctx.add(self.place, SLOT)
        return value, wanted


class ListArguments:
    """The arguments that a va_list of the ABI leads to."""

    def __init__(self, ctx: ModelContext, list: Value) -> None:
        self.ctx = ctx
        self.list = list

    def next(self, spec: Spec, wanted: Type) -> tuple[Value, Type]:
        """The next argument, read as the type that the format asks for."""
        is_float = isinstance(wanted, FloatType)
        where = self._place(_FLOATS, _FLOATS_END, 16) if is_float else self._place(_GENERAL, _GENERAL_END, 8)
        return self.ctx.load(where, wanted), wanted

    def _place(self, counter: int, end: int, step: int) -> Value:
        ctx = self.ctx
        used = ctx.concretize(ctx.load(ctx.add(self.list, counter), I32), I32)
        if used < end:
            ctx.store(ctx.add(self.list, counter), used + step, I32)
            return ctx.add(ctx.load(ctx.add(self.list, _SAVED), PTR), used)
        where = ctx.load(ctx.add(self.list, _OVERFLOW), PTR)
        ctx.store(ctx.add(self.list, _OVERFLOW), ctx.add(where, 8), PTR)
        return where


@model("int vprintf(const char *format, va_list list)", device=False)
def vprintf(ctx: ModelContext, format: Value, list: Value) -> Value:
    """C11 7.21.6.10."""
    pieces = formatted(ctx, format, _arguments(ctx, list))
    return printed_length(ctx, [*pieces]) if print_out(ctx, pieces) else unsigned(-1, 32)


@model("int vfprintf(FILE *stream, const char *format, va_list list)", device=False)
def vfprintf(ctx: ModelContext, stream: Value, format: Value, list: Value) -> Value:
    """C11 7.21.6.8."""
    use(ctx, stream)
    pieces = formatted(ctx, format, _arguments(ctx, list))
    return printed_length(ctx, [*pieces]) if print_to(ctx, stream, pieces) else unsigned(-1, 32)


@model("int vsprintf(char *s, const char *format, va_list list)", device=False)
def vsprintf(ctx: ModelContext, s: Value, format: Value, list: Value) -> Value:
    """C11 7.21.6.13."""
    pieces = formatted(ctx, format, _arguments(ctx, list))
    store_pieces(ctx, s, pieces, total_length(ctx, pieces))
    return printed_length(ctx, [*pieces])


@model("int vsnprintf(char *s, size_t n, const char *format, va_list list)", device=False)
def vsnprintf(ctx: ModelContext, s: Value, n: Value, format: Value, list: Value) -> Value:
    """C11 7.21.6.12."""
    size = ctx.concretize(n, I64)
    return print_into(ctx, s, size, formatted(ctx, format, _arguments(ctx, list)))


@model("int asprintf(char **strp, const char *format, ...)", device=False)
def asprintf(ctx: ModelContext, strp: Value, format: Value, *args: Value) -> Value:
    """GNU: the text in memory of its own, which free() gives back."""
    return _print_anew(ctx, strp, formatted(ctx, format, CallArguments(ctx, args)))


@model("int vasprintf(char **strp, const char *format, va_list list)", device=False)
def vasprintf(ctx: ModelContext, strp: Value, format: Value, list: Value) -> Value:
    """GNU: asprintf with a va_list."""
    return _print_anew(ctx, strp, formatted(ctx, format, _arguments(ctx, list)))


def _print_anew(ctx: ModelContext, strp: Value, pieces: builtins.list[TextPiece]) -> Value:
    length = total_length(ctx, pieces)
    if ctx.decide(may_fail(ctx)):
        return unsigned(-1, 32)
    text = ctx.allocate(add(ctx, length, 1), heap(ctx), ctx.name)
    store_pieces(ctx, text, pieces, length)
    ctx.store(strp, text, PTR)
    return printed_length(ctx, [*pieces])
