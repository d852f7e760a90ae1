"""The kernel that a run without host code started, for reports."""

from collections.abc import Iterable

from cudabmc.goto.program import Program
from cudabmc.result import KernelParameter, StartedKernel


def started_kernel(program: Program, shared: int, variables: Iterable[str]) -> StartedKernel | None:
    """None for a run that began in host code; `shared` is the dynamic shared memory of its launch, in bytes,
    and `variables` are the pointers of the device that got arrays."""
    if not program.kernel:
        return None
    kernel = program.functions[program.kernel]
    parameters = tuple(
        KernelParameter(p.var.name, p.size, p.element is not None, p.element_size, str(p.element_type or ""))
        for p in program.parameters[program.kernel]
    )
    members = (m.var.name for p in program.parameters[program.kernel] for _, m in p.members if m.element is not None)
    return StartedKernel(kernel.display, parameters, shared, (*members, *variables))
