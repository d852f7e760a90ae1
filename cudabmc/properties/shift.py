"""Shifts move by at least zero and less than the width of their operand."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.properties.arithmetic_range import width
from cudabmc.properties.property import Operation, OperatorCheck, Property

_SHIFTS = (Op.SHL, Op.LSHR, Op.ASHR)


def _looks_at(i: Operation) -> bool:
    return Checks.SHIFT in i.checks and i.op in _SHIFTS and isinstance(i.of, IntType)


def _holds(i: Operation, values: Sequence[terms.TermValue]) -> terms.TermValue:
    """A negative amount is a very large one."""
    return terms.apply(Op.ULT, BOOL, i.of, (values[1], width(i)))


def _text(i: Operation) -> str:
    return f"shift by a negative amount or by {width(i)} or more"


SHIFT = Property(
    id="shift",
    title="undefined shift",
    sentence="Shifts move by at least zero and less than the width of their operand.",
    explanation=(
        "A value is shifted by a negative amount or by its width or more, which is undefined in C. Hosts and GPUs "
        "differ here: x86 takes the amount modulo the width, PTX clamps it."
    ),
    hint="Limit the amount, or shift a wider type.",
    flag="ub_shift_check",
    default_on=False,
    operator=OperatorCheck(_looks_at, _holds, _text),
)
