"""What a model does with objects: it makes and frees them, and asks what is known of them."""

from collections.abc import Collection, Sequence

from cudabmc import terms
from cudabmc.errors import ResourceError, UnsupportedError
from cudabmc.goto.program import Space
from cudabmc.goto.types import I64, PTR
from cudabmc.interpreter.core import Machine
from cudabmc.modelapi import KernelFacts
from cudabmc.modelling.about_call import AboutCall
from cudabmc.modelling.naming import owner_of
from cudabmc.modelling.running import Running
from cudabmc.modelling.values import ModelValues
from cudabmc.order import access, across
from cudabmc.properties.double_free import DOUBLE_FREE
from cudabmc.properties.invalid_free import INVALID_FREE
from cudabmc.state.events import FREE, WRITE, Access, Event
from cudabmc.state.memory import COMMON, REACH, MemObject, merge
from cudabmc.state.object_facts import Description, Life, Lifetime, Untouched
from cudabmc.state.signals import Split
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import ThreadBlock
from cudabmc.state.value import NULL, Pointer, PointerSet, Value
from cudabmc.terms import Term


class ModelObjects:
    """Allocation, and what is known of pointers."""

    def __init__(self, machine: Machine, running: Running, about: AboutCall, values: ModelValues) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._about = about
        self._values = values

    def allocate(self, size: Value, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        m, thread = self._m, self._running.thread
        size = self._ex.simplify(thread, m.uninitialised.used(thread, size, "the size of an allocation"))
        assert isinstance(size, int | Term)
        by_name = label == self._about.name
        if by_name or kind:
            label = owner_of(self._ex, thread) or (f"memory of {label}()" if by_name else label)
        function, index = self._running.site.point
        about = Description(label, self._about.location)
        obj = m.objects.new(about, size, space, f"{function}:{index}~{thread.tid}", birth=thread.path)
        obj.lifetime = Lifetime(birth=thread.path, heap=True, kind=kind)
        if zero:
            obj.untouched = 0
        elif space is Space.HOST_GLOBAL:
            obj.untouched = Untouched.ARBITRARY  # of the models, which hand it out as they want it
        return Pointer(obj.id, 0)

    def begin_life(self, ptr: Value) -> None:
        ex, thread = self._ex, self._running.thread
        assert isinstance(ptr, Pointer)
        obj = ex.s.objects[ptr.obj]
        if obj.lifetime.freed not in (False, True):
            text = "memory that may be freed, depending on inputs, and is allocated again"
            raise UnsupportedError(text, self._about.location)
        across.by_host(ex, thread, obj, 0, obj.size, Access(WRITE, self._running.site.point))
        if obj.lifetime.freed is True:
            ex.s.own_object(ex.s.objects[obj.id]).begins()

    def free(self, ptr: Value, spaces: Sequence[Space], by: str, kind: str = "") -> Value:
        m, thread = self._m, self._running.thread
        ptr = m.symbols.located(thread, m.uninitialised.used(thread, ptr, f"the pointer that {by} frees"))
        targets = ptr.targets if isinstance(ptr, PointerSet) else ((True, ptr),)
        in_order: Value = True
        for guard, target in targets:
            assert isinstance(target, Pointer)
            guard = self._ex.simplify(thread, guard)
            if guard is not False and not (target.obj == 0 and target.offset == 0):
                freed = self._free_one(guard, target, spaces, by, kind)
                in_order = terms.land(in_order, terms.implies(guard, freed))
        return in_order

    def _free_one(self, guard: Value, target: Pointer, spaces: Sequence[Space], by: str, kind: str) -> Value:
        """End the life of an object; answers where that is allowed, if properties are off."""
        ex, thread = self._ex, self._running.thread
        obj = ex.s.objects.get(target.obj)
        allowed: Value = True
        life = None if obj is None else obj.lifetime
        if obj is not None and life is not None and life.heap and (life.life is Life.FREED or life.freed is not False):
            again = True if life.life is Life.FREED else life.freed
            text = f"{by} of '{obj.name}', which was freed before"
            if not ex.require(thread, terms.lnot(terms.land(guard, again)), DOUBLE_FREE, text, obj=obj):
                allowed = terms.lnot(again)
        problem = _free_problem(obj, target, spaces, by, kind)
        if problem and allowed is not False:
            ex.require(thread, terms.lnot(terms.land(guard, allowed)), INVALID_FREE, problem, obj=obj)
            allowed = False
        if isinstance(target.offset, Term) and allowed is not False:
            at_start = terms.equal(target.offset, 0, I64)
            what = f"'{obj.name}'" if obj is not None else "an allocation"
            problem = f"{by} of a pointer that is not the start of {what}"
            ex.require(thread, terms.implies(guard, at_start), INVALID_FREE, problem, obj=obj)
            allowed = terms.land(allowed, at_start)
        guard = ex.simplify(thread, terms.land(guard, allowed))
        if obj is not None and guard is not False:
            self._end_life(obj, guard)
        return allowed

    def _end_life(self, obj: MemObject, guard: Value) -> None:
        ex, thread = self._ex, self._running.thread
        if thread.block is None:
            across.by_host(ex, thread, obj, 0, obj.size, Access(FREE, self._running.site.point), guard)
        elif obj.common:
            self._is_freed_in_kernel(obj, guard)
        obj = ex.s.own_object(ex.s.objects[obj.id])
        where = terms.land(thread.path, guard)
        obj.ends(True if obj.lifetime.birth is thread.path and guard is True else where, Life.FREED)

    def _is_freed_in_kernel(self, obj: MemObject, guard: Value) -> None:
        """Other threads may access the object meanwhile: to them it is as if all of it was written."""
        ex, point, thread = self._ex, self._running.site.point, self._running.begin_access()
        self._running.end_access(not access.stops(ex, thread, ((obj, 0),), point))
        how = Access(FREE, point)
        event = Event(thread, obj, 0, obj.size, how, None, terms.land(thread.path, guard))
        access.note_symbolic(ex, thread, obj, event)

    def live_allocations(self, spaces: Sequence[Space], kind: str = "") -> list[Value]:
        return [
            merge(terms.lnot(obj.lifetime.freed), Pointer(obj.id, 0), NULL, PTR)
            for obj in self._ex.s.objects.values()
            if obj.lifetime.heap and obj.is_live and obj.space in spaces and obj.lifetime.kind == kind
        ]

    def _object(self, ptr: Value) -> MemObject | None:
        """The live object that a pointer points into; splits the path where that depends on inputs."""
        if isinstance(ptr, PointerSet):
            known = self._ex.simplify(self._running.thread, ptr)
            if isinstance(known, PointerSet):
                guard, _ = known.targets[0]
                raise Split(guard, 0, 0)
            ptr = known
        assert isinstance(ptr, Pointer)
        obj = self._ex.s.objects.get(ptr.obj)
        return obj if obj is not None and obj.is_live else None

    def space(self, ptr: Value) -> Space | None:
        obj = self._object(ptr)
        return obj.space if obj is not None else None

    def lies_in(self, ptr: Value, spaces: Collection[Space]) -> Value:
        return self.space(ptr) in spaces

    def targets(self, ptr: Value) -> Sequence[tuple[Value, Pointer]]:
        known = self._m.symbols.located(self._running.thread, ptr)
        if isinstance(known, PointerSet):
            return known.targets
        assert isinstance(known, Pointer)
        return ((True, known),)

    def object_size(self, ptr: Value) -> int | None:
        obj = self._object(ptr)
        if obj is None:
            return None
        return obj.size if isinstance(obj.size, int) else min(terms.unsigned_range(obj.size, 64)[1], 1 << 20)

    def object_offset(self, ptr: Value) -> Value:
        if isinstance(ptr, PointerSet):
            ptr = self._ex.simplify(self._running.thread, ptr)
            if isinstance(ptr, PointerSet):
                self._values.decide(ptr.targets[0][0])
        assert isinstance(ptr, Pointer)
        return ptr.offset % 2**64 if isinstance(ptr.offset, int) else ptr.offset

    def object_id(self, ptr: Value) -> int | None:
        obj = self._object(ptr)
        return None if obj is None else obj.id

    def move(self, ptr: Value, space: Space) -> None:
        ex, path = self._ex, self._running.thread.path
        obj = self._object(ptr)
        if obj is None:
            return
        if path is not True and ex.feasible(terms.land(ex.s.alive, terms.lnot(path))):
            raise UnsupportedError(f"{self._about.name} in a branch that depends on inputs", self._about.location)
        obj = ex.s.own_object(obj)
        obj.space, obj.reach, obj.common = space, REACH[space], space in COMMON
        obj.owner_thread = None

    def object_name(self, ptr: Value) -> str:
        obj = self._object(ptr)
        return f"'{obj.name}'" if obj is not None else "an invalid pointer"

    def kernel(self, ptr: Value) -> KernelFacts | None:
        self._object(ptr)  # one target, or a decision which
        m = self._m
        known = self._ex.simplify(self._running.thread, ptr)
        function = m.symbols.function_at(known) if isinstance(known, Pointer) else None
        if function is None or not function.is_kernel:
            return None
        shared = self._ex.static_shared(function)
        return KernelFacts(function.name, shared, function.launch_bounds, function.cluster)

    def symbol_pointer(self, name: str) -> Pointer:
        return self._m.symbols.symbol(name, self._running.thread)

    def in_cluster(self, ptr: Pointer, rank: int) -> Pointer:
        from cudabmc.state import clusters  # few programs have clusters

        grid, own = self._block()
        obj = self._ex.s.objects[ptr.obj]
        block = clusters.block_at(grid, own, rank)
        if block is None:
            raise ResourceError("only some blocks of the cluster run", self._about.location)
        return Pointer(self._m.symbols.shared_in(self._running.thread, obj, block).obj, ptr.offset)

    def rank_of(self, ptr: Pointer) -> int | None:
        from cudabmc.state import clusters

        grid, own = self._block()
        home = self._ex.s.objects[ptr.obj].owner_block
        around = clusters.blocks_around(grid, own)
        return next((clusters.rank(b.index, grid.cluster) for b in around if b.home == home), None)

    def _block(self) -> tuple[Grid, ThreadBlock]:
        thread = self._running.thread
        assert thread.block is not None
        grid = self._ex.s.device.grids[thread.operation]
        return grid, grid.blocks[thread.block.number]


_ALLOCATORS = {
    Space.HOST_HEAP: "malloc", Space.DEVICE_GLOBAL: "the CUDA runtime", Space.MANAGED: "the CUDA runtime",
    Space.PINNED: "malloc", Space.HOST_GLOBAL: "a library",
}  # fmt: skip
"""Who allocates in a space where no kind of allocation says it."""


def _free_problem(obj: MemObject | None, target: Pointer, spaces: Sequence[Space], by: str, kind: str) -> str:
    """Why a pointer cannot be freed, or ""."""
    if obj is None and isinstance(target.offset, Term):
        return ""  # it may be null, which may be freed
    if obj is None or obj.lifetime.life is Life.OUT_OF_SCOPE:
        return f"{by} of an address that was not allocated"
    if not obj.lifetime.heap:
        return f"{by} of '{obj.name}', which was not allocated dynamically"
    if obj.space not in spaces:
        return f"{by} of '{obj.name}', which is {obj.space.value} memory"
    if not isinstance(target.offset, Term) and target.offset != 0:
        return f"{by} of a pointer that is not the start of '{obj.name}'"
    if obj.lifetime.kind != kind:
        return f"{by} of '{obj.name}', which was allocated by {obj.lifetime.kind or _ALLOCATORS[obj.space]}"
    return ""
