"""No integer is divided by zero."""

from cudabmc.checks.property import Property

PROPERTY = Property(
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
)
