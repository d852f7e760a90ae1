"""The variables of the models."""

from cudabmc.goto.types import Type
from cudabmc.modelling.running import Running
from cudabmc.state import library_variables
from cudabmc.state.execution import Execution
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


class ModelVariables:
    """Variables of the state, and what the options say to models."""

    def __init__(self, ex: Execution, running: Running) -> None:
        self._ex = ex
        self._running = running
        self._numbers: dict[object, int] = {}
        self._values: list[object] = []

    def get(self, key: str, default: Value) -> Value:
        if key == "option:malloc-may-fail":
            return self._ex.settings.malloc_may_fail
        key = self._own(key)
        return self._ex.simplify(self._running.thread, self._ex.s.library.get(key, default))

    def put(self, key: str, value: Value, type: Type) -> None:
        thread, key = self._running.thread, self._own(key)
        if thread.forks and thread.block is None:
            self._forget_what_has_ended(thread, key)
        library_variables.put(self._ex.s, thread, key, value, type)

    def _own(self, key: str) -> str:
        """Each thread of a kernel has its own last error."""
        return library_variables.own_key(self._running.thread, key) if key == "cuda:last-error" else key

    def _forget_what_has_ended(self, thread: Thread, key: str) -> None:
        """The value as every path of the host sees it: without those of paths on which the program has ended, of which
        a loop that exits on each of its rounds has many."""
        library, inner = self._ex.s.library, thread.facts
        if key in library:
            thread.facts = thread.forks[0].facts
            library[key] = self._ex.simplify(thread, library[key])
            thread.facts = inner

    def number_of(self, value: object) -> int:
        if value not in self._numbers:
            self._values.append(value)
            self._numbers[value] = len(self._values)
        return self._numbers[value]

    def value_of(self, number: int) -> object:
        return self._values[number - 1]
