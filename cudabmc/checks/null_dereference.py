"""No null pointer is dereferenced."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="null-dereference",
    title="null dereference",
    sentence="No null pointer is dereferenced.",
    explanation=(
        "A pointer that is null is read or written through. Frequent causes are an allocation whose failure is not "
        "looked at (explored with `--malloc-may-fail`), and a kernel that is handed a pointer which was never "
        "allocated."
    ),
    hint="Find the last assignment to the pointer in the steps.",
    flag="pointer_check",
    unchecked=(
        "through a null pointer, what is read there is arbitrary, and a write changes nothing that the "
        "program can name"
    ),
)
