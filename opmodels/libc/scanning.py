"""Formatted input (C11 7.21.6.2). It is exact on known text; otherwise any number of the conversions succeeds, with
arbitrary values."""

from collections.abc import Sequence

from cudabmc.modelapi import F32, F64, I32, PTR, IntType, ModelContext, Op, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.arbitrary_scanning import EOF, scan_arbitrary
from opmodels.libc.c_string import store_text, string_length
from opmodels.libc.error_number import EISDIR, set_error
from opmodels.libc.file_stream import FileStream
from opmodels.libc.scan_format import ScanSpec, parse_scan_format, stored
from opmodels.libc.scan_text import Scan, Scanned, scan
from opmodels.libc.stream import known_stream, standard
from opmodels.libc.twos_complement import clamped, unsigned
from opmodels.registry import model


def _targets(ctx: ModelContext, format: Value, args: Sequence[Value]) -> list[str | ScanSpec]:
    """The format, with all that is wrong about its arguments reported."""
    text = ctx.string(format)
    if text is None:
        ctx.require(False, "api-misuse", f"{ctx.name} is given a format that depends on inputs")
        return []
    pieces = parse_scan_format(text)
    wanted = stored(pieces)
    for spec in wanted:
        ctx.require(spec.kind != "", "api-misuse", f"{ctx.name}: `{spec.text}` is not a conversion")
    count = f"{ctx.name} has {len(args)} arguments for {len(wanted)} conversions"
    ctx.require(len(args) >= len(wanted), "api-misuse", count)
    types = ctx.arg_types[len(ctx.arg_types) - len(args) :]
    for spec, type in zip(wanted, types, strict=False):
        ctx.require(type == PTR, "api-misuse", f"{ctx.name}: the argument for `{spec.text}` is not a pointer")
    return pieces


def _store_known(ctx: ModelContext, spec: ScanSpec, target: Value, value: Scanned) -> None:
    if isinstance(value, str):
        store_text(ctx, target, value, terminate=spec.kind == "string")
    elif isinstance(value, float):
        exact = spec.bits == 64
        rounded: Value = value if exact else ctx.op(Op.FPCAST, F32, value, of=F64)
        ctx.store(target, rounded, F64 if exact else F32)
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
        return scan_arbitrary(ctx, pieces, args)
    return _store_all(ctx, pieces, args, scan(text, pieces))


def _store_all(ctx: ModelContext, pieces: Sequence[str | ScanSpec], args: Sequence[Value], found: Scan) -> Value:
    """Store what was found; the number of conversions, or EOF if the input ended before the first."""
    specs = stored(pieces)
    for spec, target, value in zip(specs, args, found.values, strict=False):
        _store_known(ctx, spec, target, value)
    assigned = sum(spec.kind != "count" for spec in specs[: len(found.values)])
    return EOF if found.no_input and assigned == 0 else assigned


@model("int scanf(const char *format, ...)", device=False)
def scanf(ctx: ModelContext, format: Value, *args: Value) -> Value:
    """C11 7.21.6.4."""
    return fscanf(ctx, standard(ctx, "stdin"), format, *args)


@model("int fscanf(FILE *stream, const char *format, ...)", device=False)
def fscanf(ctx: ModelContext, stream: Value, format: Value, *args: Value) -> Value:
    """C11 7.21.6.2."""
    known = known_stream(ctx, stream)
    pieces = _targets(ctx, format, args)
    return scan_arbitrary(ctx, pieces, args) if known is None else _scan_file(ctx, known, pieces, args)


def _asks_for_input(pieces: Sequence[str | ScanSpec]) -> bool:
    """Is errno that of a stream that cannot be read? White space before %n alone leaves it as it was, in glibc."""
    asks = any(piece.strip() if isinstance(piece, str) else piece.kind != "count" for piece in pieces)
    return asks or (bool(pieces) and isinstance(pieces[-1], str))


def _scan_file(
    ctx: ModelContext, stream: FileStream, pieces: Sequence[str | ScanSpec], args: Sequence[Value]
) -> Value:  # fmt: skip
    problem = stream.problem_of(write=False)
    if problem == EISDIR:  # it is open, and what needs no input (%n) is done, as in glibc
        found = scan("", pieces)
        if found.met_end:
            stream.set_error(True)
        if _asks_for_input(pieces):
            set_error(ctx, problem)
        return _store_all(ctx, pieces, args, found)
    if problem:
        stream.fail(problem)
        return EOF
    text, start = stream.text()
    found = scan(text, pieces, start)
    result = _store_all(ctx, pieces, args, found)
    stream.has_read(found.at - start, met_end=found.met_end)
    return result
