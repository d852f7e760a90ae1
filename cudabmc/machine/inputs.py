"""Inputs: arbitrary values, under names that a replay finds again."""

from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.goto.program import Space
from cudabmc.goto.types import I64, PtrType, Type
from cudabmc.machine.memory import MemObject, from_bits, zero_of
from cudabmc.machine.state import Frame, Thread
from cudabmc.machine.value import Pointer, Value

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine


class Inputs:
    """Makes arbitrary values: results of nondet functions, and what nobody has set."""

    def __init__(self, machine: "Machine") -> None:
        self.m = machine

    def fresh_register(self, thread: Thread, frame: Frame, index: int) -> Value:
        """A register that was never set: an arbitrary value, the same at each further read."""
        name = frame.code.register_name(index)
        label = f"uninitialised variable '{name}'" if name else "uninitialised value"
        if self.m.settings.is_on("uninitialised-read"):
            self.m.require(thread, False, "uninitialised-read", f"'{name or 'a variable'}' is read before it is set")
        value = self.unset(thread, frame, index, label)
        frame.regs[index] = value
        return value

    def unset(self, thread: Thread, frame: Frame, index: int, label: str) -> Value:
        """The arbitrary value of a register that was never set; a replay finds it by its name."""
        function = frame.code.function
        where = f"{function.name}.{len(thread.frames)}.{index}"
        return self.input(f"unset {thread.tid}.{thread.id.launch} {where}", function.reg_types[index], label)

    def fresh(
        self, type: Type, label: str, thread: Thread, kind: str = "input",
        low: int | None = None, high: int | None = None, where: Value = True,
    ) -> Value:  # fmt: skip
        """A new arbitrary value, asked for on the path of the thread where `where` holds: an input. Its name depends
        on the thread and its own count alone, so that a replay, which runs other threads in between, finds it
        again. Other paths count here, and in a replay they do not: so the path is kept with the name."""
        owner = f"{kind} {thread.tid}.{thread.id.launch}" if thread.tid else f"{kind} 0"
        count = self.m.s.inputs.get(owner, 0)
        self.m.s.inputs[owner] = count + 1
        name = f"{owner}.{count}"
        self.m.input_threads[name] = thread.id
        if self.m.given is None:
            self.m.s.schedule = (self.m.s.schedule, name, terms.land(thread.path, where))
        return self.input(name, type, label, low, high)

    def input(self, name: str, type: Type, label: str, low: int | None = None, high: int | None = None) -> Value:
        """The input called `name`; in a replay its given value."""
        if isinstance(type, PtrType):
            address = self.input(name, I64, label)
            return self.m.pointer_of(address) if isinstance(address, int) else Pointer(0, address)
        if self.m.given is None:
            value: Value = terms.var(name, type, low, high)
        else:
            value = self.m.given.get(name, low or zero_of(type))
        self.m.used.setdefault(name, (label, value))
        self.m.input_types[name] = type
        return value

    def fresh_bytes(self, obj: MemObject, offset: int, type: Type) -> Value:
        """The initial contents of memory that nobody set."""
        thread = self.m.context.thread
        watched = self.m.settings.is_on("uninitialised-read") and not self.m.peeking
        if watched and thread is not None and obj.space is not Space.CODE:
            text = f"{self.m.name_at(obj, offset)} is read before anything was written there"
            self.m.require(thread, False, "uninitialised-read", text, obj=obj)
        label = f"initial contents of {self.m.name_at(obj, offset)}"
        given = self.m.given
        if given is not None and f"{obj.key}[]" in given and f"{obj.key}[{offset}]{type}" not in given:
            value = self._given_bytes(obj, offset, type)
            self.m.used.setdefault(f"{obj.key}[{offset}]{type}", (label, value))
            self.m.input_types[f"{obj.key}[{offset}]{type}"] = type
            return value
        return self.input(f"{obj.key}[{offset}]{type}", type, label)

    def _given_bytes(self, obj: MemObject, offset: int, type: Type) -> Value:
        """Initial contents as the solver's model of the whole object has them."""
        assert self.m.given is not None
        width, default, entries = self.m.given[f"{obj.key}[]"]
        bits = 0
        for i in range(type.size):
            element = entries.get((offset + i) // width, default)
            bits |= (element >> (8 * ((offset + i) % width)) & 255) << (8 * i)
        return from_bits(bits, type, self.m.pointer_of)
