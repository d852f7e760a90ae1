"""Memory is written before it is read."""

from cudabmc.properties.property import Property

UNINITIALISED_READ = Property(
    id="uninitialised-read",
    title="uninitialised read",
    sentence="Memory is written before it is read.",
    explanation=(
        "The program reads a value that was never written: fresh memory from malloc() or cudaMalloc(), a local "
        "variable, an element of a shared array. This property covers every read, even if nothing depends on its "
        "value, so it is off by default; where such a value decides something, uninitialised-use reports it. Copying "
        "memory or a struct is not a read, and the copy is unwritten where the original is."
    ),
    hint="Initialise the memory, with cudaMemset or where it is declared.",
    flag="uninitialised_check",
    default_on=False,
    tool="initcheck",
)
