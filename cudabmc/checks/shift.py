"""Shifts move by at least zero and less than the width of their operand."""

from cudabmc.checks.property import Property

PROPERTY = Property(
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
)
