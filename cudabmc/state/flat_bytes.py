"""Contents of an object as bytes in one piece, which machine code and the interpreter can share.

    int a[3] = {1, 2}       data   01 00 00 00 02 00 00 00 00 00 00 00
    with a[2] unset         known  1  1  1  1  1  1  1  1  0  0  0  0   (known_bytes.py)

Bytes have no types. How they are cut into cells, when somebody asks for cells, says the type that was stored last, with
exceptions where another one is known. A wrong cut may be read of in a report, but loses no bit.
"""

import re
from collections.abc import Iterable, Iterator

from cudabmc.goto.types import I8, FloatType, Type
from cudabmc.state.address_space import decode
from cudabmc.state.known_bytes import KnownBytes
from cudabmc.state.value import Value, identical
from cudabmc.state.value_bytes import CHUNK, GET, PUT, Buffer, Get, copied, fill, keeping, unpack

_LONGEST = 16
"""Bytes of the largest cell."""


class FlatBytes:
    """Contents of an object as bytes.

    `known` says which bytes of `data` are known, and is None if all are. They are cut into cells of `kind`,
    which is None as long as nobody has said one, and of another type at the offsets in `others`. As long as they are
    `shared`, whoever changes them copies them first (`MemObject.own_flat_bytes`). If they are `remembered`, as a weak
    reference, that one takes them over instead, and the reference finds nothing more.
    """

    __slots__ = ("__weakref__", "data", "kind", "known", "others", "remembered", "shared")

    def __init__(self, data: Buffer, known: KnownBytes | None, kind: Type | None, others: dict[int, Type]) -> None:
        self.data = data
        self.known = known
        self.kind = kind
        self.others = others
        self.shared = self.remembered = False

    def copy(self) -> "FlatBytes":
        """The same bytes, to be changed."""
        known = None if self.known is None else self.known.copy()
        return FlatBytes(copied(self.data), known, self.kind, dict(self.others))

    def taken_over(self) -> "FlatBytes":
        """The same bytes, to be changed, without a copy: nothing is left here."""
        taken = FlatBytes(self.data, self.known, self.kind, self.others)
        self.data, self.known, self.others = bytearray(), None, {}
        return taken

    @staticmethod
    def form(type: Type) -> Get | None:
        """What reads a value of the type at an offset of `data`, if bytes can stand for such values."""
        return GET.get(type)

    def targets(self, most: int) -> set[int]:
        """The numbers of objects that pointers among the first `most` bytes may lead to."""
        whole = min(len(self.data), most) // 8 * 8
        words = memoryview(self.data)[:whole].cast("Q")
        found = {decode(address).obj for address in words if address >> 36}
        words.release()
        return found

    def type_at(self, offset: int) -> Type | None:
        """The type of what lies at an offset in one piece, if that is known."""
        found = self.others.get(offset)
        if found is not None or self.kind is None or offset % self.kind.size:
            return found
        size = self.kind.size
        inside = 0 <= offset <= len(self.data) - size and not self._others_in(offset, offset + size)
        return self.kind if inside and self.is_known(offset, size) else None

    def read(self, offset: int, type: Type) -> Value | None:
        """The value of `type` at an offset; None if any byte of it is not known. A pointer may be one to an object
        that does not exist (see addresses.py)."""
        get = GET.get(type)
        if get is None or not self._has(offset, type) or not self.is_known(offset, type.size):
            return None
        return get(self.data, offset)

    def write(self, offset: int, type: Type, value: Value) -> bool:
        """Store a value; False, with nothing changed, if bytes cannot stand for it."""
        assert not self.shared
        put = PUT.get(type)
        if put is None or not self._has(offset, type) or not put(self.data, offset, value):
            return False
        if self.known is not None:
            self.known.add(offset, type.size)
        if type is not self.kind or self.others or offset % type.size:
            self._cut(offset, type)
        return True

    def _has(self, offset: int, type: Type) -> bool:
        """Do the bytes of the object have room for a value there? An access that a report speaks of may have none."""
        return 0 <= offset <= len(self.data) - type.size

    def holds(self, offset: int, type: Type, value: Value) -> bool:
        """Is this what the place holds, bit for bit?"""
        return keeping(type, self.data, offset) is type and identical(self.read(offset, type), value)

    def is_known(self, start: int, size: int) -> bool:
        """Are all these bytes known?"""
        return self.known is None or self.known.has(start, size)

    # ------------------------------------------------------------ many bytes

    def piece(self, start: int, size: int) -> "FlatBytes":
        """A copy of some of the bytes."""
        end = start + size
        known = None if self.known is None or self.known.has(start, size) else self.known.piece(start, size)
        others = {at - start: type for at, type in self._others_in(start, end) if start <= at and at + type.size <= end}
        kind = self.kind if self.kind is not None and start % self.kind.size == 0 else None
        return FlatBytes(bytearray(self.data[start:end]), known, kind, others)

    def put(self, start: int, new: "FlatBytes") -> None:
        """Replace as many bytes as `new` has."""
        size = len(new.data)
        self._forget(start, size)
        if new.known is not None:
            if self.known is None:
                self.known = KnownBytes(len(self.data))
                self.known.add(0, len(self.data))
            self.known.put(start, new.known)
        self.data[start : start + size] = new.data
        if self.kind is None and new.kind is not None and start % new.kind.size == 0:
            self.kind = new.kind
        self.others.update((start + at, type) for at, type in new.others.items())

    def fill(self, start: int, size: int, byte: int) -> None:
        """Set bytes to one value."""
        self._forget(start, size)
        fill(self.data, start, size, byte)

    def _forget(self, start: int, size: int) -> None:
        """All these bytes get known values; how they were cut is over."""
        assert not self.shared
        if self.known is not None:
            self.known.add(start, size)
        for at, _ in self._others_in(start, start + size):
            del self.others[at]

    def _others_in(self, start: int, end: int) -> list[tuple[int, Type]]:
        """The exceptions that share a byte with a range."""
        others, first = self.others, start - _LONGEST + 1
        places: Iterable[int] = others if len(others) < end - first else range(first, end)
        found = [(at, others[at]) for at in places if at in others]
        return [(at, type) for at, type in found if at < end and at + type.size > start]

    # ------------------------------------------------------------ cells

    def _cut(self, offset: int, type: Type) -> None:
        """From now on the bytes there are a cell of this type."""
        size, others = type.size, self.others
        if self.kind is None and offset % size == 0:
            self.kind = type
        for at in range(offset - _LONGEST + 1, offset + size) if others else ():
            if at in others and at + others[at].size > offset:
                del others[at]
        if type is not self.kind or offset % size:
            others[offset] = type

    def cut_at(self, offset: int) -> Type | None:
        """The type of the cell that starts at an offset; None if the first byte of it is not known."""
        return self._cut_of_known(offset) if self.is_known(offset, 1) else None

    def _cut_of_known(self, offset: int) -> Type:
        found = self.others.get(offset)
        if found is None:
            found = self.kind or I8
            if (
                offset % found.size or offset + found.size > len(self.data)
                or any(offset + n in self.others for n in range(1, found.size))
            ):  # fmt: skip
                found = I8
        if not self.is_known(offset, found.size):
            found = I8
        return keeping(found, self.data, offset)

    @property
    def only(self) -> Type | None:
        """The type of all cells; None if they have several or there are none."""
        return self.kind if not self.others and (self.known is None or self.known.has_any()) else None

    def cells(self, blank: int | None) -> dict[int, tuple[Type, Value]]:
        """The bytes as cells; `blank` is the byte of those that need none."""
        size, kind = len(self.data), self.kind or I8
        if not self.is_known(0, size) or self.others:
            return dict(self._one_by_one(0, size, blank))
        found: dict[int, tuple[Type, Value]] = {}
        whole = size - size % kind.size
        for start in range(0, whole, CHUNK):
            piece = bytes(self.data[start : min(start + CHUNK, whole)])
            if blank is not None and piece.count(blank) == len(piece):
                continue
            values = unpack(kind, piece)
            if blank is not None or (isinstance(kind, FloatType) and any(value != value for value in values)):
                found.update(self._one_by_one(start, start + len(piece), blank))
            else:
                offsets = range(start, start + len(piece), kind.size)
                found.update(zip(offsets, [(kind, value) for value in values], strict=True))
        found.update(self._one_by_one(whole, size, blank))
        return found

    def _one_by_one(self, start: int, end: int, blank: int | None) -> Iterator[tuple[int, tuple[Type, Value]]]:
        if blank is None:
            for first, behind in ((start, end),) if self.known is None else self.known.runs(start, end):
                at = first
                while at < behind:
                    kind = self._cut_of_known(at)
                    yield at, (kind, GET[kind](self.data, at))
                    at += kind.size
            return
        interesting = re.compile(b"[^\\x%02x]" % blank, re.DOTALL)
        at = start
        while at < end:
            found = interesting.search(self.data, at, end)
            if found is None:
                return
            # The cell of this byte may start before it.
            at = max(at, (found.start() - _LONGEST + 1) // _LONGEST * _LONGEST)
            kind = self._cut_of_known(at)
            if bytes(self.data[at : at + kind.size]) != bytes([blank]) * kind.size:
                yield at, (kind, GET[kind](self.data, at))
            at += kind.size

    # ------------------------------------------------------------ elements

    def values(self, type: Type) -> list[Value | None]:
        """As many elements of a type as there is room for; None for those that are not known."""
        width, found = type.size, list[Value | None]()
        whole = len(self.data) - len(self.data) % width
        for start in range(0, whole, CHUNK):
            found += unpack(type, bytes(self.data[start : min(start + CHUNK, whole)]))
        for start, end in () if self.known is None else self.known.gaps(0, whole):
            for index in range(start // width, -(-end // width)):
                found[index] = None
        return found

    def keeps_bits(self, type: Type, values: list[Value | None]) -> bool:
        """Do these elements say all that the bytes do? A NaN may have a payload that they do not have."""
        return not isinstance(type, FloatType) or all(
            keeping(type, self.data, index * type.size) is type for index, value in enumerate(values) if value != value
        )
