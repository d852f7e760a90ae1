"""Every access lies within the object that its pointer belongs to."""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.properties.property import Property


def inside_object(offset: terms.TermValue, size: terms.TermValue, whole: terms.TermValue) -> terms.TermValue:
    """Is [offset, offset + size) inside of [0, whole)? In bytes; terms have 64 bits."""
    if isinstance(offset, int) and isinstance(size, int) and isinstance(whole, int):
        return offset >= 0 and offset + size <= whole
    start: terms.TermValue = offset % 2**64 if isinstance(offset, int) else offset
    room = terms.apply(Op.SUB, I64, I64, (whole, size))
    return terms.land(terms.apply(Op.ULE, BOOL, I64, (size, whole)), terms.apply(Op.ULE, BOOL, I64, (start, room)))


BOUNDS = Property(
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
    tool="memcheck",
    proposition="valid-deref",
)
