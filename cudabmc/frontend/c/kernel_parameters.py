"""The parameters of a kernel as the source declares them, for a launch that no host code makes."""

from collections.abc import Iterator
from dataclasses import replace

from cudabmc.frontend.c.ctypes import Array, CType, Enum, Ptr, Record, in_memory, is_scalar
from cudabmc.frontend.c.layout import is_complete, is_variable, leaves, size_of
from cudabmc.frontend.c.scope import FunctionEntity
from cudabmc.frontend.c.temporaries import describe
from cudabmc.goto.program import Parameter


def kernel_parameters(kernel: FunctionEntity) -> tuple[Parameter, ...]:
    """One for each parameter of the source."""
    return tuple(
        _parameter(name or f"#{index}", type)
        for index, (name, type) in enumerate(zip(kernel.param_names, kernel.type.params, strict=True))
    )


def pointers_in(name: str, type: CType) -> Iterator[tuple[int, Parameter]]:
    """The pointers in a value of a type, each with its byte and a name such as `p.rows[2]`."""
    for offset, leaf, path in leaves(type) if is_complete(type) and _holds_pointers(type) else ():
        if isinstance(leaf, Ptr):
            yield offset, _parameter(name + path, leaf)


def _holds_pointers(type: CType) -> bool:
    if isinstance(type, Array):
        return _holds_pointers(type.of)
    if isinstance(type, Record):
        return any(_holds_pointers(member.type) for member in type.decl.members or ())
    return isinstance(type, Ptr)


def _parameter(name: str, type: CType) -> Parameter:
    variable = describe(name, type)
    if isinstance(type, Ptr):
        return _pointer(name, type)
    found = Parameter(variable, size_of(type) if is_complete(type) else 0)
    if isinstance(type, Enum):
        values = (value % (1 << type.decl.underlying.width) for value in type.decl.values)
        return replace(found, enumerators=tuple(dict.fromkeys(values)))
    if isinstance(type, Record) and is_complete(type):
        members = tuple((offset, _parameter(name + path, leaf)) for offset, leaf, path in leaves(type))
        return replace(found, members=members)
    return found


def _pointer(name: str, type: Ptr) -> Parameter:
    to = type.to
    known = is_complete(to) and not is_variable(to)
    scalar = to
    while isinstance(scalar, Array):
        scalar = scalar.of
    return Parameter(
        describe(name, type), 8, describe("", to), size_of(to) if known else 0,
        in_memory(scalar) if is_scalar(scalar) else None,
    )  # fmt: skip
