"""The kernel that a run without host code started, for reports."""

from cudabmc.goto.program import Program
from cudabmc.result import KernelParameter, StartedKernel


def started_kernel(program: Program) -> StartedKernel | None:
    """None for a run that began in host code."""
    if not program.kernel:
        return None
    parameters = tuple(
        KernelParameter(p.var.name, p.size, p.element is not None, p.element_size, str(p.element_type or ""))
        for p in program.parameters[program.kernel]
    )
    return StartedKernel(program.functions[program.kernel].display, parameters)
