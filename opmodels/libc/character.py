"""Classes of characters (C11 7.4), in the "C" locale."""

from cudabmc.modelapi import I32, ModelContext, Op, Value
from opmodels.libc.expression import both, either, from_truth, select, sle
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import model

_RANGES = {
    "isdigit": "09",
    "isupper": "AZ",
    "islower": "az",
    "isalpha": "AZaz",
    "isalnum": "09AZaz",
    "isxdigit": "09AFaf",
    "isspace": "\t\r  ",
    "isblank": "\t\t  ",
    "iscntrl": "\x00\x1f\x7f\x7f",
    "isprint": " ~",
    "isgraph": "!~",
    "ispunct": "!/:@[`{~",
}


def in_ranges(ctx: ModelContext, c: Value, ranges: str) -> Value:
    """Does the int `c` lie in one of the ranges, given as pairs of first and last?"""
    pairs = zip(ranges[::2], ranges[1::2], strict=True)
    return either(ctx, *(both(ctx, sle(ctx, ord(a), c), sle(ctx, c, ord(b))) for a, b in pairs))


def lower(ctx: ModelContext, c: Value) -> Value:
    """tolower of an int."""
    return select(ctx, in_ranges(ctx, c, "AZ"), ctx.op(Op.ADD, I32, c, 32), c, I32)


def _require_character(ctx: ModelContext, c: Value) -> None:
    """C11 7.4p1 wants an unsigned char or EOF; glibc takes negative chars as well, and programs rely on it."""
    fits = both(ctx, sle(ctx, unsigned(-128, 32), c), sle(ctx, c, 255))
    ctx.require(fits, "api-misuse", f"{ctx.name} is given a number that is not a character")


@model(*(f"int {name}(int c)" for name in _RANGES), device=False)
def classify(ctx: ModelContext, c: Value) -> Value:
    """C11 7.4.1; glibc's true is not always 1, here it is."""
    _require_character(ctx, c)
    return from_truth(ctx, in_ranges(ctx, c, _RANGES[ctx.name]))


@model("int tolower(int c)", device=False)
def tolower(ctx: ModelContext, c: Value) -> Value:
    """C11 7.4.2.1."""
    _require_character(ctx, c)
    return lower(ctx, c)


@model("int toupper(int c)", device=False)
def toupper(ctx: ModelContext, c: Value) -> Value:
    """C11 7.4.2.2."""
    _require_character(ctx, c)
    return select(ctx, in_ranges(ctx, c, "az"), ctx.op(Op.SUB, I32, c, 32), c, I32)


@model("int isascii(int c)", device=False)
def isascii(ctx: ModelContext, c: Value) -> Value:
    """POSIX; defined for every int."""
    return from_truth(ctx, in_ranges(ctx, c, "\0\x7f"))


@model("int toascii(int c)", device=False)
def toascii(ctx: ModelContext, c: Value) -> Value:
    """POSIX: the low seven bits."""
    return ctx.op(Op.AND, I32, c, 0x7F)
