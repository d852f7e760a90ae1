"""Whose the unset bytes of objects are that machine code has made on the stack, and that may have ended already."""

from collections.abc import Callable

from cudabmc.goto.program import Alloca, Space
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.object_facts import description_of_local, key_of, site_of_local
from cudabmc.state.provenance import Provenance

RowsAndSize = tuple[Provenance[MemObject], int]
"""With the size of the object."""


class LocalRows:
    """Makes rows of objects of the stack that some copies have `mentioned`. An object is told by the number of its
    Alloca, a site, and as which object of that site it was made since Python looked last.

    `wait` is told of the rows of those objects that become the interpreter's.
    """

    def __init__(
        self, ex: Execution, thread: int, sites: list[tuple[str, int]], allocas: list[Alloca], mentioned: set[int],
        wait: Callable[[int, Provenance[MemObject], int], None],
    ) -> None:  # fmt: skip
        made = ex.s.allocation.sites
        self._keys = [site_of_local(*site, thread) for site in sites]
        self._before = [made.get(key, 0) for key in self._keys]
        self._allocas = allocas
        self._mentioned = mentioned
        self._wait = wait
        self._sizes: dict[int, int] = {}

    def size(self, site: int) -> int:
        """The size of the objects of a site."""
        size = self._sizes.get(site)
        if size is None:
            size = self._sizes[site] = int(self._allocas[site].size.value)  # type: ignore[union-attr]
        return size

    def own(self, number: int, site: int, count: int) -> RowsAndSize:
        """The rows of an object whose unset bytes are all its own."""
        size = self.size(site)
        key = key_of(self._keys[site], self._before[site] + count)
        made = MemObject(number, key, description_of_local(self._allocas[site]), size, Space.HOST_STACK, None)
        return Provenance([0], [(made, 0)]), size

    def known(self, number: int, site: int, count: int) -> Provenance[MemObject] | None:
        """The rows of an object that is the interpreter's from now on; None if copies have not mentioned it."""
        if number not in self._mentioned:
            return None
        rows, size = self.own(number, site, count)
        self._wait(number, rows, size)
        return rows
