"""No integer is divided by zero."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.types import BOOL
from cudabmc.properties.property import Operation, OperatorCheck, Property


def _holds(i: Operation, values: Sequence[terms.TermValue]) -> terms.TermValue:
    return terms.apply(Op.NE, BOOL, i.of, (values[1], 0))


DIVISION_BY_ZERO = Property(
    id="division-by-zero",
    title="division by zero",
    sentence="No integer is divided by zero.",
    explanation=(
        "The divisor of an integer / or % can be zero. The host traps; a GPU does not, and continues with an "
        "unspecified value. A division of floating-point numbers by zero is well defined and not reported (see "
        "nan)."
    ),
    hint="Guard the division, or show that the divisor cannot be zero.",
    flag="div_by_zero_check",
    unchecked="a division by zero gives an arbitrary value",
    # A value of the machine's own choice (PTX ISA, `div`, `rem`), on the host undefined (C11 6.5.5p5).
    operator=OperatorCheck(lambda i: i.op in DIVISIONS, _holds, lambda i: "division by zero", defined=False),
)
