"""Floating-point operations on numbers do not result in NaN."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="nan",
    title="not a number",
    sentence="Floating-point operations on numbers do not result in NaN.",
    explanation=(
        "The result of a floating-point operation on numbers is not a number: 0/0, infinity minus infinity, zero "
        "times infinity, the square root of a negative number. From there on NaN spreads through everything that is "
        "computed with it, and every comparison with it is false."
    ),
    hint="Guard the operation against the operands that the report shows.",
    flag="nan_check",
    default_on=False,
)
