"""What threads may still do that others notice: an overestimate, from where they stand in the program."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cudabmc.goto import cfg
from cudabmc.goto.program import Call, Function, Load, Program, Store
from cudabmc.interpreter.core import Machine
from cudabmc.state import model_calls
from cudabmc.state.decisions import Point
from cudabmc.state.events import ATOMIC, READ, WIDEST, WRITE, Access, Event, Identity, dependent, meet
from cudabmc.state.frame import Frame
from cudabmc.state.position import user_point
from cudabmc.state.thread import Status, Thread


class Prospect(NamedTuple):
    """An access that may come: to any object if `key` is None, anywhere in it if `offset` is None."""

    key: str | None
    offset: int | None
    size: int
    reads: bool  # and surely does not write


class Futures:
    """Answers for one pass, whose decision points are fixed."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.ex = machine.execution
        self._reachable: dict[tuple[str, int, bool], frozenset[Point]] = {}
        self._anywhere: dict[str, frozenset[Point]] = {}
        self._prospects: dict[Point, tuple[Prospect, ...]] = {}
        self._later: dict[object, frozenset[Prospect]] = {}

    def may_touch(self, thread: Thread, events: list[Event], *, beyond_barriers: bool) -> bool:
        """May the thread do something from here on that matters to a step that makes these accesses? Without
        `beyond_barriers`, until it has come to a barrier of its block."""
        if thread.status in (Status.DONE, Status.DEAD):
            return False
        if thread.status is Status.PENDING:
            own = next_events(self.m, thread)
            if dependent(own, events, self.ex.decisions.ordered_atomics) if own else _may_meet(events, _next(thread)):
                return True
        elif not beyond_barriers and thread.wait is not None and thread.wait.scope == "block":
            return False
        return _may_meet(events, self._later_of(thread, beyond_barriers))

    def _later_of(self, thread: Thread, beyond: bool) -> frozenset[Prospect]:
        """The visible accesses that a thread may make, behind the one that it stands before."""
        pending = thread.status is Status.PENDING
        places = tuple((f.code.function.name, f.pc) for f in thread.frames)
        sides = tuple((fork.depth, side.pc) for fork in thread.forks for side in fork.pending)
        key = (places, sides, pending, beyond)
        known = self._later.get(key)
        if known is None:
            points = self._points(thread, pending, beyond)
            known = self._later[key] = frozenset(p for point in points for p in self._at(point))
        return known

    def _points(self, thread: Thread, pending: bool, beyond: bool) -> set[Point]:
        found: set[Point] = set()
        for depth, frame in enumerate(thread.frames, 1):
            starts = _behind(frame) if pending and depth == len(thread.frames) else (frame.pc,)
            starts = (*starts, *(s.pc for fork in thread.forks if fork.depth == depth for s in fork.pending))
            for start in starts:
                found |= self._from(frame.code.function, start, beyond)
        if any(frame.code.function.library for frame in thread.frames):
            found |= self.ex.decisions.points.keys() & {user_point(thread)}
        return found

    def _from(self, function: Function, start: int, beyond: bool) -> frozenset[Point]:
        """The decision points that can be reached from an instruction, calls included."""
        key = (function.name, start, beyond)
        known = self._reachable.get(key)
        if known is None:
            known = self._reachable[key] = frozenset(self._walk(function, start, beyond))
        return known

    def _walk(self, function: Function, start: int, beyond: bool) -> Iterator[Point]:
        body, todo, seen = function.body, [start], {start, len(function.body)}
        while todo:
            index = todo.pop()
            if index >= len(body):
                continue
            if (function.name, index) in self.ex.decisions.points:
                yield function.name, index
            instruction = body[index]
            if isinstance(instruction, Call):
                if not beyond and self._is_barrier(instruction):
                    continue
                yield from self._of_call(instruction)
            for following in cfg.successors(body, index):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)

    def _is_barrier(self, call: Call) -> bool:
        """Do all threads of the block come there before any of them continues?"""
        model = model_calls.of(self.ex.program, call)
        return model is not None and model.waits == "block"

    def _of_call(self, call: Call) -> frozenset[Point]:
        if not isinstance(call.callee, str):
            return frozenset(self.ex.decisions.points)
        known = self._anywhere.get(call.callee)
        if known is None:
            self._anywhere[call.callee] = frozenset()  # a call of itself adds nothing
            function = self.ex.program.functions.get(call.callee)
            known = self._everything(function) if function is not None else frozenset()
            self._anywhere[call.callee] = known
        return known

    def _everything(self, function: Function) -> frozenset[Point]:
        """The decision points of a function and of all that it calls, however deep."""
        called = called_from([function], self.ex.program)
        if any(isinstance(i, Call) and not isinstance(i.callee, str) for f in called for i in f.body):
            return frozenset(self.ex.decisions.points)
        names = {f.name for f in called}
        return frozenset(point for point in self.ex.decisions.points if point[0] in names)

    def _at(self, point: Point) -> tuple[Prospect, ...]:
        known = self._prospects.get(point)
        if known is None:
            instruction = self.ex.program.functions[point[0]].body[point[1]]
            size = instruction.type.size if isinstance(instruction, Load | Store) else WIDEST
            reads = isinstance(instruction, Load)
            where = self.ex.decisions.points[point]
            if where is None:
                known = (Prospect(None, None, size, reads),)
            else:
                known = tuple(Prospect(key, offset, size, reads) for key, offset in sorted(where))
            self._prospects[point] = known
        return known


