"""Steps of a trace as they are recorded: values and places, of which the words are made when somebody reads them.

A report shows some twenty of the steps of a run, which may be hundreds of thousands.
"""

from cudabmc.counterexample.things import Thing
from cudabmc.goto.program import Function
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.result import Access, Step, ThreadId
from cudabmc.source.location import Location
from cudabmc.state.code import location_in
from cudabmc.state.show import show_scalar
from cudabmc.state.value import Value

Shown = str | tuple[Value, Variable | None, Type]
"""A value: in words, or a scalar with the variable and the type that tell how to write it."""

Spot = str | tuple[Thing, Value, Type]
"""What got a value: a variable, or the object, the offset and the type of what is there."""

Words = str | tuple[str, Spot, Shown]
"""What a step did, in words, or a verb, a place and its value."""

Change = tuple[Spot, Shown]

Made = tuple[str, Thing, int, int, Shown, Type | None]
"""An access: its kind, the object, offset and size in bytes, the value, and its type if it is one."""

Entry = tuple[ThreadId, Function, int, Words, tuple[Change, ...], bool, bool, int, int, bool, tuple[Made, ...]]
"""A step: the thread, where it is in the code, what it did; then the fields of a Step from `changes` on."""


def said(value: Shown) -> str:
    """A value in words."""
    return value if isinstance(value, str) else show_scalar(*value)


def _access(made: Made) -> Access:
    kind, thing, offset, size, value, type = made
    element = thing.element(offset, size, type)
    return Access(kind, thing.number, thing.name, thing.space, offset, size, element, said(value))


def _named(spot: Spot) -> str:
    return spot if isinstance(spot, str) else spot[0].element(spot[1], None, spot[2])


def _fields(step: Step) -> tuple[object, ...]:
    """All that a step says."""
    return (
        step.thread, step.loc, step.function, step.text, step.changes, step.switch, step.preemption, step.depth,
        step.interval, step.barrier, step.accesses,
    )  # fmt: skip


def in_words(change: Change) -> tuple[str, str]:
    """What got a value, and the value."""
    spot, value = change
    return _named(spot), said(value)


class Told(Step):
    """A step that was recorded."""

    __slots__ = ("_entry",)
    _entry: Entry

    def __init__(self, entry: Entry) -> None:
        object.__setattr__(self, "_entry", entry)

    def __reduce__(self) -> tuple[object, ...]:
        return (Step, _fields(self))

    def __eq__(self, other: object) -> bool:
        return _fields(self) == _fields(other) if isinstance(other, Step) else NotImplemented

    def __hash__(self) -> int:
        return hash(_fields(self))

    @property
    def thread(self) -> ThreadId:
        return self._entry[0]

    @property
    def loc(self) -> Location:
        return location_in(self._entry[1], self._entry[2])

    @property
    def function(self) -> str:
        return self._entry[1].display

    @property
    def text(self) -> str:
        words = self._entry[3]
        if isinstance(words, str):
            return words
        verb, spot, value = words
        return f"{verb}{_named(spot)} = {said(value)}"

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        return tuple(dict(map(in_words, self._entry[4])).items())

    @property
    def switch(self) -> bool:
        return self._entry[5]

    @property
    def preemption(self) -> bool:
        return self._entry[6]

    @property
    def depth(self) -> int:
        return self._entry[7]

    @property
    def interval(self) -> int:
        return self._entry[8]

    @property
    def barrier(self) -> bool:
        return self._entry[9]

    @property
    def accesses(self) -> tuple[Access, ...]:
        return tuple(map(_access, self._entry[10]))
