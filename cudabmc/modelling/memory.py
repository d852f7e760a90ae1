"""What a model does with the contents of memory."""

from collections.abc import Sequence
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I64, Type
from cudabmc.interpreter.blocks import Transfer, copy_known, copy_symbolic, fill_known, fill_symbolic
from cudabmc.interpreter.byte_blocks import load_bytes, store_bytes
from cudabmc.interpreter.core import Machine
from cudabmc.memory import order_abstraction
from cudabmc.memory.pointers import add
from cudabmc.memory.targets import Places, Target
from cudabmc.modelling import naming
from cudabmc.modelling.objects import ModelObjects
from cudabmc.modelling.running import Running
from cudabmc.order import strong
from cudabmc.properties.bounds import BOUNDS
from cudabmc.state.constants import intern
from cudabmc.state.events import ATOMIC, READ, WRITE, Access
from cudabmc.state.flattening import flatten_bytes
from cudabmc.state.order_abstraction import AbstractAtomic
from cudabmc.state.reordering import reordered
from cudabmc.state.show import pointer_at
from cudabmc.state.value import Pointer, Value

_FEW = 16
"""Bytes of a transfer that are looked at without asking whether it can reach so far."""


_LONG = 4096
"""Bytes of an object that is not made of bytes in one piece only to look for the end of a string."""


