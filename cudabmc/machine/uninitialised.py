"""What nobody has written, and where that decides something.

Such memory, and such a variable, is a term variable of its own: so whether bytes were written is told by the terms
that they hold, and copies, guards and symbolic indexes carry it along. Where a value decides something, the question
is whether two contents of what nobody wrote decide otherwise: each of these variables has a second one, an
`alternative`, and the condition speaks of both. What is computed from it and makes no difference is no violation.
"""

from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.memory import MemObject, byte_of, to_bits
from cudabmc.machine.thread import Thread
from cudabmc.machine.value import Pointer, PointerSet, Value
from cudabmc.result import ObjectInfo
from cudabmc.terms import ArraySort, ModelValue, Term
from cudabmc.terms.evaluate import type_of

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine

USE, READ = "uninitialised-use", "uninitialised-read"
PROPERTIES = (USE, READ)

ALTERNATIVE = "'"
"""What the name of the second variable has behind that of the first."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value of a type comes from that nobody has set: an object and an offset (None: anywhere in it), or a
    variable."""

    about: MemObject | ObjectInfo
    offset: int | None = None
    type: Type | None = None


def _is_empty_class(obj: MemObject) -> bool:
    """Is it an object of a class without members? Its one byte means nothing, and is passed on nevertheless."""
    element = obj.element
    return obj.size == 1 and element is not None and element.ctype.removeprefix("const ") not in _BYTES


_BYTES = frozenset({"char", "signed char", "unsigned char", "bool", "_Bool", "int8_t", "uint8_t", "std::byte"})


