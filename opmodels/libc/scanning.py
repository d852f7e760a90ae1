"""Formatted input (C11 7.21.6.2). sscanf is exact on known strings; otherwise any number of the
conversions succeeds, with arbitrary values."""

from collections.abc import Sequence

from cudabmc.modelapi import F32, F64, I8, I32, I64, PTR, IntType, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.c_string import room, store_text, string_length
from opmodels.libc.expression import add, either, eq, negation, nondet_in, select, ult
from opmodels.libc.scan_format import Scanned, ScanSpec, parse_scan_format, scan
from opmodels.libc.stream import use
from opmodels.libc.twos_complement import clamped, unsigned
from opmodels.registry import model

EOF = unsigned(-1, 32)
MOST_CHARACTERS = 4096
"""Words longer than this are cut where the object they go to has more room."""


def _targets(ctx: ModelContext, format: Value, args: Sequence[Value]) -> list[str | ScanSpec]:
    """The format, with all that is wrong about its arguments reported."""
    text = ctx.string(format)
    if text is None:
        ctx.require(False, "api-misuse", f"{ctx.name} is given a format that depends on inputs")
        return []
    pieces = parse_scan_format(text)
    wanted = _stored(pieces)
    for spec in wanted:
        ctx.require(spec.kind != "", "api-misuse", f"{ctx.name}: `{spec.text}` is not a conversion")
    count = f"{ctx.name} has {len(args)} arguments for {len(wanted)} conversions"
    ctx.require(len(args) >= len(wanted), "api-misuse", count)
    types = ctx.arg_types[len(ctx.arg_types) - len(args) :]
    for spec, type in zip(wanted, types, strict=False):
        ctx.require(type == PTR, "api-misuse", f"{ctx.name}: the argument for `{spec.text}` is not a pointer")
    return pieces


def _stored(pieces: Sequence[str | ScanSpec]) -> list[ScanSpec]:
    return [p for p in pieces if isinstance(p, ScanSpec) and not p.suppressed and p.kind != "percent"]


def _store_known(ctx: ModelContext, spec: ScanSpec, target: Value, value: Scanned) -> None:
    if isinstance(value, str):
        store_text(ctx, target, value, terminate=spec.kind == "string")
    elif isinstance(value, float):
        exact = spec.bits == 64
        stored: Value = value if exact else ctx.op(Op.FPCAST, F32, value, of=F64)
        ctx.store(target, stored, F64 if exact else F32)
    else:
        ctx.store(target, unsigned(_in_64_bits(value, spec.conversion in "di"), spec.bits), IntType(spec.bits))


def _in_64_bits(value: int, is_signed: bool) -> int:
    """As strtol or strtoul has it."""
    if is_signed:
        return clamped(value, 64, is_signed=True)
    return unsigned(value, 64) if abs(value) < 1 << 64 else (1 << 64) - 1


@model("int sscanf(const char *s, const char *format, ...)", device=False)
def sscanf(ctx: ModelContext, s: Value, format: Value, *args: Value) -> Value:
    """C11 7.21.6.7."""
    pieces = _targets(ctx, format, args)
    text = ctx.string(s)
    if text is None:
        string_length(ctx, s)
        approximate(ctx, I32, "sscanf of a string that depends on inputs")
        return _arbitrary(ctx, pieces, args)
    values, ended = scan(text, pieces)
    specs = _stored(pieces)
    for spec, target, value in zip(specs, args, values, strict=False):
        _store_known(ctx, spec, target, value)
    assigned = sum(spec.kind != "count" for spec in specs[: len(values)])
    return EOF if ended and assigned == 0 and specs else assigned


@model("int scanf(const char *format, ...)", device=False)
def scanf(ctx: ModelContext, format: Value, *args: Value) -> Value:
    """C11 7.21.6.4."""
    return _arbitrary(ctx, _targets(ctx, format, args), args)


@model("int fscanf(FILE *stream, const char *format, ...)", device=False)
def fscanf(ctx: ModelContext, stream: Value, format: Value, *args: Value) -> Value:
    """C11 7.21.6.2."""
    use(ctx, stream)
    return _arbitrary(ctx, _targets(ctx, format, args), args)


def _arbitrary(ctx: ModelContext, pieces: Sequence[str | ScanSpec], args: Sequence[Value]) -> Value:
    """EOF, or any number of conversions, each with an arbitrary value."""
    specs = _stored(pieces)
    most = sum(spec.kind != "count" for spec in specs)
    result = ctx.concretize(nondet_in(ctx, I32, -1, most, f"{ctx.name}()"), I32)
    done = 0
    for spec, target in zip(specs, args, strict=False):
        if result == EOF or (done >= result and spec.kind != "count"):
            break
        done += spec.kind != "count"
        _store_arbitrary(ctx, spec, target, f"{ctx.name} {spec.text}")
    return result


_UNSIGNED = "ouxXp"
"""Conversions into unsigned integers, and addresses (C17 7.21.6.2)."""


def _store_arbitrary(ctx: ModelContext, spec: ScanSpec, target: Value, label: str) -> None:
    if spec.kind == "string":
        _store_word(ctx, spec, target, label)
    elif spec.kind == "chars":
        for i in range(spec.width or 1):
            ctx.store(ctx.add(target, i), ctx.nondet(I8, label), I8)
    elif spec.kind == "float":
        type = F64 if spec.bits == 64 else F32
        ctx.store(target, ctx.nondet(type, label), type)
    elif spec.kind == "count":
        ctx.store(target, nondet_in(ctx, I32, 0, (1 << 31) - 1, label), I32)
    else:
        ctype = "unsigned" if spec.conversion in _UNSIGNED else ""
        ctx.store(target, ctx.nondet(IntType(spec.bits), label, ctype=ctype), IntType(spec.bits))


def _store_word(ctx: ModelContext, spec: ScanSpec, target: Value, label: str) -> None:
    """A word of 1 to `width` characters; without width of any length, which no buffer is safe from."""
    longest = spec.width or (1 << 31) - 2
    length = nondet_in(ctx, I64, 1, longest, f"length of {label}")
    ctx.check_range(target, add(ctx, length, 1), write=True)
    available = room(ctx, target)
    most = min(longest, MOST_CHARACTERS if available is None else min(available - 1, MOST_CHARACTERS))
    ctx.constrain(ult(ctx, length, most + 1))
    for i in range(most):
        char = ctx.nondet(I8, label)
        spaces = either(ctx, *(eq(ctx, char, ord(c), I8) for c in "\0 \t\n\v\f\r"))
        inside = ult(ctx, i, length)
        ctx.constrain(either(ctx, negation(ctx, inside), negation(ctx, spaces)))
        place = ctx.add(target, i)
        ctx.store(place, select(ctx, inside, char, 0, I8), I8)
    ctx.store(ctx.add(target, length), 0, I8)
