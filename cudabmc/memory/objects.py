"""Objects in memory: made, read and written, and at the end of their lives."""

from cudabmc import terms
from cudabmc.goto.program import Space
from cudabmc.goto.types import Type
from cudabmc.memory.inputs import Inputs
from cudabmc.order import across
from cudabmc.state.events import LEAVE, Access
from cudabmc.state.execution import Execution
from cudabmc.state.memory import CellReader, MemObject
from cudabmc.state.object_facts import Description, Life, Lifetime
from cudabmc.state.position import user_point
from cudabmc.state.value import Value
from cudabmc.terms import Term


class Objects:
    """The objects of an execution; `memory` reads and writes what is in them."""

    def __init__(self, execution: Execution, inputs: Inputs) -> None:
        x = self._ex = execution
        self.memory = CellReader(x.address, x.pointer_of, inputs.fresh_bytes, inputs.fresh_array, x.possible)

    def new(
        self, about: Description, size: "int | Term", space: Space, site: str, align: int = 256, birth: Value = True
    ) -> MemObject:
        """A fresh object, made on the path `birth`; `site` makes its key stable between runs."""
        s = self._ex.s
        count = s.allocation.sites.get(site, 0)
        s.allocation.sites[site] = count + 1
        align = max(align, 16)
        extent = size if isinstance(size, int) else terms.unsigned_range(size, 64)[1]
        room = min(max(extent, 1), 2**40) + 64
        # What only a kernel has lies apart, so that it moves nothing that outlives the kernel.
        if space in (Space.SHARED, Space.LOCAL):
            base = (s.allocation.next_window + align - 1) // align * align
            s.allocation.next_window = base + room
        else:
            base = (s.allocation.next_base + align - 1) // align * align
            s.allocation.next_base = base + room
        obj = MemObject(s.allocation.next_id, f"{site}#{count}" if count else site, about, size, space, base, s.token)
        s.allocation.next_id += 1
        s.objects[obj.id] = obj
        if birth is not True:
            obj.lifetime = Lifetime(birth=birth)
        if self._ex.given is None:
            s.choices.schedule = (s.choices.schedule, (site, obj.key), birth)
        return obj

    def old_value(self, obj: MemObject, offset: int, type: Type) -> Value:
        """What memory holds, for the machine's own use: not a read of the program."""
        self._ex.peeking += 1
        try:
            return self.memory.read(obj, offset, type)
        finally:
            self._ex.peeking -= 1

    def end_life(self, number: int, path: Value) -> None:
        """A local object leaves its scope on a path: other sides of a branch may still use it if it
        was made before the branch."""
        obj = self._ex.s.objects.get(number)
        if obj is None or not obj.is_live:
            return
        if obj.races is not None and obj.space is Space.HOST_STACK:
            host = self._ex.s.host
            assert host is not None
            across.by_host(self._ex, host, obj, 0, obj.size, Access(LEAVE, user_point(host)))
        obj = self._ex.s.own_object(self._ex.s.objects[number])
        obj.ends(True if obj.lifetime.birth is path else path, Life.OUT_OF_SCOPE)

