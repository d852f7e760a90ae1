"""Every pointer that is dereferenced belongs to an object."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="invalid-pointer",
    title="invalid pointer",
    sentence="Every pointer that is dereferenced belongs to an object.",
    explanation=(
        "A pointer that belongs to no object is read or written through: one that was never initialised, one made "
        "from an integer, or one that moved from one object into the unknown. (A pointer that ran over the end of "
        "its object is reported as bounds, one to a dead object as use-after-free.)"
    ),
    hint="Initialise the pointer where it is declared.",
    flag="pointer_check",
)
