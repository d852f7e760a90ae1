"""All threads of a block reach the same barrier."""

from cudabmc.properties.property import Property

BARRIER_DIVERGENCE = Property(
    id="barrier-divergence",
    title="barrier divergence",
    sentence="All threads of a block reach the same barrier.",
    explanation=(
        "Some threads of a block wait at __syncthreads() (or another barrier) while others have ended or wait at a "
        "different barrier. The CUDA programming guide allows a barrier in conditional code only if the condition is "
        "the same for the whole block; otherwise the program hangs or continues with half of the block. The same "
        "holds for __syncwarp() and the threads of its mask."
    ),
    hint="Move the barrier out of the condition, so that every thread of the block passes it.",
    unchecked=(
        "calls of __syncthreads() at different places count as one barrier, as in hardware, which does not wait for "
        "threads that have left"
    ),
    tool="synccheck",
)
