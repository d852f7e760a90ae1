"""What the lowering of one function knows: its module, the growing body, the values of its locals."""

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import Protocol

from cudabmc.frontend.body.builder import Builder
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.instructions import Body
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Call, Load, Operand, Reg, Undef
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

Lowered = Operand | tuple["Lowered", ...]
"""A scalar, or the elements of a vector or aggregate."""


@dataclass(frozen=True, slots=True)
class Callee:
    """What a call by name leads to. `signature` is that of a model; `head` is the IR of a function with a body."""

    name: str
    signature: str = ""
    head: Body | None = None
    throws: bool = False
    missing: bool = False  # a function of a library that nothing here says the meaning of
    external: bool = False  # a function that is only declared


class Names(Protocol):
    """How a function's lowering asks about the rest of the program."""

    def address(self, module: Module, name: str) -> Operand:
        """The address of a variable or function."""

    def target(self, module: Module, name: str, types: tuple[Type, ...]) -> Callee:
        """What a call of this symbol with these arguments leads to."""

    def refused(self, name: str) -> None:
        """A call of a function without a model was met."""

    def indirect_throws(self) -> bool:
        """May a function that is called through a pointer throw?"""

    def type_id(self, module: Module, name: str) -> int:
        """The selector of a type that handlers name, the same wherever it is named."""


@dataclass(slots=True)
class PromotedSlots:
    """Allocas that live in registers: the registers, the types, and the loads that read a register in its place.
    `holders` has the first local whose value a register is, `shared` the registers that are in those of several."""

    registers: dict[str, int] = field(default_factory=dict)
    types: dict[str, t.IrType] = field(default_factory=dict)
    borrowed: dict[int, set[str]] = field(default_factory=dict)
    holders: dict[int, str] = field(default_factory=dict)
    shared: set[int] = field(default_factory=set)


@dataclass(slots=True)
class FunctionContext:
    """The state of the lowering of one function."""

    module: Module
    debug: DebugInfo
    names: Names
    body: Body
    builder: Builder
    loc: Location
    library: bool = False  # what is missing in it is told where the program calls it
    values: dict[str, Lowered] = field(default_factory=dict)
    slots: PromotedSlots = field(default_factory=PromotedSlots)
    left: dict[str, int] = field(default_factory=dict)  # how often each local is still going to be used
    labels: dict[str, int] = field(default_factory=dict)
    objects: dict[str, int] = field(default_factory=dict)  # allocas in memory: the register with the address
    variables: dict[str, Variable] = field(default_factory=dict)  # of the source, by the alloca that holds them
    scoped: frozenset[str] = frozenset()  # allocas with lifetime markers
    result_pointer: Operand | None = None  # where an aggregate result goes
    extra: Operand | None = None  # the slots of the arguments for `...`
    unwinding: int | None = None  # label of the exit with an exception in flight
    configuration: tuple[Operand, ...] = ()  # of the kernel launch that is being prepared
    block: str = ""  # the label of the current block

    # ------------------------------------------------------------ operands

    def used(self, name: str) -> Lowered:
        """The value of a local, one use of it counted."""
        self.left[name] = self.left.get(name, 1) - 1
        return self.values[name]

    def assign(self, op: Op, args: tuple[Operand, ...], type: Type, of: Type | None = None) -> Operand:
        """The result of an operation."""
        return self.builder.assign(op, args, type, type if of is None else of, self.loc)

    def fresh(self, type: t.IrType) -> Lowered:
        """Arbitrary values for all scalars of a type, the same at each use."""
        if isinstance(type, t.StructT | t.ArrayT | t.VectorT):
            return tuple(self.fresh(t.element(type, i)[1]) for i in range(t.count(type)))
        return Undef(register_type(type))

    # ------------------------------------------------------------ slots

    def read_slot(self, name: str, slot: str) -> None:
        """%name = load %slot: the register itself, until the slot is written."""
        register = self.slots.registers[slot]
        self.values[name] = Reg(register)
        self.slots.borrowed.setdefault(register, set()).add(name)

    def hold(self, name: str) -> None:
        """A result that is the value of another local, or holds it: what is done with the register of one concerns
        both. An instruction such as insertvalue makes no code."""
        value = self.values.get(name)
        if value is None:
            return
        for part in flat(value):
            if isinstance(part, Reg):
                if self.slots.holders.setdefault(part.index, name) != name:
                    self.slots.shared.add(part.index)
                if part.index in self.slots.borrowed:
                    self.slots.borrowed[part.index].add(name)

    def before_write(self, register: int) -> None:
        """Save what was read from the slot and is still going to be used."""
        for name in sorted(self.slots.borrowed.pop(register, ())):
            if self.left.get(name, 0) > 0:
                self.save(name, register)

    def save(self, name: str, register: int) -> None:
        """Give a local that reads a slot a register of its own."""
        copy = self.builder.copy(Reg(register), self.builder.reg_types[register], self.loc)
        self.values[name] = replaced(self.values[name], Reg(register), copy)

    def settle(self) -> None:
        """The block ends: what was read from slots and is used in other blocks is saved."""
        for register in sorted(self.slots.borrowed):
            self.before_write(register)
        self.slots.borrowed.clear()

    def write_slot(self, slot: str, value: Operand, source: v.IrValue, type: Type) -> None:
        """store value, %slot."""
        register = self.slots.registers[slot]
        if value == Reg(register):
            return
        self.before_write(register)
        code = self.builder.code
        last = code[-1] if code else None
        if (
            isinstance(source, v.Local)
            and self.left.get(source.name, 0) == 0
            and isinstance(value, Reg)
            and isinstance(last, Assign | Load | Call)
            and last.dst == value.index
            and value.index not in self.builder.variables
            and value.index not in self.slots.shared
        ):
            code[-1] = replace(last, dst=register)
            return
        code.append(Assign(register, Op.COPY, (value,), type, type, self.loc))

    def label(self, name: str) -> int:
        """The label of a block."""
        found = self.labels.get(name)
        if found is None:
            found = self.labels[name] = self.builder.label()
        return found

    def exit_with_exception(self) -> int:
        """The label of the exit that leaves an exception in flight."""
        if self.unwinding is None:
            self.unwinding = self.builder.label()
        return self.unwinding


InstructionHandler = Callable[[FunctionContext, object], None]


def replaced(value: Lowered, old: Operand, new: Operand) -> Lowered:
    """A value with `new` for a scalar of it."""
    if isinstance(value, tuple):
        return tuple(replaced(part, old, new) for part in value)
    return new if value == old else value


def flat(value: Lowered) -> Iterator[Operand]:
    """The scalars of a value in memory order."""
    if isinstance(value, tuple):
        for part in value:
            yield from flat(part)
    else:
        yield value


def unflat(type: t.IrType, scalars: Iterator[Operand]) -> Lowered:
    """A value of the type from its scalars."""
    if isinstance(type, t.StructT | t.ArrayT | t.VectorT):
        return tuple(unflat(t.element(type, i)[1], scalars) for i in range(t.count(type)))
    return next(scalars)
