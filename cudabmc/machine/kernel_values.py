"""Values that a user gives to the parameters of a kernel, as values of the machine."""

import struct

from cudabmc.errors import UsageError
from cudabmc.goto.meaning.float_format import ROUND
from cudabmc.goto.program import Parameter
from cudabmc.goto.types import F16, F32, F64, I8, BoolType, FloatType, IntType, PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.options.kernel_arguments import Contents, KnownNumber
from cudabmc.state.memory import from_bits
from cudabmc.state.value import NULL, Value

_NUMBERS = {("f", 2): F16, ("f", 4): F32, ("f", 8): F64, ("c", 8): F32, ("c", 16): F64}


def number(value: bool | int | float, type: Type, ctype: str, what: str, signed: bool) -> Value:
    """A number as a value of a scalar type. Raises UsageError if it does not fit; `what` names its place."""
    if isinstance(type, PtrType):
        raise UsageError(f"{what} is a pointer, which a number cannot be")
    if isinstance(type, FloatType):
        try:
            return ROUND[type.width](float(value))
        except OverflowError:
            raise UsageError(f"{value} is too large for {what}, of type {ctype}") from None
    if isinstance(value, float):
        if not value.is_integer():
            raise UsageError(f"{value} is not a whole number, but {what} is of type {ctype}")
        value = int(value)
    if isinstance(type, BoolType):
        return _truth(value, ctype, what)
    assert isinstance(type, IntType)
    if ctype.split()[-1] in ("bool", "_Bool"):
        return int(_truth(value, ctype, what))
    low, high = bounds(type, signed)
    if not low <= value <= high:
        raise UsageError(f"{value} does not fit {what} of type {ctype}: it holds {low} to {high}")
    return value % (1 << type.width)


def as_passed(given: KnownNumber, type: Type, variable: Variable, what: str) -> None:
    """Raise UsageError for a number whose bytes the kernel would read as another one. Of a larger integer it reads the
    lower bytes, which are the number itself if it fits."""
    if not given.itemsize:
        return
    floats = given.kind == "f"
    wanted = "f" if isinstance(type, FloatType) else "i" if variable.signed else "u"
    same = floats and given.itemsize == type.size if isinstance(type, FloatType) else not floats
    if not same or given.itemsize < type.size:
        got = f"{given.value} is passed as {dtype_name(given.kind, given.itemsize)}"
        raise UsageError(
            f"{what} is of type {variable.ctype}, but {got}: the kernel would read other bytes",
            hint=f"numpy.{dtype_name(wanted, type.size)}({given.value})",
        )


def _truth(value: int, ctype: str, what: str) -> bool:
    if value not in (0, 1):
        raise UsageError(f"{value} does not fit {what} of type {ctype}: it is true or false")
    return bool(value)


def bounds(type: IntType, signed: bool) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    return (-(1 << (type.width - 1)), (1 << (type.width - 1)) - 1) if signed else (0, (1 << type.width) - 1)


def leaf(data: bytes, offset: int, type: Type, what: str) -> Value:
    """The value of a scalar in the bytes of a struct."""
    bits = int.from_bytes(data[offset : offset + type.size], "little")
    if isinstance(type, BoolType):
        return bits != 0
    if isinstance(type, PtrType):
        if bits:
            raise UsageError(f"{what} holds a pointer, which can only be null", hint="write a main() that sets it up")
        return NULL
    return from_bits(bits, type, lambda value: value)


def element_type(parameter: Parameter, given: Contents) -> Type:
    """The type of the cells that an array is filled with. Raises UsageError if the bytes are of another type."""
    what = f"parameter '{parameter.var.name}'"
    wanted, size = parameter.element_type, given.itemsize
    if isinstance(wanted, PtrType):
        raise UsageError(f"{what} points to pointers: contents cannot be given", hint="write a main() that sets it up")
    if wanted is None or given.kind == "V":  # structs, void, and bytes of no type
        cell = parameter.element_size or 1
        if len(given.data) % cell:
            spelled = parameter.element.ctype if parameter.element else "void"
            raise UsageError(f"{len(given.data)} bytes are not a multiple of {cell}, the size of {spelled}, for {what}")
        if wanted is not None:
            return wanted
        return _NUMBERS.get((given.kind, size)) or (IntType(8 * size) if given.kind in "iu" else I8)
    fits = given.kind == "f" if isinstance(wanted, FloatType) else given.kind in "biu"
    if not fits or size != wanted.size:
        assert parameter.element is not None
        raise UsageError(
            f"{what} points to {parameter.element.ctype}, but got elements of type {dtype_name(given.kind, size)}"
        )
    return wanted


def dtype_name(kind: str, size: int) -> str:
    """What numpy calls a type of elements."""
    names = {"i": "int", "u": "uint", "f": "float", "c": "complex"}
    return f"{names[kind]}{8 * size}" if kind in names else {"b": "bool"}.get(kind, f"{size} bytes")


def cells(data: bytes, type: Type) -> list[Value]:
    """The elements of an array."""
    if isinstance(type, FloatType):
        return list(struct.unpack(f"<{len(data) // type.size}{ {2: 'e', 4: 'f', 8: 'd'}[type.size] }", data))
    size = type.size
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
