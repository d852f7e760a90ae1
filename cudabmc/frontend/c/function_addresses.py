"""Addresses of functions that are compiled for both sides.

Such a function has an address on each of them, and the one that host code takes means nothing to a kernel (CUDA C++
Programming Guide, "Function Pointers"). Here it is one function with one address. So a program whose host code keeps
one, from where it could reach a kernel, is refused; an argument of a call, as the comparison of qsort(), is none.
"""

from cudabmc.errors import UnsupportedError
from cudabmc.goto.program import Assign, Function, Instruction, Launch, Operand, Program, Return, Space, Store, Symbol
from cudabmc.source.location import Location

_HOST = (Space.HOST_GLOBAL, Space.HOST_STACK)


def refuse_kept_on_host(program: Program) -> None:
    """Raises UnsupportedError if host code keeps the address of a function of both sides."""
    both = {f.name: f for f in program.functions.values() if f.on_host and f.on_device and not f.is_kernel}
    if not both:
        return
    for glob in program.globals.values():
        if glob.space in _HOST:
            for initial in glob.init:
                _refuse(both, initial.value, glob.loc)
    for function in program.functions.values():
        if not function.on_device:
            for instruction in function.body:
                for operand in _kept(instruction):
                    _refuse(both, operand, instruction.loc)


def _kept(instruction: Instruction) -> tuple[Operand, ...]:
    match instruction:
        case Assign() | Launch():
            return instruction.args
        case Store() | Return():
            return () if instruction.value is None else (instruction.value,)
    return ()


def _refuse(both: dict[str, Function], operand: Operand, loc: Location) -> None:
    if isinstance(operand, Symbol) and operand.name in both:
        raise UnsupportedError(f"host address of '{both[operand.name].display}', a function of host and device", loc)
