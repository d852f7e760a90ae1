"""Are two floats the same number if nothing is rounded? If not: inputs for which they are further apart than rounding
explains."""

from collections.abc import Iterable

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import FloatType, IntType
from cudabmc.late_dataclass import dataclass
from cudabmc.reals.functions import CallOf
from cudabmc.reals.real_form import RealForms
from cudabmc.reals.real_value import NotRealError, RealValues
from cudabmc.terms import BoolSort, FPSort, Kind, ModelValue, Term, TermValue
from cudabmc.terms.trials import float_trials

TRIALS = 48
"""So many models are tried for a difference."""

SHRINKINGS = 64
"""So often fewer inputs that are not zero are tried."""

_EXACT_BITS = {16: 5, 32: 12, 64: 26}
"""Half of the bits of a significand: rounding errors that add up change no more of the largest number on the way."""

RealModel = dict[Term, ModelValue]


@dataclass(frozen=True, slots=True)
class FloatPair:
    """Two floats of `width` bits."""

    one: TermValue
    other: TermValue
    width: int


def are_near(one: float, other: float, width: int) -> bool:
    """May rounding explain the difference of two known results?"""
    if one == other or (one != one and other != other):
        return True
    return abs(one - other) <= max(abs(one), abs(other)) * 2.0 ** -_EXACT_BITS[width]


class RealComparison:
    """Compares floats as real numbers. `call_of` tells which variables are results of functions."""

    def __init__(self, call_of: CallOf) -> None:
        self._call_of = call_of
        self._forms = RealForms(call_of)

    def floats(self, one: TermValue, other: TermValue, width: int) -> FloatPair | None:
        """The floats that two values of `width` bits are, if one of them is made of a float. A plain number that would
        be minus zero is none."""
        if width not in _EXACT_BITS or 1 << (width - 1) in (one, other):
            return None
        if not any(isinstance(value, Term) and self._forms.is_float(value) for value in (one, other)):
            return None
        a, b = (terms.apply(Op.BITCAST, FloatType(width), IntType(width), (value,)) for value in (one, other))
        return FloatPair(a, b, width)

    def are_equal(self, pair: FloatPair) -> bool:
        """Are they seen to be the same number, whatever the inputs are?"""
        form = self._forms.of_value(pair.one)
        return form is not None and form is self._forms.of_value(pair.other)

    def difference(self, pair: FloatPair, within: TermValue) -> RealModel | None:
        """Inputs for which they are not the same number and `within` holds, without those that are the least number of
        their range. None if none are found."""
        parts = self._parts((pair.one, pair.other, within))
        models = sorted(float_trials(parts, TRIALS, integers_too=True), key=_simplicity)
        model = next((model for model in models if self._differ(pair, within, model)), None)
        if model is None:
            return None
        return {v: value for v, value in self._shrunk(pair, within, model).items() if not _is_least(v, value)}

    def _parts(self, values: Iterable[TermValue]) -> list[Term]:
        """All that they are made of, also by way of functions that are not computed; not the results of those."""
        found: set[Term] = set()
        stack = [value for value in values if isinstance(value, Term)]
        while stack:
            term = stack.pop()
            if term in found:
                continue
            call = self._call_of(term) if term.kind is Kind.VAR else None
            if call is None:
                found.add(term)
            stack += term.args if call is None else (a for a in call.arguments if isinstance(a, Term))
        return sorted(found, key=lambda term: term.id)

    def _differ(self, pair: FloatPair, within: TermValue, model: RealModel) -> bool:
        values = RealValues(model, self._call_of)
        try:
            apart = abs(values.of_value(pair.one) - values.of_value(pair.other))
            holds = values.holds(within)
        except NotRealError:
            return False
        return holds and apart > values.largest / (1 << _EXACT_BITS[pair.width])

    def _shrunk(self, pair: FloatPair, within: TermValue, model: RealModel) -> RealModel:
        """The model with as many inputs at zero as are found in a few attempts."""
        left = SHRINKINGS
        kept = [variable for variable in model if not _is_least(variable, model[variable])]
        size = max(1, len(kept) // 2)
        while left > 0 and kept:
            for at in range(0, len(kept), size):
                if left <= 0:
                    break
                left -= 1
                fewer = {**model, **{variable: _least(variable) for variable in kept[at : at + size]}}
                if self._differ(pair, within, fewer):
                    model = fewer
            before = len(kept)
            kept = [variable for variable in kept if not _is_least(variable, model[variable])]
            if size == 1 and len(kept) == before:
                break
            size = max(1, min(size // 2, len(kept)))
        return model


def _simplicity(model: RealModel) -> tuple[bool, float]:
    """Whole numbers come first, and small ones; what is no number comes last."""
    floats = [value for value in model.values() if isinstance(value, float)]
    sizes = [abs(value) if value == value else float("inf") for value in floats]
    return not all(value.is_integer() for value in floats), max(sizes, default=0.0)


def _least(variable: Term) -> ModelValue:
    """What an input is that does not matter."""
    assert variable.kind is Kind.VAR
    if isinstance(variable.sort, BoolSort):
        return False
    if isinstance(variable.sort, FPSort):
        return 0.0
    low = variable.params[1]
    return low or 0


def _is_least(variable: Term, value: ModelValue) -> bool:
    return isinstance(value, tuple) or value == _least(variable)
