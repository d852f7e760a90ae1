"""Strings to numbers (C11 7.22.1): exact on known strings; on others exact for decimal integers of up
to 18 characters, white space and sign included, and arbitrary beyond."""

import math
from dataclasses import replace

from cudabmc.modelapi import F32, F64, I32, I64, PTR, IntType, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.c_string import string_bytes, string_length
from opmodels.libc.error_number import ERANGE, error_location
from opmodels.libc.expression import is_null, select, ule
from opmodels.libc.number_term import MOST_CHARACTERS, ParsedTerm, parse_decimal
from opmodels.libc.number_text import parse_float, parse_integer
from opmodels.libc.twos_complement import clamped, unsigned
from opmodels.registry import model


@model("int atoi(const char *nptr)", "long atol(const char *nptr)", "long long atoll(const char *nptr)", device=False)
def atoi(ctx: ModelContext, nptr: Value) -> Value:
    """C11 7.22.1.2. A number out of range is undefined; as in glibc it is that of strtol, cut to the type."""
    assert isinstance(ctx.ret_type, IntType)
    text = ctx.string(nptr)
    if text is None:
        return _decimal(ctx, nptr, ctx.ret_type).value
    return unsigned(clamped(parse_integer(text, 10).value, 64, is_signed=True), ctx.ret_type.width)


@model("double atof(const char *nptr)", device=False)
def atof(ctx: ModelContext, nptr: Value) -> Value:
    """C11 7.22.1.1."""
    text = ctx.string(nptr)
    if text is None:
        string_length(ctx, nptr)
        return approximate(ctx, F64, "atof of a string that depends on inputs")
    return parse_float(text).value


def _decimal(ctx: ModelContext, nptr: Value, type: IntType) -> ParsedTerm:
    """The number in a string that depends on inputs; arbitrary if it is too long to be exact."""
    content = string_bytes(ctx, nptr)
    parsed = parse_decimal(ctx, content[:MOST_CHARACTERS], type)
    value = parsed.value
    if len(content) > MOST_CHARACTERS + 1:
        beyond = approximate(ctx, type, f"{ctx.name} of more than {MOST_CHARACTERS} characters")
        value = select(ctx, parsed.open, beyond, value, type)
    return replace(parsed, value=ctx.named(value, type, f"{ctx.name}()"))


def _length(ctx: ModelContext, nptr: Value, parsed: ParsedTerm) -> Value:
    """How many characters the number has, arbitrary if it is too long to be exact."""
    content = string_bytes(ctx, nptr)
    if len(content) <= MOST_CHARACTERS + 1:
        return parsed.length
    beyond = approximate(ctx, I64, f"the length of the number that {ctx.name} reads in a long string")
    ctx.constrain(ule(ctx, beyond, string_length(ctx, nptr)))
    return select(ctx, parsed.open, beyond, parsed.length, I64)


def _set_end(ctx: ModelContext, endptr: Value, nptr: Value, length: Value) -> None:
    if not ctx.decide(is_null(ctx, endptr)):
        ctx.store(endptr, ctx.add(nptr, length), PTR)


def _unknown_end(ctx: ModelContext, endptr: Value, nptr: Value) -> None:
    if ctx.decide(is_null(ctx, endptr)):
        string_length(ctx, nptr)
        return
    length = approximate(ctx, I64, f"the length of the number that {ctx.name} reads in an unknown string")
    ctx.constrain(ule(ctx, length, string_length(ctx, nptr)))
    ctx.store(endptr, ctx.add(nptr, length), PTR)


@model(
    "long strtol(const char *nptr, char **endptr, int base)",
    "long long strtoll(const char *nptr, char **endptr, int base)",
    "unsigned long strtoul(const char *nptr, char **endptr, int base)",
    "unsigned long long strtoull(const char *nptr, char **endptr, int base)",
    device=False,
)
def strtol(ctx: ModelContext, nptr: Value, endptr: Value, base: Value) -> Value:
    """C11 7.22.1.4: out of range the nearest value and ERANGE; unsigned ones negate modulo 2**64."""
    number_base = ctx.concretize(base, I32)
    text = ctx.string(nptr)
    if text is None and number_base == 10:
        number = _decimal(ctx, nptr, I64)
        if not ctx.decide(is_null(ctx, endptr)):
            ctx.store(endptr, ctx.add(nptr, _length(ctx, nptr, number)), PTR)
        return number.value
    if text is None:
        _unknown_end(ctx, endptr, nptr)
        return approximate(ctx, I64, f"{ctx.name} of a string that depends on inputs")
    parsed = parse_integer(text, number_base)
    is_signed = ctx.name in ("strtol", "strtoll", "strtoll_l")
    if is_signed:
        result = clamped(parsed.value, 64, is_signed=True)
        in_range = -(1 << 63) <= parsed.value < 1 << 63
    else:
        in_range = abs(parsed.value) < 1 << 64
        result = unsigned(parsed.value, 64) if in_range else (1 << 64) - 1
    errno = None if in_range else error_location(ctx)
    _set_end(ctx, endptr, nptr, parsed.length)
    if errno is not None:
        ctx.store(errno, ERANGE, I32)
    return result


@model("double strtod(const char *nptr, char **endptr)", "float strtof(const char *nptr, char **endptr)", device=False)
def strtod(ctx: ModelContext, nptr: Value, endptr: Value) -> Value:
    """C11 7.22.1.3. strtof rounds twice, which differs from once in the rarest cases; ERANGE for
    overflow alone."""
    text = ctx.string(nptr)
    if text is None:
        _unknown_end(ctx, endptr, nptr)
        return approximate(ctx, ctx.ret_type, f"{ctx.name} of a string that depends on inputs")
    parsed = parse_float(text)
    result = parsed.value if ctx.ret_type == F64 else ctx.op(Op.FPCAST, F32, parsed.value, of=F64)
    overflow = isinstance(result, float) and math.isinf(result) and "inf" not in text[: parsed.length].lower()
    errno = error_location(ctx) if overflow else None
    _set_end(ctx, endptr, nptr, parsed.length)
    if errno is not None:
        ctx.store(errno, ERANGE, I32)
    return result
