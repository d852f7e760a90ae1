"""The stack of the host as machine code has it: its objects become those of the interpreter where that takes over."""

import ctypes
from array import array

from cudabmc.goto.program import Alloca, Space
from cudabmc.native.copy_log import CopyLog
from cudabmc.native.layout import RunContext
from cudabmc.native.table import ObjectTable
from cudabmc.state.address_space import SLOTS, slot_of, stack_number
from cudabmc.state.execution import Execution
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.known_bytes import KnownBytes
from cudabmc.state.memory import MemObject
from cudabmc.state.object_facts import Life, description_of_local, key_of, site_of_local
from cudabmc.state.provenance import Provenance

SIZE = 1 << 24
"""Bytes for objects that the interpreter does not know."""

MOST_SITES = 1 << 14

HOST = 0
"""The number of the host's thread."""


class HostStack:
    """What lies on the stack above the slots of the interpreter."""

    def __init__(self, ex: Execution, table: ObjectTable, context: RunContext) -> None:
        self.ex = ex
        self.table = table
        self.context = context
        self._data = bytearray(SIZE)
        self._known = bytearray(SIZE // 8)
        self._starts = array("q", bytes(8 * SLOTS))
        self._sites = array("q", bytes(8 * SLOTS))
        self._counts = array("q", bytes(8 * SLOTS))
        self.made = array("q", bytes(8 * MOST_SITES))
        self._holds = [(ctypes.c_char * len(buffer)).from_buffer(buffer) for buffer in (self._data, self._known)]
        context.stack_start, context.stack_known = (ctypes.addressof(held) for held in self._holds)
        context.stack_end = SIZE
        context.stack_data = 0
        context.starts = self._starts.buffer_info()[0]
        context.slot_sites = self._sites.buffer_info()[0]
        context.slot_counts = self._counts.buffer_info()[0]
        context.made = self.made.buffer_info()[0]
        self._generations: object = None
        self._copies = CopyLog(ex, context, HOST)

    def enter(self) -> None:
        """The interpreter's stack is below from now on."""
        allocation = self.ex.s.allocation
        generations = allocation.generations
        if generations is not self._generations:
            self._generations = generations
            self.context.generations = generations.buffer_info()[0]
        self.context.top = len(allocation.stack)

    def number_at(self, slot: int) -> int:
        """The object in a slot; 0 if it has ended."""
        number: int = self.table.row(slot).number
        return number

    def settle(self, first: int, sites: list[tuple[str, int]], allocas: list[Alloca]) -> list[int]:
        """Tell the interpreter of the objects in the slots from `first` on; the numbers of those that live."""
        context, ex = self.context, self.ex
        rows = self._copies.settle(sites, allocas)
        allocation, objects = ex.s.allocation, ex.s.objects
        top = context.top
        stack = allocation.stack
        for slot in range(first, len(stack)):  # those that the interpreter knows
            number = stack[slot]
            if slot >= top or self._taken(slot) != number or self.number_at(slot) != number:
                self._ends(number)
        for slot in range(first, top):
            number = self._taken(slot)
            if slot < len(stack) and stack[slot] == number:
                continue
            del stack[slot:]
            site = self._sites[slot]
            known = None if rows is None else rows.known(number, site, self._counts[slot])
            self._make(number, slot, sites[site], allocas[site], known)
            stack.append(number)
        del stack[max(first, top) :]
        for site in range(len(sites)):
            if self.made[site]:
                key = site_of_local(*sites[site], HOST)
                allocation.sites[key] = allocation.sites.get(key, 0) + self.made[site]
                self.made[site] = 0
        context.stack_data = 0  # the bytes of all objects lie elsewhere now
        return [number for number in stack[first:] if objects[number].is_live]

    def _taken(self, slot: int) -> int:
        """The number of the last object that got a slot."""
        return stack_number(slot, self.ex.s.allocation.generations[slot] - 1)

    def _ends(self, number: int) -> None:
        self.table.leave(number)
        obj = self.ex.s.objects[number]
        if obj.is_live:
            self.ex.s.own_object(obj).ends(True, Life.OUT_OF_SCOPE)

    def _make(
        self, number: int, slot: int, site: tuple[str, int], alloca: Alloca, rows: Provenance[MemObject] | None
    ) -> None:  # fmt: skip
        """An object of machine code becomes one of the interpreter. `rows` say whose its unset bytes are, if they are
        not all its own."""
        ex, row = self.ex, self.table.row(slot)
        assert slot == slot_of(number)
        key = site_of_local(*site, HOST)
        count = ex.s.allocation.sites.get(key, 0) + self._counts[slot]
        size = int(alloca.size.value)  # type: ignore[union-attr]
        about = description_of_local(alloca)
        obj = MemObject(number, key_of(key, count), about, size, Space.HOST_STACK, ex.s.token)
        obj.owner_thread = HOST
        ex.s.objects[number] = obj
        if row.number != number:
            obj.ends(True, Life.OUT_OF_SCOPE)
            return
        if rows is not None:
            obj.untouched = rows
        start = self._starts[slot]
        known = KnownBytes(size, self._known[start // 8 : -(-(start + size) // 8)])
        whole = known.has(0, size)
        contents = FlatBytes(self._data[start : start + size], None if whole else known, None, {})
        obj.hold_bytes(contents)
        row.readable = row.writable = 0  # the bytes lie elsewhere now
        self.table.enter(number)
