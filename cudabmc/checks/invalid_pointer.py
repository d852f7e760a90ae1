"""Every pointer that is dereferenced belongs to an object."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="invalid-pointer",
    title="invalid pointer",
    sentence="Every pointer that is dereferenced belongs to an object.",
    explanation=(
        "A pointer that belongs to no object is read or written through: one that was never initialised, one made "
        "from an integer, one that moved from one object into the unknown, or one to a local variable whose block or "
        "function has ended; or memory that is read-only is written. (A pointer that ran over the end of its object "
        "is reported as bounds, one to memory that was freed as use-after-free.)"
    ),
    hint="Initialise the pointer where it is declared.",
    flag="pointer_check",
    unchecked=(
        "through an invalid pointer, what is read there is arbitrary, and a write changes nothing that the "
        "program can name"
    ),
)
