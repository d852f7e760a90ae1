"""Steps of a trace as they are recorded: values and places, of which the words are made when somebody reads them.

A report shows some twenty of the steps of a run, which may be hundreds of thousands.
"""

from cudabmc.counterexample.things import NamedObject
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.result import Account, StepAccess, Words
from cudabmc.state.show import show_scalar
from cudabmc.state.value import Value

Shown = str | tuple[Value, Variable | None, Type]
"""A value: in words, or a scalar with the variable and the type that tell how to write it."""

ToldSpot = str | tuple[NamedObject, Value, Type]
"""What got a value: a variable, or the object, the offset and the type of what is there."""

Change = tuple[ToldSpot, Shown]

Deed = str | tuple[str, Change]
"""What a step did, in words, or a verb and what got a value, or had it."""

Made = tuple[str, NamedObject, int, int, Shown, Type | None]
"""An access: its kind, the object, offset and size in bytes, the value, and its type if it is one."""


def said(value: Shown) -> str:
    """A value in words."""
    return value if isinstance(value, str) else show_scalar(*value)


def account(deed: Deed, changes: tuple[Change, ...], made: tuple[Made, ...]) -> Account:
    """What a step did, to be put into words later."""
    return Account(lambda: _words(deed, changes, made))


def _words(deed: Deed, changes: tuple[Change, ...], made: tuple[Made, ...]) -> Words:
    if isinstance(deed, str):
        text = deed
    else:
        verb, change = deed
        text = verb + " = ".join(in_words(change))
    return Words(text, tuple(dict(map(in_words, changes)).items()), tuple(map(_access, made)))


def _access(made: Made) -> StepAccess:
    kind, thing, offset, size, value, type = made
    element = thing.element(offset, size, type)
    return StepAccess(kind, thing.number, thing.name, thing.space, offset, size, element, said(value))


def _named(spot: ToldSpot) -> str:
    return spot if isinstance(spot, str) else spot[0].element(spot[1], None, spot[2])


def in_words(change: Change) -> tuple[str, str]:
    """What got a value, and the value."""
    spot, value = change
    return _named(spot), said(value)
