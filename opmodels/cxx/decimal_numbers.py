"""Plain decimal numbers in the buffer of a stream, read at once (C++17 [facet.num.get.virtuals])."""

import re
import struct

from cudabmc.modelapi import F32, F64, I32, IntType, ModelContext, Value
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import model

LONGEST = 40
"""Longer numbers are left to the library."""

_INTEGER = re.compile(rb"[+-]?[0-9]+(?=[ \n\t\r])")
_FLOAT = re.compile(rb"[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?(?=[ \n\t\r])")


def _text(ctx: ModelContext, text: Value, size: Value) -> bytes:
    """The beginning of the text, empty if it is not known."""
    count = min(size, LONGEST) if isinstance(size, int) else 0
    data = ctx.load_bytes(text, count) if count else b""
    return data if isinstance(data, bytes) else b""


@model(
    "unsigned int __cudabmc_decimal(const char *text, unsigned long size, void *number, int bits, int is_signed)",
    device=False,
)
def decimal(ctx: ModelContext, text: Value, size: Value, number: Value, bits: Value, is_signed: Value) -> Value:
    """The length of an integer in range, which white space follows; 0 for anything else, which stores nothing."""
    found = _INTEGER.match(_text(ctx, text, size))
    width, has_sign = ctx.concretize(bits, I32), ctx.concretize(is_signed, I32)
    if found is None:
        return 0
    value = int(found[0])
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if has_sign else (0, (1 << width) - 1)
    if not least <= value <= most:
        return 0
    ctx.store(number, unsigned(value, width), IntType(width))
    return len(found[0])


@model(
    "unsigned int __cudabmc_decimal_float(const char *text, unsigned long size, void *number, int bits)", device=False
)  # fmt: skip
def decimal_float(ctx: ModelContext, text: Value, size: Value, number: Value, bits: Value) -> Value:
    """The length of a number in range, which white space follows; 0 for anything else, which stores nothing."""
    found = _FLOAT.match(_text(ctx, text, size))
    wide = ctx.concretize(bits, I32) == 64
    if found is None:
        return 0
    value = float(found[0])
    if not wide and not _rounds_once(value):
        return 0
    is_zero = not re.search(rb"[1-9]", found[0].lower().partition(b"e")[0])
    if not is_zero and not 1e-30 < abs(value) < 1e30:
        return 0
    ctx.store(number, value if wide else struct.unpack("<f", struct.pack("<f", value))[0], F64 if wide else F32)
    return len(found[0])


def _rounds_once(value: float) -> bool:
    """Is the float that is nearest to this double also nearest to the text? It is, unless the double lies half way
    between two floats."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return bool(bits & ((1 << 29) - 1) != 1 << 28)
