"""What a function does before its first instruction: its variables get what it is called or entered with."""

from cudabmc.goto.program import Reg
from cudabmc.goto.registers import set_by, used
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.native import symbols
from cudabmc.native.compiled_function import result_type
from cudabmc.native.entry_text import set_floor
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.handover import spilled
from cudabmc.native.handover_text import take_registers
from cudabmc.native.jump_text import begin_rounds, goes_round
from cudabmc.native.operators import llvm_type
from cudabmc.native.prelude import field
from cudabmc.native.registers import declare, put, put_pointer
from cudabmc.native.resolved_pointer import named, typed

BEHIND_FRAME = "%behind.frame"
"""Where the words of a frame that is left end."""


def head(w: FunctionWriter, name: str) -> str:
    """The first lines. A function has a parameter for each scalar of its own, and six for a pointer."""
    if w.loop is not None:
        return f"define i32 @{name}(ptr %ctx) {{\nstart:"
    parameters = ["ptr %ctx"]
    for index, type in enumerate(w.function.param_types):
        parameters += typed(named(f"%a{index}")) if isinstance(type, PtrType) else [f"{llvm_type(type)} %a{index}"]
    return f"define internal {result_type(w.function.ret)} @{name}({', '.join(parameters)}) {{\nstart:"


def write_prologue(w: FunctionWriter) -> None:
    """Declare variables, and give them values. Everything else must be written already."""
    registers = _registers(w)
    for register in sorted(registers):
        declare(w, register)
    w.text.line("%frame = alloca i8")  # its address says how far the stack has come
    w.text.line(f"{BEHIND_FRAME} = alloca ptr")
    if goes_round(w):
        begin_rounds(w)
    if w.loop is None:
        _take_arguments(w)
    else:
        set_floor(w.text)
        take_registers(w, spilled(w.code, w.start), registers, w.text.context("values", "ptr"))
    symbols.look_up(w)
    if w.allocates:
        w.text.line(f"%top.at.entry = load i64, ptr {w.text.emit(field('top'))}")
    w.text.line(f"br label %L{w.start}")


def _take_arguments(w: FunctionWriter) -> None:
    for index, type in enumerate(w.function.param_types):
        if isinstance(type, PtrType):
            put_pointer(w, index, named(f"%a{index}"))
        else:
            put(w, index, f"%a{index}")


def _registers(w: FunctionWriter) -> set[int]:
    """The registers that need variables."""
    found = set(range(len(w.function.param_types))) if w.loop is None else set()
    for i in (w.body[pc] for pc in w.inside):
        found |= {operand.index for operand in used(i) if isinstance(operand, Reg)}
        register = set_by(i)
        if register is not None and not isinstance(w.types[register], VoidType):
            found.add(register)
    return found.union(w.temporary, *(spilled(w.code, pc) for pc in w.spills))
