"""C types as values: equal types are equal values, records and enumerations are equal by identity.

Widths are those of LP64 on x86-64: long has 64 bits, char is signed. Every type carries its own
qualifiers; `unqualified` drops the outermost ones.
"""

from dataclasses import field, replace

from cudabmc.goto.program import Operand
from cudabmc.goto.types import BOOL, I8, PTR, VOID, FloatType, IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location


@dataclass(frozen=True, slots=True)
class Void:
    """`void`."""

    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Bool:
    """`bool` and `_Bool`: a truth value in registers, a byte in memory."""

    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Int:
    """An integer type; `rank` is its conversion rank (C99 6.3.1.1)."""

    name: str
    width: int
    signed: bool
    rank: int
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Float:
    """A floating type of `width` bits."""

    name: str
    width: int
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Ptr:
    """A pointer to `to`."""

    to: "CType"
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Ref:
    """A C++ reference to `to`: a pointer that every use dereferences."""

    to: "CType"
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Array:
    """An array. `length` is an int, an I64 operand (variable length) or None (incomplete)."""

    of: "CType"
    length: int | Operand | None
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Func:
    """A function type; `prototype` is False for `int f()` of C, which takes anything."""

    ret: "CType"
    params: tuple["CType", ...]
    variadic: bool = False
    prototype: bool = True
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A member at byte `offset`; a bit-field of `width` bits from bit `bit` of the byte at `offset`."""

    name: str
    type: "CType"
    offset: int
    bit: int = 0
    width: int | None = None
    unit: int = 0  # bytes to access for a bit-field: it and those beside it


@dataclass(eq=False, slots=True)
class RecordDecl:
    """A declared struct or union, known to reports by `key`; `members` is None until it is defined."""

    tag: str
    union: bool
    members: tuple[Field, ...] | None = None
    size: int = 0
    align: int = 1
    location: Location = NOWHERE
    defaults: dict[str, object] = field(default_factory=dict)
    key: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or union type."""

    decl: RecordDecl
    const: bool = False
    volatile: bool = False


@dataclass(eq=False, slots=True)
class EnumDecl:
    """A declared enumeration with its integer type and what it promotes to."""

    tag: str
    underlying: Int
    promoted: Int
    values: tuple[int, ...] = ()  # of its enumerators


@dataclass(frozen=True, slots=True)
class Enum:
    """An enumeration type."""

    decl: EnumDecl
    const: bool = False
    volatile: bool = False


CType = Void | Bool | Int | Float | Ptr | Ref | Array | Func | Record | Enum

NOTHING = Void()
BOOLEAN = Bool()
CHAR = Int("char", 8, True, 1)
SCHAR = Int("signed char", 8, True, 1)
UCHAR = Int("unsigned char", 8, False, 1)
SHORT = Int("short", 16, True, 2)
USHORT = Int("unsigned short", 16, False, 2)
INT = Int("int", 32, True, 3)
UINT = Int("unsigned int", 32, False, 3)
LONG = Int("long", 64, True, 4)
ULONG = Int("unsigned long", 64, False, 4)
LLONG = Int("long long", 64, True, 5)
ULLONG = Int("unsigned long long", 64, False, 5)
INT128 = Int("__int128", 128, True, 6)
UINT128 = Int("unsigned __int128", 128, False, 6)
HALF = Float("_Float16", 16)
FLOAT = Float("float", 32)
DOUBLE = Float("double", 64)

UNSIGNED_OF = {CHAR: UCHAR, SCHAR: UCHAR, SHORT: USHORT, INT: UINT, LONG: ULONG, LLONG: ULLONG, INT128: UINT128}


def qualified(type: CType, const: bool, volatile: bool) -> CType:
    """The type with more qualifiers; those of an array belong to its elements too."""
    if not (const and not type.const) and not (volatile and not type.volatile):
        return type
    both = replace(type, const=type.const or const, volatile=type.volatile or volatile)
    if isinstance(both, Array):
        return replace(both, of=qualified(both.of, const, volatile))
    return both


def unqualified(type: CType) -> CType:
    """The type without its outermost qualifiers."""
    return replace(type, const=False, volatile=False) if type.const or type.volatile else type


def same(a: CType, b: CType) -> bool:
    """Are the types equal up to the outermost qualifiers?"""
    return unqualified(a) == unqualified(b)


def is_integer(type: CType) -> bool:
    """Integers, truth values and enumerations."""
    return isinstance(type, Int | Bool | Enum)


def is_arithmetic(type: CType) -> bool:
    """Integers and floats."""
    return isinstance(type, Int | Bool | Enum | Float)


def is_scalar(type: CType) -> bool:
    """Arithmetic types and pointers: what a register can hold."""
    return isinstance(type, Int | Bool | Enum | Float | Ptr)


def is_signed(type: CType) -> bool:
    """Is it an integer type with a sign, or a float?"""
    match type:
        case Int():
            return type.signed
        case Enum():
            return type.decl.underlying.signed
    return isinstance(type, Float)


def machine(type: CType) -> Type:
    """The type of a register that holds a value; arrays, records and functions are held by address."""
    match type:
        case Int():
            return IntType(type.width)
        case Bool():
            return BOOL
        case Enum():
            return IntType(type.decl.underlying.width)
        case Float():
            return FloatType(type.width)
        case Void():
            return VOID
    return PTR


def in_memory(type: CType) -> Type:
    """The type under which a scalar is loaded and stored."""
    return I8 if isinstance(type, Bool) else machine(type)


def spell(type: CType, inner: str = "") -> str:
    """The type as C spells it, around the declarator `inner`."""
    match type:
        case Ptr() | Ref():
            star = "*" if isinstance(type, Ptr) else "&"
            quals = (" const" if type.const else "") + (" volatile" if type.volatile else "")
            gap = " " if quals and inner and inner[0] not in "*&[(" else ""
            text = f"{star}{quals.strip()}{gap}{inner}"
            return spell(type.to, f"({text})" if isinstance(type.to, Array | Func) else text)
        case Array():
            return spell(type.of, f"{inner}[{'' if type.length is None else _length(type.length)}]")
        case Func():
            params = [spell(p) for p in type.params] + (["..."] if type.variadic else [])
            return spell(type.ret, f"{inner}({', '.join(params) or ('void' if type.prototype else '')})")
    quals = ("const " if type.const else "") + ("volatile " if type.volatile else "")
    return f"{quals}{_base_name(type)}{' ' if inner and inner[0] != '[' else ''}{inner}"


def _length(length: int | Operand) -> str:
    return str(length) if isinstance(length, int) else "n"


def _base_name(type: CType) -> str:
    match type:
        case Void():
            return "void"
        case Bool():
            return "bool"
        case Int() | Float():
            return type.name
        case Record() | Enum():
            return type.decl.tag
    raise AssertionError(type)
