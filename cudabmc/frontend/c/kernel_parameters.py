"""The parameters of a kernel as the source declares them, for a launch that no host code makes."""

from cudabmc.frontend.c.ctypes import Array, CType, Ptr, in_memory, is_scalar
from cudabmc.frontend.c.layout import is_complete, is_variable, size_of
from cudabmc.frontend.c.scope import FunctionEntity
from cudabmc.frontend.c.temporaries import describe
from cudabmc.goto.program import Parameter


def kernel_parameters(kernel: FunctionEntity) -> tuple[Parameter, ...]:
    """One for each parameter of the source."""
    return tuple(
        _parameter(name or f"#{index}", type)
        for index, (name, type) in enumerate(zip(kernel.param_names, kernel.type.params, strict=True))
    )


def _parameter(name: str, type: CType) -> Parameter:
    variable = describe(name, type)
    if not isinstance(type, Ptr):
        return Parameter(variable, size_of(type) if is_complete(type) else 0)
    to = type.to
    known = is_complete(to) and not is_variable(to)
    scalar = to
    while isinstance(scalar, Array):
        scalar = scalar.of
    return Parameter(
        variable, 8, describe("", to), size_of(to) if known else 0, in_memory(scalar) if is_scalar(scalar) else None
    )
