"""Host code touches host memory, and kernels touch memory that the device can reach."""

from cudabmc.properties.property import Property

MEMORY_SPACE = Property(
    id="memory-space",
    title="wrong memory",
    sentence="Host code touches host memory, and kernels touch memory that the device can reach.",
    explanation=(
        "Host code dereferences a pointer to device memory, or a kernel dereferences one to pageable host memory "
        "(malloc, stack, globals without __device__). Both kinds of pointers have the same type in C, so the "
        "compiler does not help. Managed and pinned memory can be used from both sides. Shared memory belongs to its "
        "block, and a local variable to its thread: no other block or thread can use a pointer to them. Blocks of a "
        "cluster reach each other's shared memory, once a barrier of the cluster tells them that all have started."
    ),
    hint="Copy with cudaMemcpy, or allocate with cudaMallocManaged.",
    flag="pointer_check",
    unchecked=(
        "in memory of the other side, reads give arbitrary values, and a write changes nothing that the "
        "program can name"
    ),
    tool="memcheck",
    proposition="valid-deref",
)
