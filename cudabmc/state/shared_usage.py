"""How much shared memory a kernel has of its own: the __shared__ variables with a size that it, or a function that
it calls, can reach. Calls through pointers are not followed."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import get_args

from cudabmc.goto.program import Call, Function, Program, Space, Symbol
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.options.kernel_arguments import KernelLaunch
from cudabmc.source.location import Location
from cudabmc.state.limits import Limits


def static_shared(program: Program, kernel: Function) -> int:
    """Bytes of static shared memory of a block, each variable at a multiple of its alignment."""
    used = 0
    for name in sorted(reached(program, kernel)):
        variable = program.globals.get(name)
        if variable is not None and variable.space is Space.SHARED and not variable.dynamic_shared:
            used = -(-used // max(1, variable.align)) * max(1, variable.align) + variable.size
    return used


def needed_dynamic_shared(program: Program, kernel: Function, launch: KernelLaunch, limits: Limits) -> int:
    """Bytes of dynamic shared memory of a launch that no host code makes: what is asked for, else as much as a block
    can have, for a kernel that uses some."""
    if launch.shared is not None:
        return launch.shared
    variables = (program.globals.get(name) for name in reached(program, kernel))
    if not any(variable is not None and variable.dynamic_shared for variable in variables):
        return 0
    return max(0, limits.shared_opt_in - static_shared(program, kernel))


def reached(program: Program, kernel: Function) -> set[str]:
    """Names of all variables and functions that the kernel's code mentions, directly or by calls."""
    found: set[str] = set()
    waiting = [kernel]
    while waiting:
        for instruction in waiting.pop().body:
            for name in _names(instruction):
                if name not in found:
                    found.add(name)
                    if name in program.functions:
                        waiting.append(program.functions[name])
    return found


def _names(part: object) -> Iterator[str]:
    """The symbols in an instruction, and the function that a call names."""
    if isinstance(part, Symbol):
        yield part.name
    elif isinstance(part, tuple):
        for each in part:
            yield from _names(each)
    else:
        if isinstance(part, Call) and isinstance(part.callee, str):
            yield part.callee
        kind: type = type(part)
        for member in _members(kind):
            yield from _names(getattr(part, member))


_WITHOUT_SYMBOLS = {Location, Variable, *get_args(Type)}


@cache
def _members(kind: type) -> tuple[str, ...]:
    """The members that are looked into: those of instructions, and of what they are made of."""
    if kind in _WITHOUT_SYMBOLS or not is_dataclass(kind):
        return ()
    return tuple(each.name for each in fields(kind))
