"""No object is used after its life has ended."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="use-after-free",
    title="use after free",
    sentence="No object is used after its life has ended.",
    explanation=(
        "Memory is used after free() or cudaFree(). It may belong to somebody else by then. A kernel runs "
        "asynchronously, but cudaFree() waits for it, so a launch followed by cudaFree() is fine."
    ),
    hint="Free the object after its last use.",
    flag="pointer_check",
    unchecked=(
        "in freed memory, what is read there is arbitrary, and a write changes nothing that the program can "
        "name"
    ),
)
