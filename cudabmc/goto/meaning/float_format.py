"""The three float formats: rounding a double into them, and their bits.

There is one NaN, as in SMT-LIB: its sign is positive and its bits are those of the canonical quiet NaN,
whatever payload a Python float may carry. A payload that a program writes is lost in a float, not in an integer.
"""

import math
import struct
from array import array
from collections.abc import Callable

NAN_BITS = {16: 0x7E00, 32: 0x7FC00000, 64: 0x7FF8000000000000}
INFINITY_BITS = {16: 0x7C00, 32: 0x7F800000, 64: 0x7FF0000000000000}
# (exponent bits, significand bits with the hidden one), as SMT-LIB counts them
SHAPE = {16: (5, 11), 32: (8, 24), 64: (11, 53)}

# Storing a double here is a C cast: half the time of ctypes or struct, and no exception on overflow. Store and load
# stand side by side without a call between, where no other Python thread gets in.
single_cell = memoryview(array("f", [0.0])).cast("B").cast("f")

_half, _single, _double = struct.Struct("<e"), struct.Struct("<f"), struct.Struct("<d")
_word16, _word32, _word64 = struct.Struct("<H"), struct.Struct("<I"), struct.Struct("<Q")


def round16(x: float) -> float:
    """The nearest half to a double, ties to even; too large gives infinity."""
    try:
        rounded: float = _half.unpack(_half.pack(x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)
    return rounded


def round32(x: float) -> float:
    """The nearest single to a double, ties to even; too large gives infinity."""
    single_cell[0] = x
    return single_cell[0]


def round64(x: float) -> float:
    """The double itself."""
    return x


ROUND: dict[int, Callable[[float], float]] = {16: round16, 32: round32, 64: round64}


def bits_of(x: float, width: int) -> int:
    """The bits of a float that fits the format."""
    if x != x:
        return NAN_BITS[width]
    bits: int
    if width == 64:
        bits = _word64.unpack(_double.pack(x))[0]
    elif width == 32:
        bits = _word32.unpack(_single.pack(x))[0]
    else:
        bits = _word16.unpack(_half.pack(x))[0]
    return bits


def float_of(bits: int, width: int) -> float:
    """The float with these bits; every NaN pattern gives the one NaN."""
    x: float
    if width == 64:
        x = _double.unpack(_word64.pack(bits))[0]
    elif width == 32:
        x = _single.unpack(_word32.pack(bits))[0]
    else:
        x = _half.unpack(_word16.pack(bits))[0]
    return x if x == x else math.nan
