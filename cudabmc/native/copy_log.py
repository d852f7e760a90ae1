"""Copies of unset bytes that machine code has made: the interpreter is told whose they are (`state/provenance.py`).

What rows say of bytes that were written means nothing, so it is enough to copy rows in the order of these copies.
"""

import ctypes
from array import array

from cudabmc.goto.program import Alloca, Space
from cudabmc.native.layout import COPY_WORDS, MOST_COPIES, RunContext
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.object_facts import description_of_local, key_of, site_of_local
from cudabmc.state.provenance import Provenance


class CopyLog:
    """What machine code has noted (`copied_marks.py`)."""

    def __init__(self, ex: Execution, context: RunContext, thread: int) -> None:
        self._ex = ex
        self._context = context
        self._thread = thread
        self._words = array("q", bytes(8 * COPY_WORDS * MOST_COPIES))
        context.copies = self._words.buffer_info()[0]
        context.copy_count = 0
        assert ctypes.sizeof(ctypes.c_int64) == self._words.itemsize

    def settle(self, sites: list[tuple[str, int]], allocas: list[Alloca]) -> dict[int, Provenance[MemObject]]:
        """Tell the interpreter; the rows of objects of the stack that it does not know yet, by number."""
        made: dict[int, Provenance[MemObject]] = {}
        for copy in range(self._context.copy_count):
            words = self._words[copy * COPY_WORDS : (copy + 1) * COPY_WORDS]
            target, to, to_site, to_count, source, start, from_site, from_count, size = words
            new = self._rows(made, source, from_site, from_count, sites, allocas)[0].piece(start, size)
            rows, end = self._rows(made, target, to_site, to_count, sites, allocas)
            rows.put(to, size, new, end)
        self._context.copy_count = 0
        return made

    def _rows(
        self, made: dict[int, Provenance[MemObject]], number: int, site: int, count: int,
        sites: list[tuple[str, int]], allocas: list[Alloca],
    ) -> tuple[Provenance[MemObject], int]:  # fmt: skip
        """The rows of an object, to be changed, and its size."""
        obj = self._ex.s.objects.get(number)
        if obj is not None:
            assert isinstance(obj.size, int)
            return self._ex.s.own_object(obj).own_provenance(), obj.size
        size = int(allocas[site].size.value)  # type: ignore[union-attr]
        rows = made.get(number)
        if rows is None:
            key = site_of_local(*sites[site], self._thread)
            count += self._ex.s.allocation.sites.get(key, 0)
            about = description_of_local(allocas[site])
            source = MemObject(number, key_of(key, count), about, size, Space.HOST_STACK, None)
            rows = made[number] = Provenance([(0, source, 0)])
        return rows, size
