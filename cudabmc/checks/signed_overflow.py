"""Signed arithmetic stays within its type."""

from cudabmc.checks.property import Property

PROPERTY = Property(
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
)
