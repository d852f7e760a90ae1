"""The variables of the models."""

from cudabmc.goto.types import Type
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.running import Running
from cudabmc.state import library_variables
from cudabmc.state.value import Value


class ModelVariables:
    """Variables of the state, and what the options say to models."""

    def __init__(self, machine: Machine, running: Running) -> None:
        self._m = machine
        self._running = running

    def get(self, key: str, default: Value) -> Value:
        if key == "option:malloc-may-fail":
            return self._m.settings.malloc_may_fail
        return self._m.simplify(self._running.thread, self._m.s.library.get(key, default))

    def put(self, key: str, value: Value, type: Type) -> None:
        library_variables.put(self._m.s, self._running.thread, key, value, type)
