"""The kernel that a run without host code started, for reports."""

from cudabmc.goto.program import Program
from cudabmc.result import KernelParameter, StartedKernel


def started_kernel(program: Program, shared: int) -> StartedKernel | None:
    """None for a run that began in host code; `shared` is the dynamic shared memory of its launch, in bytes."""
    if not program.kernel:
        return None
    kernel = program.functions[program.kernel]
    parameters = tuple(
        KernelParameter(p.var.name, p.size, p.element is not None, p.element_size, str(p.element_type or ""))
        for p in program.parameters[program.kernel]
    )
    return StartedKernel(kernel.display, parameters, shared)
