"""Memory that was never written decides nothing."""

from cudabmc.properties.property import Property

UNINITIALISED_USE = Property(
    id="uninitialised-use",
    title="use of uninitialised memory",
    sentence="Memory that was never written decides nothing.",
    explanation=(
        "A branch, an address, the configuration of a launch, an argument of a library function or printed output "
        "depends on memory that was never written, or on a local variable that was never set. Copying such values and "
        "computing with them is not a violation, nor is a result that is the same whatever the memory holds. A "
        "frequent cause is a cudaMemcpy() of n instead of n * sizeof(int) bytes."
    ),
    hint="Write all of the memory before its contents decide something; sizes of copies are in bytes.",
    tool="initcheck",
)
