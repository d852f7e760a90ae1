"""What models of pthread.h do with threads of the host: they start, take turns, wait, and end."""

from collections.abc import Callable
from typing import NoReturn

from cudabmc.goto.program import Call, Function, Reg, Return
from cudabmc.goto.types import PTR, VOID
from cudabmc.goto.variable import Variable
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.running import Running
from cudabmc.order import host_threads
from cudabmc.state.host_threads import HostThreads, SyncPlace, Want
from cudabmc.state.signals import Stopped
from cudabmc.state.thread import Status
from cudabmc.state.value import Pointer, Value

WAITS = "{}() in a host thread that waits for what another one has not done"


class ModelHostThreads:
    """Threads of the host."""

    def __init__(self, machine: Machine, running: Running, refuse: Callable[[str], NoReturn]) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._refuse = refuse

    def start(self, start: Value, argument: Value, behind: str, number: int) -> bool:
        """Answers whether the thread runs at once."""
        program, thread = self._ex.program, self._running.thread
        if thread.operation:
            self._refuse("a host thread that a function in a stream starts")
        if program.has_thread_locals:
            self._refuse("a host thread in a program with thread_local variables")
        function, args = self._function(behind), (start, argument)
        nested = not number or not self._may_turn()
        if number:
            host_threads.starts(self._ex, thread, number, nested=nested)
        if nested:
            self._running.call.enters = (function, args)
            return True
        crew = self._crew
        assert crew is not None
        self._m.paths.enter(thread, function, args, None)
        crew.threads[number].frames = [thread.frames.pop()]
        thread.status = Status.YIELDING  # the new one goes first, to where others may come before it
        return False

    def _function(self, behind: str) -> Function:
        """What calls the function that a thread starts with, and then the model with this signature."""
        functions = self._ex.program.functions
        name = f"<thread of the host, {behind}>"
        if name not in functions:
            model = behind.partition("(")[0].split()[-1]
            body = (
                Call(2, Reg(0), (Reg(1),), (PTR,), PTR),
                Call(None, model, (Reg(2),), (PTR,), VOID, signature=behind),
                Return(None),
            )
            params = (Variable("start", "void *"), Variable("argument", "void *"))
            functions[name] = Function(
                name, "a thread of the host", params, (PTR, PTR), VOID, body, (PTR, PTR, PTR), library=True
            )
        return functions[name]

    @property
    def _crew(self) -> HostThreads | None:
        return self._ex.s.published.host_threads

    def _may_turn(self) -> bool:
        """Can the host leave its thread where that stands, and go on with another one?"""
        thread, crew = self._running.thread, self._crew
        alone = thread.path is True and not thread.forks and not thread.operation and not self._ex.nested
        return alone and (crew is None or not crew.turns.nested)

    def turn(self, kind: str, places: tuple[Value, ...], other: int) -> bool:
        """If the turn of the thread has not come, the call runs again when it has."""
        crew = self._crew
        if crew is None and kind == "wait":
            crew = self._ex.s.published.host_threads = HostThreads(self._ex.s.device.issued)
        if crew is None or self._running.thread.block is not None:
            return True
        found = [place for place in map(_place, places) if place is not None]
        if found and kind in ("lock", "wait"):
            crew.turns.mutexes.add(found[-1])
        if kind == "wait" and crew.running in crew.turns.waiting:
            return False
        if self._running.call.chosen and crew.me.want is not None and crew.me.want.kind == kind:
            self._goes_on(crew, crew.me.want)
            return True
        if len(found) == len(places) and self._may_turn():
            crew.me.want = Want(kind, tuple(found), other)
            self._running.thread.status = Status.YIELDING
            raise Stopped
        if kind == "wait" or (kind == "join" and not crew.threads[other].ended):
            self._refuse(WAITS.format(self._running.model.name))
        return True

    def _goes_on(self, crew: HostThreads, want: Want) -> None:
        crew.me.want, turns = None, crew.turns
        if want.kind == "wait":
            turns.waiting[crew.running] = want.places[0]
        elif want.kind == "woken":
            del turns.waiting[crew.running]
            mine = [entry for entry in turns.woken if entry[0] == want.places[0] and crew.running in entry[1]]
            left = list(turns.woken)
            left.remove(min(mine, key=lambda entry: len(entry[1])))
            turns.woken = tuple((at, who - {crew.running}) for at, who in left)

    def wakes(self, condition: Value, *, all: bool) -> None:
        """What wakes somebody is used up by one of those that wait now, whichever comes first."""
        crew, place = self._crew, _place(condition)
        if crew is None or place is None:
            return
        turns = crew.turns
        waiting = frozenset(number for number, at in turns.waiting.items() if at == place)
        wakes_before = sum(1 for at, _ in turns.woken if at == place)
        more = len(waiting) - wakes_before if all else min(1, len(waiting) - wakes_before)
        turns.woken = (*turns.woken, *[(place, waiting)] * more)

    def ends(self, before: int) -> bool:
        thread = self._running.thread
        if host_threads.ends(self._ex, thread, before):
            return True
        thread.status = Status.YIELDING
        return False

    def cut_off(self) -> None:
        """The program ends, whatever its other threads do."""
        host_threads.cut_off(self._ex)

    def joined(self, number: int) -> None:
        host_threads.is_joined(self._ex, self._running.thread, number)


def _place(pointer: Value) -> SyncPlace | None:
    known = isinstance(pointer, Pointer) and isinstance(pointer.offset, int)
    return (pointer.obj, pointer.offset) if known else None
