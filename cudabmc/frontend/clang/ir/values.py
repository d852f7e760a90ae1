"""Operands of LLVM IR: names, constants, constant expressions (LangRef, 'Constants'). The type stands beside them."""

from cudabmc.frontend.clang.ir.types import IrType
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Local:
    """%name: a parameter or the result of an instruction."""

    name: str


@dataclass(frozen=True, slots=True)
class GlobalName:
    """@name: the address of a variable or function."""

    name: str


@dataclass(frozen=True, slots=True)
class IntC:
    """An integer, true or false."""

    value: int


@dataclass(frozen=True, slots=True)
class FloatC:
    """A float of its type's format."""

    value: float


@dataclass(frozen=True, slots=True)
class NullC:
    """null."""


@dataclass(frozen=True, slots=True)
class UndefC:
    """undef or poison."""


@dataclass(frozen=True, slots=True)
class ZeroC:
    """zeroinitializer."""


@dataclass(frozen=True, slots=True)
class AggregateC:
    """The elements of a struct, array or vector."""

    elements: tuple["Typed", ...]


@dataclass(frozen=True, slots=True)
class BytesC:
    """c"..."."""

    data: bytes


@dataclass(frozen=True, slots=True)
class GepC:
    """getelementptr (source, base, indexes)."""

    source: IrType
    base: "IrValue"
    indexes: tuple["Typed", ...]


@dataclass(frozen=True, slots=True)
class CastC:
    """op (operand to type)."""

    op: str
    operand: "Typed"
    to: IrType


@dataclass(frozen=True, slots=True)
class BinaryC:
    """op (a, b)."""

    op: str
    type: IrType
    a: "IrValue"
    b: "IrValue"


@dataclass(frozen=True, slots=True)
class AsmC:
    """asm "text", "constraints" as a callee."""

    text: str
    constraints: str
    sideeffect: bool


@dataclass(frozen=True, slots=True)
class BlockAddressC:
    """blockaddress(@function, %block)."""

    function: str
    block: str


@dataclass(frozen=True, slots=True)
class MetadataC:
    """Metadata as an argument of an intrinsic."""

    text: str


IrValue = (
    Local
    | GlobalName
    | IntC
    | FloatC
    | NullC
    | UndefC
    | ZeroC
    | AggregateC
    | BytesC
    | GepC
    | CastC
    | BinaryC
    | AsmC
    | BlockAddressC
    | MetadataC
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A value with its type."""

    type: IrType
    value: IrValue


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call: `byval` is the type of what a pointer passes by value, `sret` that of the result that is
    to be written there. A pointer is a multiple of `align`."""

    type: IrType
    value: IrValue
    byval: IrType | None = None
    sret: IrType | None = None
    align: int = 1
