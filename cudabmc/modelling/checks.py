"""What a model requires and assumes."""

from cudabmc.errors import ModelError
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.declared import declared
from cudabmc.modelling.running import Running
from cudabmc.modelling.users_model import start_of
from cudabmc.modelling.values import ModelValues
from cudabmc.properties import PROPERTIES, Property
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.state import assumed
from cudabmc.state.events import ANYTHING
from cudabmc.state.signals import Misused
from cudabmc.state.value import Value


class ModelChecks:
    """Conditions on executions."""

    def __init__(self, machine: Machine, running: Running, values: ModelValues) -> None:
        self._m = machine
        self._ex = machine.execution
        self.running = running
        self._values = values

    def uses(self, value: Value, what: str) -> Value:
        return self._m.uninitialised.used(self.running.thread, value, what)

    def require(self, cond: Value, prop: str, text: str, *, error: int = 0) -> None:
        ex, thread = self._ex, self.running.thread
        asked = self.property(prop)
        asserts = asked is ASSERTION
        if not asserts or ex.settings.is_on(asked):  # else it decides nothing
            cond = self.uses(cond, "an assertion" if asserts else f"an argument of {self.running.model.name}()")
        if ex.require(thread, cond, asked, text) or asserts or self._values.decide(ex.simplify(thread, cond)):
            return
        if asked is DEADLOCK:
            ex.cannot_go_on(thread, asked, text)
        raise Misused(error)

    def property(self, prop: str) -> Property:
        """The property with an id that a model gives."""
        found = PROPERTIES.get(prop)
        if found is None:
            model = self.running.model
            raise ModelError(f"the model of {model.name}() names no property: {prop!r}", start_of(model))
        return found

    @declared
    def assume(self, cond: Value, *, intended: bool = False) -> None:
        ex, thread = self._ex, self.running.thread
        assert ex.program.may_assume is not False or thread.block is None, "a kernel that was thought not to assume"
        if intended:
            ex.unwritten.accept(cond)
        cond = ex.simplify(thread, cond)
        if thread.block is not None:
            assumed.assume(ex, thread, cond)
            return
        if ex.s.step is not None:
            ex.s.step.append(ANYTHING)  # no other thread continues where it does not hold
        ex.restrict(thread, cond)
