"""The types of LLVM IR and their layout (LangRef, 'Type System', 'Data Layout').

The host (x86-64) and the device (NVPTX64) lay out the types that clang puts into memory alike:
natural alignment, 8-byte pointers in every address space that a program can name, 16-byte i128.
"""

from collections.abc import Iterator
from functools import cache

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class VoidT:
    """No value."""


@dataclass(frozen=True, slots=True)
class LabelT:
    """A basic block, or metadata as an operand: never a value."""


@dataclass(frozen=True, slots=True)
class IntT:
    """iN."""

    width: int


@dataclass(frozen=True, slots=True)
class FloatT:
    """half, bfloat, float, double, x86_fp80, fp128; `name` tells the two formats of 16 bits apart."""

    name: str


@dataclass(frozen=True, slots=True)
class PtrT:
    """ptr addrspace(space)."""

    space: int = 0


@dataclass(frozen=True, slots=True)
class ArrayT:
    """[count x of]."""

    count: int
    of: "IrType"


@dataclass(frozen=True, slots=True)
class VectorT:
    """<count x of>."""

    count: int
    of: "IrType"


@dataclass(frozen=True, slots=True)
class StructT:
    """{ fields }, or <{ fields }> if packed. The one that stands for a union has the fields of one of its members."""

    fields: tuple["IrType", ...]
    packed: bool = False
    is_union: bool = False


@dataclass(frozen=True, slots=True)
class OpaqueT:
    """A struct without a body, or a target type."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class FuncT:
    """ret (params), with `...` if variadic."""

    ret: "IrType"
    params: tuple["IrType", ...]
    variadic: bool = False


IrType = VoidT | LabelT | IntT | FloatT | PtrT | ArrayT | VectorT | StructT | OpaqueT | FuncT

VOID, LABEL, PTR = VoidT(), LabelT(), PtrT()
I1, I8, I16, I32, I64 = IntT(1), IntT(8), IntT(16), IntT(32), IntT(64)
FLOAT_SIZES = {"half": 2, "bfloat": 2, "float": 4, "double": 8, "x86_fp80": 16, "fp128": 16}


@cache
def size_of(type: IrType) -> int:
    """Bytes from one element of an array of the type to the next."""
    match type:
        case StructT():
            return _struct(type)[0]
        case ArrayT():
            return type.count * size_of(type.of)
    size = store_size(type)
    align = align_of(type)
    return -(-size // align) * align


@cache
def store_size(type: IrType) -> int:
    """Bytes that a store of the type writes."""
    match type:
        case IntT():
            return (type.width + 7) // 8
        case FloatT():
            return 10 if type.name == "x86_fp80" else FLOAT_SIZES[type.name]
        case PtrT():
            return 8
        case VectorT():
            if type.of == I1:
                return (type.count + 7) // 8
            return type.count * store_size(type.of)
        case VoidT() | LabelT() | OpaqueT() | FuncT():
            return 0
    return size_of(type)


@cache
def align_of(type: IrType) -> int:
    """The ABI alignment in bytes."""
    match type:
        case IntT():
            return min(16, 1 << max(0, store_size(type) - 1).bit_length())
        case FloatT():
            return FLOAT_SIZES[type.name]
        case PtrT():
            return 8
        case ArrayT():
            return align_of(type.of)
        case VectorT():
            return min(64, 1 << max(0, store_size(type) - 1).bit_length())
        case StructT():
            return 1 if type.packed else _struct(type)[1]
    return 1


@cache
def _struct(type: StructT) -> tuple[int, int, tuple[int, ...]]:
    """Size, alignment and offsets of the fields."""
    offset, most = 0, 1
    offsets = []
    for field in type.fields:
        align = 1 if type.packed else align_of(field)
        offset = -(-offset // align) * align
        offsets.append(offset)
        offset += size_of(field)
        most = max(most, align)
    return -(-offset // most) * most, most, tuple(offsets)


def field_offsets(type: StructT) -> tuple[int, ...]:
    """The byte offset of each field."""
    return _struct(type)[2]


def element(type: IrType, index: int) -> tuple[int, IrType]:
    """Byte offset and type of an element of an aggregate or vector."""
    match type:
        case StructT():
            return field_offsets(type)[index], type.fields[index]
        case ArrayT():
            return index * size_of(type.of), type.of
        case VectorT():
            return index * store_size(type.of), type.of
    raise AssertionError(f"{type} has no elements")


def elements(type: IrType) -> Iterator[tuple[int, IrType]]:
    """Byte offset and type of each element of an aggregate or vector. A struct may have many thousands of them, as a
    table whose records are not initialised alike."""
    if isinstance(type, StructT):
        return zip(field_offsets(type), type.fields, strict=True)
    return (element(type, index) for index in range(count(type)))


def count(type: IrType) -> int:
    """The number of elements of an aggregate or vector."""
    match type:
        case StructT():
            return len(type.fields)
        case ArrayT() | VectorT():
            return type.count
    raise AssertionError(f"{type} has no elements")


def leaves(type: IrType, base: int = 0) -> list[tuple[int, IrType]]:
    """Byte offset and type of each scalar in a value of the type, in memory order."""
    if not isinstance(type, StructT | ArrayT | VectorT):
        return [(base, type)]
    found = []
    for index in range(count(type)):
        offset, part = element(type, index)
        found += leaves(part, base + offset)
    return found
