"""The types of the GOTO program: those of a machine, not those of C.

Values at run time:
    BoolType   True, False, or a Bool term
    IntType    a Python int in [0, 2**width) (signedness is in the operators), or a BitVec term
    FloatType  a Python float (for width 32 and 16 always already rounded to that format), or a Float term
    PtrType    a machine pointer value (see cudabmc.state.value)
"""

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class BoolType:
    """A truth value; never in memory (front ends store it as an i8)."""

    size: int = 1

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer of `width` bits without signedness."""

    width: int

    @property
    def size(self) -> int:
        return (self.width + 7) // 8

    def __str__(self) -> str:
        return f"i{self.width}"


@dataclass(frozen=True, slots=True)
class FloatType:
    """An IEEE 754 binary format of `width` bits (16, 32 or 64)."""

    width: int

    @property
    def size(self) -> int:
        return self.width // 8

    def __str__(self) -> str:
        return f"f{self.width}"


@dataclass(frozen=True, slots=True)
class PtrType:
    """A pointer of 64 bits to anything, functions too."""

    size: int = 8

    def __str__(self) -> str:
        return "ptr"


@dataclass(frozen=True, slots=True)
class VoidType:
    """No value: the result of a function that returns nothing."""

    size: int = 0

    def __str__(self) -> str:
        return "void"


Type = BoolType | IntType | FloatType | PtrType | VoidType

BOOL = BoolType()
I8, I16, I32, I64, I128 = IntType(8), IntType(16), IntType(32), IntType(64), IntType(128)
F16, F32, F64 = FloatType(16), FloatType(32), FloatType(64)
PTR = PtrType()
VOID = VoidType()
