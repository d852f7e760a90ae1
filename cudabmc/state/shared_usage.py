"""How much shared memory a kernel has of its own: the __shared__ variables with a size that it, or a function that
it calls, can reach. Calls through pointers are not followed."""

from cudabmc.goto.kernels import reached
from cudabmc.goto.program import Function, Program, Space
from cudabmc.options.kernel_arguments import KernelLaunch
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
