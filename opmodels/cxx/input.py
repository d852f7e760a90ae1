"""What std::cin and file streams read if files are arbitrary: any numbers and characters, until there are no more.
Otherwise std::cin reads what comes from standard input, and file streams what fread() delivers."""

from cudabmc.modelapi import BOOL, F32, F64, I32, IntType, ModelContext, Op, Value
from opmodels.libc.expression import either, eq, negation, nondet_in, select, slt
from opmodels.libc.reading import fgetc
from opmodels.libc.stream import standard
from opmodels.registry import model

LONGEST_LINE = 15
"""Standard input has no longer lines, as far as single characters of it are read."""

EOFBIT, FAILBIT = 2, 4
"""Of libc++'s ios_base::iostate."""
_EOF = (1 << 32) - 1


def _state(ctx: ModelContext, fails: Value) -> Value:
    """The bits to set: the end may be met with the last number or without one."""
    at_end = ctx.nondet(BOOL, "the input ends here")
    return ctx.op(Op.OR, I32, select(ctx, fails, FAILBIT, 0, I32), select(ctx, at_end, EOFBIT, 0, I32))


@model("unsigned int __cudabmc_read_integer(void *number, int bits, int is_signed)", device=False)
def read_integer(ctx: ModelContext, number: Value, bits: Value, is_signed: Value) -> Value:
    """C++17 [facet.num.get.virtuals]: a number, or a failure that stores zero, or the largest or least
    number if there was one that is out of range."""
    width = ctx.concretize(bits, I32)
    type = IntType(width)
    has_sign = ctx.concretize(is_signed, I32) != 0
    least, most = (1 << width - 1, (1 << width - 1) - 1) if has_sign else (0, (1 << width) - 1)
    fails = ctx.nondet(BOOL, "reading a number fails")
    value = ctx.nondet(type, "number read from a stream", ctype="" if has_sign else "unsigned")
    possible = either(ctx, *(eq(ctx, value, limit, type) for limit in (0, least, most)))
    ctx.constrain(either(ctx, possible, negation(ctx, fails)))
    ctx.store(number, value, type)
    return _state(ctx, fails)


@model("unsigned int __cudabmc_read_float(void *number, int bits)", device=False)
def read_float(ctx: ModelContext, number: Value, bits: Value) -> Value:
    """C++17 [facet.num.get.virtuals]; a failure stores zero."""
    type = F64 if ctx.concretize(bits, I32) == 64 else F32
    fails = ctx.nondet(BOOL, "reading a number fails")
    value = ctx.nondet(type, "number read from a stream")
    ctx.store(number, select(ctx, fails, 0.0, value, type), type)
    return _state(ctx, fails)


@model("int __cudabmc_key(int in_line)", device=False)
def key(ctx: ModelContext, in_line: Value) -> Value:
    """A character of standard input, or EOF for ever; `in_line` of its line were read before."""
    if not ctx.is_arbitrary("files"):
        return fgetc(ctx, standard(ctx, "stdin"))
    char = nondet_in(ctx, I32, -1, 255, "character of standard input")
    ended = ctx.get("cxx:input ended", False)
    ctx.constrain(either(ctx, negation(ctx, ended), eq(ctx, char, _EOF)))
    if ctx.decide(slt(ctx, LONGEST_LINE - 1, in_line, I32)):
        ctx.note(f"lines of standard input that are read as text have at most {LONGEST_LINE} characters")
        ctx.constrain(either(ctx, eq(ctx, char, _EOF), eq(ctx, char, ord("\n"))))
    ctx.put("cxx:input ended", eq(ctx, char, _EOF), BOOL)
    return char


@model("int __cudabmc_files_are_arbitrary(void)", device=False)
def files_are_arbitrary(ctx: ModelContext) -> Value:
    """Does nothing but a name say what a stream reads?"""
    return int(ctx.is_arbitrary("files"))
