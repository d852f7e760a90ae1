"""Where what nobody has written decides something, or is read.

Where a value decides something, the question is whether two contents of what nobody wrote decide otherwise: the
condition speaks of the variables and of their alternatives (see unwritten.py). What is computed from it and makes no
difference is no violation.
"""

from cudabmc import terms
from cudabmc.goto.types import Type
from cudabmc.properties import Property
from cudabmc.properties.uninitialised_read import UNINITIALISED_READ
from cudabmc.properties.uninitialised_use import UNINITIALISED_USE
from cudabmc.result import ObjectInfo
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject, byte_of, to_bits
from cudabmc.state.show import element_name
from cudabmc.state.thread import Thread
from cudabmc.state.unwritten import Origin
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term


def _is_empty_class(obj: MemObject) -> bool:
    """Is it an object of a class without members? Its one byte means nothing, and is passed on nevertheless."""
    element = obj.about.element
    return obj.size == 1 and element is not None and element.ctype.removeprefix("const ") not in _BYTES


_BYTES = frozenset({"char", "signed char", "unsigned char", "bool", "_Bool", "int8_t", "uint8_t", "std::byte"})


class Uninitialised:
    """The checks of the two properties."""

    def __init__(self, execution: Execution) -> None:
        self._ex = execution
        self._unwritten = execution.unwritten
        self.uses = execution.settings.is_on(UNINITIALISED_USE)
        self.reads = execution.settings.is_on(UNINITIALISED_READ)
        self._is_found = False  # what a replay looks for: one such place is enough

    @property
    def watched(self) -> bool:
        """Are there variables to be made, and known here?"""
        return (self.uses or self.reads) and (self._ex.given is None or self._unwritten.kept)

    def decides(self, thread: Thread, value: Value, what: str) -> Value:
        """`value` decides something, `what` in words: it must not depend on what nobody has set. The value, which a
        replay knows."""
        if self.uses and self._unwritten.concerns(value):
            self._require(thread, value, UNINITIALISED_USE, what)
        return self._unwritten.known(value)

    def points(self, thread: Thread, pointer: Value, what: str, where: Value = True) -> Value:
        """As `decides`, for a pointer that is used where that holds."""
        if not self._unwritten.any:
            return pointer
        address = self._ex.address(pointer)
        if self.uses and self._unwritten.concerns(address):
            self._require(thread, address, UNINITIALISED_USE, what, where)
        if self._unwritten.kept and isinstance(address, Term):
            return self._ex.pointer_of(self._unwritten.known(address))
        return pointer

    def used(self, thread: Thread, value: Value, what: str) -> Value:
        """As `decides` or `points`, for a value or a pointer."""
        if isinstance(value, Term):
            return self.decides(thread, value, what)
        return self.points(thread, value, what) if isinstance(value, Pointer | PointerSet) else value

    def is_read(self, thread: Thread, value: Value, where: Value = True) -> None:
        """The program reads a value, where that holds: all of it must have been set."""
        if self.reads and not self._ex.peeking and self._unwritten.others:
            number = self._unwritten.number(value)
            if self._unwritten.concerns(number):
                self._require(thread, number, UNINITIALISED_READ, "", where)

    def is_loaded(self, thread: Thread, obj: MemObject, value: Value, type: Type, passed: bool) -> None:
        """The program reads a value from memory; `passed` if it does no more than pass it on, as it does with structs
        and their padding."""
        if not _is_empty_class(obj) and not (passed and self._is_mixed(value, type)):
            self.is_read(thread, value)

    def _is_mixed(self, value: Value, type: Type) -> bool:
        """Has some byte of the value been set, wherever others have not?"""
        bits = to_bits(value, type, self._ex.address)
        return any(not self._unwritten.concerns(byte_of(bits, type.size, i)) for i in range(type.size))

    def _require(self, thread: Thread, value: Value, prop: Property, what: str, where: Value = True) -> None:
        x = self._ex
        meant = self._unwritten.meant(x.simplify(thread, value))
        sought = self._is_sought(thread, prop)
        if sought:
            surely = terms.surely_depends(meant, self._unwritten.others)
            depends = terms.depends(meant, self._unwritten.others, surely)
        else:
            surely = depends = terms.differs(meant, self._unwritten.others)
        from cudabmc.memory.left_by_launch import may_be_unset_behind  # few runs come here

        where = terms.land(where, may_be_unset_behind(meant))
        cond = self._unwritten.known(terms.land(where, depends))
        if cond is False and sought and not self._is_found and self._unwritten.kept and isinstance(meant, Term):
            # The run may have seen without values that there are some which make a difference: others than these.
            cond = x.feasible(terms.land(where, terms.differs(meant, self._unwritten.others)))
        if cond is not False:
            self._is_found |= sought and cond is True
            origin = self._unwritten.origin(meant)
            unless = terms.lnot(terms.land(where, surely))
            x.require(thread, terms.lnot(cond), prop, self._text(origin, what), obj=origin.about, behind=unless)

    def _is_sought(self, thread: Thread, prop: Property) -> bool:
        """May a violation be found here? A replay looks for one, and has its values for the others: a run, which knows
        less of a value, can have gone on where the two contents make no difference, though surely some others do."""
        if not self._unwritten.kept:
            return True
        loc = self._ex.place(thread, "").loc
        return self._unwritten.sought == (prop.id, (loc.file, loc.line, loc.column))

    def _text(self, origin: Origin, what: str) -> str:
        about = origin.about
        if isinstance(about, ObjectInfo):
            name = f"'{about.name}'" if about.name else "a value"
            return f"{what} depends on {name}, which was never set" if what else f"{name} is read before it is set"
        name = f"'{about.name}'"
        if origin.offset is not None:
            name = element_name(self._ex, about, origin.offset, type=origin.type)
        if what:
            return f"{what} depends on {name}, which was never written"
        return f"{name} is read before anything was written there"
