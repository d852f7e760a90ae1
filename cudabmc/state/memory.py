"""Memory objects and what is in them.

An object is a table of cells over an optional SMT array. A cell holds one typed value at a known
offset; cells never overlap. A store at a symbolic offset flattens the cells into the array, a
load at one reads through a flattened copy. What lies below is the same byte everywhere, or arbitrary.
"""

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Space
from cudabmc.goto.types import I8, I64, PTR, BoolType, FloatType, IntType, PtrType, Type
from cudabmc.state.address_space import base_of
from cudabmc.state.object_facts import ALWAYS, Description, FlatArray, Life, Lifetime, Untouched
from cudabmc.state.provenance import Provenance, unit_of
from cudabmc.state.races import RaceTable
from cudabmc.state.value import NULL, Pointer, PointerSet, Value
from cudabmc.terms import Term

if TYPE_CHECKING:  # most runs hold no bytes
    from cudabmc.state.flat_bytes import FlatBytes

Cell = tuple[Type, Value]

LONGEST = 16
"""Bytes of the largest cell."""

HOST_BIT = 1
DEVICE_BIT = 2

REACH = {
    Space.HOST_HEAP: HOST_BIT,
    Space.HOST_STACK: HOST_BIT,
    Space.HOST_GLOBAL: HOST_BIT,
    Space.DEVICE_GLOBAL: DEVICE_BIT,
    Space.SHARED: DEVICE_BIT,
    Space.LOCAL: DEVICE_BIT,
    Space.CONSTANT: DEVICE_BIT,
    Space.MANAGED: HOST_BIT | DEVICE_BIT,
    Space.PINNED: HOST_BIT | DEVICE_BIT,
    Space.CODE: 0,
}
"""Which sides may dereference a pointer into a space (programming guide, 'Device Memory')."""

COMMON = frozenset({Space.DEVICE_GLOBAL, Space.SHARED, Space.MANAGED, Space.PINNED, Space.CONSTANT})
"""Spaces that several kernel threads can reach."""


class ByteChanges:
    """The objects that held bytes in one piece and have come to hold something else, to share them with another, to
    have bytes that are not known, or to their end, in the order of these events. Who knows where bytes lie looks at
    those again that are behind what it has seen. The list starts anew now and then, with another `epoch`."""

    __slots__ = ("epoch", "numbers")

    def __init__(self) -> None:
        self.epoch = 0
        self.numbers: list[int] = []

    def note(self, number: int) -> None:
        """The bytes of an object have changed."""
        if len(self.numbers) >= _MOST_CHANGES:
            self.epoch += 1
            self.numbers.clear()
        self.numbers.append(number)


_MOST_CHANGES = 100_000

CHANGES = ByteChanges()


