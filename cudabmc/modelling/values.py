"""What a model does with values: it computes, decides, and names what depends on inputs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

from cudabmc import terms
from cudabmc.goto.op import POINTER_OPS, Op
from cudabmc.goto.types import Type
from cudabmc.interpreter.core import Machine
from cudabmc.memory.pointers import apply_pointer
from cudabmc.modelapi.call import applied_call
from cudabmc.modelapi.composed import ComposedContext, ContextParts
from cudabmc.modelapi.context import PureModelContext
from cudabmc.modelling.about_call import AboutCall
from cudabmc.modelling.declared import UndeclaredError, refuse
from cudabmc.modelling.running import Running
from cudabmc.state.matrix_product import MatrixProduct
from cudabmc.state.model_call import ModelCall
from cudabmc.state.signals import Split
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term
from opmodels import registry


class ModelValues:
    """Values, known or not. `pure` is the context of pure models."""

    def __init__(self, machine: Machine, running: Running, about: AboutCall) -> None:
        self._m = machine
        self._ex = machine.execution
        self._running = running
        self._about = about
        self.pure: PureModelContext = ComposedContext(ContextParts(about, self), self.not_pure)

    def not_pure(self, name: str) -> NoReturn:
        """The model that runs asks for what pure models must not use."""
        raise UndeclaredError(f"the model of {self._running.model.name}() is declared `pure` and uses ctx.{name}")

    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        of = of or type
        if op in POINTER_OPS or (op is Op.SELECT and isinstance(args[1], Pointer | PointerSet)):
            return apply_pointer(self._ex, op, type, of, args)
        return terms.apply(op, type, of, args)

    def is_const(self, value: Value) -> bool:
        return not isinstance(value, Term | PointerSet)

    def decide(self, cond: Value) -> bool:
        m, thread = self._m, self._running.thread
        cond = m.uninitialised.used(thread, cond, f"an argument of {self._running.model.name}()")
        if isinstance(cond, Term):
            facts = self._ex.facts(thread)
            if cond in facts:
                return True
            if terms.lnot(cond) in facts:
                return False
            cond = self._ex.assuming(thread).value(cond)
            if isinstance(cond, Term):
                raise Split(cond, 0, 0)
        return bool(cond)

    def concretize(self, value: Value, type: Type) -> int:
        if isinstance(value, int):  # most values: nothing decides about them
            return int(value)
        return self._m.concretizer.number(self._running.thread, self._running.site.pc, value, type)

    def digits(self, value: Value, type: Type) -> str:
        return str(self.concretize(value, type))

    def approximation(self, type: Type, label: str) -> Value:
        m, call = self._m, self._running.call
        m.approximated = True
        function = f"{label}, {call.site.model.signature}, {call.next}" if self._is_function(call) else ""
        return self._running.again(lambda: m.inputs.approximation(type, label, call.thread, call.arguments, function))

    def _is_function(self, call: ModelCall) -> bool:
        """Do the arguments determine what the call stands for, in a run that compares what two kernels compute?"""
        launch = self._ex.settings.launch
        return launch is not None and launch.second is not None and call.site.model.pure

    def computed(
        self, function: Callable[..., Sequence[Value]], args: Sequence[Value], types: Sequence[Type], label: str,
        such_that: Callable[[Sequence[Value]], Value] | None = None,
    ) -> Sequence[Value]:  # fmt: skip
        if all(map(self.is_const, args)):
            return function(*args)
        results = [self.approximation(type, label) for type in types]
        if such_that is not None:
            self.constrain(such_that(results))
        return results

    def applied(self, signature: str, type: Type, *args: Value, of: Type | None = None) -> Value:
        model, outer = registry.shipped(signature), self._running.call
        call = applied_call(signature, (), of or type, type, self._about.location)
        self._running.now = inner = replace(outer, site=replace(outer.site, call=call, model=model), arguments=args)
        try:
            return model.function(self.pure, *args)
        finally:
            outer.next = inner.next
            self._running.now = outer

    def named(self, value: Value, type: Type, label: str) -> Value:
        m = self._m
        if not isinstance(value, Term):
            return value
        if self._ex.unwritten.kept and self._ex.unwritten.concerns(value):
            return value
        name = self._running.again(lambda: m.inputs.fresh(type, label, self._running.thread, "name"))
        self._ex.unwritten.is_named(name, value)
        self.constrain(terms.equal(name, value, type))
        return name

    def constrain(self, cond: Value) -> None:
        ex, thread = self._ex, self._running.thread
        if ex.given is None and isinstance(cond, Term) and not self._speaks_of_made(cond):
            refuse(self._running.model.name, "constrain() about its arguments alone", "assumes")
        cond = ex.simplify(thread, cond)
        if ex.listening.reach is not None:
            ex.listening.reach.of_models |= {cond, terms.implies(thread.path, cond)}
        ex.restrict(thread, cond)

    def _speaks_of_made(self, cond: Term) -> bool:
        """Is what the call has made in the condition? Without it, that would exclude arguments."""
        free = terms.free_vars(cond)
        made = reversed(self._running.call.made)  # the newest is what most conditions speak of
        return any(isinstance(value, Term) and not free.isdisjoint(terms.free_vars(value)) for value in made)

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        multiplier = self._m.codes.multiplier
        return None if multiplier is None else multiplier.product(shape, a, b, c, factors)

    def note(self, text: str) -> None:
        self._ex.remarks.note(text)
