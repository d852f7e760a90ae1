"""Models that are functions of their arguments alone, called on known values while a kernel runs."""

from collections.abc import Callable, Sequence
from typing import NoReturn

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call
from cudabmc.goto.types import Type
from cudabmc.kernel.device_call import DeviceCall
from cudabmc.modelapi import MatrixProduct, Value
from cudabmc.modelapi.call import applied_call
from cudabmc.modelapi.composed import ComposedContext, ContextParts
from cudabmc.source.location import NOWHERE
from opmodels import registry
from opmodels.registry import Model

_OWN_FAULTS = (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError)
"""What models raise that are wrong. Engines may stop at some of these for reasons of their own."""


class NoValueError(Exception):
    """The function has no known value for these arguments."""


def _context(model: Model, call: Call, values: "KnownValues") -> ComposedContext:
    """What a pure model may ask."""

    def refuse(name: str) -> NoReturn:
        raise AssertionError(f"the model of {model.name} is declared pure, and asks for {name}")

    return ComposedContext(ContextParts(DeviceCall(model, call), values), refuse)


class KnownValues:
    """Values that are all known: the part `modelapi.values.ValuesPart` of a context."""

    def __init__(self, noted: list[bool], note: Callable[[str], int]) -> None:
        self._noted = noted
        self._note = note

    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        return terms.apply(op, type, of or type, args)

    def is_const(self, value: Value) -> bool:
        return True

    def decide(self, cond: Value) -> bool:
        return bool(cond)

    def concretize(self, value: Value, type: Type) -> int:
        return int(value)

    def digits(self, value: Value, type: Type) -> str:
        return str(int(value))

    def named(self, value: Value, type: Type, label: str) -> Value:
        return value

    def approximation(self, type: Type, label: str) -> Value:
        """An arbitrary value, for which the machine makes an input."""
        raise NoValueError

    def computed(
        self, function: Callable[..., Sequence[Value]], args: Sequence[Value], types: Sequence[Type], label: str,
        such_that: Callable[[Sequence[Value]], Value] | None = None,
    ) -> Sequence[Value]:  # fmt: skip
        return function(*args)

    def applied(self, signature: str, type: Type, *args: Value, of: Type | None = None) -> Value:
        model = registry.shipped(signature)
        call = applied_call(signature, (), of or type, type, NOWHERE)
        return model.function(_context(model, call, self), *args)

    def constrain(self, cond: Value) -> None:
        raise NoValueError

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        raise NoValueError

    def note(self, text: str) -> None:
        number = self._note(text)
        while number >= len(self._noted):
            self._noted.append(False)
        self._noted[number] = True


def evaluation(model: Model, call: Call, note: Callable[[str], int]) -> Callable[[list[bool]], Callable[..., Value]]:
    """Given the list of notes of a launch, the function that a text calls."""

    def bound(noted: list[bool]) -> Callable[..., Value]:
        context = _context(model, call, KnownValues(noted, note))
        function = model.function

        def called(*values: Value) -> Value:
            try:
                return function(context, *values)
            except _OWN_FAULTS as error:
                raise AssertionError(f"the model of {model.name} fails for {values}") from error

        return called

    bound.binds_notes = True  # type: ignore[attr-defined]
    return bound


def one_result(function: Callable[..., Sequence[Value]]) -> Callable[..., Value]:
    """The result at an index of a function that models have computed. It is called for one result after the other."""
    known: list[Sequence[Value]] = [(), ()]  # arguments and results

    def called(index: int, *values: Value) -> Value:
        if known[0] != values or any(isinstance(value, float) for value in values):  # 0.0 equals -0.0
            try:
                known[:] = values, function(*values)
            except _OWN_FAULTS as error:
                raise AssertionError(f"{function.__qualname__} fails for {values}") from error
        return known[1][index]

    return called
