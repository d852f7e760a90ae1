"""Memory is written before it is read."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="uninitialised-read",
    title="uninitialised read",
    sentence="Memory is written before it is read.",
    explanation=(
        "A value is read that nobody has written: fresh memory of malloc() or cudaMalloc(), a local variable, an "
        "element of a shared array. This looks at every read of the program, whether anything depends on its value or "
        "not, hence it is off by default; where such a value decides something, uninitialised-use reports it. Copies "
        "of memory and of structs are not reads, and carry along what was written."
    ),
    hint="Initialise the memory, with cudaMemset or where it is declared.",
    flag="uninitialised_check",
    default_on=False,
)
