"""Objects in memory: made, read and written, and at the end of their lives."""

from cudabmc import terms
from cudabmc.errors import ResourceError
from cudabmc.goto.program import Space
from cudabmc.goto.types import Type
from cudabmc.memory.inputs import Inputs
from cudabmc.order import across
from cudabmc.state.address_space import (
    COMMON_NUMBERS,
    GENERATIONS,
    KERNEL_NUMBERS,
    LARGEST_ON_STACK,
    SLOTS,
    numbers_for,
    stack_number,
)
from cudabmc.state.events import LEAVE, Access
from cudabmc.state.execution import Execution
from cudabmc.state.memory import CellReader, MemObject
from cudabmc.state.object_facts import Description, Life, Lifetime, key_of
from cudabmc.state.position import user_point
from cudabmc.state.value import Value
from cudabmc.terms import Term


class Objects:
    """The objects of an execution; `memory` reads and writes what is in them."""

    def __init__(self, execution: Execution, inputs: Inputs) -> None:
        x = self._ex = execution
        self.memory = CellReader(x.address, x.pointer_of, inputs.fresh_bytes, inputs.fresh_array, x.possible)

    def new(self, about: Description, size: "int | Term", space: Space, site: str, birth: Value = True) -> MemObject:
        """A fresh object, made on the path `birth`; `site` makes its key stable between runs."""
        s = self._ex.s
        count = s.allocation.sites.get(site, 0)
        s.allocation.sites[site] = count + 1
        number = self._number(size, space)
        obj = MemObject(number, key_of(site, count), about, size, space, s.token)
        s.objects[number] = obj
        if birth is not True:
            obj.lifetime = Lifetime(birth=birth)
        if self._ex.given is None:
            if space is not Space.HOST_STACK:
                s.choices.schedule = (s.choices.schedule, (site, obj.key), birth)
            elif birth is not True:
                s.choices.schedule = (s.choices.schedule, (site, obj.key, count), birth)
        return obj

    def _number(self, size: "int | Term", space: Space) -> int:
        """The number of a new object, which says where it lies."""
        allocation = self._ex.s.allocation
        if space is Space.HOST_STACK and type(size) is int and size <= LARGEST_ON_STACK:
            slot, generations = len(allocation.stack), allocation.generations
            if slot < SLOTS and generations[slot] < GENERATIONS:
                number = stack_number(slot, generations[slot])
                generations[slot] += 1
                allocation.stack.append(number)
                return number
        extent = min(size if isinstance(size, int) else terms.unsigned_range(size, 64)[1], 2**40)
        if space in (Space.SHARED, Space.LOCAL):
            number = allocation.next_in_kernel
            allocation.next_in_kernel += numbers_for(extent)
            limit = 2 * KERNEL_NUMBERS - 1
        else:
            number = allocation.next_id
            allocation.next_id += numbers_for(extent)
            limit = COMMON_NUMBERS
        if number + numbers_for(extent) > limit:
            raise ResourceError("the objects of the program need more room than there are addresses")
        return number

    def _give_back(self) -> None:
        """Slots of the host's stack are free again from the top on, where what stood there has ended for sure. What is
        below waits: it is the variables of a caller, or those of the other side of a branch."""
        stack, objects = self._ex.s.allocation.stack, self._ex.s.objects
        while stack and stack[-1] in objects and objects[stack[-1]].lifetime.freed is True:
            stack.pop()

    def read(self, obj: MemObject, offset: int, type: Type) -> Value:
        """What memory holds at a known offset inside of an object."""
        if obj.flat_bytes is not None:
            value = self.memory.held(obj.flat_bytes, offset, type)
            if value is not None:
                return value
        return self.memory.read(self._ex.s.own_object(obj), offset, type)

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
        shared = obj.races is not None or self._ex.s.published.host_threads is not None
        if shared and obj.space is Space.HOST_STACK:
            host = self._ex.s.host
            assert host is not None
            across.by_host(self._ex, host, obj, 0, obj.size, Access(LEAVE, user_point(host)))
        obj = self._ex.s.own_object(self._ex.s.objects[number])
        obj.ends(True if obj.lifetime.birth is path else path, Life.OUT_OF_SCOPE)
        self._give_back()
