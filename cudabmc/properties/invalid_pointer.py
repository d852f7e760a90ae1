"""Every pointer that is dereferenced belongs to an object."""

from cudabmc.properties.property import Property

INVALID_POINTER = Property(
    id="invalid-pointer",
    title="invalid pointer",
    sentence="Every pointer that is dereferenced belongs to an object.",
    explanation=(
        "The program reads or writes through a pointer that belongs to no object: one that was never initialised, one "
        "made from an integer, one that was moved out of its object to an unknown place, or one to a local variable "
        "whose block or function has ended; or it writes to read-only memory. (A pointer past the end of its object "
        "is reported as bounds, one to freed memory as use-after-free.)"
    ),
    hint="Initialise the pointer where it is declared.",
    flag="pointer_check",
    unchecked=(
        "through an invalid pointer, reads give arbitrary values, and a write changes nothing that the "
        "program can name"
    ),
    tool="memcheck",
    proposition="valid-deref",
)
