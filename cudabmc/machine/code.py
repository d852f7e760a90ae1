"""Functions made ready to run: each instruction becomes a step, a Python closure.

A step gets the thread, its frame and the frame's registers, and answers the index of the next
instruction, or FRAME or STOP (see core). The handler of an instruction type makes its step; the
handlers stand in files by concern.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cudabmc.goto import cfg
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    CopyBytes,
    Dead,
    Declare,
    Function,
    Goto,
    Instruction,
    Launch,
    Load,
    Return,
    Store,
    Unreachable,
    Unsupported,
)
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128, PTR, VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.machine import arithmetic, calls, control, launching, locals_, memory_steps, program_end
from cudabmc.machine.partial_reads import PartialReads, behind, partial_reads
from cudabmc.machine.state import Frame, Thread
from cudabmc.result import ObjectInfo
from cudabmc.source.location import Location

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine

Step = Callable[[Thread, Frame, list[Any]], int]
Handler = Callable[["Machine", "Code", int, Any], Step]

HANDLERS: dict[type[Instruction], Handler] = {
    Alloca: locals_.alloca,
    Assign: arithmetic.assign,
    Branch: control.branch,
    Call: calls.call,
    Check: control.check,
    CopyBytes: memory_steps.copy_bytes,
    Dead: locals_.dead,
    Declare: locals_.declare,
    Goto: control.goto,
    Launch: launching.launch,
    Load: memory_steps.load,
    Return: control.return_,
    Store: memory_steps.store,
    Unreachable: control.unreachable,
    Unsupported: control.unsupported,
}

_INTERNED: dict[Type, Type] = {t: t for t in (BOOL, I8, I16, I32, I64, I128, F16, F32, F64, PTR, VOID)}


def location_in(function: Function, pc: int) -> Location:
    """Position of an instruction in the source; behind the last one that of the last."""
    body = function.body
    return body[min(pc, len(body) - 1)].loc if body else function.loc


class Code:
    """A function ready to run."""

    def __init__(self, machine: "Machine", function: Function) -> None:
        self.function = function
        self.ipdom = cfg.ipdom(function)
        self.loops = cfg.loops(function)
        self.variables: dict[int, Variable] = dict(enumerate(function.params))
        self.declared: dict[int, Location] = {}
        for instruction in function.body:
            if isinstance(instruction, Declare):
                self.variables[instruction.reg] = instruction.var
                self.declared.setdefault(instruction.reg, instruction.loc)
        self.loop_of_edge = {edge: loop for loop in self.loops for edge in loop.back_edges}
        self.steps: list[Step] = []
        returns = program_end.return_points(self)
        self._reads = reads = machine.uninitialised.reads
        self.partial = partial_reads(function.body) if reads else PartialReads()
        for index, instruction in enumerate(function.body):
            step = HANDLERS[type(instruction)](machine, self, index, instruction)
            if reads:
                step = _placed(step, index)
            if index in self.partial.fields:
                step = behind(step, self.partial.fields[index], machine.uninitialised.is_read)
            if index in returns:
                step = program_end.watched(machine, self, index, step)
            listener = machine.listener
            self.steps.append(step if listener is None else listener.hear(self, index, step))

    def location(self, pc: int) -> Location:
        """Position of an instruction in the source."""
        return location_in(self.function, pc)

    def register_name(self, index: int) -> str:
        """The source variable that a register holds, or ""."""
        variable = self.variables.get(index)
        return variable.name if variable else ""

    def watches(self, pc: int) -> bool:
        """Must what a load reads have been written?"""
        return self._reads and pc not in self.partial.units

    def register_info(self, index: int) -> ObjectInfo:
        """The variable that a register holds, as reports name it."""
        size = self.function.reg_types[index].size
        return ObjectInfo(self.register_name(index), size, "local variable", self.declared.get(index))

    def inner_edges(self, edge: int) -> list[int]:
        """Back edges of the loops inside of the loop of `edge`: they start anew when it repeats."""
        outer = self.loop_of_edge[edge]
        return [
            e
            for loop in self.loops
            if loop is not outer and outer.head <= loop.head and loop.back_edge <= outer.back_edge
            for e in loop.back_edges
        ]


def _placed(step: Step, index: int) -> Step:
    """A step that says where it is before it reads its operands."""

    def placed(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = index
        return step(thread, frame, regs)

    return placed


class CodeCache:
    """Codes by function name, made when first called."""

    def __init__(self, machine: "Machine") -> None:
        self.machine = machine
        self._codes: dict[str, Code] = {}

    def __getitem__(self, name: str) -> Code:
        code = self._codes.get(name)
        if code is None:
            code = self._codes[name] = Code(self.machine, self.machine.program.functions[name])
        return code

    @staticmethod
    def intern(type: Type) -> Type:
        """The one instance of a type, so that types of cells compare by identity."""
        return _INTERNED.setdefault(type, type)
