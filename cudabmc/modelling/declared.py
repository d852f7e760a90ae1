"""What the machine refuses to models that have not declared it: it may have relied on that they do not do it.

What they must not do because they are pure, they do not even see: they get a context that has nothing else.
"""

from collections.abc import Callable
from typing import Any, Concatenate, NoReturn, ParamSpec, Protocol, TypeVar

from cudabmc.errors import ModelError
from cudabmc.modelapi import NEEDS, OF_PURE
from cudabmc.modelling.users_model import start_of
from cudabmc.state.signals import Misused
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value
from opmodels.registry import Model


class _Calling(Protocol):
    """The context, as far as it is needed here."""

    model: Model

    @property
    def name(self) -> str: ...

    @property
    def here(self) -> Thread: ...


_Self = TypeVar("_Self", bound=_Calling)
_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")
_Method = Callable[Concatenate[_Self, _Args], _Result]


class UndeclaredError(Exception):
    """A model does what it has not declared: a mistake in the model."""


def declared(method: _Method[_Self, _Args, _Result]) -> _Method[_Self, _Args, _Result]:
    """A method of the context, for those alone that have declared what it needs (`cudabmc.modelapi.NEEDS`)."""
    needs = NEEDS[method.__name__]

    def checked(context: _Self, /, *args: _Args.args, **options: _Args.kwargs) -> _Result:
        for need in needs:
            if not getattr(context.model, need):
                refuse(context.name, f"{method.__name__}()", need)
        return method(context, *args, **options)

    return checked


def refuse(name: str, used: str, need: str) -> NoReturn:
    """Raise UndeclaredError: the model of `name` uses something of the context."""
    raise UndeclaredError(f"the model of {name}() uses ctx.{used} without declaring `{need}`")


def waiting(model: Model, function: Callable[..., Value]) -> Callable[..., Value]:
    """The function of a model that has declared that each call is a barrier of the block."""

    def run(context: _Calling, *args: Value) -> Value:
        thread = context.here
        try:
            result = function(context, *args)
        except Misused:
            result = 0
        if thread.status is not Status.WAITING:
            text = f"the model of {model.name}() declares waits='block' and has not waited for the threads of the block"
            raise ModelError(text, start_of(model)) if model.source else UndeclaredError(text)
        return result

    return run


class PureContext:
    """The part of the context that pure models may use."""

    def __init__(self, context: _Calling) -> None:
        self._context = context
        for name in OF_PURE:
            if not isinstance(getattr(type(context), name), property):
                setattr(self, name, getattr(context, name))

    def __getattr__(self, name: str) -> Any:
        """What differs from call to call, and nothing else."""
        if name not in OF_PURE:
            raise UndeclaredError(f"the model of {self._context.name}() is declared `pure` and uses ctx.{name}")
        return getattr(self._context, name)
