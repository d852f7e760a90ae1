"""Symbols: where globals and functions are, and in which objects an address lies."""

from cudabmc import terms
from cudabmc.errors import ResourceError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function, Space, Symbol
from cudabmc.goto.types import BOOL, I64, PTR
from cudabmc.memory.objects import Objects
from cudabmc.state.addresses import pointer_to, reach_of
from cudabmc.state.constants import constant, intern
from cudabmc.state.element_type import row_extents
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject, merge
from cudabmc.state.object_facts import Description
from cudabmc.state.thread import Thread, ThreadBlock
from cudabmc.state.value import NULL_BASED, PAGE, Pointer, PointerSet, Value
from cudabmc.terms import Term

WILD = 0xDEAD_0000_0000
"""An address that belongs to no object."""

MAX_OBJECTS = 64
"""In how many objects an address that depends on inputs is looked for."""


class Symbols:
    """Finds the objects that names and addresses mean, and makes those of globals when they are used first."""

    def __init__(self, execution: Execution, objects: Objects) -> None:
        self._ex = execution
        self._objects = objects

    def located(self, thread: Thread, pointer: Value) -> Value:
        """The pointer, to be dereferenced: an address that depends on inputs, but is not arbitrary,
        is found in the objects that it can lie in. An arbitrary one can be wild, and so is."""
        pointer = self._ex.simplify(thread, pointer)
        targets = pointer.targets if isinstance(pointer, PointerSet) else ((True, pointer),)
        for guard, target in targets:
            if target.obj == 0 and isinstance(target.offset, Term):
                found = self._find(target.offset, terms.land(self._ex.s.alive, thread.path, guard), thread)
                pointer = found if guard is True else merge(guard, found, pointer, PTR)
        return self._ex.simplify(thread, pointer)

    def _find(self, address: Term, context: Value, thread: Thread) -> Value:
        result: Value = Pointer(0, address)
        if self._ex.feasible(terms.land(context, terms.equal(address, WILD, I64))):
            return result
        for _ in range(MAX_OBJECTS):
            value = self._ex.value_of(address, context, I64)
            if value is None:
                return result
            here, target = self._around(address, value)
            result = merge(here, target, result, PTR)
            context = terms.land(context, terms.lnot(here))
        frame = thread.frames[-1]
        raise ResourceError(f"a pointer into more than {MAX_OBJECTS} objects", frame.code.location(frame.pc))

    def _around(self, address: Term, value: int) -> tuple[Value, Pointer]:
        """The object that one value of the address lies in or is near, and where the address does."""
        target = pointer_to(self._ex.s, value)
        obj = self._ex.s.objects.get(target.obj)
        if obj is None:
            return self._gap(address, value)
        if obj.space is Space.CODE and target.offset == 0:
            return terms.equal(address, value, I64), target
        here = _between(address, *reach_of(obj))
        if obj.space is Space.CODE:
            here = terms.land(here, terms.lnot(terms.equal(address, obj.base, I64)))
        offset: Value = terms.apply(Op.SUB, I64, I64, (address, obj.base))
        return here, Pointer(obj.id, offset)

    def _gap(self, address: Term, value: int) -> tuple[Value, Pointer]:
        """The addresses around one that belongs to nothing, which stands for all of them: up to the next objects, or
        those of the page of null."""
        low, high = (0, PAGE) if value < PAGE else (PAGE, 2**64)
        for obj in self._ex.s.objects.values():
            start, end = reach_of(obj)
            if end <= value:
                low = max(low, end)
            elif start > value:
                high = min(high, start)
        return _between(address, low, high), Pointer(NULL_BASED, address) if value < PAGE else Pointer(0, value)

    def symbol(self, name: str, thread: Thread) -> Pointer:
        """The address of a global (of the block's own copy of a shared one) or of a function."""
        glob = self._ex.program.globals.get(name)
        if glob is not None and glob.space is Space.SHARED:
            block = thread.block
            if block is None:
                return Pointer(self._global_object(name, "").id, 0)
            return Pointer(self._shared(name, block, thread), 0)
        return Pointer(self._named(name), 0)

    def _shared(self, name: str, block: ThreadBlock, thread: Thread) -> int:
        """The object of a shared variable in a block of the thread's grid."""
        # All dynamic shared arrays start at one address (programming guide, '__shared__').
        key = "extern" if self._ex.program.globals[name].dynamic_shared else name
        found = block.shared.get(key)
        if found is None:
            made = self._global_object(name, f"@{block.number}", self._ex.s.device.grids[thread.operation].shmem)
            made.owner_block = block.home
            found = block.shared[key] = made.id
        return found

    def shared_in(self, thread: Thread, obj: MemObject, block: ThreadBlock) -> Pointer:
        """What is in another block of the thread's grid where this shared variable is in its own."""
        name, _, _ = obj.key.rpartition("@")  # as `_shared` calls it
        return Pointer(self._shared(name, block, thread), 0)

    def _named(self, name: str) -> int:
        """The object of a global that exists once, or of a function."""
        found = self._ex.s.globals.get(name)
        return self._global_object(name, "").id if found is None else found

    def _global_object(self, name: str, suffix: str, shmem: int | None = None) -> MemObject:
        """A new object for a global, with its initial value and that of all others to which this one leads."""
        made = self._bare_object(name, suffix, shmem)
        waiting = [(name, made)]
        while waiting:
            at, obj = waiting.pop()
            glob = self._ex.program.globals.get(at)
            for initial in glob.init if glob is not None else ():
                value: Value
                if isinstance(initial.value, Symbol):
                    target = self._ex.s.globals.get(initial.value.name)
                    if target is None:
                        other = self._bare_object(initial.value.name, "")
                        waiting.append((initial.value.name, other))
                        target = other.id
                    value = Pointer(target, initial.value.offset)
                else:
                    value = constant(initial.value)
                self._objects.memory.write(obj, initial.offset, intern(initial.type), value)
        return made

    def _bare_object(self, name: str, suffix: str, shmem: int | None = None) -> MemObject:
        """An object of the size of a global (`shmem` bytes for dynamic shared memory). The one of a global
        that exists once is known by its name from now on."""
        glob = self._ex.program.globals.get(name)
        if glob is None:
            obj = self._objects.new(Description(name), 1, Space.CODE, name)
        else:
            size = glob.size
            if glob.dynamic_shared and shmem is not None:
                size = shmem
            rows = row_extents(glob.var.ctype)
            about = Description(glob.var.name, glob.loc, glob.element or glob.var, glob.element_size, rows)
            obj = self._objects.new(about, size, glob.space, name + suffix)
            if glob.space is not Space.SHARED:
                obj.untouched = 0
            obj.read_only = glob.read_only
        if not suffix:
            self._ex.s.globals = {**self._ex.s.globals, name: obj.id}
        return obj

    def function_at(self, pointer: Pointer) -> Function | None:
        """The function that a pointer points to."""
        obj = self._ex.s.objects.get(pointer.obj)
        if obj is None or obj.space is not Space.CODE or pointer.offset != 0:
            return None
        return self._ex.program.functions.get(obj.name)


def _between(address: Term, low: int, high: int) -> Value:
    """low <= address < high"""
    offset = terms.apply(Op.SUB, I64, I64, (address, low))
    return terms.apply(Op.ULT, BOOL, I64, (offset, high - low))
