"""Models that are functions of their arguments alone, called on known values while a kernel runs."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call
from cudabmc.goto.types import Type
from cudabmc.lane.giving_up import GiveUpError
from cudabmc.modelapi import OF_PURE
from cudabmc.source.location import Location
from opmodels.registry import Model


class _Known:
    """What a model may ask about its call, and about values that are all known (`modelapi.OF_PURE`)."""

    def __init__(self, model: Model, call: Call, noted: list[bool], note: Callable[[str], int]) -> None:
        self._model = model
        self._call = call
        self._noted = noted
        self._note = note

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def location(self) -> Location:
        return self._call.loc

    @property
    def on_device(self) -> bool:
        return True

    @property
    def arg_types(self) -> Sequence[Type]:
        return self._call.types

    @property
    def arg_ctypes(self) -> Sequence[str]:
        return self._call.ctypes

    @property
    def ret_type(self) -> Type:
        return self._call.ret

    def op(self, op: Op, type: Type, *args: Any, of: Type | None = None) -> object:
        return terms.apply(op, type, of or type, args)

    def is_const(self, value: object) -> bool:
        return True

    def decide(self, cond: object) -> bool:
        return bool(cond)

    def concretize(self, value: object, type: Type) -> object:
        return value

    def named(self, value: object, type: Type, label: str) -> object:
        return value

    def approximation(self, type: Type, label: str) -> NoReturn:
        raise GiveUpError

    def constrain(self, cond: object) -> NoReturn:
        raise GiveUpError

    def note(self, text: str) -> None:
        number = self._note(text)
        while number >= len(self._noted):
            self._noted.append(False)
        self._noted[number] = True


assert all(hasattr(_Known, name) for name in OF_PURE)


def evaluation(model: Model, call: Call, note: Callable[[str], int]) -> Callable[[list[bool]], Callable[..., object]]:
    """Given the list of notes of a launch, the function that a text calls."""

    def bound(noted: list[bool]) -> Callable[..., object]:
        context = _Known(model, call, noted, note)
        function = model.function

        def called(*values: object) -> object:
            return function(context, *values)

        return called

    bound.binds_notes = True  # type: ignore[attr-defined]
    return bound