class ModelMemory:
    """Loads, stores and copies."""

    def __init__(self, machine: Machine, running: Running, objects: ModelObjects) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._objects = objects

    def load(
        self, ptr: Value, type: Type, *, cross: bool = False, compare: Value | None = None, where: Value = True
    ) -> Value:
        m, call, kind = self._m, self._running.call, intern(type)
        align = alignment.natural(kind)
        if not call.atomic:
            thread = self._running.begin_access()
            how = self._access(READ, where)
            value = m.resolver.load(thread, ptr, kind, how, cross=cross, align=align)
            self._running.end_access(value is not None)
            return value
        assert where is True
        thread = call.thread
        places = m.resolver.places(thread, ptr, kind.size, ATOMIC, align=align)
        value = m.resolver.value_at(thread, places, kind)
        if call.taken is not None:
            value = self._found(call.taken, places, kind, value)
        for guard, what in self._parts(value, compare, kind):
            for target in places.targets:
                how = Access(what, call.site.point, call.site.model.scope, call.alike, call.family)
                m.resolver.event(thread, target.where(guard), kind.size, how, None)
        return value

    def _found(self, atomic: AbstractAtomic, places: Places, type: Type, value: Value) -> Value:
        """What an atomic finds whose order matters, in a pass that proves something of all orders."""
        if atomic.changes:
            return order_abstraction.arbitrary(self._ex, type, value)
        order_abstraction.require_numbers(self._ex, type, value)
        target = places.targets[0] if len(places.targets) == 1 else None
        if target is not None and target.guard is True and isinstance(target.offset, int) and atomic.type is None:
            atomic.place = (target.obj.id, target.obj.key, target.offset)
            atomic.found, atomic.read = self._m.resolver.read(target, type), value
        else:
            atomic.place = None
        atomic.type = type
        return value

    def _parts(self, old: Value, compare: Value | None, kind: Type) -> list[tuple[Value, int]]:
        """What an atomic does where: a compare-and-swap that does not find what it compares with is a read (PTX ISA,
        'Operation Types': an atomic is a write operation if it results in a write)."""
        if compare is None:
            return [(True, ATOMIC)]
        swaps = self._ex.simplify(self._running.thread, terms.equal(old, compare, kind))
        return [part for part in ((swaps, ATOMIC), (terms.lnot(swaps), READ)) if part[0] is not False]

    def _access(self, kind: int, where: Value = True) -> Access:
        """How an access of the model is made; of an atomic load or store, with its scope."""
        site = self._running.site
        scope = site.model.scope if site.model.access == "strong" else ""
        return Access(kind, site.point, scope, where=where)

    def store(self, ptr: Value, value: Value, type: Type, where: Value = True, *, cross: bool = False) -> None:
        m, kind = self._m, intern(type)
        if self._running.call.atomic:
            self._store_atomically(ptr, value, kind, where)
            return
        assert where is True
        thread, align = self._running.begin_access(), alignment.natural(kind)
        done = m.resolver.store(thread, ptr, value, kind, self._access(WRITE), cross=cross, align=align)
        self._running.end_access(done)
        if isinstance(value, Pointer) and isinstance(ptr, Pointer):
            holder = self._ex.s.objects.get(ptr.obj)
            variable = None if holder is None else pointer_at(self._ex, holder, ptr.offset)
            if variable is not None:
                naming.rename(self._ex.s, value, variable)

    def _store_atomically(self, ptr: Value, value: Value, type: Type, where: Value) -> None:
        m, thread, call = self._m, self._running.thread, self._running.call
        for target in m.resolver.places(thread, ptr, type.size, ATOMIC).targets:
            guard = self._ex.simplify(thread, terms.land(target.guard, where))
            if guard is False:
                continue
            m.resolver.write(thread, replace(target, guard=guard), type, self._left(target, type, value))
            if call.taken is not None and call.taken.place is not None:
                call.taken.left, call.taken.written = m.resolver.read(target, type), value
            if target.obj.common and thread.block is not None:
                path = terms.land(thread.path, guard)
                strong.write(self._ex, thread, target.obj.id, target.offset, path, atomic=True)

    def _left(self, target: Target, type: Type, value: Value) -> Value:
        """What an atomic leaves where it writes `value`."""
        taken = self._running.call.taken
        if taken is None:
            return value
        if taken.changes:
            return order_abstraction.arbitrary(self._ex, type, value, self._m.resolver.read(target, type))
        order_abstraction.require_numbers(self._ex, type, value)
        return value

    def _limit(self, size: Value, *pointers: Value) -> int:
        """The most bytes that a transfer whose size depends on inputs can move."""
        limit = min(terms.unsigned_range(size, 64)[1], 1 << 20)
        for pointer in pointers:
            whole = self._objects.object_size(pointer)
            if whole is not None:
                limit = min(limit, whole)
        return self._asked_limit(size, limit) if limit > _FEW else limit

    def _asked_limit(self, size: Value, limit: int) -> int:
        """What is known on the path, of an input or of the size of an allocation, may bound it more: ask for powers
        of two, since each byte that cannot be reached costs more than a query."""
        path = terms.land(self._ex.s.alive, self._running.thread.path)
        bound = _FEW
        while bound < limit and self._ex.feasible(terms.land(path, terms.apply(Op.ULT, BOOL, I64, (bound, size)))):
            bound *= 2
        return min(bound, limit)

    def copy(self, dst: Value, src: Value, size: Value, *, cross: bool = False) -> None:
        m, how = self._m, Transfer(self._running.site.point, cross)
        size = self._ex.simplify(self._running.thread, size)
        thread = self._running.begin_access()
        if isinstance(size, int):
            done = copy_known(m, thread, dst, src, size, how)
        else:
            # A copy ends where an object does: behind that it is out of bounds. What is read there if that is not
            # checked is arbitrary, and fills the destination.
            limit = self._limit(size, dst, src) if self._ex.settings.is_on(BOUNDS) else self._limit(size, dst)
            done = copy_symbolic(m, thread, dst, src, size, limit, how)
        self._running.end_access(done)

    def fill(self, dst: Value, byte: Value, size: Value, *, cross: bool = False) -> None:
        m, how = self._m, Transfer(self._running.site.point, cross)
        size = self._ex.simplify(self._running.thread, size)
        thread = self._running.begin_access()
        if isinstance(size, int):
            done = fill_known(m, thread, dst, byte, size, how)
        else:
            done = fill_symbolic(m, thread, dst, byte, size, self._limit(size, dst), how)
        self._running.end_access(done)

    def store_bytes(self, ptr: Value, data: Sequence[Value], unit: int = 1, *, cross: bool = False) -> None:
        if isinstance(data, bytes):
            how = Transfer(self._running.site.point, cross)
            self._running.end_access(store_bytes(self._m, self._running.begin_access(), ptr, data, unit, how))
            return
        for index, byte in enumerate(data):
            self.store(add(ptr, index), byte, I8, cross=cross)

    def load_bytes(self, ptr: Value, size: int, *, cross: bool = False) -> Sequence[Value]:
        how = Transfer(self._running.site.point, cross)
        data = load_bytes(self._m, self._running.begin_access(), ptr, size, how)
        self._running.end_access(data is not None)
        return data if data is not None else b""

    def check_range(self, ptr: Value, size: Value, *, write: bool, cross: bool = False) -> None:
        self._m.resolver.places(self._running.thread, ptr, size, WRITE if write else READ, cross=cross)

    def add(self, ptr: Value, offset: Value) -> Value:
        return add(ptr, offset)

    def reorder(self, ptr: Pointer, order: Sequence[int], size: int) -> bool:
        s = self._ex.s
        obj = s.own_object(s.objects[ptr.obj])
        held = flatten_bytes(obj)
        if held is None or not held.is_known(0, len(held.data)):
            return False  # unset bytes that move are still those of their old place (provenance.py)
        obj.hold_bytes(reordered(held, order, size))
        return True

    def string(self, ptr: Value) -> str | None:
        length = self._length(ptr)
        data = None if length is None else self.load_bytes(ptr, length + 1)
        if isinstance(data, bytes):
            return data[:-1].decode("latin-1")
        thread, what = self._running.thread, f"the text that {self._running.model.name}() is given"
        found: list[int] = []
        while True:
            byte = self._m.uninitialised.used(thread, self.load(add(ptr, len(found)), I8), what)
            if not isinstance(byte, int):
                return None
            if byte == 0:
                return "".join(map(chr, found))
            found.append(byte)

    def _length(self, ptr: Value) -> int | None:
        """How many bytes a string of the host has, all of which are known; None if it takes more to say."""
        if self._running.thread.block is not None or not isinstance(ptr, Pointer) or not isinstance(ptr.offset, int):
            return None
        obj = self._ex.s.objects.get(ptr.obj)
        if obj is None or not isinstance(obj.size, int) or not 0 <= ptr.offset < obj.size:
            return None
        if obj.flat_bytes is None and obj.size > _LONG:
            return None
        held = flatten_bytes(obj)
        end = -1 if held is None else held.data.find(b"\0", ptr.offset)
        if held is None or end < 0 or not held.is_known(ptr.offset, end + 1 - ptr.offset):
            return None
        return end - ptr.offset
