"""Every access lies within the object that its pointer belongs to."""

from cudabmc.checks.property import Property

PROPERTY = Property(
    id="bounds",
    title="out of bounds",
    sentence="Every access lies within the object that its pointer belongs to.",
    explanation=(
        "An access touches bytes before the first or after the last byte of the object that its pointer belongs "
        "to: a heap block, a variable, an array, a shared array or device memory. On a GPU this often goes "
        "unnoticed, because memory is handed out in large pages. In kernels the usual cause is a missing `if (i < "
        "n)` when the grid has more threads than the array has elements."
    ),
    hint="Compare the offset with the size of the object; guard the access if the grid is larger than the array.",
    flag="bounds_check",
    unchecked=(
        "of an out-of-bounds access the part inside the object is carried out; outside, reads give arbitrary values, "
        "and a write changes nothing that the program can name"
    ),
)
