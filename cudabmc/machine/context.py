"""The model context: what operational models see of the machine (cudabmc.modelapi)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from cudabmc import terms
from cudabmc.errors import ResourceError, UnsupportedError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Space
from cudabmc.goto.types import I8, PTR, FloatType, IntType, Type, VoidType
from cudabmc.machine import access, across, copies, graphs, launching, misuse, overflow, races, streams, strong, works
from cudabmc.machine import order as order_of_works
from cudabmc.machine.blocks import copy_known, copy_symbolic, fill_known, fill_symbolic
from cudabmc.machine.capture import Graph
from cudabmc.machine.limits import Limits
from cudabmc.machine.meeting import Request
from cudabmc.machine.memory import COMMON, REACH, Life, MemObject, merge, zero_of
from cudabmc.machine.order import Order
from cudabmc.machine.pointers import POINTER_OPS, add, apply_pointer
from cudabmc.machine.position import user_location, user_point
from cudabmc.machine.races import ATOMIC, FREE, READ, WRITE, Point
from cudabmc.machine.resolve import Target
from cudabmc.machine.signals import Abandoned, PathEnds, Split, Stopped
from cudabmc.machine.state import Frame, Status, Thread, Wait
from cudabmc.machine.users_model import blamed, guarded
from cudabmc.machine.value import NULL, Pointer, PointerSet, Value
from cudabmc.modelapi import KernelFacts
from cudabmc.source.location import NOWHERE, Location
from cudabmc.terms import Term

if TYPE_CHECKING:
    from cudabmc.machine.code import Code, Step
    from cudabmc.machine.core import Machine

STOP = -2
MAX_VALUES = 64
"""How many values of an input `concretize` takes apart before it gives up."""


class Context:
    """One object serves all calls of models: it holds the call that runs."""

    def __init__(self, machine: "Machine") -> None:
        self.m = machine
        self.thread: Thread | None = None
        self._call: Call | None = None
        self._pc = 0
        self._point: Point = ("", 0)
        self._model: Any = None
        self._atomic = False
        self._alike = ""  # names the atomics whose order with this one does not matter; empty: it does
        self._chosen = False  # the scheduler has chosen this call: all of its accesses go through
        self._made: list[Value] = []
        self._building: graphs.Building | None = None  # what is issued becomes a node of a graph
        self._next = 0
        self._values: dict[tuple[object, ...], int] = {}
        self._stepped = False  # as `_chosen`, for the other threads of a lockstep warp
        self._members: dict[int, Thread] = {}
        self.blamed: list[Thread] = []  # of those that met, who cannot go on

    def find(self, name: str, signature: str) -> Any:
        """The model that a call names."""
        from opmodels import registry

        for model in registry.lookup(name):
            if not signature or model.signature == signature:
                return model
        return None

    # ------------------------------------------------------------ running a call

    def step(self, code: "Code", pc: int, call: Call, model: Any, fetch: list[Any]) -> "Step":
        """The step of a call of a model."""
        dst = None if isinstance(call.ret, VoidType) else call.dst
        own = None if code.function.library else (code.function.name, pc)
        atomic, outside = model.access == "atomic", model.outside_streams
        family = str(model.signature) if atomic and call.dst is None else ""
        by_arguments = bool(family) and not model.result_unused_commutes
        function = model.function
        if model.source:
            self.m.notes.setdefault(f"function {model.name}: model from {model.source}")
            function = guarded(model, VoidType() if dst is None else call.ret)
        following = pc + 1
        named = _named_after(code, pc, call)
        floats = [t for t in call.types if isinstance(t, FloatType)]
        checks_nan = bool(floats) and isinstance(call.ret, FloatType) and self.m.settings.is_on("nan")

        def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            frame.pc = pc
            values = [f(thread, frame, regs) for f in fetch]
            point = own or user_point(thread)
            if atomic and self._atomic_stops(thread, values[0], point):
                return STOP
            outer = (
                self.thread, self._call, self._pc, self._point, self._model, self._atomic, self._chosen, self._made,
                self._next,
            )  # fmt: skip
            made = frame.made[1] if frame.made is not None and frame.made[0] == pc else []
            self.thread, self._call, self._pc, self._point, self._model = thread, call, pc, point, model
            self._atomic, self._chosen, self._made, self._next = atomic, thread.go, made, 0
            self._stepped = self._chosen or thread.stepped
            self._alike = family + _alike(values[1:]) if by_arguments else family
            thread.go = thread.stepped = False
            depth = len(thread.frames)
            try:
                if thread.work and outside:
                    text = f"{self.name} is called by a function that a stream runs, which must not use the CUDA API"
                    self.require(thread.block is not None, "api-misuse", text)
                result = function(self, *values)
            except Split as split:
                thread.frames[depth - 1].made = (pc, self._made)
                split.depth, split.pc = depth, pc
                raise
            except Stopped:
                frame.made = (pc, self._made)
                return STOP
            finally:
                (
                    self.thread, self._call, self._pc, self._point, self._model, self._atomic, self._chosen, self._made,
                    self._next,
                ) = outer  # fmt: skip
            if frame.made is not None and not any(s.pc == pc for f in thread.forks for s in f.pending):
                frame.made = None
            if thread.status is Status.WAITING:
                assert thread.wait is not None
                thread.wait.dst = dst
                frame.pc = following
                return STOP
            if thread.status is Status.LAUNCHING:
                if dst is not None:
                    regs[dst] = result
                frame.pc = following
                return STOP
            if checks_nan:
                assert isinstance(call.ret, FloatType)
                numbers = [v for v, t in zip(values, call.types, strict=False) if t in floats]
                overflow.check_nan(self.m, thread, call.ret, result, numbers)
            if dst is not None:
                regs[dst] = result
                if named and type(result) is Pointer:
                    self._rename(result, named)
            return following

        return step

    def _atomic_stops(self, thread: Thread, pointer: Value, point: Point) -> bool:
        m = self.m
        if thread.block is None and (thread.work or not m.concurrent):
            return False
        targets = pointer.targets if isinstance(pointer, PointerSet) else ((True, pointer),)
        places = [(m.s.objects[t.obj], t.offset) for _, t in targets if t.obj in m.s.objects]
        return access.stops(m, thread, places, point)

    def _rename(self, pointer: Pointer, name: str) -> None:
        """A fresh allocation is called like the variable that holds it first."""
        obj = self.m.s.objects.get(pointer.obj)
        if obj is not None and obj.heap and not obj.named:
            obj.name = name
            obj.named = True

    # ------------------------------------------------------------ the call

    @property
    def here(self) -> Thread:
        """The calling thread."""
        assert self.thread is not None
        return self.thread

    @property
    def point(self) -> Point:
        """Function and instruction of the call."""
        return self._point

    @property
    def chosen(self) -> bool:
        """Has the scheduler chosen this call?"""
        return self._chosen

    def call_site(self) -> tuple[Any, ...]:
        """What `carry_out` needs of the call to go on with it later."""
        return self._call, self._pc, self._point, self._model

    def carry_out(self, thread: Thread, call: tuple[Any, ...], action: Callable[[], None]) -> None:
        """Do in `thread` what an earlier call has put off."""
        outer = self._call, self._pc, self._point, self._model, self._atomic, self._chosen
        self.thread = thread
        self._call, self._pc, self._point, self._model = call
        self._atomic, self._chosen = False, True
        try:
            action()
        except (PathEnds, Abandoned):
            pass
        except Split:
            raise ResourceError(
                f"what {self.name} does later depends on inputs in a way that is not taken", self.location
            ) from None
        finally:
            self._call, self._pc, self._point, self._model, self._atomic, self._chosen = outer

    @property
    def name(self) -> str:
        return str(self._model.name)

    @property
    def location(self) -> Location:
        if self._call is None or self.thread is None:
            return NOWHERE
        return user_location(self.thread) if self.thread.frames[-1].code.function.library else self._call.loc

    @property
    def arg_types(self) -> Sequence[Type]:
        assert self._call is not None
        return self._call.types

    @property
    def arg_ctypes(self) -> Sequence[str]:
        assert self._call is not None
        return self._call.ctypes

    @property
    def ret_type(self) -> Type:
        assert self._call is not None
        return self._call.ret

    @property
    def on_device(self) -> bool:
        return self.here.block is not None

    @property
    def cooperative(self) -> bool:
        grid = self.m.s.grids.get(self.here.work)
        return grid is not None and grid.cooperative

    def builtin(self, name: str) -> tuple[int, int, int]:
        thread = self.here
        assert thread.block is not None
        values = {
            "threadIdx": thread.id.thread, "blockIdx": thread.block.index,
            "blockDim": thread.sizes[0], "gridDim": thread.sizes[1],
        }  # fmt: skip
        return values[name]

    # ------------------------------------------------------------ values

    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        of = of or type
        if op in POINTER_OPS or (op is Op.SELECT and isinstance(args[1], Pointer | PointerSet)):
            return apply_pointer(self.m, op, type, of, args)
        return terms.apply(op, type, of, args)

    def is_const(self, value: Value) -> bool:
        return not isinstance(value, Term | PointerSet)

    def decide(self, cond: Value) -> bool:
        if isinstance(cond, Term):
            facts = self.m.facts(self.here)
            if cond in facts:
                return True
            if terms.lnot(cond) in facts:
                return False
            cond = terms.assume(cond, facts)
            if isinstance(cond, Term):
                raise Split(cond, 0, 0)
        return bool(cond)

    def concretize(self, value: Value, type: Type) -> int:
        return self.known(self.here, self._pc, value, type)

    def known(self, thread: Thread, pc: int, value: Value, type: Type) -> int:
        """The value as an int; splits the path while it depends on inputs."""
        m = self.m
        value = m.simplify(thread, value)
        if not isinstance(value, Term):
            return int(value)
        for _ in range(MAX_VALUES):
            found = m.value_of(value, terms.land(m.s.alive, thread.path, *m.facts(thread)), type)
            if found is None:
                raise PathEnds
            key = (thread.tid, pc, value)
            self._values[key] = self._values.get(key, 0) + 1
            if self._values[key] > MAX_VALUES:
                raise ResourceError(
                    f"more than {MAX_VALUES} values are possible here; bound the input by an assumption or --args",
                    thread.frames[-1].code.location(pc),
                )
            equal = m.simplify(thread, terms.equal(value, found, type))
            if equal is True:
                return found
            raise Split(equal, len(thread.frames), pc)
        raise PathEnds

    def nondet(self, type: Type, label: str, low: int | None = None, high: int | None = None) -> Value:
        return self._again(lambda: self.m.fresh(type, label, self.here, low=low, high=high))

    def approximation(self, type: Type, label: str) -> Value:
        self.m.approximated = True
        return self._again(lambda: self.m.fresh(type, label, self.here, "approximation"))

    def named(self, value: Value, type: Type, label: str) -> Value:
        if not isinstance(value, Term):
            return value
        name = self._again(lambda: self.m.fresh(type, label, self.here, "name"))
        self.assume(terms.equal(name, value, type))
        return name

    def _again(self, make: Callable[[], Value]) -> Value:
        """A call that is run again after a decision gets the same inputs again."""
        if self._next == len(self._made):
            self._made.append(make())
        self._next += 1
        return self._made[self._next - 1]

    # ------------------------------------------------------------ checks

    def require(self, cond: Value, prop: str, text: str) -> None:
        self.m.require(self.here, cond, prop, text)

    def assume(self, cond: Value) -> None:
        self.m.restrict(self.here, self.m.simplify(self.here, cond))

    def note(self, text: str) -> None:
        self.m.notes.setdefault(text)

    # ------------------------------------------------------------ memory

    def load(self, ptr: Value, type: Type, *, cross: bool = False) -> Value:
        m, thread = self.m, self.here
        kind = m.codes.intern(type)
        if not self._atomic:
            thread.go, thread.stepped = self._chosen, self._stepped
            value = m.resolver.load(thread, ptr, kind, self._point, self._strong(), cross=cross)
            self._went_through(value is not None)
            return value
        result: Value | None = None
        for target in m.resolver.targets(thread, ptr, kind.size, ATOMIC):
            m.resolver.event(thread, target, kind.size, ATOMIC, self._model.scope, self._alike, self._point, None)
            value = m.resolver.read(target, kind)
            result = value if result is None else merge(target.guard, value, result, kind)
        if result is None:
            raise PathEnds
        return m.simplify(thread, result)

    def _strong(self) -> str:
        """The scope of the accesses of an atomic load or store."""
        return str(self._model.scope) if self._model.access == "strong" else ""

    def _went_through(self, done: bool) -> None:
        """A model is one event: what comes before its first visible access is done again when the
        scheduler has chosen it, and then all of its accesses go through."""
        self.here.go = self.here.stepped = False
        if not done:
            raise Stopped

    def store(self, ptr: Value, value: Value, type: Type, where: Value = True, *, cross: bool = False) -> None:
        m, thread = self.m, self.here
        kind = m.codes.intern(type)
        if self._atomic:
            self._store_atomically(ptr, value, kind, where)
            return
        assert where is True
        thread.go, thread.stepped = self._chosen, self._stepped
        self._went_through(m.resolver.store(thread, ptr, value, kind, self._point, self._strong(), cross=cross))
        if isinstance(value, Pointer) and isinstance(ptr, Pointer):
            holder = m.s.objects.get(ptr.obj)
            if holder is not None and ptr.offset == 0 and holder.size == 8:
                self._rename(value, holder.name)

    def _store_atomically(self, ptr: Value, value: Value, type: Type, where: Value) -> None:
        m, thread = self.m, self.here
        for target in m.resolver.targets(thread, ptr, type.size, ATOMIC):
            guard = m.simplify(thread, terms.land(target.guard, where))
            if guard is False:
                continue
            m.resolver.write(thread, Target(guard, target.obj, target.offset), type, value)
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
        return limit

    def copy(self, dst: Value, src: Value, size: Value, *, cross: bool = False) -> None:
        m, thread = self.m, self.here
        size = m.simplify(thread, size)
        thread.go, thread.stepped = self._chosen, self._stepped
        if isinstance(size, int):
            done = copy_known(m, thread, dst, src, size, self._point, cross=cross)
        else:
            limit = self._limit(size, dst, src)
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

    def copy_async(self, dst: Value, src: Value, size: Value, barrier: object = None) -> None:
        thread = self.here
        thread.copying = True
        try:
            self.copy(dst, src, size)
        finally:
            thread.copying = False
        if barrier is not None:
            copies.bind(thread, barrier)

    def commit_copies(self) -> None:
        copies.commit(self.here)

    def wait_for_copies(self, prior: int) -> None:
        copies.wait(self.here, prior)

    def check_range(self, ptr: Value, size: Value, *, write: bool, cross: bool = False) -> None:
        self.m.resolver.targets(self.here, ptr, size, WRITE if write else READ, cross=cross)

    def add(self, ptr: Value, offset: Value) -> Value:
        return add(ptr, offset)

    def string(self, ptr: Value) -> str | None:
        found: list[int] = []
        while True:
            byte = self.load(add(ptr, len(found)), I8)
            if not isinstance(byte, int):
                return None
            if byte == 0:
                return "".join(map(chr, found))
            found.append(byte)

    def allocate(self, size: Value, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        m, thread = self.m, self.here
        assert isinstance(size, int | Term)
        if label == self.name:
            label = f"memory of {label}()"
        obj = m.new_object(label, size, space, f"{self._point[0]}:{self._point[1]}~{thread.tid}", birth=thread.path)
        obj.zero = zero
        obj.heap = True
        obj.kind = kind
        obj.allocated = self.location
        return Pointer(obj.id, 0)

    def free(self, ptr: Value, spaces: Sequence[Space], by: str, kind: str = "") -> None:
        m, thread = self.m, self.here
        ptr = m.located(thread, ptr)
        targets = ptr.targets if isinstance(ptr, PointerSet) else ((True, ptr),)
        for guard, target in targets:
            assert isinstance(target, Pointer)
            guard = m.simplify(thread, guard)
            if guard is False or (target.obj == 0 and target.offset == 0):
                continue
            self._free_one(guard, target, spaces, by, kind)

    def _free_one(self, guard: Value, target: Pointer, spaces: Sequence[Space], by: str, kind: str) -> None:
        m, thread = self.m, self.here
        obj = m.s.objects.get(target.obj)
        if obj is not None and obj.heap and (obj.life is Life.FREED or obj.freed is not False):
            again = True if obj.life is Life.FREED else obj.freed
            text = f"{by} of '{obj.name}', which was freed before"
            m.require(thread, terms.lnot(terms.land(guard, again)), "double-free", text, obj=obj)
        problem = _free_problem(obj, target, spaces, by, kind)
        if problem:
            m.require(thread, terms.lnot(guard), "invalid-free", problem, obj=obj)
            return
        assert obj is not None
        if thread.block is None:
            across.by_host(m, thread, obj, 0, obj.size, FREE, "", self._point, guard)
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
        function = self.m.function_at(known) if isinstance(known, Pointer) else None
        if function is None or not function.is_kernel:
            return None
        return KernelFacts(function.name, self.m.static_shared(function), function.launch_bounds)

    def symbol_pointer(self, name: str) -> Pointer:
        return self.m.symbol(name, self.here)

    # ------------------------------------------------------------ state of the models

    def get(self, key: str, default: Value) -> Value:
        if key == "option:malloc-may-fail":
            return self.m.settings.malloc_may_fail
        return self.m.simplify(self.here, self.m.s.library.get(key, default))

    def put(self, key: str, value: Value, type: Type) -> None:
        old = self.m.s.library.get(key, zero_of(type))
        self.m.s.library[key] = merge(self.here.path, value, old, type)

    # ------------------------------------------------------------ control

    def call(self, function: Value, args: Sequence[Value], types: Sequence[Type], ret: Type) -> Value:
        m, thread = self.m, self.here
        assert isinstance(function, Pointer)
        callee = m.function_at(function)
        if callee is None:
            m.require(thread, False, "invalid-pointer", "call through a pointer that is not the address of a function")
            raise PathEnds
        depth = len(thread.frames)
        forks = len(thread.forks)
        m.nested += 1
        try:
            m.enter(thread, callee, args, None)
            m.run(thread, depth)
        finally:
            m.nested -= 1
        if len(thread.frames) != depth or len(thread.forks) != forks or thread.status is not Status.RUNNABLE:
            raise Abandoned
        self.thread = thread
        return thread.result if thread.result is not None else 0

    def stop_program(self, status: Value) -> None:
        self.m.at_exit(self.here)
        if self.here.path is not True:
            self.m.restrict(self.here, False)
        raise PathEnds

    def unsupported(self, construct: str) -> NoReturn:
        raise UnsupportedError(construct, self.location)

    def stop_thread(self) -> None:
        self.m.restrict(self.here, False)
        raise PathEnds

    def rendezvous(
        self, scope: str, mask: Value | None, payload: object, combine: Callable[..., Any] | None
    ) -> Value:
        thread = self.here
        lanes = 0xFFFFFFFF if mask is None else self.concretize(mask, IntType(32))
        if combine is not None and self._model.source:
            combine = blamed(self._model, combine, self.location)
        name = self.name
        if name.startswith("__cudabmc_"):
            name = name.removeprefix("__cudabmc_").replace("_", " ")
        wait = Wait(self._point, name, scope, lanes, payload, combine, self.location, None)
        self.m.wait(thread, wait)
        return 0

    def meet(self, waiting: Sequence[Thread]) -> None:
        """The threads that have met, for what `combine` asks about them."""
        self.thread = waiting[0]
        self._members = {thread.linear: thread for thread in waiting}
        self.blamed = []

    def require_of(self, number: int, cond: Value, prop: str, text: str) -> None:
        thread = self._members[number]
        grid = self.m.s.grids[thread.work]
        if not misuse.report(self.m, grid, thread, cond, prop, text) and thread not in self.blamed:
            self.blamed.append(thread)

    def store_of(self, number: int, ptr: Value, value: Value, type: Type) -> None:
        thread = self._members[number]
        thread.go = thread.stepped = True
        self.m.resolver.store(thread, ptr, value, self.m.codes.intern(type), user_point(thread), "")
        thread.go = thread.stepped = False

    def meeting(
        self, key: object, name: str, *, expected: int | None = None, makes: bool = False, count: int = 0,
        drop: int = 0, until: int | None = None,
    ) -> Value:  # fmt: skip
        thread = self.here
        assert thread.block is not None
        if isinstance(key, int):
            key = ("named", thread.id.launch, thread.block.number, key)
        request = Request(key, name, expected, makes, count, drop, until)
        self.m.wait(thread, Wait(self._point, name, "meeting", 0, request, None, self.location, None))
        return 0

    def fence(self, scope: str) -> None:
        if self.here.block is not None:
            races.fence(self.here, scope)

    def release(self, scope: str) -> None:
        if self.here.block is not None:
            races.release_once(self.here, scope)

    def acquire(self, *, found: bool) -> None:
        if self.here.block is not None:
            races.acquire_found(self.here, found=found)

    # ------------------------------------------------------------ streams

    def _stream(self, handle: Value) -> int:
        thread = self.here
        key = streams.find(self.m, thread, handle, len(thread.frames), self._pc)
        if key is None:
            self.require(False, "api-misuse", f"{self.name} is given a stream that does not exist")
            raise PathEnds
        return key

    def add_stream(self, handle: Pointer, *, blocking: bool) -> None:
        streams.create(self.m, handle.obj, self.m.s.objects[handle.obj].name, blocking=blocking)

    def end_stream(self, stream: Value) -> None:
        s, key = self.m.s, self._stream(stream)
        s.streams[key] = replace(s.streams[key], destroyed=self.here.path is True)

    def issue(self, stream: Value, action: Callable[[], None], *, wait: str = "") -> None:
        s = self.m.s
        if self._building is not None:
            graphs.build(s, self._building, graphs.action_node(self.here, self.name, action, self.call_site()))
            return
        key = self._stream(stream)
        capture = graphs.capture_of(s, key)
        if capture is not None and not wait:
            graphs.add(s, capture, key, graphs.action_node(self.here, self.name, action, self.call_site()))
            return
        streams.forbid_capture(self.m, self.here, key, self.name)
        works.issue(self, key, action, wait)

    def begin_capture(self, stream: Value) -> str:
        return graphs.begin(self.m.s, self._stream(stream))

    def end_capture(self, stream: Value, graph: Pointer) -> str:
        nodes, error = graphs.end(self.m.s, self._stream(stream))
        self.m.s.graphs[graph.obj] = Graph(nodes)
        return error

    def is_capturing(self, stream: Value) -> bool:
        return graphs.capture_of(self.m.s, self._stream(stream)) is not None

    def copy_graph(self, source: Value, target: Pointer) -> None:
        self.m.s.graphs[target.obj] = Graph(self.m.s.graphs[self._object_number(source)].nodes)

    def launch_graph(self, graph: Value, stream: Value) -> None:
        key = self._stream(stream)
        if graphs.capture_of(self.m.s, key) is None:
            streams.forbid_capture(self.m, self.here, key, self.name)
        graphs.launch(self.m, self.here, self._object_number(graph), key)

    def new_graph(self, graph: Pointer) -> None:
        streams.be_concurrent(self.m)
        self.m.s.graphs[graph.obj] = Graph(())

    def add_node(
        self, graph: Value, node: Pointer, dependencies: Sequence[Value], issue: Callable[[], Value]
    ) -> Value:
        s, number = self.m.s, self._object_number(graph)
        before = [s.nodes.get(self._object_number(other), (0, 0)) for other in dependencies]
        foreign = any(owner != number for owner, _ in before)
        self.require(not foreign, "api-misuse", f"{self.name} is given a dependency that is no node of the graph")
        count = len(s.graphs[number].nodes)
        result = self._issue_as_node(number, tuple(index for _, index in before), issue)
        if len(s.graphs[number].nodes) > count:
            s.nodes[node.obj] = (number, count)
        return result

    def _issue_as_node(self, graph: int, deps: tuple[int, ...], issue: Callable[[], Value]) -> Value:
        self._building = graphs.Building(graph, deps)
        try:
            return issue()
        finally:
            self._building = None

    def replace_node(self, graph: Value | None, node: Value, issue: Callable[[], Value]) -> Value:
        s = self.m.s
        owner, index = s.nodes[self._object_number(node)]
        number = owner if graph is None else self._object_number(graph)
        count = len(s.graphs[number].nodes)
        result = self._issue_as_node(number, (), issue)
        if len(s.graphs[number].nodes) > count:
            graphs.take_over(s, number, index)
        return result

    def issue_kernel(self, kernel: Value, sizes: Sequence[Value], shared: Value, args: Value) -> bool:
        m, thread = self.m, self.here
        plan = launching.plan(m, thread, self._pc, self._point, kernel, list(sizes), shared, args)
        if plan is None:
            return False
        assert self._building is not None, "kernels are issued as nodes alone"
        graphs.build(m.s, self._building, graphs.kernel_node(thread, plan))
        return True

    def update_graph(self, graph: Value, source: Value) -> bool:
        s = self.m.s
        number, new = self._object_number(graph), s.graphs[self._object_number(source)]
        if not graphs.same_shape(s.graphs[number], new):
            return False
        s.graphs[number] = replace(s.graphs[number], nodes=new.nodes)
        return True

    def graph_nodes(self, graph: Value) -> int:
        return len(self.m.s.graphs[self._object_number(graph)].nodes)

    def record(self, event: Value, stream: Value) -> None:
        m, thread = self.m, self.here
        key, number = self._stream(stream), self._object_number(event)
        if graphs.record(m.s, number, key):
            return
        streams.forbid_capture(m, thread, key, self.name)
        order = streams.before(m.s, key)
        streams.follow(m.s, key, order, thread.path)
        old = order_of_works.under(m.s.events.get(number, ()), terms.lnot(thread.path))
        m.s.events[number] = order_of_works.join(order_of_works.under(order, thread.path), old)

    def _object_number(self, handle: Value) -> int:
        pointer = self.m.located(self.here, handle)
        if isinstance(pointer, PointerSet):
            guard = self.m.simplify(self.here, pointer.targets[0][0])
            raise Split(guard, len(self.here.frames), self._pc)
        return int(pointer.obj)

    def wait_in_stream(self, stream: Value, event: Value) -> str:
        s, thread = self.m.s, self.here
        key, number = self._stream(stream), self._object_number(event)
        error = graphs.wait(s, key, number)
        if error is not None:
            return error
        streams.forbid_capture(self.m, thread, key, self.name)
        streams.follow(s, key, order_of_works.join(streams.before(s, key), s.events.get(number, ())), thread.path)
        return ""

    def _awaited(self, stream: Value | None, event: Value | None) -> Order:
        s = self.m.s
        if event is not None:
            return s.events.get(self._object_number(event), ())
        if stream is not None:
            return streams.before(s, self._stream(stream))
        return ((streams.everything(s), True),)

    def synchronise(self, *, stream: Value | None = None, event: Value | None = None) -> None:
        if event is None:
            key = None if stream is None else self._stream(stream)
            streams.forbid_capture(self.m, self.here, key, self.name)
        streams.wait(self.m, self.here, self._awaited(stream, event))

    def is_done(self, *, stream: Value | None = None, event: Value | None = None) -> bool:
        awaited = self._awaited(stream, event)
        return not order_of_works.most(awaited) & ~order_of_works.sure(self.m.s.known)

    def output(self, text: str) -> None:
        self.m.s.console = (self.m.s.console, text)


def _free_problem(obj: MemObject | None, target: Pointer, spaces: Sequence[Space], by: str, kind: str) -> str:
    """Why a pointer cannot be freed, or ""."""
    if obj is None or obj.life is Life.OUT_OF_SCOPE:
        return f"{by} of an address that was not allocated"
    if not obj.heap:
        return f"{by} of '{obj.name}', which was not allocated dynamically"
    if obj.space not in spaces:
        return f"{by} of '{obj.name}', which is {obj.space.value} memory"
    if target.offset != 0:
        return f"{by} of a pointer that is not the start of '{obj.name}'"
    if obj.kind != kind:
        return f"{by} of '{obj.name}', which was allocated by {obj.kind or 'malloc'}"
    return ""


def _alike(arguments: Sequence[Value]) -> str:
    """What tells the arguments of an atomic apart: done twice with the same ones, it is one function of the memory
    that is applied twice, whoever does it first."""
    return " ".join(f"term {a.id}" if isinstance(a, Term) else repr(a) for a in arguments)


def _named_after(code: "Code", pc: int, call: Call) -> str:
    """The variable that takes the result of an allocation."""
    from cudabmc.goto.program import Assign, Declare, Reg, Store

    if call.dst is None:
        return ""
    held = {call.dst}
    for instruction in code.function.body[pc + 1 : pc + 6]:
        if isinstance(instruction, Assign) and instruction.op is Op.COPY:
            if instruction.args[0] not in [Reg(h) for h in held]:
                break
            held.add(instruction.dst)
        elif isinstance(instruction, Store) and instruction.value in [Reg(h) for h in held]:
            return _stored_name(code, instruction.addr)
        elif not isinstance(instruction, Declare):
            break
    names = [code.variables[h].name for h in held if h in code.variables]
    return names[0] if names else ""


def _stored_name(code: "Code", address: object) -> str:
    """The variable at an address operand, if it is one."""
    from cudabmc.goto.program import Alloca, Reg, Symbol

    if isinstance(address, Symbol):
        return address.name
    if isinstance(address, Reg):
        for instruction in code.function.body:
            if isinstance(instruction, Alloca) and instruction.dst == address.index:
                return instruction.var.name
    return ""

