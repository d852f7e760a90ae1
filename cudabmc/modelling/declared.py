"""What the machine refuses to models that have not declared it: it may have relied on that they do not do it.

What they must not do because they are pure, they do not even see: they get a context that lacks the other parts.
"""

from collections.abc import Callable
from typing import Concatenate, NoReturn, ParamSpec, Protocol, TypeVar

from cudabmc.errors import ModelError
from cudabmc.modelapi import NEEDS
from cudabmc.modelling.running import Running
from cudabmc.modelling.users_model import start_of
from cudabmc.state.signals import Misused
from cudabmc.state.thread import Status
from cudabmc.state.value import Value


class _Part(Protocol):
    """A part of the context, as far as it is needed here."""

    running: Running


_Self = TypeVar("_Self", bound=_Part)
_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")
_Method = Callable[Concatenate[_Self, _Args], _Result]


class UndeclaredError(Exception):
    """A model does what it has not declared: a mistake in the model."""


def declared(method: _Method[_Self, _Args, _Result]) -> _Method[_Self, _Args, _Result]:
    """A function of the context, for those alone that have declared what it needs (`cudabmc.modelapi.NEEDS`)."""
    needs = NEEDS[method.__name__]

    def checked(part: _Self, /, *args: _Args.args, **options: _Args.kwargs) -> _Result:
        model = part.running.model
        for need in needs:
            if not getattr(model, need):
                refuse(model.name, f"{method.__name__}()", need)
        return method(part, *args, **options)

    return checked


def refuse(name: str, used: str, need: str) -> NoReturn:
    """Raise UndeclaredError: the model of `name` uses something of the context."""
    raise UndeclaredError(f"the model of {name}() uses ctx.{used} without declaring `{need}`")


def waiting(running: Running, function: Callable[..., Value]) -> Callable[..., Value]:
    """The function of a model that has declared that each call is a barrier of the block."""

    def run(context: object, *args: Value) -> Value:
        call, model = running.call, running.model
        try:
            result = function(context, *args)
        except Misused:
            result = 0
        if call.thread.status is not Status.WAITING:
            text = f"the model of {model.name}() declares waits='block' and has not waited for the threads of the block"
            raise ModelError(text, start_of(model)) if model.source else UndeclaredError(text)
        return result

    return run
