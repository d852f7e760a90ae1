"""Pointer variables of the device that a kernel uses and that no host code sets."""

from cudabmc.goto.kernels import reached
from cudabmc.goto.program import Function, Global, Parameter, Program
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class DevicePointer:
    """A pointer at a byte of the global of this name."""

    variable: str
    offset: int
    parameter: Parameter


def device_pointers(program: Program, kernel: Function) -> dict[str, DevicePointer]:
    """The pointers without an initial value in variables that the kernel's code mentions, by the names of the source;
    one that has the name of a parameter is called `::name`."""
    taken = {p.var.name for p in program.parameters[kernel.name]}
    found: dict[str, DevicePointer] = {}
    for name in sorted(reached(program, kernel)):
        variable = program.globals.get(name)
        for offset, parameter in variable.pointers if variable is not None else ():
            if not _is_initialised(variable, offset):
                shown = parameter.var.name
                found[f"::{shown}" if shown in taken else shown] = DevicePointer(name, offset, parameter)
    return found


def _is_initialised(variable: Global | None, offset: int) -> bool:
    return variable is not None and any(initial.offset == offset for initial in variable.init)
