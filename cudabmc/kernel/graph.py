"""The control-flow graph of a kernel with all that it calls."""

from dataclasses import field

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Branch, Function, Goto, Operand, Reg, Unreachable
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.kernel.instructions import Barrier, End, KernelInstruction, Rendezvous, set_by
from cudabmc.late_dataclass import dataclass
from cudabmc.modelapi import Value


@dataclass(slots=True)
class Block:
    """Instructions that run one after the other, and where control continues. A new one ends in `Unreachable`."""

    code: list[KernelInstruction] = field(default_factory=list)
    end: End = field(default_factory=Unreachable)

    @property
    def targets(self) -> tuple[int, ...]:
        """The blocks that can follow."""
        if isinstance(self.end, Goto):
            return (self.end.target,)
        if isinstance(self.end, Branch):
            return (self.end.then, self.end.orelse) if self.end.then != self.end.orelse else (self.end.then,)
        return ()

    @property
    def condition(self) -> Operand | None:
        """What decides which block follows."""
        return self.end.cond if isinstance(self.end, Branch) else None

    @property
    def waits(self) -> bool:
        """Does it end where threads wait for each other?"""
        return bool(self.code) and isinstance(self.code[-1], Barrier | Rendezvous)


@dataclass(frozen=True, slots=True)
class LaunchVariable:
    """A variable of the models, by its key (see `launch_variables`), and what it is if nobody has set it."""

    key: str
    default: Value


@dataclass(slots=True)
class KernelGraph:
    """`blocks[0]` is the entry. `types` are those of the registers, which all blocks share; the first ones hold the
    parameters of `kernel`. They and the registers of `variables` are the only ones with a value at the entry. `unread`
    are globals that models are given and do nothing with, such as the text of an assertion. `copies` are what registers
    were made copies of, so far; None for one that something else sets, or that is set more than once. `names` are the
    variables of the source that registers hold. Functions are called `by_contract`, if they say so."""

    kernel: Function
    blocks: list[Block]
    types: list[Type]
    unread: list[str] = field(default_factory=list)
    variables: dict[int, LaunchVariable] = field(default_factory=dict)
    copies: dict[int, Operand | None] = field(default_factory=dict)
    names: dict[int, Variable] = field(default_factory=dict)
    by_contract: list[str] = field(default_factory=list)

    @property
    def parameters(self) -> int:
        """How many registers hold parameters."""
        return len(self.kernel.params)

    @property
    def given(self) -> tuple[int, ...]:
        """The registers that have a value at the entry."""
        return (*range(self.parameters), *self.variables)

    def add(self, instruction: KernelInstruction, block: Block) -> None:
        """Add an instruction to a block."""
        block.code.append(instruction)
        dst = set_by(instruction)
        if dst is None:
            return
        if isinstance(instruction, Assign) and instruction.op is Op.COPY and dst not in self.copies:
            self.copies[dst] = instruction.args[0]
        else:
            self.copies[dst] = None

    def variable(self, variable: LaunchVariable, type: Type) -> Reg:
        """The register that holds a variable, which nothing sets."""
        for register, known in self.variables.items():
            if known == variable and self.types[register] == type:
                return Reg(register)
        made = self.register(type)
        self.variables[made.index] = variable
        return made

    def register(self, type: Type) -> Reg:
        """A fresh register."""
        self.types.append(type)
        return Reg(len(self.types) - 1)
