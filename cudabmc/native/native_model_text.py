"""Calls of models that machine code does itself (`models.py`)."""

from dataclasses import replace
from typing import TypeVar

from cudabmc.goto.program import Assign, Call, Operand, Reg, Store, Symbol
from cudabmc.goto.types import BOOL
from cudabmc.kernel.instructions import Note, Require
from cudabmc.native import models
from cudabmc.native.assign_text import write_assign
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.mark_text import write_mark
from cudabmc.native.memory_text import write_store
from cudabmc.native.operators import llvm_type
from cudabmc.native.registers import put, value
from cudabmc.native.stops import stop_unless
from cudabmc.native.symbols import stop_unless_made

_Setting = TypeVar("_Setting", Assign, Call)


def write_native_form(w: CodeWriter, i: Call, name: str, pc: int) -> None:
    """A model that is a function of machine code on scalars."""
    args = [value(w, a, kind, pc) for a, kind in zip(i.args, i.types, strict=True)]
    handed = ["ptr %ctx", *(f"{llvm_type(kind)} {a}" for a, kind in zip(args, i.types, strict=True))]
    result = w.text.emit(f"call {llvm_type(i.ret)} @{name}({', '.join(handed)})")
    if i.dst is not None:
        put(w, i.dst, result)


def write_steps(w: FunctionWriter, i: Call, pc: int) -> bool:
    """A model by what it consists of (`models.steps_of`), over registers of its own; False if it is anything else."""
    found = w.scope.steps_of(i, w.function)
    if found is None:
        return False
    code, types = found
    for operand in i.args:
        if isinstance(operand, Symbol):
            stop_unless_made(w, operand, pc)
    own, first = len(w.function.reg_types), len(w.types)
    w.types += types
    w.temporary.update(range(first, len(w.types)))
    for step in code:
        _write_step(w, step, pc, own, first - own)
    return True


def _write_step(w: FunctionWriter, i: models.ModelStep, pc: int, own: int, by: int) -> None:
    """A step of a model, with `by` added to all registers but the `own` ones of the function."""
    match i:
        case Require():
            stop_unless(w, value(w, _moved(i.cond, own, by), BOOL, pc), pc)
        case Note():
            write_mark(w.text, models.NOTES.index(i.text))
        case Store():
            write_store(w, replace(i, addr=_moved(i.addr, own, by), value=_moved(i.value, own, by)), pc)
        case Call():
            write_native_form(w, _renumbered(i, own, by), w.scope.native_form(i), pc)
        case Assign():
            write_assign(w, _renumbered(i, own, by), pc)


def _renumbered(i: _Setting, own: int, by: int) -> _Setting:
    assert i.dst is not None
    return replace(i, args=tuple(_moved(a, own, by) for a in i.args), dst=i.dst if i.dst < own else i.dst + by)


def _moved(operand: Operand, own: int, by: int) -> Operand:
    return Reg(operand.index + by) if isinstance(operand, Reg) and operand.index >= own else operand
