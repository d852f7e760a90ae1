"""The variables that a run sets, told with the steps of the functions that they belong to."""

from collections.abc import Iterator

from cudabmc.counterexample.things import Things
from cudabmc.counterexample.told import Change, Shown
from cudabmc.goto.program import Function
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.state.events import READ, Event
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.memory import MemObject
from cudabmc.state.show import is_variable, show
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

ThreadKey = tuple[int, int]
"""Tells a thread from all others of its run: threads of a later launch may have the numbers of an earlier one's."""

_MOST_ELEMENTS = 64  # that one call sets: a copy into a local array sets them all
_PLAIN = frozenset({int, float, bool})


def depth_of(thread: Thread, frame: Frame) -> int:
    """Calls below the start of the thread; a frame that has just been left was the innermost."""
    frames = thread.frames
    if frames and frames[-1] is frame:
        return len(frames) - 1
    return frames.index(frame) if frame in frames else len(frames)


def is_told(function: Function) -> bool:
    """Does the source of the program hold the function, so that its steps and variables mean something to a reader?"""
    return bool(function.loc.file) and not function.library


class Changes:
    """What instructions have set, until the next step of the function tells it: parameters and
    `int t = threadIdx.x` are no steps of their own, and a callee may set what a pointer leads it to."""

    def __init__(self, ex: Execution, things: Things) -> None:
        self._ex = ex
        self._things = things
        self._unsaid: dict[ThreadKey, list[tuple[int, str, Change]]] = {}

    def note(self, thread: Thread, owner: Frame, change: Change) -> None:
        """A variable of `owner`, an activation of a function, got a value."""
        function = owner.code.function
        if is_told(function):
            entry = (depth_of(thread, owner), function.name, change)
            self._unsaid.setdefault((thread.tid, thread.operation), []).append(entry)

    def note_register(self, thread: Thread, frame: Frame, number: int | None) -> None:
        """A register got a value: note it if it holds a variable."""
        change = self.of_register(frame, number)
        if change is not None:
            self.note(thread, frame, change)

    def note_memory(self, thread: Thread, events: list[Event]) -> None:
        """Memory got values: note those of variables, element by element."""
        for event in events:
            if event.kind != READ and isinstance(event.size, int) and isinstance(event.offset, int):
                self._note_elements(thread, event.obj, event.offset, event.size)

    def tell(self, thread: Thread, depth: int, function: Function) -> tuple[Change, ...]:
        """What a function has set and no step has told; what functions that have returned had set is old."""
        key = (thread.tid, thread.operation)
        unsaid = self._unsaid.pop(key, None)
        if unsaid is None:
            return ()
        outer = [entry for entry in unsaid if entry[0] < depth]
        if outer:
            self._unsaid[key] = outer
        name = function.name
        return tuple([change for where, called, change in unsaid if where == depth and called == name])

    def of_register(self, frame: Frame, number: int | None) -> Change | None:
        """The variable that a register holds, with its value, if it is one and has one."""
        var = None if number is None else frame.code.variables.get(number)
        value = None if number is None else frame.regs[number]
        if var is None or number is None or value is None or not var.name or var.record:
            return None
        return var.name, self.shown(value, var, frame.code.function.reg_types[number])

    def shown(self, value: Value, var: Variable | None, type: Type) -> Shown:
        """A value that is still the same when somebody reads of it."""
        return (value, var, type) if value.__class__ in _PLAIN else show(self._ex, value, var, type)

    def held(self, number: int, offset: Value, size: Value) -> tuple[Shown, Type | None]:
        """What bytes of an object hold, and its type, if they are one value; empty if not."""
        obj = self._ex.s.objects.get(number)
        cell = obj.cell_at(offset) if obj is not None and isinstance(offset, int) else None
        if obj is None or not obj.is_live or cell is None or cell[0].size != size:
            return "", None
        return self.shown(cell[1], self._things.of(obj).held(offset, cell[0]), cell[0]), cell[0]

    def _note_elements(self, thread: Thread, number: int, offset: int, size: int) -> None:
        obj = self._ex.s.objects.get(number)
        owner = None if obj is None else owner_of(thread, obj)
        if obj is None or owner is None:
            return
        for start in self._starts(obj, offset, size):
            value, type = self.held(number, start, obj.cells[start][0].size)
            if type is not None:
                self.note(thread, owner, ((self._things.of(obj), start, type), value))

    @staticmethod
    def _starts(obj: MemObject, offset: int, size: int) -> Iterator[int]:
        found = sorted(start for start in obj.cells if offset <= start < offset + size)
        yield from found[:_MOST_ELEMENTS]


def owner_of(thread: Thread, obj: MemObject) -> Frame | None:
    """The activation of a function that an object is a variable of; temporaries of a compiler are none."""
    if obj.owner_thread is None or not is_variable(obj):
        return None
    return next((frame for frame in thread.frames if obj.id in frame.allocas), None)
