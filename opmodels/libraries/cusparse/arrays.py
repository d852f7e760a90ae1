"""Arrays of indices and of numbers in memory of the device.

An array whose bytes are all known is read at once, in one access for each stretch without a gap.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cudabmc.modelapi import F16, F32, F64, IntType, ModelContext, Value
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.element import Element, Number, load, store

_INTEGER = {2: "H", 4: "i", 8: "q"}
_FLOAT = {F16: "e", F32: "f", F64: "d"}


@dataclass(frozen=True, slots=True)
class IndexArray:
    """`count` indices of a type; those of 16 bits are unsigned."""

    pointer: Value
    count: int
    type: IntType

    def check(self, ctx: ModelContext, what: str, *, write: bool = False) -> None:
        """Require that all of it is memory that the device reaches."""
        if self.count > 0:
            check_device_range(ctx, self.pointer, self.count * self.type.size, what, write=write)

    def read(self, ctx: ModelContext) -> list[Value]:
        """The indices: known ones with their sign, terms as they are."""
        if self.count <= 0:
            return []
        data = ctx.load_bytes(self.pointer, self.count * self.type.size, cross=True)
        code = _INTEGER[self.type.size]
        if isinstance(data, bytes):
            return list(struct.unpack(f"<{self.count}{code}", data))
        return [self._signed(ctx.load(self._place(ctx, i), self.type, cross=True)) for i in range(self.count)]

    def write(self, ctx: ModelContext, indices: Sequence[int]) -> None:
        """Set all indices; of a number that does not fit into 16 bits, the low ones."""
        if indices:
            if self.type.width == 16:
                indices = [index % (1 << 16) for index in indices]
            data = struct.pack(f"<{len(indices)}{_INTEGER[self.type.size]}", *indices)
            ctx.store_bytes(self.pointer, data, self.type.size, cross=True)

    def _place(self, ctx: ModelContext, index: int) -> Value:
        return ctx.add(self.pointer, index * self.type.size)

    def _signed(self, value: Value) -> Value:
        if isinstance(value, int) and self.type.width > 16 and value >> (self.type.width - 1):
            return value - (1 << self.type.width)
        return value


def known_integers(indices: Sequence[Value]) -> list[int] | None:
    """The indices as numbers; None if some are not known."""
    return list(indices) if all(isinstance(index, int) for index in indices) else None


@dataclass(frozen=True, slots=True)
class NumberArray:
    """Numbers of a type behind a pointer."""

    pointer: Value
    element: Element

    def check(self, ctx: ModelContext, count: int, what: str, *, write: bool = False) -> None:
        """Require that `count` numbers are memory that the device reaches."""
        if count > 0:
            check_device_range(ctx, self.pointer, count * self.element.size, what, write=write)

    def at(self, ctx: ModelContext, index: int) -> "NumberArray":
        """What begins `index` numbers further."""
        return NumberArray(ctx.add(self.pointer, index * self.element.size), self.element)

    def read(self, ctx: ModelContext, count: int) -> list[Number]:
        """The first numbers."""
        if count <= 0:
            return []
        parts, code = self.element.parts, _FLOAT.get(self.element.type)
        data = ctx.load_bytes(self.pointer, count * self.element.size, cross=True)
        if code is not None and isinstance(data, bytes):
            floats = struct.unpack(f"<{count * parts}{code}", data)
            return list(zip(*(floats[part::parts] for part in range(parts)), strict=True))
        return [load(ctx, self.at(ctx, i).pointer, self.element, cross=True) for i in range(count)]

    def read_some(self, ctx: ModelContext, places: Iterable[int], count: int) -> dict[int, Number]:
        """The numbers at some of the first `count` places, and no others."""
        wanted = set(places)
        if len(wanted) == count:
            return dict(enumerate(self.read(ctx, count)))
        return {i: load(ctx, self.at(ctx, i).pointer, self.element, cross=True) for i in sorted(wanted)}

    def write(self, ctx: ModelContext, numbers: Sequence[Number]) -> None:
        """Set the first numbers."""
        for index, number in enumerate(numbers):
            store(ctx, self.at(ctx, index).pointer, number, self.element, cross=True)

    def write_some(self, ctx: ModelContext, numbers: dict[int, Number]) -> None:
        """Set the numbers at some places."""
        for index, number in numbers.items():
            store(ctx, self.at(ctx, index).pointer, number, self.element, cross=True)
