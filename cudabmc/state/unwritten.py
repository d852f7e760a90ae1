"""What nobody has written: variables that stand for it.

Such memory, and such a variable, is a term variable of its own: so whether bytes were written is told by the terms
that they hold, and copies, guards and symbolic indexes carry it along. Each of these variables has a second one, an
`alternative`: two contents of what nobody wrote.
"""

from collections.abc import Callable

from cudabmc import terms
from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.properties.uninitialised_read import UNINITIALISED_READ
from cudabmc.properties.uninitialised_use import UNINITIALISED_USE
from cudabmc.result import ObjectInfo
from cudabmc.state.memory import MemObject
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import ArraySort, ModelValue, Term
from cudabmc.terms.evaluate import type_of

ASKS = (UNINITIALISED_READ, UNINITIALISED_USE)
"""The properties that ask what was written."""

ALTERNATIVE = "'"
"""What the name of the second variable has behind that of the first."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value of a type comes from that nobody has set: an object and an offset (None: anywhere in it), or a
    variable."""

    about: MemObject | ObjectInfo
    offset: int | None = None
    type: Type | None = None


class Unwritten:
    """The variables of a run that stand for what nobody has set.

    In the replay of a violation they stay variables, with the two values that its model gives to each; in that of
    any other property they are constants like all inputs, and this knows of none. `address` turns pointers into
    integers."""

    def __init__(self, address: Callable[[Value], Value]) -> None:
        self._address = address
        self.sought: tuple[object, ...] | None = None  # the finding, in a replay that keeps the variables
        self.others: dict[Term, Term] = {}
        self._origins: dict[Term, Origin] = {}
        self._stands_for: dict[Term, Term] = {}  # what variables are names of, if that depends on such a value
        self._values: dict[Term, ModelValue] = {}  # in a replay

    @property
    def any(self) -> bool:
        """Has the run met such memory?"""
        return bool(self._origins)

    @property
    def kept(self) -> bool:
        """Is this a replay that keeps the variables?"""
        return self.sought is not None

    def add(self, variable: Term, origin: Origin, values: tuple[ModelValue, ModelValue] | None = None) -> None:
        """A variable stands for what nobody has set; with its two values in a replay."""
        if variable in self._origins:
            return
        name = f"{variable.params[0]}{ALTERNATIVE}"
        sort = variable.sort
        if isinstance(sort, ArraySort):
            other = terms.array_var(name, sort.index_width, sort.elem_width)
        else:
            other = terms.var(name, type_of(sort))
        self.others[variable] = other
        self._origins[variable] = origin
        if values is not None:
            self._values[variable], self._values[other] = values

    def is_named(self, name: Term, value: Value) -> None:
        """`name` is a variable that equals `value`."""
        if self.concerns(value):
            meant = self.meant(value)
            assert isinstance(meant, Term)
            self._stands_for[name] = meant

    def origin_of(self, values: tuple[Value, ...]) -> Origin | None:
        """Where the first of the values comes from that depends on what nobody has set; None if none does."""
        for value in values if self.others else ():
            number = self.number(value)
            if self.concerns(number):
                return self.origin(self.meant(number))
        return None

    def accept(self, cond: Value) -> None:
        """An assumption speaks of these values: they are meant to be arbitrary."""
        for variable in terms.free_vars(self.meant(cond)):
            self.others.pop(variable, None)

    def concerns(self, value: Value) -> bool:
        """Does a number depend on what nobody has set?"""
        if type(value) is not Term or not self.others:
            return False
        free = terms.free_vars(value)
        return not free.isdisjoint(self.others) or not free.isdisjoint(self._stands_for)

    def meant(self, value: Value) -> Value:
        """The value, in the variables that its names stand for."""
        return terms.rename(value, self._stands_for) if self._stands_for else value

    def known(self, value: Value) -> Value:
        """In a replay that keeps the variables, what a number is with their values."""
        return terms.evaluate(value, self._values) if self.kept and isinstance(value, Term) else value

    def number(self, value: Value) -> Value:
        """The value; of a pointer its address."""
        return self._address(value) if isinstance(value, Pointer | PointerSet) else value

    def origin(self, value: Value) -> Origin:
        """Of the variables of a value, the first that makes the difference in a replay, or just the first."""
        found = sorted((v for v in terms.free_vars(value) if v in self.others), key=lambda v: v.id)
        if self.kept:
            plain = terms.evaluate(value, self._values)
            for variable in found:
                changed = {**self._values, variable: self._values[self.others[variable]]}
                if terms.evaluate(value, changed) != plain:
                    return self._origins[variable]
        return self._origins[found[0]]
