"""Formatted input of which nothing is known: any number of the conversions succeeds, with arbitrary values."""

from collections.abc import Sequence

from cudabmc.modelapi import F32, F64, I8, I32, I64, IntType, ModelContext, Value
from opmodels.libc.arbitrary_value import arbitrary, arbitrary_in
from opmodels.libc.c_string import room
from opmodels.libc.expression import add, either, eq, negation, select, ult
from opmodels.libc.scan_format import ScanSpec, stored
from opmodels.libc.twos_complement import unsigned

EOF = unsigned(-1, 32)
MOST_CHARACTERS = 4096
"""Words longer than this are cut where the object they go to has more room."""


def scan_arbitrary(ctx: ModelContext, pieces: Sequence[str | ScanSpec], args: Sequence[Value]) -> Value:
    """EOF, or any number of conversions, each with an arbitrary value."""
    specs = stored(pieces)
    most = sum(spec.kind != "count" for spec in specs)
    result = ctx.concretize(arbitrary_in(ctx, I32, -1, most, f"{ctx.name}()"), I32)
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
            ctx.store(ctx.add(target, i), arbitrary(ctx, I8, label), I8)
    elif spec.kind == "float":
        type = F64 if spec.bits == 64 else F32
        ctx.store(target, arbitrary(ctx, type, label), type)
    elif spec.kind == "count":
        ctx.store(target, arbitrary_in(ctx, I32, 0, (1 << 31) - 1, label), I32)
    else:
        ctype = "unsigned" if spec.conversion in _UNSIGNED else ""
        ctx.store(target, arbitrary(ctx, IntType(spec.bits), label, ctype=ctype), IntType(spec.bits))


def _store_word(ctx: ModelContext, spec: ScanSpec, target: Value, label: str) -> None:
    """A word of 1 to `width` characters; without width of any length, which no buffer is safe from."""
    longest = spec.width or (1 << 31) - 2
    length = arbitrary_in(ctx, I64, 1, longest, f"length of {label}")
    ctx.check_range(target, add(ctx, length, 1), write=True)
    available = room(ctx, target)
    most = min(longest, MOST_CHARACTERS if available is None else min(available - 1, MOST_CHARACTERS))
    ctx.constrain(ult(ctx, length, most + 1))
    for i in range(most):
        char = arbitrary(ctx, I8, label)
        spaces = either(ctx, *(eq(ctx, char, ord(c), I8) for c in "\0 \t\n\v\f\r"))
        inside = ult(ctx, i, length)
        ctx.constrain(either(ctx, negation(ctx, inside), negation(ctx, spaces)))
        place = ctx.add(target, i)
        ctx.store(place, select(ctx, inside, char, 0, I8), I8)
    ctx.store(ctx.add(target, length), 0, I8)
