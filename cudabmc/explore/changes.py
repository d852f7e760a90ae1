"""The variables that a run sets, told with the steps of the functions that they belong to."""

from collections.abc import Iterator

from cudabmc.goto.program import Assign, Call, Function, Load, Store
from cudabmc.machine.core import Machine
from cudabmc.machine.memory import Life, MemObject
from cudabmc.machine.races import READ
from cudabmc.machine.show import element_name, is_variable, show
from cudabmc.machine.state import Frame, Thread
from cudabmc.machine.value import Pointer, Value
from cudabmc.result import ThreadId
from cudabmc.terms import Term

Touched = list[tuple[MemObject, int, Value, int]]
"""Accesses of an instruction: object, offset, size, kind."""

_MOST_ELEMENTS = 64  # that one call sets: a copy into a local array sets them all

_Change = tuple[str, str]  # name and value


def element(obj: MemObject, offset: int | Term) -> str:
    """A place in an object as the source would write it."""
    return element_name(obj, offset).replace("'", "")


def depth_of(thread: Thread, frame: Frame) -> int:
    """Calls below the start of the thread; a frame that has just been left was the innermost."""
    return thread.frames.index(frame) if frame in thread.frames else len(thread.frames)


class Changes:
    """What instructions have set, until the next step of the function tells it: parameters and
    `int t = threadIdx.x` are no steps of their own, and a callee may set what a pointer leads it to."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self._unsaid: dict[ThreadId, list[tuple[int, str, _Change]]] = {}

    def note(self, thread: Thread, frame: Frame, pc: int, touched: Touched) -> None:
        """Keep what an instruction has set."""
        instruction = frame.code.function.body[pc]
        found: list[tuple[Frame, _Change]] = []
        if pc == 0:
            found += [(frame, change) for change in self._parameters(frame)]
        if isinstance(instruction, Assign | Call | Load):
            found += [(frame, change) for change in self.register(frame, instruction.dst)]
        if frame not in thread.frames and thread.frames and frame.ret is not None:
            caller = thread.frames[-1]  # the call is over, and its result is set only now
            found += [(caller, change) for change in self.register(caller, frame.ret)]
        if isinstance(instruction, Store):
            found += self._store(thread, frame, instruction)
        else:
            for obj, offset, size, kind in touched:
                if kind != READ and isinstance(size, int) and isinstance(offset, int):
                    found += self._memory(thread, obj.id, offset, size)
        for owner, change in found:
            function = owner.code.function
            if change[0] and not function.library and function.loc.file:
                self._unsaid.setdefault(thread.id, []).append((depth_of(thread, owner), function.name, change))

    def tell(self, thread: Thread, depth: int, function: Function) -> tuple[_Change, ...]:
        """What a function has set and no step has told; what functions that have returned had set is old."""
        unsaid = self._unsaid.pop(thread.id, [])
        outer = [entry for entry in unsaid if entry[0] < depth]
        if outer:
            self._unsaid[thread.id] = outer
        return tuple(dict(change for where, name, change in unsaid if (where, name) == (depth, function.name)).items())

    def held(self, number: int, offset: Value, size: Value) -> str:
        """What bytes of an object hold, if they are one value; empty if not."""
        obj = self.m.s.objects.get(number)
        cell = obj.cells.get(offset) if obj is not None and isinstance(offset, int) else None
        if obj is None or obj.life is not Life.LIVE or cell is None or cell[0].size != size:
            return ""
        return show(self.m, cell[1], obj.element, cell[0])

    def _parameters(self, frame: Frame) -> Iterator[_Change]:
        function = frame.code.function
        for var, value, type in zip(function.params, frame.regs, function.param_types, strict=False):
            if value is not None:
                yield var.name, show(self.m, value, var, type)

    def register(self, frame: Frame, number: int | None) -> Iterator[_Change]:
        """The variable that a register holds, with its value, if it is one and has one."""
        var = None if number is None else frame.code.variables.get(number)
        value = None if number is None else frame.regs[number]
        if var is not None and number is not None and value is not None:
            yield var.name, show(self.m, value, var, frame.code.function.reg_types[number])

    def _store(self, thread: Thread, frame: Frame, instruction: Store) -> Iterator[tuple[Frame, _Change]]:
        pointer = self.m.operand(instruction.addr, thread, frame)
        obj = self.m.s.objects.get(pointer.obj) if isinstance(pointer, Pointer) else None
        owner = None if obj is None else _owner(thread, obj)
        if obj is not None and owner is not None and isinstance(pointer, Pointer):
            value = self.m.operand(instruction.value, thread, frame)
            yield owner, (element(obj, pointer.offset), show(self.m, value, obj.element, instruction.type))

    def _memory(self, thread: Thread, number: int, offset: int, size: int) -> Iterator[tuple[Frame, _Change]]:
        """The elements of a variable in memory that a call has set."""
        obj = self.m.s.objects.get(number)
        owner = None if obj is None else _owner(thread, obj)
        if obj is None or owner is None:
            return
        starts = sorted(start for start in obj.cells if offset <= start < offset + size)
        for start in starts[:_MOST_ELEMENTS]:
            value = self.held(number, start, obj.cells[start][0].size)
            if value:
                yield owner, (element(obj, start), value)


def _owner(thread: Thread, obj: MemObject) -> Frame | None:
    """The activation of a function that an object is a variable of; temporaries of a compiler are none."""
    return next((frame for frame in thread.frames if obj.id in frame.allocas), None) if is_variable(obj) else None
