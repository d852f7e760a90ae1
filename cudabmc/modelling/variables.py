"""The variables of the models."""

from cudabmc.goto.types import Type
from cudabmc.modelling.running import Running
from cudabmc.state import library_variables
from cudabmc.state.execution import Execution
from cudabmc.state.value import Value


class ModelVariables:
    """Variables of the state, and what the options say to models."""

    def __init__(self, ex: Execution, running: Running) -> None:
        self._ex = ex
        self._running = running

    def get(self, key: str, default: Value) -> Value:
        if key == "option:malloc-may-fail":
            return self._ex.settings.malloc_may_fail
        return self._ex.simplify(self._running.thread, self._ex.s.library.get(key, default))

    def put(self, key: str, value: Value, type: Type) -> None:
        library_variables.put(self._ex.s, self._running.thread, key, value, type)
