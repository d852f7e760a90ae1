"""The arithmetic types of C on an LP64 machine, and the conversions that choose the type of a result."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """An arithmetic type; `rank` orders the integer types, and floats above them."""

    name: str
    bits: int
    signed: bool
    rank: int

    @property
    def floating(self) -> bool:
        return self.rank >= 6


BOOL = Type("bool", 1, False, 0)
CHAR = Type("char", 8, True, 1)
SCHAR = Type("signed char", 8, True, 1)
UCHAR = Type("unsigned char", 8, False, 1)
SHORT = Type("short", 16, True, 2)
USHORT = Type("unsigned short", 16, False, 2)
INT = Type("int", 32, True, 3)
UINT = Type("unsigned", 32, False, 3)
LONG = Type("long", 64, True, 4)
ULONG = Type("unsigned long", 64, False, 4)
LLONG = Type("long long", 64, True, 5)
ULLONG = Type("unsigned long long", 64, False, 5)
FLOAT = Type("float", 32, True, 6)
DOUBLE = Type("double", 64, True, 7)

INTEGERS = (BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, LLONG, ULLONG)
FLOATS = (FLOAT, DOUBLE)
ALL = INTEGERS + FLOATS


def promoted(kind: Type) -> Type:
    """The integer promotions (C11 6.3.1.1)."""
    return INT if kind.rank < INT.rank else kind


def common(left: Type, right: Type) -> Type:
    """The usual arithmetic conversions (C11 6.3.1.8)."""
    if left.floating or right.floating:
        return max(left, right, key=lambda t: t.rank)
    left, right = promoted(left), promoted(right)
    if left.signed == right.signed:
        return max(left, right, key=lambda t: t.rank)
    signed, unsigned = (left, right) if left.signed else (right, left)
    if unsigned.rank >= signed.rank:
        return unsigned
    if signed.bits > unsigned.bits:
        return signed
    return ULONG if signed.rank == LONG.rank else ULLONG
