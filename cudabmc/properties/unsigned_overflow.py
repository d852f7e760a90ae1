"""Unsigned arithmetic does not wrap around."""

from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import IntType
from cudabmc.properties.arithmetic_range import SYMBOLS, fits, width
from cudabmc.properties.property import Operation, OperatorCheck, Property

_WRAPS = (Op.ADD, Op.SUB, Op.MUL, Op.NEG)


def _looks_at(i: Operation) -> bool:
    return Checks.UNSIGNED_OVERFLOW in i.checks and i.op in _WRAPS and isinstance(i.of, IntType)


def _text(i: Operation) -> str:
    return f"unsigned overflow in '{SYMBOLS[i.op]}' on {width(i)} bits"


UNSIGNED_OVERFLOW = Property(
    id="unsigned-overflow",
    title="unsigned wrap-around",
    sentence="Unsigned arithmetic does not wrap around.",
    explanation=(
        "The result of an unsigned +, - or * does not fit into its type and wraps around. This is well defined, "
        "and hashes and random numbers rely on it, but in sizes and indices it is nearly always a mistake: n - 1 "
        "for n = 0 is 4294967295."
    ),
    hint="Compare before you subtract, or compute in a wider type.",
    flag="unsigned_overflow_check",
    default_on=False,
    operator=OperatorCheck(_looks_at, lambda i, values: fits(i, values, Op.ZEXT), _text),
)
