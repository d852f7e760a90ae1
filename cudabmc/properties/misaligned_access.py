"""Device code accesses memory at multiples of the size of the access."""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.properties.property import Property


def at_multiple(offset: terms.TermValue, align: int) -> terms.TermValue:
    """Is the offset a multiple of `align` bytes? A term has 64 bits."""
    start = offset % 2**64 if isinstance(offset, int) else offset
    return terms.equal(terms.apply(Op.UREM, I64, I64, (start, align)), 0, I64)


MISALIGNED_ACCESS = Property(
    id="misaligned-access",
    title="misaligned access",
    sentence="Device code accesses memory at multiples of the size of the access.",
    explanation=(
        "A kernel loads, stores or atomically changes 2, 4, 8 or 16 bytes at an address that is not a multiple of "
        "that number: often a pointer to float that is cast to a pointer to float4, or a value in the middle of a "
        "byte buffer. A GPU stops with cudaErrorMisalignedAddress, or accesses other bytes than intended. The host is "
        "not checked: its processors allow such accesses."
    ),
    hint="Start the data at a multiple of the size, or access the elements one by one.",
    unchecked="a misaligned access reaches the bytes at its address, as if devices allowed it",
)