class Uninitialised:
    """The variables of a run that stand for what nobody has set.

    In the replay of a violation they stay variables, with the two values that its model gives to each; in that of
    any other property they are constants like all inputs, and this knows of none.
    """

    def __init__(self, machine: "Machine") -> None:
        self.m = machine
        self.uses, self.reads = machine.settings.is_on(USE), machine.settings.is_on(READ)
        self.sought: tuple[object, ...] | None = None  # the finding, in a replay that keeps the variables
        self._others: dict[Term, Term] = {}
        self._origins: dict[Term, Origin] = {}
        self._stands_for: dict[Term, Term] = {}  # what variables are names of, if that depends on such a value
        self._values: dict[Term, ModelValue] = {}  # in a replay

    @property
    def kept(self) -> bool:
        """Is this a replay that keeps the variables?"""
        return self.sought is not None

    @property
    def watched(self) -> bool:
        """Are there variables to be made, and known here?"""
        return (self.uses or self.reads) and (self.m.given is None or self.kept)

    # ------------------------------------------------------------ the variables

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
        self._others[variable] = other
        self._origins[variable] = origin
        if values is not None:
            self._values[variable], self._values[other] = values

    def is_named(self, name: Term, value: Value) -> None:
        """`name` is a variable that equals `value`."""
        if self.concerns(value):
            meant = self._meant(value)
            assert isinstance(meant, Term)
            self._stands_for[name] = meant

    def origin_of(self, values: tuple[Value, ...]) -> Origin | None:
        """Where the first of the values comes from that depends on what nobody has set; None if none does."""
        for value in values if self._others else ():
            number = self.number(value)
            if self.concerns(number):
                return self._origin(self._meant(number))
        return None

    def accept(self, cond: Value) -> None:
        """An assumption speaks of these values: they are meant to be arbitrary."""
        for variable in terms.free_vars(self._meant(cond)):
            self._others.pop(variable, None)

    def concerns(self, value: Value) -> bool:
        """Does a number depend on what nobody has set?"""
        if type(value) is not Term or not self._others:
            return False
        free = terms.free_vars(value)
        return not free.isdisjoint(self._others) or not free.isdisjoint(self._stands_for)

    def _meant(self, value: Value) -> Value:
        return terms.rename(value, self._stands_for) if self._stands_for else value

    # ------------------------------------------------------------ what they decide

    def decides(self, thread: Thread, value: Value, what: str) -> Value:
        """`value` decides something, `what` in words: it must not depend on what nobody has set. The value, which a
        replay knows."""
        if self.uses and self.concerns(value):
            self._require(thread, value, USE, what)
        return self.known(value)

    def points(self, thread: Thread, pointer: Value, what: str, where: Value = True) -> Value:
        """As `decides`, for a pointer that is used where that holds."""
        if not self._origins:
            return pointer
        address = self.m.address(pointer)
        if self.uses and self.concerns(address):
            self._require(thread, address, USE, what, where)
        return self.m.pointer_of(self.known(address)) if self.kept and isinstance(address, Term) else pointer

    def is_read(self, thread: Thread, value: Value, where: Value = True) -> None:
        """The program reads a value, where that holds: all of it must have been set."""
        if self.reads and not self.m.peeking and self._others:
            number = self.number(value)
            if self.concerns(number):
                self._require(thread, number, READ, "", where)

    def is_loaded(self, thread: Thread, obj: MemObject, value: Value, type: Type, passed: bool) -> None:
        """The program reads a value from memory; `passed` if it does no more than pass it on, as it does with structs
        and their padding."""
        if not _is_empty_class(obj) and not (passed and self._is_mixed(value, type)):
            self.is_read(thread, value)

    def _is_mixed(self, value: Value, type: Type) -> bool:
        """Has some byte of the value been set, wherever others have not?"""
        bits = to_bits(value, type, self.m.address)
        return any(not self.concerns(byte_of(bits, type.size, i)) for i in range(type.size))

    def known(self, value: Value) -> Value:
        """In a replay that keeps the variables, what a number is with their values."""
        return terms.evaluate(value, self._values) if self.kept and isinstance(value, Term) else value

    def number(self, value: Value) -> Value:
        """The value; of a pointer its address."""
        return self.m.address(value) if isinstance(value, Pointer | PointerSet) else value

    def _require(self, thread: Thread, value: Value, prop: str, what: str, where: Value = True) -> None:
        m = self.m
        meant = self._meant(m.simplify(thread, value))
        sought = self._is_sought(thread, prop)
        if sought:
            surely = terms.surely_depends(meant, self._others)
            depends = terms.depends(meant, self._others, surely)
        else:
            surely = depends = terms.differs(meant, self._others)
        cond = self.known(terms.land(where, depends))
        if cond is False and sought and self.kept and isinstance(meant, Term):
            # The run may have seen without values that there are some which make a difference: others than these.
            cond = m.feasible(terms.land(where, terms.differs(meant, self._others)))
        if cond is not False:
            origin = self._origin(meant)
            unless = terms.lnot(terms.land(where, surely))
            m.require(thread, terms.lnot(cond), prop, self._text(origin, what), obj=origin.about, behind=unless)

    def _is_sought(self, thread: Thread, prop: str) -> bool:
        """May a violation be found here? A replay looks for one, and has its values for the others: a run, which knows
        less of a value, can have gone on where the two contents make no difference, though surely some others do."""
        if not self.kept:
            return True
        loc = self.m.place(thread, "").loc
        return self.sought == (prop, (loc.file, loc.line, loc.column))

    def _origin(self, value: Value) -> Origin:
        """Of the variables of a value, the first that makes the difference in a replay, or just the first."""
        found = sorted((v for v in terms.free_vars(value) if v in self._others), key=lambda v: v.id)
        if self.kept:
            plain = terms.evaluate(value, self._values)
            for variable in found:
                changed = {**self._values, variable: self._values[self._others[variable]]}
                if terms.evaluate(value, changed) != plain:
                    return self._origins[variable]
        return self._origins[found[0]]

    def _text(self, origin: Origin, what: str) -> str:
        about = origin.about
        if isinstance(about, ObjectInfo):
            name = f"'{about.name}'" if about.name else "a value"
            return f"{what} depends on {name}, which was never set" if what else f"{name} is read before it is set"
        name = f"'{about.name}'" if origin.offset is None else self.m.name_at(about, origin.offset, origin.type)
        if what:
            return f"{what} depends on {name}, which was never written"
        return f"{name} is read before anything was written there"
