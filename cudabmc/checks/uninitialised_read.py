"""Memory is written before it is read."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="uninitialised-read",
    title="uninitialised read",
    sentence="Memory is written before it is read.",
    explanation=(
        "A value is read that nobody has written: fresh memory of malloc() or cudaMalloc(), a local variable, an "
        "element of a shared array. Without this check such a value is arbitrary, which shows only if something "
        "depends on it. Copying padding or unused elements is common, hence off by default."
    ),
    hint="Initialise the memory, with cudaMemset or where it is declared.",
    flag="uninitialised_check",
    default_on=False,
)
