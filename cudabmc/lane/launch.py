"""A launch in the fast lane: what it needs, and what it leaves."""

from collections.abc import Callable
from functools import partial
from typing import Any

from cudabmc.goto.program import Function, Space
from cudabmc.goto.types import FloatType, IntType, PtrType, Type
from cudabmc.interpreter.core import Dim, Machine
from cudabmc.kernel.inlining import TooLargeError
from cudabmc.kernel.loops import IrreducibleError
from cudabmc.lane.giving_up import GiveUpError
from cudabmc.lane.kernel import Facing, Kernel, Shape, compile_kernel
from cudabmc.lane.numbers import FLOAT, KnownPointer, What, const
from cudabmc.lane.stamps import STEP, ConflictError
from cudabmc.lane.views import View, keep, view, write_back
from cudabmc.state import known, model_calls
from cudabmc.state.constants import intern
from cudabmc.state.events import WRITE, Access, Event
from cudabmc.state.memory import MemObject
from cudabmc.state.value import Pointer, Value

_GIVING_UP = (
    GiveUpError, ConflictError, ArithmeticError, IndexError, TypeError, ValueError, NameError, AttributeError,
    RecursionError,
)  # fmt: skip
"""What generated code raises where a value is not what it expects: no element, an element without a value, a
division by zero, or an operation that models refuse."""


