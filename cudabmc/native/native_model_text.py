"""Calls of models that machine code does itself (`models.py`)."""

from dataclasses import replace

from cudabmc.goto.program import Assign, Call, Operand, Reg, Symbol
from cudabmc.goto.types import BOOL
from cudabmc.kernel.instructions import Require
from cudabmc.native import models
from cudabmc.native.assign_text import write_assign
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.operators import llvm_type
from cudabmc.native.registers import put, value
from cudabmc.native.stops import stop_unless
from cudabmc.native.symbols import stop_unless_made


def write_native_form(w: CodeWriter, i: Call, name: str, pc: int) -> None:
    """A model that is a function of machine code on scalars."""
    args = [value(w, a, kind, pc) for a, kind in zip(i.args, i.types, strict=True)]
    handed = ["ptr %ctx", *(f"{llvm_type(kind)} {a}" for a, kind in zip(args, i.types, strict=True))]
    result = w.text.emit(f"call {llvm_type(i.ret)} @{name}({', '.join(handed)})")
    if i.dst is not None:
        put(w, i.dst, result)


def write_operators(w: FunctionWriter, i: Call, pc: int) -> bool:
    """A model that is a few operators on its arguments, over registers of their own, and stops where it requires what
    does not hold; False if it is anything else."""
    found = models.operators_of(i, w.function)
    if found is None:
        return False
    code, types = found
    for operand in i.args:
        if isinstance(operand, Symbol):
            stop_unless_made(w, operand, pc)
    own, first = len(w.function.reg_types), len(w.types)
    w.types += types
    w.temporary.update(range(first, len(w.types)))
    for instruction in code:
        if isinstance(instruction, Require):
            stop_unless(w, value(w, _moved(instruction.cond, own, first - own), BOOL, pc), pc)
        else:
            write_assign(w, _renumbered(instruction, own, first - own), pc)
    return True


def _renumbered(assign: Assign, own: int, by: int) -> Assign:
    """The assignment with `by` added to all registers but the first ones, which are the function's own."""
    dst = assign.dst if assign.dst < own else assign.dst + by
    return replace(assign, args=tuple(_moved(a, own, by) for a in assign.args), dst=dst)


def _moved(operand: Operand, own: int, by: int) -> Operand:
    return Reg(operand.index + by) if isinstance(operand, Reg) and operand.index >= own else operand
