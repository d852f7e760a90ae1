"""Integer types of C as x86-64 Linux and CUDA have them, and their conversions (C11 6.3.1)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class IntType:
    name: str
    bits: int
    signed: bool

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - self.signed)) - 1

    def wrap(self, number: int) -> int:
        """`number` modulo two to the width, in the range of the type (6.3.1.3; gcc and nvcc wrap signed types)."""
        number &= (1 << self.bits) - 1
        return number - (1 << self.bits) if self.signed and number > self.high else number

    def holds(self, number: int) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True)
class PointerType:
    to: IntType

    @property
    def name(self) -> str:
        return f"{self.to.name} *"


Type = IntType | PointerType

CHAR = IntType("signed char", 8, True)
UCHAR = IntType("unsigned char", 8, False)
SHORT = IntType("short", 16, True)
USHORT = IntType("unsigned short", 16, False)
INT = IntType("int", 32, True)
UNSIGNED = IntType("unsigned", 32, False)
LONG = IntType("long long", 64, True)
ULONG = IntType("unsigned long long", 64, False)

ELEMENTS = (CHAR, UCHAR, SHORT, INT, UNSIGNED, LONG)
"""What variables and arrays are made of."""


def promoted(type: IntType) -> IntType:
    """Integer promotions (6.3.1.1p2): every value of a narrower type fits into int."""
    return INT if type.bits < 32 else type


def common(left: IntType, right: IntType) -> IntType:
    """Usual arithmetic conversions (6.3.1.8): the wider type; of the same width, the unsigned one."""
    left, right = promoted(left), promoted(right)
    if left.bits != right.bits:
        return left if left.bits > right.bits else right
    return right if left.signed else left
