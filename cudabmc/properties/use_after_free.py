"""No object is used after its lifetime has ended."""

from cudabmc.properties.property import Property

USE_AFTER_FREE = Property(
    id="use-after-free",
    title="use after free",
    sentence="No object is used after its lifetime has ended.",
    explanation=(
        "Memory is used after free() or cudaFree(). By then it may be in use for something else. A kernel runs "
        "asynchronously, but cudaFree() waits for it, so a launch followed by cudaFree() is fine. The shared memory of "
        "a block ends with the block: other blocks of its cluster must have made their accesses before."
    ),
    hint="Free the object after its last use.",
    flag="pointer_check",
    unchecked=(
        "in freed memory, reads give arbitrary values, and a write changes nothing that the program can "
        "name"
    ),
    tool="memcheck",
    proposition="valid-deref",
)
