"""Inputs: arbitrary values, under names that a replay finds again."""

from functools import cached_property
from typing import NamedTuple

from cudabmc import terms
from cudabmc.goto.program import Space
from cudabmc.goto.types import I64, PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.memory.given_contents import GivenContents, contents_name, whole_name
from cudabmc.memory.uninitialised import Uninitialised
from cudabmc.result import ThreadId
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.known import NOT_COMPUTED
from cudabmc.state.memory import MemObject, from_bits, zero_of
from cudabmc.state.object_facts import Untouched
from cudabmc.state.show import naming_of
from cudabmc.state.thread import Thread
from cudabmc.state.unwritten import ALTERNATIVE, Origin
from cudabmc.state.value import Pointer, Value
from cudabmc.terms import Term

ADDRESS = Variable("", "void *", signed=False)
"""How an address that an input is a number of is printed."""


class InputRange(NamedTuple):
    """The numbers that an input can be, read as unsigned, both included; None: all on that side."""

    low: int | None = None
    high: int | None = None


ANY = InputRange()


class Inputs:
    """Makes arbitrary values: results of nondet functions, and what nobody has set."""

    def __init__(self, execution: Execution, uninitialised: Uninitialised) -> None:
        self._ex = execution
        self._uninitialised = uninitialised
        self.used: dict[str, tuple[str, Value]] = {}  # name -> (label, value)
        self.known: set[str] = set()  # those that have one value in every run
        self.types: dict[str, Type] = {}
        self.threads: dict[str, ThreadId] = {}  # who asked, if not the host
        self.variables: dict[str, Variable] = {}  # that tell the sign, where they are known
        self.unknown_pointers: dict[Term, str] = {}  # results of functions of which nothing is known, and their names
        self.calls: dict[str, tuple[str, tuple[bool | int | float | Term, ...]]] = {}  # what results are of
        self.any_meant = False  # is one of them arbitrary because somebody says so, and not since nobody has set it?

    def fresh_register(self, thread: Thread, frame: Frame, index: int) -> Value:
        """A register that was never set: an arbitrary value, the same at each further read."""
        name = frame.code.register_name(index)
        label = f"uninitialised variable '{name}'" if name else "uninitialised value"
        value = self.unset(thread, frame, index, label)
        self._uninitialised.is_read(thread, value)
        frame.regs[index] = value
        return value

    def unset(self, thread: Thread, frame: Frame, index: int, label: str) -> Value:
        """The arbitrary value of a register that was never set; a replay finds it by its name."""
        function, type = frame.code.function, frame.code.function.reg_types[index]
        variable = frame.code.variables.get(index)
        where = f"{function.name}.{len(thread.frames)}.{index}"
        name = f"unset {thread.tid}.{thread.id.launch} {where}"
        if not self._uninitialised.watched:
            return self._input(name, type, label, variable=variable)
        return self._unset(name, type, label, Origin(frame.code.register_info(index)), variable)

    def fresh(
        self, type: Type, label: str, thread: Thread, kind: str = "input", bounds: InputRange = ANY,
        where: Value = True, variable: Variable | None = None,
    ) -> Value:  # fmt: skip
        """A new arbitrary value, asked for on the path of the thread where `where` holds: an input. Its name depends
        on the thread and its own count alone, so that a replay, which runs other threads in between, finds it
        again. Other paths count here, and in a replay they do not: so the path is kept with the name."""
        make = self.input if kind == "input" else self._input
        return make(self._numbered(kind, thread, where), type, label, bounds, variable)

    def _numbered(self, kind: str, thread: Thread, where: Value = True) -> str:
        owner = f"{kind} {thread.tid}.{thread.id.launch}" if thread.tid else f"{kind} 0"
        count = self._ex.s.inputs.get(owner, 0)
        self._ex.s.inputs[owner] = count + 1
        name = f"{owner}.{count}"
        self.threads[name] = thread.id
        if self._ex.given is None:
            self._ex.s.choices.schedule = (self._ex.s.choices.schedule, name, terms.land(thread.path, where))
        return name

    def approximation(
        self, type: Type, label: str, thread: Thread, arguments: tuple[Value, ...], function: str = ""
    ) -> Value:  # fmt: skip
        """A result that is not computed: arbitrary, and not set if what it would be computed from is not. What the
        arguments alone determine, as `function` says if it is not empty, is the same for the same arguments."""
        numbers = tuple([a for a in arguments if isinstance(a, bool | int | float | Term)])
        if function and len(numbers) == len(arguments):
            shown = ", ".join(f"#{a.id}" if isinstance(a, Term) else repr(a) for a in numbers)
            name = f"{NOT_COMPUTED} of {function} {type} at {shown}"
            self.calls[name] = (function, numbers)
        else:
            name = self._numbered(NOT_COMPUTED, thread)
        origin = self._ex.unwritten.origin_of(arguments)
        return self._input(name, type, label) if origin is None else self._unset(name, type, label, origin, None)

    def input(
        self, name: str, type: Type, label: str, bounds: InputRange = ANY, variable: Variable | None = None
    ) -> Value:  # fmt: skip
        """The input called `name`; in a replay its given value. `variable` tells how to print it."""
        self.any_meant = True
        return self._input(name, type, label, bounds, variable)

    def _input(
        self, name: str, type: Type, label: str, bounds: InputRange = ANY, variable: Variable | None = None
    ) -> Value:  # fmt: skip
        if isinstance(type, PtrType):
            address = self._input(name, I64, label, variable=ADDRESS)
            return self._ex.pointer_of(address) if isinstance(address, int) else Pointer(0, address)
        if self._ex.given is None:
            value: Value = terms.var(name, type, bounds.low, bounds.high)
        else:
            value = self._given(name, type, bounds.low or zero_of(type))
        self.note(name, type, label, value, variable)
        return value

    def note(self, name: str, type: Type, label: str, value: Value, variable: Variable | None) -> None:
        """The run has used this input; its type and the variable are what it is printed by."""
        self.used.setdefault(name, (label, value))
        self.types[name] = type
        if variable is not None:
            self.variables[name] = variable

    def note_known(self, name: str, type: Type, label: str, value: Value, variable: Variable | None) -> None:
        """The same of a value that the user has given."""
        self.known.add(name)
        self.note(name, type, label, value, variable)

    def fresh_bytes(self, obj: MemObject, offset: int, type: Type) -> Value:
        """The initial contents of memory that nobody set."""
        name = contents_name(obj.key, offset, type)
        naming = naming_of(self._ex, obj)
        label = f"initial contents of {naming.of(offset, type=type)}"
        holds = naming.member(offset, type) or obj.about.holds
        if obj.untouched is Untouched.ARBITRARY:
            return self.input(name, type, label, variable=holds)
        if self._uninitialised.watched and obj.space is not Space.CODE:
            return self._unset(name, type, label, Origin(obj, offset, type), holds)
        return self._input(name, type, label, variable=holds)

    def fresh_array(self, obj: MemObject, width: int) -> Term:
        """The initial contents of a whole object that nobody set, in elements of `width` bytes."""
        array = terms.array_var(whole_name(obj.key), 64, 8 * width)
        if obj.untouched is Untouched.ARBITRARY:
            self.any_meant = True
        elif self._uninitialised.watched:
            self._ex.unwritten.add(array, Origin(obj))
        return array

    def _unset(self, name: str, type: Type, label: str, origin: Origin, shown: Variable | None) -> Value:
        """An input that stands for what nobody has set: a variable, even in a replay."""
        if isinstance(type, PtrType):
            address = self._unset(name, I64, label, origin, ADDRESS)
            return self._ex.pointer_of(address)
        variable = terms.var(name, type)
        both = None
        if self._ex.given is not None:
            zero = zero_of(type)
            both = (self._given(name, type, zero), self._given(name + ALTERNATIVE, type, zero))
        self._ex.unwritten.add(variable, origin, both)
        self.note(name, type, label, variable if both is None else both[0], shown)
        return variable

    @cached_property
    def contents(self) -> GivenContents:
        """The initial contents that a replay is given."""
        return GivenContents(self._ex.given or {})

    def matters(self, name: str) -> bool:
        """Has this input one value, or has a replay been given one? If not, it does without."""
        given = self._ex.given or {}
        return name in self.known or name in given or name + ALTERNATIVE in given or self.contents.is_named(name)

    def _given(self, name: str, type: Type, default: Value) -> Value:
        """What a replay gives to an input."""
        assert self._ex.given is not None
        if name in self._ex.given:
            return self._ex.given[name]
        bits = self.contents.bits(name)
        return default if bits is None else from_bits(bits, type, self._ex.pointer_of)
