"""Unsigned arithmetic does not wrap around."""

from cudabmc.checks.property import Property

PROPERTY = Property(
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
)
