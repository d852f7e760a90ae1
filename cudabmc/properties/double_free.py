"""No object is freed twice."""

from cudabmc.properties.property import Property

DOUBLE_FREE = Property(
    id="double-free",
    title="double free",
    sentence="No object is freed twice.",
    explanation=(
        "free(), cudaFree() or a similar function gets a pointer to an object that was already freed. On the host "
        "this corrupts the heap. Freeing a null pointer is allowed."
    ),
    hint="Set the pointer to NULL after freeing it, or free in one place only.",
    flag="pointer_check",
    unchecked="freeing memory again does nothing",
    tool="memcheck",
    proposition="valid-free",
)
