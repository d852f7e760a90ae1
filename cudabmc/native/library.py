"""Pieces of machine code of a program, compiled once for all passes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cudabmc.goto.cfg import Loop
from cudabmc.goto.program import Assign, Call, Function, Program
from cudabmc.interpreter.core import Codes
from cudabmc.native import models
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.overflow_text import asked_of
from cudabmc.native.piece import Compiled, Piece
from cudabmc.native.targets import CallTargets
from cudabmc.native.undefined import may_be_undefined
from cudabmc.native.unit import CompilationUnit, Knows
from cudabmc.properties import Property
from cudabmc.properties.nan import NAN, looks_at_call
from cudabmc.state import model_calls
from cudabmc.state.code import Code
from cudabmc.state.settings import Settings

if TYPE_CHECKING:
    from cudabmc.native.machine_code import LlvmCompiler

AGAIN = 8
"""After so many stops at a function that was not known when the code was compiled, it is compiled again. So it is after
stops at calls through pointers whose targets were not."""


MOST_MARKS = 1 << 16
"""Words for what a piece reaches, if that is told."""


class CodeLibrary:
    """What is compiled of a program under some settings. If it `tells_reached`, machine code tells what it reaches."""

    def __init__(
        self, program: Program, settings: Settings, compiler: Callable[[], "LlvmCompiler"], *, tells_reached: bool
    ) -> None:  # fmt: skip
        self.tells_reached = tells_reached
        self._program = program
        self._settings = settings
        self._compiled: dict[tuple[str, int], Compiled | None] = {}
        self._undefined: dict[str, frozenset[int]] = {}
        self._compiler = compiler
        self.targets = CallTargets()
        self.pieces = 0

    def undefined(self, function: Function) -> frozenset[int]:
        """The registers of a function that are handed over with a mark."""
        found = self._undefined.get(function.name)
        if found is None:
            found = self._undefined[function.name] = may_be_undefined(function)
        return found

    def piece(self, codes: Codes, code: Code, loop: Loop | None, before: Piece | None) -> Piece | None:
        """A loop or function, compiled; None if there is no machine code for it."""
        key = code.function.name, -1 if loop is None else loop.head
        if before is not None and (before.stops < AGAIN or not self._is_better(codes, before.unit)):
            before.stops = min(before.stops, AGAIN - 1)
            return before
        if key not in self._compiled or before is not None:
            self._compiled[key] = self._make(codes, code, loop)
        compiled = self._compiled[key]
        return None if compiled is None else Piece(codes, compiled, self.undefined(code.function))

    def _is_better(self, codes: Codes, unit: CompilationUnit) -> bool:
        if any(codes.known(name) is not None for name in unit.unknown):
            return True
        return any(self.targets.of(*at) != targets for at, targets in unit.targets_at.items())

    def _make(self, codes: Codes, code: Code, loop: Loop | None) -> Compiled | None:
        knows = Knows(
            codes.known, self.targets.of, self._asked, self._is_model, self._native_form, self._steps_of,
            self.tells_reached,
        )  # fmt: skip
        try:
            unit = CompilationUnit(knows, code, loop)
        except NoMachineCodeError:
            return None
        if len(unit.marks) > MOST_MARKS:
            return None
        self.pieces += 1
        return Compiled(unit, self._compiler().compile(unit.text, unit.entries))

    def _asked(self, i: Assign) -> tuple[Property, ...]:
        return asked_of(i, self._settings.enabled)

    def _is_model(self, call: Call) -> bool:
        return model_calls.of(self._program, call) is not None

    def _native_form(self, call: Call) -> str:
        if self._looks_at(call):
            return ""
        return models.native_form(call, random_is_known="rand" not in self._settings.surroundings.arbitrary)

    def _steps_of(self, call: Call, function: Function) -> models.ModelSteps | None:
        return None if self._looks_at(call) else models.steps_of(call, function)

    def _looks_at(self, call: Call) -> bool:
        """Does a property look at the result of a call? Then Python makes it."""
        return NAN in self._settings.enabled and looks_at_call(call.ret, call.types)
