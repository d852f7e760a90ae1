"""Known values as bytes, and bytes as values: one at a place in a buffer, or a list of them.

One NaN stands for all of them, as everywhere (`goto/meaning/float_format.py`).
"""

import math
import mmap
import struct
from array import array
from collections.abc import Callable
from contextlib import suppress
from operator import ne

from cudabmc.goto.meaning.float_format import bits_of, float_of
from cudabmc.goto.types import F16, F32, F64, I8, I16, I32, I64, I128, PTR, FloatType, Type
from cudabmc.state.address_space import decode, encode
from cudabmc.state.value import Pointer, Value

Buffer = bytearray | mmap.mmap

_MAPPED = 1 << 20
"""Bytes from which on memory is mapped: what nobody touches costs nothing."""

_HUGE = 1 << 21
"""Bytes from which on pages of 2 MB are asked for: each page that is touched for the first time costs microseconds."""

CHUNK = 1 << 20
"""Bytes of a buffer that are looked at at once; a multiple of the size of each type."""


def room(size: int) -> Buffer:
    """So many bytes, all 0. Raises MemoryError if there are not so many."""
    if size < _MAPPED:
        return bytearray(size)
    try:
        # A private mapping: child processes must not see each other's memory.
        made = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError from error
    if size >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a kernel without them
            made.madvise(mmap.MADV_HUGEPAGE)
    return made


def fill(data: Buffer, start: int, size: int, byte: int) -> None:
    """Set bytes to one value."""
    for at in range(start, start + size, CHUNK):
        count = min(CHUNK, start + size - at)
        data[at : at + count] = bytes([byte]) * count


def copied(data: Buffer) -> Buffer:
    """Another buffer with the same bytes."""
    if len(data) < _MAPPED:
        return bytearray(data)
    from cudabmc.state.large_buffers import copy_to  # small runs have no use for it

    made = room(len(data))
    copy_to(made, data)
    return made


# ---------------------------------------------------------------- lists of values

_CODES: dict[Type, str] = {I8: "B", I16: "H", I32: "I", I64: "Q", F32: "f", F64: "d"}
assert all(array(code).itemsize == type.size for type, code in _CODES.items())


def unpack(type: Type, piece: bytes) -> list[Value]:
    """The values of a type that a piece is made of."""
    code = _CODES.get(type)
    if code is not None:
        values: list[Value] = array(code, piece).tolist()
        return _with_one_nan(values) if isinstance(type, FloatType) else values
    if type is PTR:
        return [decode(address) for address in array("Q", piece)]
    data, get = bytearray(piece), GET[type]
    return [get(data, offset) for offset in range(0, len(piece), type.size)]


def pack(type: Type, values: list[Value]) -> Buffer | None:
    """The bytes of values of a type; None if there is one that bytes cannot stand for."""
    code = _CODES.get(type)
    if code is not None:
        if isinstance(type, FloatType):
            if not set(map(_class, values)) <= {float}:
                return None
            values = _with_one_nan(values)
        try:
            held = array(code, values).tobytes()
        except (TypeError, OverflowError):
            return None
        if len(held) < _MAPPED:
            return bytearray(held)
        made = room(len(held))
        made[:] = held
        return made
    put, data = PUT.get(type), room(len(values) * type.size)
    done = put is not None and all(put(data, index * type.size, value) for index, value in enumerate(values))
    return data if done else None


_class = type


def _with_one_nan(values: list[Value]) -> list[Value]:
    if any(map(ne, values, values)):
        return [value if value == value else math.nan for value in values]
    return values


def keeping(type: Type, data: "Buffer | bytes", offset: int) -> Type:
    """The type, if its value keeps the bits at an offset; else that of integers: a NaN may have others than the one."""
    if not isinstance(type, FloatType):
        return type
    bits = int.from_bytes(data[offset : offset + type.size], "little")
    return type if bits_of(float_of(bits, type.width), type.width) == bits else _INTEGERS[type.size]


_INTEGERS: dict[int, Type] = {2: I16, 4: I32, 8: I64}

# ---------------------------------------------------------------- single values

Get = Callable[[Buffer, int], Value]
Put = Callable[[Buffer, int, Value], bool]


def _integers(code: str) -> tuple[Get, Put]:
    form = struct.Struct(code)
    unpack_from, pack_into = form.unpack_from, form.pack_into

    def get(data: Buffer, offset: int) -> Value:
        return unpack_from(data, offset)[0]

    def put(data: Buffer, offset: int, value: Value) -> bool:
        if not isinstance(value, int):
            return False
        try:
            pack_into(data, offset, value)
        except struct.error:
            return False
        return True

    return get, put


def _floats(code: str) -> tuple[Get, Put]:
    form = struct.Struct(code)
    unpack_from, pack_into = form.unpack_from, form.pack_into

    def get(data: Buffer, offset: int) -> Value:
        value: float = unpack_from(data, offset)[0]
        return value if value == value else math.nan

    def put(data: Buffer, offset: int, value: Value) -> bool:
        if not isinstance(value, float):
            return False
        pack_into(data, offset, value if value == value else math.nan)
        return True

    return get, put


def _get_wide(data: Buffer, offset: int) -> Value:
    return int.from_bytes(data[offset : offset + I128.size], "little")


def _put_wide(data: Buffer, offset: int, value: Value) -> bool:
    if not isinstance(value, int) or not 0 <= value < 1 << 128:
        return False
    data[offset : offset + I128.size] = value.to_bytes(I128.size, "little")
    return True


_get_address, _put_address = _integers("<Q")


def _get_pointer(data: Buffer, offset: int) -> Value:
    return decode(_get_address(data, offset))


def _put_pointer(data: Buffer, offset: int, value: Value) -> bool:
    address = encode(value) if isinstance(value, Pointer) else None
    return address is not None and _put_address(data, offset, address)


_FORMS: dict[Type, tuple[Get, Put]] = {
    I8: _integers("<B"), I16: _integers("<H"), I32: _integers("<I"), I64: _integers("<Q"),
    I128: (_get_wide, _put_wide), F16: _floats("<e"), F32: _floats("<f"), F64: _floats("<d"),
    PTR: (_get_pointer, _put_pointer),
}  # fmt: skip

GET: dict[Type, Get] = {type: get for type, (get, _) in _FORMS.items()}
"""Reads the value of a type at an offset. A pointer may be one to an object that does not exist (see addresses.py)."""

PUT: dict[Type, Put] = {type: put for type, (_, put) in _FORMS.items()}
"""Writes a value of a type; False, with nothing changed, if bytes cannot stand for it."""
