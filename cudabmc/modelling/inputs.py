"""Arbitrary values that a model makes, and what it prints."""

from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.types import BOOL, Type
from cudabmc.goto.variable import Variable
from cudabmc.interpreter.core import Machine
from cudabmc.memory.inputs import InputRange
from cudabmc.modelling.running import Running
from cudabmc.state import known
from cudabmc.state.element_type import is_signed, returned
from cudabmc.state.value import Value


class ModelInputs:
    """Inputs of the program that calls of models make."""

    def __init__(self, machine: Machine, running: Running) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running

    def nondet(self, type: Type, label: str, low: int | None = None, high: int | None = None, ctype: str = "") -> Value:
        thread, site = self._running.thread, self._running.site
        if not ctype and site.call is not None and type == site.call.ret:  # there is none where threads have met
            ctype = returned(site.call.signature, site.model.name)
        variable = Variable("", ctype, is_signed(ctype))
        inputs, bounds = self._m.inputs, InputRange(low, high)
        return self._running.again(lambda: inputs.fresh(type, label, thread, bounds=bounds, variable=variable))

    def failure(self, label: str) -> Value:
        fails = self.nondet(BOOL, label)
        s = self._ex.s
        s.ending = replace(s.ending, failures=terms.lor(s.ending.failures, fails))
        return fails

    def is_arbitrary(self, kind: str) -> bool:
        return known.is_arbitrary(self._ex, kind)

    def output(self, text: str) -> None:
        self._ex.s.console = (self._ex.s.console, text, self._running.thread.path)
