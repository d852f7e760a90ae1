"""Copies of unset bytes that machine code has made: the interpreter is told whose they are (`state/provenance.py`).

What rows say of bytes that were written means nothing, so it is enough to copy rows in the order of these copies. That
waits until somebody looks at the rows of an object that took part, or there are many copies: most of them nobody ever
asks for, and many at once are copied faster.
"""

from array import array
from collections.abc import Iterator

from cudabmc.goto.program import Alloca
from cudabmc.native.layout import COPY_WORDS, MOST_COPIES, RunContext
from cudabmc.native.local_rows import LocalRows
from cudabmc.state.byte_provenance import ByteProvenance
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.provenance import Provenance

BYTES_OF_A_COPY = 8
"""So many bytes of objects for each copy may become words, which makes copies faster (`state/byte_provenance.py`)."""


class CopyLog:
    """What machine code has noted (`copied_marks.py`)."""

    def __init__(self, ex: Execution, context: RunContext, thread: int) -> None:
        self._ex = ex
        self._context = context
        self._thread = thread
        self._words = array("q", bytes(8 * COPY_WORDS * MOST_COPIES))
        self._token: object = None
        self._waiting: list[tuple[array[int], LocalRows]] = []
        self._count = 0
        self._rows: dict[int, tuple[Provenance[MemObject], int]] = {}  # of objects of the interpreter, and their sizes
        context.copies = self._words.buffer_info()[0]
        context.copy_count = 0

    def settle(self, sites: list[tuple[str, int]], allocas: list[Alloca]) -> LocalRows | None:
        """Take what was noted; None if nothing was. What is told of objects of the stack that live and are new to the
        interpreter must be asked for now (`LocalRows`)."""
        count, self._context.copy_count = self._context.copy_count, 0
        if not count:
            return None
        if self._count + count > MOST_COPIES or self._token is not self._ex.s.token:
            self.flush()
            self._token = self._ex.s.token
        words = self._words[: count * COPY_WORDS]
        mentioned = {*words[0::COPY_WORDS], *words[4::COPY_WORDS]}
        objects = [self._ex.s.own_object(self._ex.s.objects[n]) for n in mentioned & self._ex.s.objects.keys()]
        for obj in objects:
            assert isinstance(obj.size, int)
            self._wait(obj.id, obj.own_provenance(), obj.size)
        local = LocalRows(self._ex, self._thread, sites, allocas, mentioned, self._wait)
        self._waiting.append((words, local))
        self._count += count
        return local

    def _wait(self, number: int, rows: Provenance[MemObject], size: int) -> None:
        rows.pending = self.flush
        self._rows[number] = rows, size

    def flush(self) -> None:
        """Make all copies of rows that wait."""
        waiting, self._waiting = self._waiting, []
        count, self._count = self._count, 0
        held, self._rows = self._rows, {}
        for rows, _ in held.values():
            rows.pending = None
        if sum(size for _, size in held.values()) <= BYTES_OF_A_COPY * count:
            _copy_words(waiting, held)
        else:
            _copy_rows(waiting, held)


def _notes(words: "array[int]") -> Iterator[tuple[int, ...]]:
    each = iter(words)
    return zip(*[each] * COPY_WORDS, strict=True)


def _copy_rows(
    waiting: list[tuple["array[int]", LocalRows]], held: dict[int, tuple[Provenance[MemObject], int]]
) -> None:  # fmt: skip
    for words, local in waiting:
        for target, to, to_site, to_count, source, start, from_site, from_count, size in _notes(words):
            old = held.get(source)
            if old is None:
                old = held[source] = local.own(source, from_site, from_count)
            new = held.get(target)
            if new is None:
                new = held[target] = local.own(target, to_site, to_count)
            new[0].put(to, size, old[0].piece(start, size), new[1])


def _copy_words(
    waiting: list[tuple["array[int]", LocalRows]], known: dict[int, tuple[Provenance[MemObject], int]]
) -> None:  # fmt: skip
    origins = ByteProvenance()
    held = {number: origins.words(*rows) for number, rows in known.items()}
    for words, local in waiting:
        for target, to, to_site, to_count, source, start, from_site, from_count, size in _notes(words):
            old = held.get(source)
            if old is None:
                old = held[source] = origins.words(*local.own(source, from_site, from_count))
            new = held.get(target)
            if new is None:
                if size == local.size(to_site):
                    held[target] = old[start : start + size]
                    continue
                new = held[target] = origins.words(*local.own(target, to_site, to_count))
            new[to : to + size] = old[start : start + size]
    for number, (rows, _) in known.items():
        rows.replace(origins.rows(held[number]))
