"""What a model does with control: it calls functions of the program, and ends the program or the kernel."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from cudabmc.errors import UnsupportedError
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.program import Function
from cudabmc.goto.types import Type
from cudabmc.interpreter import program_end
from cudabmc.interpreter.calls import one_target
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.about_call import AboutCall
from cudabmc.modelling.memory import ModelMemory
from cudabmc.modelling.running import Running
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.invalid_pointer import INVALID_POINTER
from cudabmc.state.merge_sort import MergeSort
from cudabmc.state.signals import Abandoned, PathEnds
from cudabmc.state.thread import Status
from cudabmc.state.value import Value

if TYPE_CHECKING:
    from cudabmc.modelling.host_threads import ModelHostThreads


class ModelControl:
    """Calls of functions of the program, and its end."""

    def __init__(self, machine: Machine, running: Running, about: AboutCall, memory: ModelMemory) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._about = about
        self._memory = memory

    def call(self, function: Value, args: Sequence[Value], types: Sequence[Type], ret: Type) -> Value:
        callee = self._function(function)
        return self._result_of(lambda: self._m.paths.enter(self._running.thread, callee, args, None))

    def run_host_thread(self, start: Value, argument: Value, behind: str, number: int = 0) -> bool:
        self._function(start)
        return self._host_threads.start(start, argument, behind, number)

    @cached_property
    def _host_threads(self) -> "ModelHostThreads":
        from cudabmc.modelling.host_threads import ModelHostThreads  # few programs start threads

        return ModelHostThreads(self._m, self._running, self.unsupported)

    def host_turn(self, kind: str, *places: Value, other: int = 0) -> bool:
        return self._host_threads.turn(kind, places, other)

    def host_wakes(self, condition: Value, *, all: bool) -> None:
        self._host_threads.wakes(condition, all=all)

    def host_thread_ends(self, number: int, before: int) -> bool:
        return self._host_threads.ends(before)

    def host_thread_joined(self, number: int) -> None:
        self._host_threads.joined(number)

    def order(self, compar: Value, base: Value, count: int, size: int) -> "Sequence[int] | None":
        m, thread = self._m, self._running.thread
        callee, sort = self._function(compar), MergeSort(count)

        def enter() -> None:
            sorter = m.codes.sorter
            if sorter is not None and sorter.sort(thread, callee, base, size, sort):
                return
            pair = sort.pair()
            if pair is not None:
                m.paths.enter(thread, callee, [self._memory.add(base, at * size) for at in pair], None)

        while not sort.is_done:
            answer = self._result_of(enter)
            if sort.is_done:
                break
            if not isinstance(answer, int):
                return None
            sort.compared(to_signed(answer, 32))
        return sort.order()

    def _function(self, function: Value) -> Function:
        """The function of the program that a pointer points to."""
        m, thread = self._m, self._running.thread
        function = one_target(m, thread, self._running.site.pc, function)
        callee = m.symbols.function_at(function)
        if callee is None:
            text = "call through a pointer that is not the address of a function"
            if self._ex.require(thread, False, INVALID_POINTER, text):
                raise PathEnds
            self._ex.cannot_go_on(thread, INVALID_POINTER, f"there is a {text}")
        return callee

    def _result_of(self, enter: Callable[[], None]) -> Value:
        """Run the function that is entered, to its end: its result."""
        m, thread = self._m, self._running.thread
        depth = len(thread.frames)
        forks = len(thread.forks)
        self._ex.nested += 1
        try:
            m.run(thread, depth, enter)
        finally:
            self._ex.nested -= 1
        thread.awaiting.reads_more = True
        if len(thread.frames) != depth or len(thread.forks) != forks or thread.status is not Status.RUNNABLE:
            raise Abandoned
        return thread.result if thread.result is not None else 0

    def stop_program(self, status: Value) -> None:
        thread = self._running.thread
        status = self._m.uninitialised.used(thread, status, "the status that the program ends with")
        program_end.ends(self._ex, thread, status)
        if self._ex.s.published.host_threads is not None:
            self._host_threads.cut_off()
        self._end_program()

    def abort_program(self, text: str) -> None:
        thread = self._running.thread
        if thread.block is not None:
            self._ex.require(thread, False, ASSERTION, text)
            self.stop_kernel(text)
        program_end.aborts(self._ex, thread, text)
        self._end_program()

    def _end_program(self) -> None:
        thread = self._running.thread
        self._m.at_exit(thread)
        if thread.path is not True:
            self._ex.restrict(thread, False)
        raise PathEnds

    def unsupported(self, construct: str) -> NoReturn:
        self._ex.must_be_reached(self._running.thread)
        raise UnsupportedError(construct, self._about.location)

    def stop_kernel(self, text: str) -> NoReturn:
        self._ex.cannot_go_on(self._running.thread, ASSERTION, text)
