"""Signed arithmetic stays within its type."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.properties.arithmetic_range import SYMBOLS, fits, width
from cudabmc.properties.property import Operation, OperatorCheck, Property


def _looks_at(i: Operation) -> bool:
    return Checks.SIGNED_OVERFLOW in i.checks and i.op in SYMBOLS and isinstance(i.of, IntType)


def _holds(i: Operation, values: Sequence[terms.TermValue]) -> terms.TermValue:
    if i.op not in (Op.SDIV, Op.SREM):
        return fits(i, values, Op.SEXT)
    lowest = terms.apply(Op.NE, BOOL, i.of, (values[0], 1 << (width(i) - 1)))
    minus_one = terms.apply(Op.NE, BOOL, i.of, (values[1], 2 ** width(i) - 1))
    return terms.lor(lowest, minus_one)


def _text(i: Operation) -> str:
    bits = "" if i.op in (Op.SDIV, Op.SREM) else f" on {width(i)} bits"
    return f"signed overflow in '{SYMBOLS[i.op]}'{bits}"


SIGNED_OVERFLOW = Property(
    id="signed-overflow",
    title="signed overflow",
    sentence="Signed arithmetic stays within its type.",
    explanation=(
        "The result of a signed +, -, * or negation, or of the smallest number divided by -1, does not fit into "
        "its type. In C this is undefined. Index computations such as blockIdx.x * blockDim.x * n overflow "
        "silently on large data."
    ),
    hint="Compute in a wider type, or limit the operands.",
    flag="overflow_check",
    default_on=False,
    proposition="! overflow",
    operator=OperatorCheck(_looks_at, _holds, _text),
)
