"""What arguments of kernels are called. A record is passed in pieces, each of which has a register: `s.width`."""

from cudabmc.goto.layout import part_at
from cudabmc.goto.program import Function, Program


def argument_name(program: Program, kernel: Function, register: int) -> str:
    """The parameter that a register is, or the member of it."""
    variable, type = kernel.params[register], kernel.param_types[register]
    name = variable.name or f"argument {register}"
    if not variable.record or kernel.arguments is None or len(kernel.arguments) != len(kernel.params):
        return name
    offset = kernel.arguments[register][1]
    part = part_at(program.layouts, program.layouts.get(variable.record), offset, type.size, type)
    return f"{name}{part.path}" if part is not None else f"{name} at byte {offset}"
