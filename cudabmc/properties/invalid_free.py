"""Only the start of a heap object is freed, by the function that belongs to its allocation."""

from cudabmc.properties.property import Property

INVALID_FREE = Property(
    id="invalid-free",
    title="invalid free",
    sentence="Only the start of a heap object is freed, by the function that belongs to its allocation.",
    explanation=(
        "The pointer that is freed is not what the allocation returned (it points into the middle of an object, or to "
        "a variable), or the function does not match: device memory is freed by cudaFree(), pinned host memory by "
        "cudaFreeHost(), and memory from malloc() by free(). Memory that a kernel got from malloc() can only be freed "
        "by free() in a kernel, which accepts nothing else."
    ),
    hint="Free with the counterpart of the function that allocated the object.",
    flag="pointer_check",
    unchecked="freeing what cannot be freed does nothing",
    tool="memcheck",
    proposition="valid-free",
)
