"""From random bits to numbers between 0 and 1 (cuRAND reference, "Distributions" of the device API)."""

import struct

_SINGLE = struct.Struct("f")


def single(x: float) -> float:
    """Rounded to single precision; too large ones are infinite."""
    try:
        result: float = _SINGLE.unpack(_SINGLE.pack(x))[0]
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")
    return result


def unit_float(word: int) -> float:
    """x / 2**32 + 2**-33 in single precision: in (0, 1]."""
    return single(single(word) * 2.0**-32 + 2.0**-33)


def unit_double(first: int, second: int) -> float:
    """53 bits of two numbers, and a half: in (0, 1)."""
    return (first ^ second << 21) * 2.0**-53 + 2.0**-54


def bits_of_float(x: float) -> int:
    """The bits of a number of single precision."""
    return int.from_bytes(struct.pack("<f", x), "little")


def float_of_bits(bits: int) -> float:
    """The number of single precision that has these bits."""
    result: float = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    return result


def bits_of_double(x: float) -> int:
    """The bits of a number of double precision."""
    return int.from_bytes(struct.pack("<d", x), "little")


def double_of_bits(bits: int) -> float:
    """The number of double precision that has these bits."""
    result: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
    return result
