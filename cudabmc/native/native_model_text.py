"""Calls of models that machine code does itself (`models.py`)."""

from dataclasses import replace

from cudabmc.goto.program import Assign, Call, Operand, Reg
from cudabmc.native import models
from cudabmc.native.assign_text import write_assign
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.operators import llvm_type
from cudabmc.native.registers import put, value


def write_native_form(w: CodeWriter, i: Call, name: str, pc: int) -> None:
    """A model that is a function of machine code on scalars."""
    args = [value(w, a, kind, pc) for a, kind in zip(i.args, i.types, strict=True)]
    handed = ["ptr %ctx", *(f"{llvm_type(kind)} {a}" for a, kind in zip(args, i.types, strict=True))]
    result = w.text.emit(f"call {llvm_type(i.ret)} @{name}({', '.join(handed)})")
    if i.dst is not None:
        put(w, i.dst, result)


def write_operators(w: FunctionWriter, i: Call, pc: int) -> bool:
    """A model that is a few operators on its arguments, over registers of their own; False if it is anything else."""
    found = models.operators_of(i, w.function)
    if found is None:
        return False
    assigns, types = found
    own, first = len(w.function.reg_types), len(w.types)
    w.types += types
    w.temporary.update(range(first, len(w.types)))
    for assign in assigns:
        write_assign(w, _renumbered(assign, own, first - own), pc)
    return True


def _renumbered(assign: Assign, own: int, by: int) -> Assign:
    """The assignment with `by` added to all registers but the first ones, which are the function's own."""
    dst = assign.dst if assign.dst < own else assign.dst + by
    return replace(assign, args=tuple(_moved(a, own, by) for a in assign.args), dst=dst)


def _moved(operand: Operand, own: int, by: int) -> Operand:
    return Reg(operand.index + by) if isinstance(operand, Reg) and operand.index >= own else operand
