"""No null pointer is dereferenced."""

from cudabmc.properties.property import Property

NULL_DEREFERENCE = Property(
    id="null-dereference",
    title="null dereference",
    sentence="No null pointer is dereferenced.",
    explanation=(
        "The program reads or writes through a null pointer. Frequent causes are an allocation whose failure is not "
        "checked (explored with `--malloc-may-fail`), and a kernel that gets a pointer for which nothing was "
        "allocated."
    ),
    hint="Find the last assignment to the pointer in the steps.",
    flag="pointer_check",
    unchecked=(
        "through a null pointer, reads give arbitrary values, and a write changes nothing that the "
        "program can name"
    ),
    tool="memcheck",
    proposition="valid-deref",
)