def _may_meet(events: Iterable[Event], prospects: Iterable[Prospect]) -> bool:
    """Could one of the accesses that may come matter to a step?"""
    return any(
        (p.key is None or p.key == t.key)
        and not (p.reads and t.kind == READ)
        and (p.offset is None or meet(p.offset, p.size, t.offset, t.size))
        for t in events
        for p in prospects
    )


def _next(thread: Thread) -> Iterator[Prospect]:
    """What the next step of a thread that stands before a visible event may do there."""
    for _, key, offset in thread.turn.before:
        yield Prospect(key, offset if isinstance(offset, int) else None, WIDEST, False)


def next_events(m: Machine, thread: Thread, *, at_least: bool = False) -> list[Event]:
    """The accesses of the next step of a thread that stands before a visible event; none where they are not known: it
    may touch several places, or one of several. Whether a compare-and-swap writes is not known, either: it does, or
    `at_least` it reads."""
    frame = thread.frames[-1]
    instruction = frame.code.function.body[frame.pc]
    if len(thread.turn.before) != 1:
        return []
    number, key, offset = thread.turn.before[0]
    obj, point, path = Identity(number, key), (frame.code.function.name, frame.pc), thread.path
    if isinstance(instruction, Load):
        return [Event(thread, obj, offset, instruction.type.size, Access(READ, point), None, path)]
    if isinstance(instruction, Store):
        value = None if instruction.volatile else m.operand(instruction.value, thread, frame)
        return [Event(thread, obj, offset, instruction.type.size, Access(WRITE, point), value, path)]
    if isinstance(instruction, Call) and thread.turn.commutes is not None:
        how = Access(ATOMIC, point, commutes=thread.turn.commutes)
        if at_least and _may_only_read(m, instruction):
            how = how._replace(kind=READ)
        return [Event(thread, obj, offset, instruction.types[-1].size, how, None, path)]
    return []


def _may_only_read(m: Machine, call: Call) -> bool:
    model = model_calls.of(m.execution.program, call)
    return model is not None and model.compares


def called_from(functions: Sequence[Function], program: Program) -> list[Function]:
    """The functions and all that they call by name, however deep."""
    found = {function.name: function for function in functions}
    todo = [*functions]
    while todo:
        for instruction in todo.pop().body:
            if isinstance(instruction, Call) and isinstance(instruction.callee, str):
                callee = program.functions.get(instruction.callee)
                if callee is not None and callee.name not in found:
                    found[callee.name] = callee
                    todo.append(callee)
    return list(found.values())


def _behind(frame: Frame) -> tuple[int, ...]:
    return cfg.successors(frame.code.function.body, frame.pc)
