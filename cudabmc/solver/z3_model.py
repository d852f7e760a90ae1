"""Values out of a z3 model. The module z3 is handed in, so that this file does not import it."""

from types import ModuleType
from typing import Any

from cudabmc.terms import ArraySort, BoolSort, FPSort, ModelValue, Term
from cudabmc.terms.float_format import NAN_BITS, float_of


class Z3Model:
    """Reads the values of variables; z3's own objects have no static types."""

    def __init__(self, z3: ModuleType, model: Any) -> None:
        self._z3 = z3
        self._model = model

    def value(self, variable: Term, expression: Any) -> ModelValue:
        """What a variable, which is `expression` in z3, is in the model; anything if the model leaves it open."""
        sort = variable.sort
        if isinstance(sort, BoolSort):
            return bool(self._z3.is_true(self._model.eval(expression, model_completion=True)))
        if isinstance(sort, FPSort):
            return self._float(expression, sort.width)
        if isinstance(sort, ArraySort):
            return self._array(self._model.eval(expression, model_completion=True))
        return self._int(expression)

    def _int(self, expression: Any) -> int:
        return int(self._model.eval(expression, model_completion=True).as_long())

    def _float(self, expression: Any, width: int) -> float:
        z3 = self._z3
        value = self._model.eval(expression, model_completion=True)
        if value.isNaN():
            return float_of(NAN_BITS[width], width)
        return float_of(int(z3.simplify(z3.fpToIEEEBV(value, value.ctx)).as_long()), width)

    def _array(self, value: Any) -> tuple[int, dict[int, int]]:
        """Arrays in models are stores into constant arrays, or functions given by their points."""
        z3 = self._z3
        elements: dict[int, int] = {}
        while z3.is_store(value):
            index, element = (self._int(arg) for arg in value.children()[1:])
            elements.setdefault(index, element)
            value = value.arg(0)
        if z3.is_K(value):
            return self._int(value.arg(0)), elements
        if z3.is_as_array(value):
            return self._function(self._model[z3.get_as_array_func(value)], elements)
        raise NotImplementedError(f"array value {value}")

    def _function(self, points: Any, elements: dict[int, int]) -> tuple[int, dict[int, int]]:
        for at in range(points.num_entries()):
            entry = points.entry(at)
            elements.setdefault(self._int(entry.arg_value(0)), self._int(entry.value()))
        return self._int(points.else_value()), elements
