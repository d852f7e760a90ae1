"""Which bytes of an object are known: a bit for each byte.

    byte       0 1 2 3 4 5 6 7   8 9
    known      1 1 1 1 0 0 0 0   1 1
    bits       0x0F              0x03

So a map takes an eighth of the room of the bytes, and eight bytes at a multiple of eight are known if one byte of the
map is 255.
"""

from collections.abc import Iterator

from cudabmc.state.value_bytes import Buffer, copied, fill, room

_PIECE = 1 << 12
"""Bytes of the map that are compared at once."""

_ALL = 255
_ALIKE = {byte: bytes([byte]) * _PIECE for byte in (0, _ALL)}


class KnownBytes:
    """Marks for `size` bytes, none of which is known at first."""

    __slots__ = ("bits", "size")

    def __init__(self, size: int, bits: Buffer | None = None) -> None:
        self.size = size
        self.bits = room(-(-size // 8)) if bits is None else bits

    def copy(self) -> "KnownBytes":
        """The same marks, to be changed."""
        return KnownBytes(self.size, copied(self.bits))

    def has(self, start: int, size: int) -> bool:
        """Are all these bytes known?"""
        shift = start & 7
        if shift + size <= 8:
            mask = (1 << size) - 1 << shift
            return self.bits[start >> 3] & mask == mask if size else True
        return self._next(start, start + size, _ALL) is None

    def has_any(self) -> bool:
        """Is there a known byte?"""
        return self._next(0, self.size, 0) is not None

    def runs(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Start and end of each row of known bytes in a range, as long as they are."""
        first = self._next(start, end, 0)
        while first is not None:
            behind = self._next(first, end, _ALL)
            yield first, end if behind is None else behind
            first = None if behind is None else self._next(behind, end, 0)

    def gaps(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Start and end of each row of bytes in a range that are not known, as long as they are."""
        at = start
        for first, behind in self.runs(start, end):
            if at < first:
                yield at, first
            at = behind
        if at < end:
            yield at, end

    def add(self, start: int, size: int) -> None:
        """These bytes are known now."""
        self._set(start, size, _ALL)

    def remove(self, start: int, size: int) -> None:
        """These bytes are not known any more."""
        self._set(start, size, 0)

    def piece(self, start: int, size: int) -> "KnownBytes":
        """The marks of some of the bytes."""
        if start & 7 == 0:
            return KnownBytes(size, bytearray(self.bits[start >> 3 : -(-(start + size) // 8)]))
        made = KnownBytes(size)
        for first, end in self.runs(start, start + size):
            made.add(first - start, end - first)
        return made

    def put(self, start: int, new: "KnownBytes") -> None:
        """Replace the marks of as many bytes as `new` has."""
        whole = new.size >> 3 if start & 7 == 0 else 0
        self.bits[start >> 3 : (start >> 3) + whole] = new.bits[:whole]
        self.remove(start + 8 * whole, new.size - 8 * whole)
        for first, end in new.runs(8 * whole, new.size):
            self.add(start + first, end - first)

    def _set(self, start: int, size: int, byte: int) -> None:
        """Make marks 0 or 1, as those of the byte are."""
        if size == 0:
            return
        bits, end = self.bits, start + size
        first, last = start >> 3, end >> 3
        low, high = _ALL << (start & 7) & _ALL, (1 << (end & 7)) - 1
        if first == last:
            low &= high
        if low != _ALL:
            bits[first] = bits[first] & ~low | byte & low
            first += 1
        if first < last:
            fill(bits, first, last - first, byte)
        if first <= last and high:
            bits[last] = bits[last] & ~high | byte & high

    def _next(self, start: int, end: int, without: int) -> int | None:
        """The first byte in a range whose mark is 1, or 0 with `without` 255; None if there is none."""
        bits, at = self.bits, start >> 3
        if start >= end:
            return None
        found = (bits[at] ^ without) >> (start & 7) << (start & 7)
        behind = -(-end // 8)
        while not found:
            at += 1
            piece = bits[at : min(at + _PIECE, behind)]
            while piece and piece == _ALIKE[without][: len(piece)]:
                at += len(piece)
                piece = bits[at : min(at + _PIECE, behind)]
            if not piece:
                return None
            skipped = len(piece) - len(piece.lstrip(_ALIKE[without][:1]))
            at += skipped
            found = piece[skipped] ^ without
        first = 8 * at + (found & -found).bit_length() - 1
        return first if first < end else None