class Launches:
    """The launches of one run, with the kernels that were compiled for them."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.ex = machine.execution
        self._kernels: dict[object, tuple[Kernel | None, list[_Question]]] = {}

    def run(self, function: Function, grid: Dim, block: Dim, shared: int, args: tuple[Value, ...]) -> int | None:
        """Carry a launch out, and answer how many instructions it had; None, with nothing changed, if the machine
        has to."""
        launch = _Launch(self.m, function, grid, block, shared, args)
        key = launch.key()
        if key is None:
            return None
        known = self._kernels.get(key)
        if known is None or not launch.answers_as_before(known[1]):
            launch = _Launch(self.m, function, grid, block, shared, args)
            launch.key()
            known = self._kernels[key] = (self._compiled(launch), launch.asked)
        kernel = known[0]
        return launch.instructions if kernel is not None and launch.carry_out(kernel) else None

    def _compiled(self, launch: "_Launch") -> Kernel | None:
        ex = self.ex
        try:
            find, enabled, arbitrary = model_calls.find, ex.settings.enabled, partial(known.is_arbitrary, ex)
            return compile_kernel(ex.program, launch.function, find, launch.shape(), enabled, arbitrary)
        except (GiveUpError, TooLargeError, IrreducibleError, SyntaxError, RecursionError, MemoryError):
            return None


_Question = tuple[str, tuple[object, ...], object]
"""What a kernel was compiled for beyond its key: the name of a method of _Launch, its arguments, and its answer."""


class _Launch:
    """One launch: its objects by the names that a kernel is compiled with, and its effect."""

    def __init__(
        self, m: Machine, function: Function, grid: Dim, block: Dim, shared: int, args: tuple[Value, ...]
    ) -> None:
        self.m = m
        self.ex = m.execution
        self.function = function
        self._grid, self._block, self._shared = grid, block, shared
        self._args = args
        self._objects: dict[object, int] = {}  # by their names in the kernel
        self._names: dict[int, object] = {}
        self._views: dict[tuple[object, Type], View | None] = {}
        self.asked: list[_Question] = []
        self.instructions = 0

    def answers_as_before(self, asked: list[_Question]) -> bool:
        """Is the launch the one that a kernel was compiled for, in all that was asked then? The questions are asked
        in their order, since answers give objects their names."""
        return all(getattr(self, method)(*args) == answer for method, args, answer in asked)

    def _ask(self, method: str) -> Callable[..., Any]:
        """The method, with its answers kept."""

        def asking(*args: object) -> object:
            answer = getattr(self, method)(*args)
            self.asked.append((method, args, answer))
            return answer

        return asking

    def key(self) -> object:
        """What kernels that are compiled alike have in common; None if the lane does not take the arguments."""
        parts: list[object] = [self.function.name, self._grid, self._block, self._shared]
        for value, type in zip(self._args, self.function.param_types, strict=False):
            if isinstance(type, PtrType):
                if not isinstance(value, Pointer) or not isinstance(value.offset, int):
                    return None
                facing = self._facing_of(value.obj)
                parts.append((self._name(value.obj), value.offset, facing))
            elif isinstance(type, IntType) and isinstance(value, int):
                parts.append(value)
            elif not isinstance(type, FloatType) or not isinstance(value, float):
                return None
        return tuple(parts)

    def _name(self, number: int) -> object:
        if number == 0:
            return 0
        name = self._names.setdefault(number, f"object {len(self._names)}")
        self._objects[name] = number
        return name

    def shape(self) -> Shape:
        return Shape(
            self._grid, self._block, self._shared, [self._what(v) for v in self._args], self._ask("_facing"),
            self._ask("_type"), self._ask("_symbol"), self._ask("_pointer"), self._holes,
        )  # fmt: skip

    def _what(self, value: Value) -> What:
        if isinstance(value, Pointer):
            assert isinstance(value.offset, int)
            return KnownPointer(self._name(value.obj), const(value.offset))
        return FLOAT if isinstance(value, float) else const(value)

    def _symbol(self, symbol: str) -> object:
        assert self.m.thread is not None
        return self._name(self.m.symbols.symbol(symbol, self.m.thread).obj)

    def _facing(self, name: object) -> Facing | None:
        return self._facing_of(self._objects[name]) if name in self._objects else None

    def _facing_of(self, number: int) -> Facing | None:
        obj = self.ex.s.objects.get(number)
        if obj is None or not _is_plain(obj):
            return None
        assert isinstance(obj.size, int)
        return Facing(obj.size, obj.space)

    def _type(self, name: object) -> Type | None:
        """The type of all that an object holds."""
        obj = self._object(name)
        if obj.elements is not None:
            return obj.elements[0]
        if obj.flat_bytes is not None:
            return obj.flat_bytes.only
        kinds = {kind for kind, _ in obj.cells.values()}
        return next(iter(kinds)) if len(kinds) == 1 else None

    def _pointer(self, name: object, offset: int) -> KnownPointer | None:
        """The pointer at an offset. It is part of the text: a kernel that follows one is compiled for it alone."""
        obj = self._object(name)
        if obj.flat_bytes is not None:
            held = obj.flat_bytes.cut_at(offset) if 0 <= offset < len(obj.flat_bytes.data) else None
            cell = None if held is None else (held, self.m.objects.memory.read(obj, offset, held))
        else:
            cell = obj.cells.get(offset)
        if cell is None or not isinstance(cell[1], Pointer) or not isinstance(cell[1].offset, int):
            return None
        return KnownPointer(self._name(cell[1].obj), const(cell[1].offset))

    def _holes(self, name: object, type: Type) -> bool:
        seen = self._view(name, type)
        return seen is None or not seen.whole

    def _view(self, name: object, type: Type) -> View | None:
        key = (name, type)
        if key not in self._views:
            self._views[key] = view(self.ex, self._object(name), intern(type))
        return self._views[key]

    def _object(self, name: object) -> MemObject:
        return self.ex.s.objects[self._objects[name]]

    def carry_out(self, kernel: Kernel) -> bool:
        """Run all blocks, and change memory if nothing stood in the way."""
        before: list[tuple[object, Type, View]] = []
        after: list[list[Value]] = []
        stamps: list[list[int]] = []
        for thing in kernel.things:
            if thing.kind not in ("common", "constant") or thing.type is None:
                continue
            seen = self._view(thing.key, thing.type)
            if seen is None or not (thing.holes or seen.whole):
                return False
            before.append((thing.key, thing.type, seen))
            values = seen.values
            after.append(list(values) if thing.accesses.writes or thing.accesses.updates else values)
            if thing.stamped:
                stamps.append([0] * len(values))
        noted = [False] * len(kernel.notes)
        functions = [f(noted) if hasattr(f, "binds_notes") else f for _, f in sorted(kernel.functions.items())]
        run = kernel.make(*functions, noted, *after, *stamps, *(self._args[r] for r in kernel.arguments))
        if not self._blocks(run):
            return False
        for (name, type, seen), new in zip(before, after, strict=True):
            obj, kind = self._object(name), intern(type)
            if new is seen.values:
                keep(obj, kind, seen)
                continue
            if self.ex.listening.listener is not None:
                self._tell_of(obj)
            write_back(self.m, obj, kind, seen, new)
        for text, said in zip(kernel.notes, noted, strict=False):
            if said:
                self.ex.remarks.note(text)
        return True

    def _tell_of(self, obj: MemObject) -> None:
        """Who listens is told of a write of the whole object."""
        host = self.ex.s.host
        assert host is not None
        how = Access(WRITE, (self.function.name, 0))
        self.ex.listening.heard.append(Event.of_host(host, obj, 0, obj.size, how, self.ex.s.device.issued))

    def _blocks(self, run: Callable[..., tuple[int, int]]) -> bool:
        first = STEP
        x, y, z = self._grid
        try:
            for bz in range(z):
                for by in range(y):
                    for bx in range(x):
                        first, count = run(first, bx, by, bz)
                        self.instructions += count
        except _GIVING_UP:
            return False
        return True


def _is_plain(obj: MemObject) -> bool:
    """Is it an array that every thread can reach, and the host cannot meanwhile? What is freed is in nobody's reach,
    even if it is freed for some inputs only."""
    of_device = obj.space in (Space.DEVICE_GLOBAL, Space.CONSTANT)
    return of_device and obj.reach != 0 and isinstance(obj.size, int) and obj.array is None