class MemObject:
    """One memory object. `size` is in bytes, possibly a term; `reach` is 0 once it is not live.

    `key` names the object in the same way in every run (schedules and replays refer to it).
    `elements`, with their type, stand for `cells` until somebody asks for these: one value after the other, of the
    whole object. The list belongs to nobody and does not change. So do `flat_bytes`, which may change.
    """

    __slots__ = (
        "about", "array", "cells", "common", "elements", "flat", "flat_bytes", "id", "key", "lifetime", "observed",
        "owner", "owner_block", "owner_thread", "races", "reach", "read_only", "size", "space", "untouched",
    )  # fmt: skip

    def __init__(
        self, id: int, key: str, about: Description, size: "int | Term", space: Space, owner: object
    ) -> None:  # fmt: skip
        self.id = id
        self.key = key
        self.about = about
        self.size = size
        self.space = space
        self.owner = owner
        self.lifetime = ALWAYS
        self.reach = REACH[space]
        self.common = space in COMMON
        self.read_only = False
        self.untouched: int | Untouched | Provenance[MemObject] = Untouched.UNSET  # or the byte that is everywhere
        self.cells: dict[int, Cell] = {}
        self.elements: tuple[Type, list[Value]] | None = None
        self.flat_bytes: FlatBytes | None = None
        self.array: FlatArray | None = None  # what lies below the cells
        self.flat: FlatArray | None = None  # with the cells in it, as long as nothing is written
        self.owner_thread: object = None
        self.owner_block: object = None  # the `home` of the block whose shared memory it is
        self.races: RaceTable | None = None
        self.observed = False  # was it read by an atomic or volatile access (see observed.py)?

    @property
    def base(self) -> int:
        """The address of its first byte."""
        return base_of(self.id)

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.about.name

    @property
    def is_live(self) -> bool:
        """May it be there?"""
        return self.lifetime.life is Life.LIVE

    def ends(self, where: Value, life: Life) -> None:
        """Its life ends there: what is in it is lost."""
        self.bytes_change()
        self.reach = 0
        self.lifetime = self.lifetime.ends(where, life)
        if self.lifetime.freed is True:
            self.cells, self.elements, self.flat_bytes = {}, None, None
            self.array = self.flat = None

    def begins(self) -> None:
        """It is there again, after its life has ended everywhere: nobody has written to it."""
        self.lifetime = Lifetime(heap=self.lifetime.heap, kind=self.lifetime.kind)
        self.reach, self.untouched = REACH[self.space], Untouched.UNSET

    def clone(self, owner: object) -> "MemObject":
        """A copy that `owner` may change."""
        other = MemObject.__new__(MemObject)
        for name in _SHARED_BY_COPIES:
            setattr(other, name, getattr(self, name))
        if self.flat_bytes is not None:
            self.bytes_change()
            self.flat_bytes.shared = True
        elif self.elements is None:
            other.cells = dict(self.cells)
        if self.races is not None:
            other.races = self.races.clone()
        if isinstance(self.untouched, Provenance):
            other.untouched = self.untouched.copy()
        other.owner = owner
        return other

    def own_provenance(self) -> "Provenance[MemObject]":
        """What says whose its unset bytes are, to be changed."""
        if not isinstance(self.untouched, Provenance):
            made = MemObject(self.id, self.key, self.about, self.size, self.space, None)
            made.untouched, made.lifetime = self.untouched, self.lifetime
            self.untouched = Provenance([0], [(made, 0)])
        return self.untouched

    def hold(self, type: Type, values: list[Value]) -> None:
        """The object holds these elements, which are all that it has room for."""
        self.bytes_change()
        self._leave_cells()
        self.elements, self.flat_bytes = (type, values), None

    def hold_bytes(self, held: "FlatBytes") -> None:
        """The object holds these bytes, which are as many as it has room for."""
        self.bytes_change()
        self._leave_cells()
        self.elements, self.flat_bytes = None, held
        self.array = self.flat = None

    def first_types(self, most: int) -> list[Type]:
        """The types of so many values that it holds, in whatever form it does."""
        if self.flat_bytes is not None:
            held = self.flat_bytes
            same = [] if held.kind is None else [held.kind] * min(most, len(held.data) // held.kind.size)
            return [*held.others.values(), *same][:most]
        if self.elements is not None:
            return [self.elements[0]] * min(most, len(self.elements[1]))
        return [type for type, _ in islice(self.cells.values(), most)]

    def cell_at(self, offset: int) -> Cell | None:
        """What it holds in one piece from an offset on, in whatever form it does; None if that is nothing."""
        if self.flat_bytes is not None:
            type = self.flat_bytes.type_at(offset)
            value = None if type is None else self.flat_bytes.read(offset, type)
            return None if type is None or value is None else (type, value)
        if self.elements is not None:
            type, values = self.elements
            at, rest = divmod(offset, type.size)
            return (type, values[at]) if not rest and 0 <= at < len(values) else None
        return self.cells.get(offset)

    def hold_cells(self) -> None:
        """The object holds what it does in cells. So it does when somebody asks for these."""
        if self.flat_bytes is not None:
            self.bytes_change()
            self.cells = self.flat_bytes.cells(self.untouched if isinstance(self.untouched, int) else None)
        elif self.elements is not None:
            type, values = self.elements
            offsets = range(0, len(values) * type.size, type.size)
            self.cells = dict(zip(offsets, [(type, value) for value in values], strict=True))
        self.elements = self.flat_bytes = None

    def bytes_change(self) -> None:
        """What is known of the bytes that it holds, if it does, may not be so any more."""
        if self.flat_bytes is not None:
            CHANGES.note(self.id)

    def _leave_cells(self) -> None:
        if self.elements is None and self.flat_bytes is None:
            del self.cells

    def own_flat_bytes(self) -> "FlatBytes":
        """The bytes of an object that holds some, to be changed: they are its alone."""
        held = self.flat_bytes
        assert held is not None
        if held.shared:
            self.bytes_change()
            held = self.flat_bytes = held.copy()
        elif held.remembered:
            self.bytes_change()
            held = self.flat_bytes = held.taken_over()
        self.flat = None
        return held

    @property
    def below(self) -> object:
        """What is in the bytes that are in no cell, as a value to compare."""
        return self.array or (self.untouched.key if isinstance(self.untouched, Provenance) else self.untouched)

    def clear(self, byte: int) -> None:
        """All bytes of the object are this one."""
        self.bytes_change()
        self.cells, self.elements, self.flat_bytes = {}, None, None
        self.array = self.flat = None
        self.untouched = byte

    def take(self, source: "MemObject") -> None:
        """The object holds what another of the same size holds. They share it until one of them is changed: nobody owns
        them now."""
        below = source.untouched if isinstance(source.untouched, int) else self.untouched
        if source.array is None and not isinstance(source.untouched, int) and not source.is_covered:
            below = source.own_provenance().copy()
        if source.elements is not None:
            self.hold(*source.elements)
        elif source.flat_bytes is not None:
            source.bytes_change()
            source.flat_bytes.shared = True
            self.hold_bytes(source.flat_bytes)
        else:
            self.bytes_change()
            self.elements = self.flat_bytes = None
            self.cells = source.cells
            self.owner = source.owner = None
        self.array, self.flat = source.array, source.flat
        self.untouched = below

    @property
    def is_covered(self) -> bool:
        """Is each byte in a cell?"""
        if self.elements is not None:
            return True
        if self.flat_bytes is not None:
            return self.flat_bytes.is_known(0, len(self.flat_bytes.data))
        return sum(type.size for type, _ in self.cells.values()) == self.size

    if not TYPE_CHECKING:  # to a type checker, the object has the attributes that are declared

        def __getattr__(self, name: str) -> dict[int, Cell]:
            """The cells, of an object that has elements or bytes."""
            if name != "cells" or (self.elements is None and self.flat_bytes is None):
                raise AttributeError(name)
            self.hold_cells()
            return self.cells


def cells_within(obj: MemObject, start: int, size: int) -> dict[int, Cell] | None:
    """The cells in a range of an object; None if one lies across an end of it."""
    cells, end = obj.cells, start + size
    if start == 0 and size == obj.size:
        return cells
    for edge in (start, end):
        for at in range(max(edge - LONGEST, 0), edge):
            if at in cells and at + cells[at][0].size > edge:
                return None
    if size < len(cells):
        return {at: cells[at] for at in range(start, end) if at in cells}
    return {at: cell for at, cell in cells.items() if start <= at < end}


_SHARED_BY_COPIES = tuple(name for name in MemObject.__slots__ if name != "cells")


# ---------------------------------------------------------------- bytes of values

PointerToInteger = Callable[[Value], Value]


def to_bits(value: Value, type: Type, address: PointerToInteger) -> Value:
    """The value as an integer of the same size; pointers through `address`."""
    if isinstance(type, FloatType):
        return terms.apply(Op.BITCAST, IntType(type.width), type, (value,))
    if isinstance(type, PtrType):
        return address(value)
    return value


def from_bits(bits: Value, type: Type, pointer: PointerToInteger) -> Value:
    """The value of `type` that has these bits; pointers through `pointer`."""
    if isinstance(type, FloatType):
        return terms.apply(Op.BITCAST, type, IntType(type.width), (bits,))
    if isinstance(type, PtrType):
        return pointer(bits)
    return bits


def byte_of(bits: Value, size: int, index: int) -> Value:
    """Byte `index` (little endian) of an integer of `size` bytes."""
    if size == 1:
        return bits
    return terms.extract(bits, 8 * size, 8 * index + 7, 8 * index)


def join_bytes(parts: list[Value]) -> Value:
    """The integer whose bytes (little endian) are `parts`."""
    result = parts[0]
    for count, part in enumerate(parts[1:], 1):
        result = terms.concat(part, result, 8, 8 * count)
    return result


# ---------------------------------------------------------------- known offsets


FEW_ELEMENTS = 64


class CellReader:
    """Reads and writes objects; holds what pointers in memory need of the machine.

    `address` gives the integer of a pointer, `pointer` the pointer of an integer, `fresh` an
    arbitrary value for bytes that were never written, `fresh_array` all those of an object as an array with elements
    of some width, `possible` whether a condition can hold.
    """

    def __init__(
        self, address: PointerToInteger, pointer: PointerToInteger, fresh: Callable[[MemObject, int, Type], Value],
        fresh_array: Callable[[MemObject, int], Term], possible: Callable[[Value], bool],
    ) -> None:  # fmt: skip
        self.address = address
        self.pointer = pointer
        self.fresh = fresh
        self.fresh_array = fresh_array
        self.possible = possible

    def read(self, obj: MemObject, offset: int, type: Type) -> Value:
        """The value of `type` at a known offset inside of the object."""
        if obj.flat_bytes is not None:
            value = self.held(obj.flat_bytes, offset, type)
            if value is not None:
                return value
            if isinstance(obj.untouched, Provenance):
                return self._partly_known(obj.untouched, obj.flat_bytes, offset, type)
        cell = obj.cells.get(offset)
        if cell is not None:
            if cell[0] is type:
                return cell[1]
            if cell[0].size == type.size:
                return from_bits(to_bits(cell[1], cell[0], self.address), type, self.pointer)
        elif not self._overlapping(obj, offset, type.size):
            return self._untouched(obj, offset, type)
        parts = [self._byte(obj, offset + i) for i in range(type.size)]
        return from_bits(join_bytes(parts), type, self.pointer)

    def held(self, bytes: "FlatBytes", offset: int, type: Type) -> Value | None:
        """The value of `type` at an offset; None if any byte of it is not known. Bytes that are no pointer of the
        program's may lead to no object that there is."""
        if type is not PTR:
            return bytes.read(offset, type)
        address = bytes.read(offset, I64)
        return None if address is None else self.pointer(address)

    def holds(self, obj: MemObject, offset: int, type: Type, value: Value) -> bool:
        """Is this what was written last at a known offset?"""
        if obj.flat_bytes is not None:
            return obj.flat_bytes.holds(offset, type, value)
        cell = obj.cells.get(offset)
        return cell is not None and bool(cell[1] == value) and cell[0] is type

    def _untouched(self, obj: MemObject, offset: int, type: Type) -> Value:
        """Read bytes that are in no cell: of the array, zero, or arbitrary (then kept)."""
        if obj.array is not None:
            return from_bits(self._select(obj.array, offset, type.size), type, self.pointer)
        if isinstance(obj.untouched, int):
            return filled(type, obj.untouched, self.pointer)
        if isinstance(obj.untouched, Provenance):
            return self._unset(obj.untouched, offset, type)
        value = self.fresh(obj, offset, type)
        obj.cells[offset] = (type, value)
        return value

    def _unset(self, below: Provenance[MemObject], offset: int, type: Type) -> Value:
        """Bytes that nobody has written, each of them one of a unit of the object that it comes from."""
        unit = below.unit_at(offset)
        if unit is not None and unit.size == type.size:
            bits = self.fresh(*below.find(offset), unit)
        else:
            bits = join_bytes([self._unset_byte(below, offset + i) for i in range(type.size)])
        return from_bits(bits, type, self.pointer)

    def _unset_byte(self, below: Provenance[MemObject], offset: int) -> Value:
        source, at = below.find(offset)
        start, unit = unit_of(source, at)
        return byte_of(self.fresh(source, start, unit), unit.size, at - start)

    def _partly_known(self, below: Provenance[MemObject], held: "FlatBytes", offset: int, type: Type) -> Value:
        """A value of which some bytes are not known, of an object that holds bytes and goes on to do so."""
        known = [held.is_known(offset + i, 1) for i in range(type.size)]
        if not any(known):
            return self._unset(below, offset, type)
        parts = [
            held.data[offset + i] if is_known else self._unset_byte(below, offset + i)
            for i, is_known in enumerate(known)
        ]
        return from_bits(join_bytes(parts), type, self.pointer)

    def _fill_with_unset(self, obj: MemObject) -> None:
        """What comes from other objects is in cells from now on."""
        cells, at, below = obj.cells, 0, obj.untouched
        assert isinstance(below, Provenance)
        while at < _known_size(obj):
            cell = cells.get(at)
            if cell is None:
                unit = below.unit_at(at)
                type = I8 if unit is None or self._overlapping(obj, at, unit.size) else unit
                cell = cells[at] = (type, self._unset(below, at, type))
            at += cell[0].size
        obj.untouched = Untouched.UNSET

    def _byte(self, obj: MemObject, offset: int) -> Value:
        for start in range(offset, max(-1, offset - 16), -1):
            cell = obj.cells.get(start)
            if cell is not None:
                if start + cell[0].size > offset:
                    return byte_of(to_bits(cell[1], cell[0], self.address), cell[0].size, offset - start)
                break
        return self._untouched(obj, offset, I8)

    def _overlapping(self, obj: MemObject, offset: int, size: int) -> list[int]:
        """Offsets of the cells that share a byte with [offset, offset + size)."""
        cells = obj.cells
        found = [o for o in range(offset, offset + size) if o in cells]
        for start in range(offset - 1, max(-1, offset - 16), -1):
            cell = cells.get(start)
            if cell is not None:
                if start + cell[0].size > offset:
                    found.append(start)
                break
        return found

    def write(self, obj: MemObject, offset: int, type: Type, value: Value) -> None:
        """Store a value at a known offset inside of the object."""
        obj.flat = None
        if obj.flat_bytes is not None and obj.own_flat_bytes().write(offset, type, value):
            return
        cell = obj.cells.get(offset)
        if cell is not None and cell[0].size == type.size:
            obj.cells[offset] = (type, value)
            return
        for start in self._overlapping(obj, offset, type.size):
            old_type, old = obj.cells.pop(start)
            if start >= offset and start + old_type.size <= offset + type.size:
                continue
            bits = to_bits(old, old_type, self.address)
            for i in range(old_type.size):
                if not offset <= start + i < offset + type.size:
                    obj.cells[start + i] = (I8, byte_of(bits, old_type.size, i))
        obj.cells[offset] = (type, value)

    # ------------------------------------------------------------ symbolic offsets

    def _select(self, array: FlatArray, offset: Value, size: int) -> Value:
        """Read `size` bytes of an array."""
        term, width = array
        if width == size and _remainder(offset, width) == 0:
            return terms.select(term, _quotient(offset, width))
        return join_bytes([self._select_byte(term, width, add_offset(offset, i)) for i in range(size)])

    def _select_byte(self, array: Term, width: int, offset: Value) -> Value:
        element = terms.select(array, _quotient(offset, width))
        if width == 1:
            return element
        kind = IntType(8 * width)
        shift = _narrow(terms.apply(Op.MUL, I64, I64, (_remainder(offset, width), 8)), kind)
        return terms.apply(Op.TRUNC, I8, kind, (terms.apply(Op.LSHR, kind, kind, (element, shift)),))

    def _store(self, array: FlatArray, offset: Value, size: int, bits: Value) -> FlatArray:
        term, width = array
        if width == size and _remainder(offset, width) == 0:
            return FlatArray(terms.store(term, _quotient(offset, width), bits), width)
        for i in range(size):
            term = self._store_byte(term, width, add_offset(offset, i), byte_of(bits, size, i))
        return FlatArray(term, width)

    def _store_byte(self, array: Term, width: int, offset: Value, byte: Value) -> Term:
        index = _quotient(offset, width)
        if width == 1:
            return terms.store(array, index, byte)
        kind = IntType(8 * width)
        shift = _narrow(terms.apply(Op.MUL, I64, I64, (_remainder(offset, width), 8)), kind)
        mask = terms.apply(Op.NOT, kind, kind, (terms.apply(Op.SHL, kind, kind, (255, shift)),))
        kept = terms.apply(Op.AND, kind, kind, (terms.select(array, index), mask))
        wide = terms.apply(Op.SHL, kind, kind, (terms.apply(Op.ZEXT, kind, I8, (byte,)), shift))
        return terms.store(array, index, terms.apply(Op.OR, kind, kind, (kept, wide)))

    def flatten(self, obj: MemObject, width: int) -> FlatArray:
        """The whole object as an SMT array, with elements of `width` bytes if that is possible."""
        if obj.flat is not None:
            return obj.flat
        if obj.array is None and isinstance(obj.untouched, Provenance):
            self._fill_with_unset(obj)
        array = obj.array
        if array is None:
            if any(t.size != width or o % width for o, (t, _) in obj.cells.items()):
                width = 1
            if isinstance(obj.untouched, int):
                array = FlatArray(terms.const_array(64, 8 * width, _repeated(obj.untouched, width)), width)
            else:
                array = FlatArray(self.fresh_array(obj, width), width)
                if not obj.is_covered:
                    obj.array = array  # where later reads of what nobody wrote find the same
        for offset, (type, value) in obj.cells.items():
            array = self._store(array, offset, type.size, to_bits(value, type, self.address))
        obj.flat = array
        return array

    def read_symbolic(self, obj: MemObject, offset: Term, type: Type) -> Value:
        """The value of `type` at an offset that depends on inputs and is known to be inside."""
        if type is PTR and _holds_pointers(obj, offset):
            return self._read_pointer(obj, offset)
        if self._is_small(obj, offset, type):
            result = self.read(obj, 0, type)
            for start in range(type.size, _known_size(obj), type.size):
                result = merge(terms.equal(offset, start, I64), self.read(obj, start, type), result, type)
            return result
        return from_bits(self._select(self.flatten(obj, type.size), offset, type.size), type, self.pointer)

    def _breaks_pointer(self, obj: MemObject, offset: int, type: Type) -> bool:
        """Would a write take a pointer in memory apart? That is worth a question to the solver."""
        overlapping = self._overlapping(obj, offset, type.size)
        return type is not PTR and any(obj.cells[start][0] is PTR for start in overlapping)

    @staticmethod
    def _is_small(obj: MemObject, offset: Term, type: Type) -> bool:
        """Few enough elements to compare the offset with each: cheaper than an array to solvers."""
        return (
            obj.array is None and isinstance(obj.size, int) and obj.size % type.size == 0
            and obj.size <= FEW_ELEMENTS * type.size and _remainder(offset, type.size) == 0
        )  # fmt: skip

    def _read_pointer(self, obj: MemObject, offset: Term) -> Value:
        result: Value = NULL
        for start, (_, value) in obj.cells.items():
            result = merge(terms.equal(offset, start, I64), value, result, PTR)
        return result

    def write_symbolic(self, obj: MemObject, offset: Term, type: Type, value: Value, guard: Value) -> None:
        """Store at an offset that depends on inputs, where `guard` holds."""
        if type is PTR and _holds_pointers(obj, offset):
            for start, (_, old) in list(obj.cells.items()):
                hit = terms.land(guard, terms.equal(offset, start, I64))
                obj.cells[start] = (PTR, merge(hit, value, old, PTR))
            obj.flat = None
            return
        if self._is_small(obj, offset, type):
            for start in range(0, _known_size(obj), type.size):
                hit = terms.land(guard, terms.equal(offset, start, I64))
                if hit is not False and not (self._breaks_pointer(obj, start, type) and not self.possible(hit)):
                    self.write(obj, start, type, merge(hit, value, self.read(obj, start, type), type))
            return
        array = self.flatten(obj, type.size)
        updated = self._store(array, offset, type.size, to_bits(value, type, self.address))
        obj.array = FlatArray(terms.ite_array(guard, updated.term, array.term), array.width)
        obj.cells.clear()
        obj.flat = None


def _known_size(obj: MemObject) -> int:
    assert isinstance(obj.size, int)
    return obj.size


def _holds_pointers(obj: MemObject, offset: Term) -> bool:
    """Is the object full of pointers, and the offset that of one of them? They are then merged, and
    not told by their addresses."""
    count, rest = divmod(obj.size, 8) if isinstance(obj.size, int) else (0, 1)
    return (
        obj.array is None and rest == 0 and len(obj.cells) == count and _remainder(offset, 8) == 0
        and all(type is PTR for type, _ in obj.cells.values())
    )  # fmt: skip


def zero_of(type: Type) -> Value:
    """The value whose bytes are all zero."""
    if isinstance(type, FloatType):
        return 0.0
    if isinstance(type, PtrType):
        return NULL
    return False if isinstance(type, BoolType) else 0


def filled(type: Type, byte: int, pointer: PointerToInteger) -> Value:
    """The value whose bytes are all this one; pointers through `pointer`."""
    return from_bits(_repeated(byte, type.size), type, pointer) if byte else zero_of(type)


def _repeated(byte: int, size: int) -> int:
    return int.from_bytes(bytes([byte]) * size, "little")


def add_offset(offset: Value, count: int) -> Value:
    """offset + count, as I64."""
    return terms.apply(Op.ADD, I64, I64, (offset, count % 2**64)) if count else offset


def _quotient(offset: Value, width: int) -> Value:
    return offset if width == 1 else terms.apply(Op.UDIV, I64, I64, (offset, width))


def _remainder(offset: Value, width: int) -> Value:
    return 0 if width == 1 else terms.apply(Op.UREM, I64, I64, (offset, width))


def _narrow(value: Value, kind: IntType) -> Value:
    if kind.width == 64:
        return value
    return terms.apply(Op.TRUNC if kind.width < 64 else Op.ZEXT, kind, I64, (value,))


# ---------------------------------------------------------------- joining values


def merge(cond: Value, a: Value, b: Value, type: Type) -> Value:
    """a where `cond` holds, b elsewhere."""
    if cond is True or a is b:
        return a
    if cond is False:
        return b
    if isinstance(type, PtrType):
        return merge_pointers(cond, a, b)
    return terms.ite(cond, a, b, type)


def merge_pointers(cond: Value, a: Value, b: Value) -> Value:
    """A pointer that is `a` where `cond` holds, and `b` elsewhere."""
    if a == b:
        return a
    found: dict[tuple[int, object], tuple[Value, Pointer]] = {}
    for side, pointer in ((cond, a), (terms.lnot(cond), b)):
        targets = pointer.targets if isinstance(pointer, PointerSet) else ((True, pointer),)
        for guard, target in targets:
            assert isinstance(target, Pointer)
            both = terms.land(side, guard)
            if both is False:
                continue
            key = (target.obj, target.offset)
            old = found.get(key)
            found[key] = (terms.lor(old[0], both) if old else both, target)
    if len(found) == 1:
        return next(iter(found.values()))[1]
    return _same_object(list(found.values())) or PointerSet(tuple(found.values()))


def _same_object(targets: list[tuple[Value, Pointer]]) -> Pointer | None:
    """Targets in one object are one pointer with an offset that depends on inputs."""
    if any(t.obj != targets[0][1].obj for _, t in targets) or targets[0][1].obj <= 0:
        return None
    offset: Value = _unsigned(targets[-1][1].offset)
    for guard, target in reversed(targets[:-1]):
        offset = terms.ite(guard, _unsigned(target.offset), offset, I64)
    return Pointer(targets[0][1].obj, offset)


def _unsigned(offset: "int | Term") -> "int | Term":
    return offset % 2**64 if isinstance(offset, int) else offset
