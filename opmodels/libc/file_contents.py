"""The contents of a file: a value that is never changed. Bytes are known, or terms that the program has written."""

from collections.abc import Sequence

from cudabmc.modelapi import Value


class FileContents:
    """So many bytes. Those that are written at the end are shared with what was there before: a file that is written
    piece by piece costs what its pieces cost.

    `lost`: nothing is known of what is in it, and how much.
    """

    __slots__ = ("_buffer", "_terms", "_text", "lost", "size")

    def __init__(self, buffer: bytes | bytearray = b"", *, lost: bool = False) -> None:
        self._buffer = buffer
        self._terms: dict[int, Value] = {}
        self._text: str | None = None
        self.size = len(buffer)
        self.lost = lost

    def bytes_at(self, start: int, count: int) -> Sequence[Value]:
        """At most so many bytes from there on, fewer at the end; `bytes` if all of them are known."""
        end = min(self.size, start + count)
        data = bytes(memoryview(self._buffer)[start:end])  # one copy, of what may be large
        if not self._terms:
            return data
        found = [self._terms.get(at, byte) for at, byte in enumerate(data, start)]
        return found if any(not isinstance(byte, int) for byte in found) else data

    def text(self) -> str | None:
        """All of it as Latin-1; None if some of it is not known."""
        if self._terms:
            return None
        if self._text is None:
            self._text = self._buffer[: self.size].decode("latin-1")
        return self._text

    def find(self, byte: int, start: int, end: int) -> int:
        """Where the byte is first in the range, of known ones alone; -1 if it is not."""
        return self._buffer.find(bytes([byte]), start, min(end, self.size))

    def is_known(self) -> bool:
        """Are all bytes known?"""
        return not self._terms and not self.lost

    def written(self, start: int, data: Sequence[Value]) -> "FileContents":
        """With these bytes there; a gap in front of them is filled with zeros."""
        known = isinstance(data, bytes)
        plain = data if isinstance(data, bytes) else bytes(byte if isinstance(byte, int) else 0 for byte in data)
        is_last = isinstance(self._buffer, bytearray) and len(self._buffer) == self.size
        if start < self.size or not is_last:
            result = FileContents(bytearray(self._buffer[: self.size]))
            result._terms = {at: byte for at, byte in self._terms.items() if at < self.size}
        else:  # nobody has written behind the end before
            result = FileContents(self._buffer)
            result._terms = self._terms
        buffer, terms = result._buffer, result._terms
        assert isinstance(buffer, bytearray)
        buffer.extend(bytes(max(start - len(buffer), 0)))
        buffer[start : start + len(plain)] = plain
        for at in range(start, min(start + len(plain), self.size)) if terms else ():
            terms.pop(at, None)
        if not known:
            terms.update((start + at, byte) for at, byte in enumerate(data) if not isinstance(byte, int))
        result.size = len(buffer)
        return result

    def resized(self, size: int) -> "FileContents":
        """With so many bytes: cut, or with zeros behind."""
        if size >= self.size:
            return self.written(size, b"")
        result = FileContents(bytearray(self._buffer[:size]))
        result._terms = {at: byte for at, byte in self._terms.items() if at < size}
        return result


EMPTY = FileContents()
LOST = FileContents(lost=True)
"""What is not known at all, such as text that was printed from values that depend on inputs."""
