"""The positions of the bits of a number that are set."""

from collections.abc import Iterator


def set_bits(number: int) -> Iterator[int]:
    """From the lowest one on."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
