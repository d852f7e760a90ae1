"""The decimal number at the start of a string whose bytes depend on inputs (C11 7.22.1.4), as one term.

No decision is made: which bytes are white space, sign and digits goes into conditions, one set for
each byte. `parse_integer` of number_text says the same of known text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import I8, I64, IntType, ModelContext, Op, Value
from opmodels.libc.expression import add, both, either, eq, select, ult, widen

MOST_CHARACTERS = 18
"""As many digits fit into 64 bits, so there is no overflow within them."""


@dataclass(frozen=True, slots=True)
class ParsedTerm:
    """The number modulo the width of its type, and the count of characters read (I64), 0 if there is none.

    `open` holds if the text continues in such a way that more of it may belong to the number.
    """

    value: Value
    length: Value
    open: Value


def parse_decimal(ctx: ModelContext, content: Sequence[Value], type: IntType) -> ParsedTerm:
    """The number in the first bytes of a string; a zero ends it."""
    value: Value = 0
    length: Value = 0
    negative: Value = False
    blank: Value = True  # white space only so far
    inside: Value = False  # behind a sign or a digit of the number
    for i, byte in enumerate(content):
        taken = both(ctx, either(ctx, blank, inside), _within(ctx, byte, "0", "9"))
        digit = widen(ctx, ctx.op(Op.AND, I8, byte, 15), I8, type, is_signed=False)  # "0" is 0x30
        value = select(ctx, taken, add(ctx, ctx.op(Op.MUL, type, value, 10), digit, type), value, type)
        length = select(ctx, taken, i + 1, length, I64)
        minus = both(ctx, blank, eq(ctx, byte, ord("-"), I8))
        negative = either(ctx, negative, minus)
        inside = either(ctx, taken, minus, both(ctx, blank, eq(ctx, byte, ord("+"), I8)))
        space = either(ctx, eq(ctx, byte, ord(" "), I8), _within(ctx, byte, "\t", "\r"))
        blank = both(ctx, blank, space)
    value = select(ctx, negative, ctx.op(Op.NEG, type, value), value, type)
    return ParsedTerm(value, length, either(ctx, blank, inside))


def _within(ctx: ModelContext, byte: Value, low: str, high: str) -> Value:
    """low <= byte <= high."""
    return ult(ctx, ctx.op(Op.SUB, I8, byte, ord(low)), ord(high) - ord(low) + 1, I8)
