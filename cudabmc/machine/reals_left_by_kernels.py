"""What two kernels have left in memory, compared as real numbers (`--floats real`): a sum in another order is the same
sum. Nothing is concluded from a difference that rounding may explain."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.types import FloatType, IntType, Type
from cudabmc.interpreter.core import Machine
from cudabmc.reals.comparison import FloatPair, RealComparison, are_near
from cudabmc.reals.functions import FunctionCall, function_of_result
from cudabmc.state.memory import MemObject
from cudabmc.state.show import naming_of
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import SolverModel, Term, TermValue
from cudabmc.terms.evaluate import type_of

ASSUMED = (
    "floats are compared as real numbers (--floats real): nothing is rounded, too large, divided by zero, infinite or "
    "no number, but for what depends on nothing arbitrary"
)

MOST_SEARCHES = 64
"""For so many elements whose forms differ inputs are looked for that show it."""


class RealsLeftByKernels:
    """Compares floats of one run. One difference is enough."""

    def __init__(self, m: Machine) -> None:
        self._m = m
        self._ex = m.execution
        self._comparison = RealComparison(self._call_of)
        self._searches = MOST_SEARCHES
        self._found = False

    def _call_of(self, variable: Term) -> FunctionCall | None:
        known = self._m.inputs.calls.get(str(variable.params[0]))
        if known is None:
            return None
        text, arguments = known
        return FunctionCall(function_of_result(text), arguments)

    def floats_of(self, values: Sequence[Value], type: Type) -> FloatPair | None:
        """The floats that two values are, also as bits; None if they are none."""
        one, other = values
        if not isinstance(one, int | float | Term) or not isinstance(other, int | float | Term):
            return None
        if isinstance(type, FloatType):
            return FloatPair(one, other, type.width)
        if not isinstance(type, IntType):
            return None
        return self._comparison.floats(one, other, type.width)

    def differ(self, thread: Thread, obj: MemObject, offset: int, type: Type, pair: FloatPair) -> Value:
        """Where the floats are not the same number: a condition that some inputs fulfil, if any are found."""
        ex = self._ex
        ex.remarks.note(ASSUMED)
        if isinstance(pair.one, float) and isinstance(pair.other, float):
            return self._of_known(thread, obj, offset, type, pair)
        if self._comparison.are_equal(pair):
            ex.counts.simplified += 1
            return False
        if self._found or not self._searches:
            return False
        self._searches -= 1
        within = ex.unwritten.known(terms.land(ex.s.alive, thread.path))
        model = self._comparison.difference(pair, within)
        if model is None:
            self._leave_open(obj, offset, type)
            return False
        self._found = True
        return terms.land(*_is(model))

    def _of_known(self, thread: Thread, obj: MemObject, offset: int, type: Type, pair: FloatPair) -> Value:
        """The same of known results, which come from rounded ones. What a replay shows was found without rounding; of
        others nothing is known unless they are equal."""
        one, other = pair.one, pair.other
        assert isinstance(one, float) and isinstance(other, float)
        if self._ex.given is not None:
            return not are_near(one, other, pair.width) and terms.land(self._ex.s.alive, thread.path)
        if one != other and not (one != one and other != other):
            self._leave_open(obj, offset, type)
        return False

    def _leave_open(self, obj: MemObject, offset: int, type: Type) -> None:
        """The first such element is told."""
        remarks = self._ex.remarks
        if not remarks.undecided:
            name = naming_of(self._ex, obj).of(offset, type=type)
            remarks.undecided = f"{name} is not seen to be the same number after both kernels, nor to be another one"


def _is(model: SolverModel) -> list[TermValue]:
    """The inputs are these. Of others nothing is said: a replay takes the least number for them."""
    return [
        terms.equal(variable, value, type_of(variable.sort))
        for variable, value in model.items() if not isinstance(value, tuple)
    ]  # fmt: skip
