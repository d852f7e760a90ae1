"""What a model sees of memory: its contents, objects and their life, and the variables of the models."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.program import Space
from cudabmc.goto.types import BOOL, I8, I64, PTR, Type
from cudabmc.goto.variable import Variable
from cudabmc.interpreter.blocks import copy_known, copy_symbolic, fill_known, fill_symbolic
from cudabmc.memory.pointers import add
from cudabmc.modelapi import KernelFacts
from cudabmc.modelling.context_call import CallContext
from cudabmc.modelling.declared import declared
from cudabmc.order import across, strong
from cudabmc.properties.bounds import BOUNDS
from cudabmc.properties.double_free import DOUBLE_FREE
from cudabmc.properties.invalid_free import INVALID_FREE
from cudabmc.state import copies
from cudabmc.state.constants import intern
from cudabmc.state.element_type import pointed, pointed_size
from cudabmc.state.events import ATOMIC, FREE, READ, WRITE, Access
from cudabmc.state.limits import Limits
from cudabmc.state.memory import COMMON, REACH, Life, MemObject, merge, zero_of
from cudabmc.state.show import pointer_at
from cudabmc.state.signals import Split, Stopped
from cudabmc.state.value import NULL, Pointer, PointerSet, Value
from cudabmc.terms import Term

if TYPE_CHECKING:
    pass


_FEW = 16
"""Bytes of a transfer that are looked at without asking whether it can reach so far."""


class MemoryContext(CallContext):
    """Loads, stores and copies, allocation, and what is known of pointers."""

    def load(self, ptr: Value, type: Type, *, cross: bool = False, compare: Value | None = None) -> Value:
        m, thread = self.m, self.here
        kind = intern(type)
        if not self._atomic:
            thread.go, thread.stepped = self._chosen, self._stepped
            align = alignment.natural(kind)
            value = m.resolver.load(thread, ptr, kind, self._access(READ), cross=cross, align=align)
            self._went_through(value is not None)
            return value
        places = m.resolver.places(thread, ptr, kind.size, ATOMIC, align=alignment.natural(kind))
        value = m.resolver.value_at(thread, places, kind)
        for guard, what in self._parts(value, compare, kind):
            for target in places.targets:
                how = Access(what, self._point, self.model.scope, self._alike)
                m.resolver.event(thread, target.where(guard), kind.size, how, None)
        return value

    def _parts(self, old: Value, compare: Value | None, kind: Type) -> list[tuple[Value, int]]:
        """What an atomic does where: a compare-and-swap that does not find what it compares with is a read (PTX ISA,
        'Operation Types': an atomic is a write operation if it results in a write)."""
        if compare is None:
            return [(True, ATOMIC)]
        swaps = self.m.simplify(self.here, terms.equal(old, compare, kind))
        return [part for part in ((swaps, ATOMIC), (terms.lnot(swaps), READ)) if part[0] is not False]

    def _access(self, kind: int) -> Access:
        """How an access of the model is made; of an atomic load or store, with its scope."""
        return Access(kind, self._point, self.model.scope if self.model.access == "strong" else "")

    def _went_through(self, done: bool) -> None:
        """A model is one event: what comes before its first visible access is done again when the
        scheduler has chosen it, and then all of its accesses go through."""
        self.here.go = self.here.stepped = False
        if not done:
            raise Stopped

    def store(self, ptr: Value, value: Value, type: Type, where: Value = True, *, cross: bool = False) -> None:
        m, thread = self.m, self.here
        kind = intern(type)
        if self._atomic:
            self._store_atomically(ptr, value, kind, where)
            return
        assert where is True
        thread.go, thread.stepped = self._chosen, self._stepped
        align = alignment.natural(kind)
        done = m.resolver.store(thread, ptr, value, kind, self._access(WRITE), cross=cross, align=align)
        self._went_through(done)
        if isinstance(value, Pointer) and isinstance(ptr, Pointer):
            holder = m.s.objects.get(ptr.obj)
            variable = None if holder is None else pointer_at(m, holder, ptr.offset)
            if variable is not None:
                self._rename(value, variable)

    def _store_atomically(self, ptr: Value, value: Value, type: Type, where: Value) -> None:
        m, thread = self.m, self.here
        for target in m.resolver.places(thread, ptr, type.size, ATOMIC).targets:
            guard = m.simplify(thread, terms.land(target.guard, where))
            if guard is False:
                continue
            m.resolver.write(thread, replace(target, guard=guard), type, value)
            if target.obj.common and thread.block is not None:
                path = terms.land(thread.path, guard)
                strong.write(m, thread, target.obj.id, target.offset, path, atomic=True)

    def _limit(self, size: Value, *pointers: Value) -> int:
        """The most bytes that a transfer whose size depends on inputs can move."""
        limit = min(terms.unsigned_range(size, 64)[1], 1 << 20)
        for pointer in pointers:
            whole = self.object_size(pointer)
            if whole is not None:
                limit = min(limit, whole)
        return self._asked_limit(size, limit) if limit > _FEW else limit

    def _asked_limit(self, size: Value, limit: int) -> int:
        """What is known on the path, of an input or of the size of an allocation, may bound it more: ask for powers
        of two, since each byte that cannot be reached costs more than a query."""
        path = terms.land(self.m.s.alive, self.here.path)
        bound = _FEW
        while bound < limit and self.m.feasible(terms.land(path, terms.apply(Op.ULT, BOOL, I64, (bound, size)))):
            bound *= 2
        return min(bound, limit)

    def copy(self, dst: Value, src: Value, size: Value, *, cross: bool = False) -> None:
        m, thread = self.m, self.here
        size = m.simplify(thread, size)
        thread.go, thread.stepped = self._chosen, self._stepped
        if isinstance(size, int):
            done = copy_known(m, thread, dst, src, size, self._point, cross=cross)
        else:
            # A copy ends where an object does: behind that it is out of bounds. What is read there if that is not
            # checked is arbitrary, and fills the destination.
            limit = self._limit(size, dst, src) if m.settings.is_on(BOUNDS) else self._limit(size, dst)
            done = copy_symbolic(m, thread, dst, src, size, limit, self._point, cross)
        self._went_through(done)

    def fill(self, dst: Value, byte: Value, size: Value, *, cross: bool = False) -> None:
        m, thread = self.m, self.here
        size = m.simplify(thread, size)
        thread.go, thread.stepped = self._chosen, self._stepped
        if isinstance(size, int):
            done = fill_known(m, thread, dst, byte, size, self._point, cross=cross)
        else:
            done = fill_symbolic(m, thread, dst, byte, size, self._limit(size, dst), self._point, cross)
        self._went_through(done)

    @declared
    def copy_async(self, dst: Value, src: Value, size: Value, barrier: object = None) -> None:
        thread = self.here
        thread.copies.copying = True
        try:
            self.copy(dst, src, size)
        finally:
            thread.copies.copying = False
        if barrier is not None:
            copies.bind(thread, barrier)

    @declared
    def commit_copies(self) -> None:
        copies.commit(self.here)

    @declared
    def wait_for_copies(self, prior: int) -> None:
        copies.wait(self.here, prior)

    def check_range(self, ptr: Value, size: Value, *, write: bool, cross: bool = False) -> None:
        self.m.resolver.places(self.here, ptr, size, WRITE if write else READ, cross=cross)

    def add(self, ptr: Value, offset: Value) -> Value:
        return add(ptr, offset)

    def string(self, ptr: Value) -> str | None:
        found: list[int] = []
        while True:
            byte = self.uses(self.load(add(ptr, len(found)), I8), f"the text that {self.name}() is given")
            if not isinstance(byte, int):
                return None
            if byte == 0:
                return "".join(map(chr, found))
            found.append(byte)

    def allocate(self, size: Value, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        m, thread = self.m, self.here
        size = self.uses(size, "the size of an allocation")
        assert isinstance(size, int | Term)
        if label == self.name:
            label = f"memory of {label}()"
        obj = m.objects.new(label, size, space, f"{self._point[0]}:{self._point[1]}~{thread.tid}", birth=thread.path)
        obj.zero = zero
        obj.heap = True
        obj.arbitrary = space is Space.HOST_GLOBAL  # of the models, which hand it out as they want it
        obj.kind = kind
        obj.allocated = self.location
        return Pointer(obj.id, 0)

    def free(self, ptr: Value, spaces: Sequence[Space], by: str, kind: str = "") -> Value:
        m, thread = self.m, self.here
        ptr = m.symbols.located(thread, self.uses(ptr, f"the pointer that {by} frees"))
        targets = ptr.targets if isinstance(ptr, PointerSet) else ((True, ptr),)
        in_order: Value = True
        for guard, target in targets:
            assert isinstance(target, Pointer)
            guard = m.simplify(thread, guard)
            if guard is not False and not (target.obj == 0 and target.offset == 0):
                freed = self._free_one(guard, target, spaces, by, kind)
                in_order = terms.land(in_order, terms.implies(guard, freed))
        return in_order

    def _free_one(self, guard: Value, target: Pointer, spaces: Sequence[Space], by: str, kind: str) -> Value:
        """End the life of an object; answers where that is allowed, if properties are off."""
        m, thread = self.m, self.here
        obj = m.s.objects.get(target.obj)
        allowed: Value = True
        if obj is not None and obj.heap and (obj.life is Life.FREED or obj.freed is not False):
            again = True if obj.life is Life.FREED else obj.freed
            text = f"{by} of '{obj.name}', which was freed before"
            if not m.require(thread, terms.lnot(terms.land(guard, again)), DOUBLE_FREE, text, obj=obj):
                allowed = terms.lnot(again)
        problem = _free_problem(obj, target, spaces, by, kind)
        if problem and allowed is not False:
            m.require(thread, terms.lnot(terms.land(guard, allowed)), INVALID_FREE, problem, obj=obj)
            allowed = False
        if isinstance(target.offset, Term) and allowed is not False:
            at_start = terms.equal(target.offset, 0, I64)
            what = f"'{obj.name}'" if obj is not None else "an allocation"
            problem = f"{by} of a pointer that is not the start of {what}"
            m.require(thread, terms.implies(guard, at_start), INVALID_FREE, problem, obj=obj)
            allowed = terms.land(allowed, at_start)
        guard = m.simplify(thread, terms.land(guard, allowed))
        if obj is not None and guard is not False:
            self._end_life(obj, guard)
        return allowed

    def _end_life(self, obj: MemObject, guard: Value) -> None:
        m, thread = self.m, self.here
        if thread.block is None:
            across.by_host(m, thread, obj, 0, obj.size, Access(FREE, self._point), guard)
        obj = m.s.own_object(m.s.objects[obj.id])
        where = terms.land(thread.path, guard)
        obj.freed = True if obj.birth is thread.path and guard is True else terms.lor(obj.freed, where)
        obj.reach = 0
        if obj.freed is True:
            obj.life = Life.FREED
            obj.cells = {}
            obj.array = obj.flat = None

    def live_allocations(self, spaces: Sequence[Space], kind: str = "") -> list[Value]:
        return [
            merge(terms.lnot(obj.freed), Pointer(obj.id, 0), NULL, PTR)
            for obj in self.m.s.objects.values()
            if obj.heap and obj.life is Life.LIVE and obj.space in spaces and obj.kind == kind
        ]

    def space(self, ptr: Value) -> Space | None:
        obj = self._object(ptr)
        return obj.space if obj is not None else None

    def _object(self, ptr: Value) -> MemObject | None:
        if isinstance(ptr, PointerSet):
            known = self.m.simplify(self.here, ptr)
            if isinstance(known, PointerSet):
                guard, _ = known.targets[0]
                raise Split(guard, 0, 0)
            ptr = known
        assert isinstance(ptr, Pointer)
        obj = self.m.s.objects.get(ptr.obj)
        return obj if obj is not None and obj.life is Life.LIVE else None

    def object_size(self, ptr: Value) -> int | None:
        obj = self._object(ptr)
        if obj is None:
            return None
        return obj.size if isinstance(obj.size, int) else min(terms.unsigned_range(obj.size, 64)[1], 1 << 20)

    def object_offset(self, ptr: Value) -> Value:
        if isinstance(ptr, PointerSet):
            ptr = self.m.simplify(self.here, ptr)
            if isinstance(ptr, PointerSet):
                self.decide(ptr.targets[0][0])
        assert isinstance(ptr, Pointer)
        return ptr.offset % 2**64 if isinstance(ptr.offset, int) else ptr.offset

    def object_id(self, ptr: Value) -> int | None:
        obj = self._object(ptr)
        return None if obj is None else obj.id

    def move(self, ptr: Value, space: Space) -> None:
        obj = self._object(ptr)
        if obj is None:
            return
        if self.here.path is not True and self.m.feasible(terms.land(self.m.s.alive, terms.lnot(self.here.path))):
            self.unsupported(f"{self.name} in a branch that depends on inputs")
        obj = self.m.s.own_object(obj)
        obj.space, obj.reach, obj.common = space, REACH[space], space in COMMON
        obj.owner_thread = None

    def object_name(self, ptr: Value) -> str:
        obj = self._object(ptr)
        return f"'{obj.name}'" if obj is not None else "an invalid pointer"

    @property
    def limits(self) -> Limits:
        return self.m.settings.limits

    def kernel(self, ptr: Value) -> KernelFacts | None:
        self._object(ptr)  # one target, or a decision which
        known = self.m.simplify(self.here, ptr)
        function = self.m.symbols.function_at(known) if isinstance(known, Pointer) else None
        if function is None or not function.is_kernel:
            return None
        return KernelFacts(function.name, self.m.static_shared(function), function.launch_bounds)

    def symbol_pointer(self, name: str) -> Pointer:
        return self.m.symbols.symbol(name, self.here)

    def _rename(self, pointer: Pointer, variable: Variable) -> None:
        """A fresh allocation is called like the variable that holds it first."""
        obj = self.m.s.objects.get(pointer.obj)
        if obj is not None and obj.heap and not obj.named:
            obj.name = variable.name
            obj.named = True
            obj.pointed_size = pointed_size(variable.ctype)
            obj.pointed = Variable("", pointed(variable.ctype), variable.signed, variable.points_to)

    # ------------------------------------------------------------ state of the models

    def get(self, key: str, default: Value) -> Value:
        if key == "option:malloc-may-fail":
            return self.m.settings.malloc_may_fail
        return self.m.simplify(self.here, self.m.s.library.get(key, default))

    def put(self, key: str, value: Value, type: Type) -> None:
        old = self.m.s.library.get(key, zero_of(type))
        self.m.s.library[key] = merge(self.here.path, value, old, type)


_ALLOCATORS = {
    Space.HOST_HEAP: "malloc", Space.DEVICE_GLOBAL: "the CUDA runtime", Space.MANAGED: "the CUDA runtime",
    Space.PINNED: "malloc", Space.HOST_GLOBAL: "a library",
}  # fmt: skip
"""Who allocates in a space where no kind of allocation says it."""


def _free_problem(obj: MemObject | None, target: Pointer, spaces: Sequence[Space], by: str, kind: str) -> str:
    """Why a pointer cannot be freed, or ""."""
    if obj is None and isinstance(target.offset, Term):
        return ""  # it may be null, which may be freed
    if obj is None or obj.life is Life.OUT_OF_SCOPE:
        return f"{by} of an address that was not allocated"
    if not obj.heap:
        return f"{by} of '{obj.name}', which was not allocated dynamically"
    if obj.space not in spaces:
        return f"{by} of '{obj.name}', which is {obj.space.value} memory"
    if not isinstance(target.offset, Term) and target.offset != 0:
        return f"{by} of a pointer that is not the start of '{obj.name}'"
    if obj.kind != kind:
        return f"{by} of '{obj.name}', which was allocated by {obj.kind or _ALLOCATORS[obj.space]}"
    return ""
