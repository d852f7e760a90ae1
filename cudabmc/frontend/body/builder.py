"""Builds the body of one function: registers, instructions, labels, and the objects of each scope.

While a body grows, jumps name labels and labels stand between the instructions:
    Branch(c, L1, L2); Label(1); ...; Goto(L2); Label(2); ...
`finish` in `assemble.py` turns them into indices.
"""

from dataclasses import field, replace

from cudabmc.frontend.body.fold import fold
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Alloca, Assign, Branch, Call, Const, Dead, Goto, Instruction, Load, Operand, Reg
from cudabmc.goto.types import BOOL, I64, PTR, Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location


@dataclass(frozen=True, slots=True)
class Label:
    """The place that jumps to `id` lead to."""

    id: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Just before a goto to `label`: the objects that are alive there, innermost scope last."""

    label: int
    alive: tuple[tuple[int, tuple[int, ...]], ...]
    loc: Location


Item = Instruction | Label | Leave


@dataclass(slots=True)
class Builder:
    """The growing body of a function."""

    reg_types: list[Type] = field(default_factory=list)
    code: list[Item] = field(default_factory=list)
    prologue: list[Item] = field(default_factory=list)
    variables: set[int] = field(default_factory=set)
    objects: set[int] = field(default_factory=set)  # registers with the address of a local object
    labels: int = 0
    label_scopes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    unchecked: bool = False  # fold also what a check would report: nothing runs in a constant initialiser
    hoist: bool = False  # objects are made at the start of the function: jumps may bypass declarations

    def reg(self, type: Type, variable: bool = False) -> int:
        """A new register."""
        self.reg_types.append(type)
        index = len(self.reg_types) - 1
        if variable:
            self.variables.add(index)
        return index

    def emit(self, item: Item) -> None:
        """Append an instruction."""
        self.code.append(item)

    def assign(
        self, op: Op, args: tuple[Operand, ...], type: Type, of: Type, loc: Location, checks: Checks = Checks.NONE
    ) -> Operand:
        """The value of an operation: folded, or in a new register."""
        known = fold(op, args, type, of, Checks.NONE if self.unchecked else checks)
        if known is not None:
            return known
        dst = self.reg(type)
        self.code.append(Assign(dst, op, args, type, of, loc, checks))
        return Reg(dst)

    def copy(self, value: Operand, type: Type, loc: Location) -> Operand:
        """The value in a new register of its own, safe from later assignments."""
        if not isinstance(value, Reg):
            return value
        dst = self.reg(type)
        self.code.append(Assign(dst, Op.COPY, (value,), type, type, loc))
        return Reg(dst)

    def write(self, dst: int, value: Operand, type: Type, loc: Location) -> None:
        """dst = value; the instruction that just made the value writes to dst itself where it can."""
        last = self.code[-1] if self.code else None
        if (
            isinstance(value, Reg)
            and isinstance(last, Assign | Load | Call)
            and last.dst == value.index
            and value.index not in self.variables
        ):
            self.code[-1] = replace(last, dst=dst)
            return
        self.code.append(Assign(dst, Op.COPY, (value,), type, type, loc))

    def label(self) -> int:
        """A new label, not yet placed."""
        self.labels += 1
        return self.labels

    def place(self, label: int) -> None:
        """Jumps to `label` lead here."""
        self.code.append(Label(label))

    def goto(self, label: int, loc: Location = NOWHERE) -> None:
        """Jump to a label."""
        self.code.append(Goto(label, loc))

    def branch(self, cond: Operand, then: int, orelse: int, loc: Location) -> None:
        """Jump to one of two labels; a known condition makes a plain jump."""
        if isinstance(cond, Const):
            self.goto(then if cond.value else orelse, loc)
        else:
            self.code.append(Branch(cond, then, orelse, loc))

    def alloca(self, size: Operand, align: int, var: Variable, loc: Location, alive: list[int] | None) -> Reg:
        """A new object; `alive` collects what dies at the end of the scope.

        Without a scope it is made at the start of the function and lives as long as that.
        """
        dst = self.reg(PTR)
        self.objects.add(dst)
        instruction = Alloca(dst, size, align, var, loc)
        if alive is None or (self.hoist and isinstance(size, Const)):
            self.prologue.append(instruction)
        else:
            self.code.append(instruction)
            alive.append(dst)
        return Reg(dst)

    def dead(self, regs: list[int], loc: Location) -> None:
        """The objects leave their scope."""
        if regs:
            self.code.append(Dead(tuple(regs), loc))


def int64(value: int) -> Const:
    """A byte count or offset."""
    return Const(value % (1 << 64), I64)


def truth(value: bool) -> Const:
    """A known condition."""
    return Const(value, BOOL)
