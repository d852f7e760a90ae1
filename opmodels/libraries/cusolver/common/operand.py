"""Matrices and arrays of integers that operations read and write, in memory of the device or, for functions that the
host carries out, of the host.

Known ones are read and written as bytes, in one access for each stretch without a gap.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from cudabmc.modelapi import F32, IntType, ModelContext, Value
from opmodels.libc.approximation import approximate
from opmodels.libc.expression import sle
from opmodels.libc.twos_complement import unsigned
from opmodels.libraries.accuracy import arbitrary
from opmodels.libraries.cusolver.common.accuracy import is_finite
from opmodels.libraries.cusolver.factors.precision import Column, NumberColumns
from opmodels.libraries.device_memory import check_device_range, check_host_range
from opmodels.libraries.element import Element, load, store


@dataclass(frozen=True, slots=True)
class Panel:
    """`rows` times `columns` numbers, whose columns begin `leading` numbers behind each other; of a `triangle`
    ("lower", "upper"), nothing else is touched."""

    pointer: Value
    rows: int
    columns: int
    leading: int
    element: Element
    what: str
    triangle: str = ""
    of_host: bool = False

    def _range(self, column: int) -> range:
        if self.triangle == "lower":
            return range(min(column, self.rows), self.rows)
        return range(min(column + 1, self.rows) if self.triangle == "upper" else self.rows)

    def _place(self, ctx: ModelContext, row: int, column: int) -> Value:
        return ctx.add(self.pointer, (column * self.leading + row) * self.element.size)

    def check(self, ctx: ModelContext, *, write: bool) -> None:
        """Require that all of it is memory that the device reaches."""
        if self.rows > 0 and self.columns > 0:
            extent = (self.columns - 1) * self.leading + self.rows
            check = check_host_range if self.of_host else check_device_range
            check(ctx, self.pointer, extent * self.element.size, self.what, write=write)

    @property
    def _code(self) -> str:
        return "f" if self.element.type == F32 else "d"

    def read(self, ctx: ModelContext) -> NumberColumns | None:
        """The numbers, 0 outside of a triangle; None if some are not known or not finite."""
        found: NumberColumns = []
        for index in range(self.columns):
            rows = self._range(index)
            data = ctx.load_bytes(self._place(ctx, rows.start, index), len(rows) * self.element.size, cross=True)
            if not isinstance(data, bytes):
                self._look_at(ctx)
                return None
            parts = struct.unpack(f"<{len(rows) * self.element.parts}{self._code}", data)
            numbers: Column = list(parts)
            if self.element.parts == 2:
                numbers = [complex(*pair) for pair in zip(parts[::2], parts[1::2], strict=True)]
            zero = 0j if self.element.parts == 2 else 0.0
            found.append([zero] * rows.start + numbers + [zero] * (self.rows - rows.stop))
        return found if is_finite(found) else None

    def _look_at(self, ctx: ModelContext) -> None:
        """Read what is not known number by number, so that what nobody has written is found."""
        for index in range(self.columns):
            for row in self._range(index):
                for part in load(ctx, self._place(ctx, row, index), self.element, cross=True):
                    ctx.uses(part, f"a number of {self.what} in {ctx.name}()")

    def write(self, ctx: ModelContext, columns: NumberColumns | None) -> None:
        """Set the numbers; None: to arbitrary ones."""
        if columns is not None and not is_finite(columns):
            columns = None
        for index in range(self.columns):
            rows = self._range(index)
            if not rows:
                continue
            if columns is None:
                for row in rows:
                    store(ctx, self._place(ctx, row, index), arbitrary(ctx, self.element), self.element, cross=True)
                continue
            numbers = columns[index][rows.start : rows.stop]
            parts = [p for n in numbers for p in (n.real, n.imag)] if self.element.parts == 2 else numbers
            data = struct.pack(f"<{len(parts)}{self._code}", *parts)
            ctx.store_bytes(self._place(ctx, rows.start, index), data, self.element.type.size, cross=True)


def vector(pointer: Value, count: int, element: Element, what: str, *, of_host: bool = False) -> Panel:
    """Numbers behind each other."""
    return Panel(pointer, count, 1, max(1, count), element, what, of_host=of_host)


@dataclass(frozen=True, slots=True)
class Integers:
    """Integers of a type behind each other; those that are not known lie in `bounds`, both included."""

    pointer: Value
    count: int
    type: IntType
    what: str
    bounds: tuple[int, int]
    of_host: bool = False

    def check(self, ctx: ModelContext, *, write: bool) -> None:
        """Require that all of it is memory that the device reaches."""
        if self.count > 0:
            check = check_host_range if self.of_host else check_device_range
            check(ctx, self.pointer, self.count * self.type.size, self.what, write=write)

    def _place(self, ctx: ModelContext, index: int) -> Value:
        return ctx.add(self.pointer, index * self.type.size)

    @property
    def _format(self) -> str:
        return f"<{self.count}{'i' if self.type.width == 32 else 'q'}"

    def read(self, ctx: ModelContext) -> list[int] | None:
        """The integers, which must be within the bounds; None if some are not known."""
        data = ctx.load_bytes(self.pointer, self.count * self.type.size, cross=True) if self.count else b""
        if not isinstance(data, bytes):
            for index in range(self.count):
                value = ctx.load(self._place(ctx, index), self.type, cross=True)
                ctx.uses(value, f"an integer of {self.what} in {ctx.name}()")
            return None
        found = list(struct.unpack(self._format, data))
        least, most = self.bounds
        for index, number in enumerate(found):
            if not least <= number <= most:
                text = f"{ctx.name} finds {number} at position {index} of {self.what}, which is not from {least} to"
                ctx.require(False, "api-misuse", f"{text} {most}")
        return found

    def write(self, ctx: ModelContext, numbers: Sequence[int] | None) -> None:
        """Set the integers; None: to arbitrary ones within the bounds, and a range: within that."""
        if numbers is None and self.bounds[0] == self.bounds[1]:
            numbers = [self.bounds[0]] * self.count
        if numbers is not None and not isinstance(numbers, range):
            if self.count:
                ctx.store_bytes(self.pointer, struct.pack(self._format, *numbers), self.type.size, cross=True)
            return
        bounds = self.bounds if numbers is None else (numbers[0], numbers[-1])
        least, most = (unsigned(bound, self.type.width) for bound in bounds)
        for index in range(self.count):
            value = approximate(ctx, self.type, f"a result of {ctx.name}")
            ctx.constrain(sle(ctx, least, value, self.type))
            ctx.constrain(sle(ctx, value, most, self.type))
            ctx.store(self._place(ctx, index), value, self.type, cross=True)
