"""Do two kernels take the same arguments? Those that are compared get the same, by position."""

from cudabmc.errors import UsageError
from cudabmc.goto.program import Function, Parameter, Program
from cudabmc.goto.types import FloatType


def require_same_parameters(program: Program, first: Function, second: Function) -> None:
    """Raises UsageError for kernels that no one list of arguments fits."""
    one, other = (program.parameters[kernel.name] for kernel in (first, second))
    both = f"{first.display} and {second.display}"
    if len(one) != len(other):
        counts = f"{_count(one)} and {_count(other)}"
        raise UsageError(f"{both} cannot be compared: they have {counts}", second.loc, _HINT)
    for number, (a, b) in enumerate(zip(one, other, strict=True), 1):
        if not _match(a, b):
            types = " and ".join(f"'{p.var.ctype} {p.var.name}'".replace("* ", "*") for p in (a, b))
            raise UsageError(f"{both} cannot be compared: parameter {number} is {types}", second.loc, _HINT)
    if first.param_types != second.param_types or first.arguments != second.arguments:
        raise UsageError(f"{both} cannot be compared: their parameters differ in layout", second.loc, _HINT)


_HINT = "both get the same arguments, by position: give one of them a wrapper with the parameters of the other"


def _count(parameters: tuple[Parameter, ...]) -> str:
    return f"{len(parameters)} parameter{'' if len(parameters) == 1 else 's'}"


def _match(a: Parameter, b: Parameter) -> bool:
    """Can one argument be both? Pointers may lead to numbers of one size, also signed and unsigned, or to records that
    are made of the elements of the other."""
    if a.size != b.size or (a.element is None) != (b.element is None):
        return False
    if a.element is None:
        inner = [[(offset, member.element is None) for offset, member in p.members] for p in (a, b)]
        return inner[0] == inner[1]
    if a.element_type is None or b.element_type is None:
        sizes = sorted((a.element_size, b.element_size))
        return sizes[0] == 0 or sizes[1] % sizes[0] == 0
    kinds = {isinstance(p.element_type, FloatType) for p in (a, b)}
    return len(kinds) == 1 and a.element_size == b.element_size
