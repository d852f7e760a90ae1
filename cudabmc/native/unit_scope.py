"""What a function asks about the compilation unit that it is part of."""

from collections.abc import Sequence
from typing import Protocol

from cudabmc.goto.program import Assign, Call, Function
from cudabmc.goto.reach_points import Way
from cudabmc.native.compiled_function import CompiledFunction
from cudabmc.native.models import ModelSteps
from cudabmc.properties import Property
from cudabmc.state.code import Code


class UnitScope(Protocol):
    """The other functions of a unit, and the numbers that all of them share."""

    def function(self, name: str) -> CompiledFunction | None:
        """A function that can be called, if it is compiled too."""

    def targets(self, code: Code, pc: int) -> Sequence[CompiledFunction]:
        """The compiled functions that a call through a pointer has led to."""

    def symbol(self, name: str) -> int:
        """The number of a global in the list of those that the code uses."""

    def model_call(self, code: Code, pc: int) -> int | None:
        """The number of a call of a model; None if the interpreter has to make it."""

    def made(self, code: Code, pc: int) -> int:
        """The number of the count of objects that an Alloca makes."""

    def asked(self, i: Assign) -> tuple[Property, ...]:
        """The properties that look at an operation, but for that of divisors."""

    def mark(self, code: Code, pc: int, way: Way) -> int | None:
        """The number of a word that tells that something is reached; None if nobody asks."""

    def native_form(self, i: Call) -> str:
        """The function of machine code that a model is; empty if there is none."""

    def steps_of(self, i: Call, function: Function) -> ModelSteps | None:
        """What a model consists of that a function calls (`models.steps_of`)."""
