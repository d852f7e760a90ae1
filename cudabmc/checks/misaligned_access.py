"""Device code accesses memory at multiples of the size of the access."""

from cudabmc.checks.property import Property

PROPERTY = Property(
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
