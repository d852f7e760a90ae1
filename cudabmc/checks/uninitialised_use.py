"""Nothing that nobody has written decides what happens."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="uninitialised-use",
    title="use of uninitialised memory",
    sentence="Nothing is decided by memory that was never written.",
    explanation=(
        "A branch, an address, the configuration of a launch, an argument of a library function or what is printed "
        "depends on memory that nobody has written, or on a local variable that was never set. Copying such values "
        "and calculating with them is no violation, nor is a result that is the same whatever the memory holds. A "
        "frequent cause is a cudaMemcpy() of n instead of n * sizeof(int) bytes."
    ),
    hint="Write all of the memory before its contents decide something; sizes of copies are in bytes.",
)
