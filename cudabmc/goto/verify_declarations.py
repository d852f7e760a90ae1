"""The invariants of what a program declares: globals, records, and what it says of its kernels."""

from math import prod

from cudabmc.goto import program as p
from cudabmc.goto.layout import Layout
from cudabmc.goto.scope import Site
from cudabmc.goto.syntax import GLOBAL, INITIAL
from cudabmc.goto.types import VOID


def verify_declarations(program: p.Program) -> None:
    """Raise InvalidProgram at the first invariant that does not hold."""
    for name, variable in program.globals.items():
        _verify_global(Site(program, ("globals", name, -1)), name, variable)
    for name, layout in program.layouts.items():
        _verify_layout(Site(program, ("layouts", name, -1)), name, layout)
    for name, parameters in program.parameters.items():
        _verify_parameters(Site(program, ("parameters", name, -1)), name, parameters)
    for kernel, host in program.launchers.items():
        scope = Site(program, ("launchers", kernel, -1))
        _kernel(scope, kernel)
        scope.want(host in program.functions, f"there is no function {host}")
    if program.kernel:
        scope = Site(program, ("kernel", "", -1))
        _kernel(scope, program.kernel)
        scope.want(program.kernel in program.parameters, f"{program.kernel} has no parameters section")


def _verify_global(scope: Site, name: str, variable: p.Global) -> None:
    scope.want(name == variable.name, f"global {variable.name} is filed under {name}")
    scope.want(name not in scope.program.functions, "there is a function of the same name")
    scope.want(variable.size >= 0, f"size {variable.size}")
    GLOBAL.check(scope, variable)
    for initial in variable.init:
        inside = 0 <= initial.offset <= variable.size - initial.type.size
        scope.want(inside, f"initial value at {initial.offset} is outside of it")
        scope.want(isinstance(initial.value, p.Const | p.Symbol), "an initial value is a constant or an address")
        INITIAL.check(scope, initial)


def _verify_layout(scope: Site, name: str, layout: Layout) -> None:
    for member in layout.members:
        scope.want(member.offset >= 0 and member.size >= 0, "a member outside of the record")
        fits = member.size == 0 or 0 < prod(member.extents) <= member.size
        scope.want(fits, f"extents of a member of {member.size} bytes")
    scope.want(name not in _inner(scope.program, name), "the record holds itself")


def _inner(program: p.Program, name: str) -> set[str]:
    """The records in a record, at any depth."""
    found: set[str] = set()
    left = [name]
    while left:
        layout = program.layouts.get(left.pop())
        new = {member.var.record for member in layout.members} - found if layout is not None else set()
        found |= new
        left += new
    return found - {""}


def _kernel(scope: Site, name: str) -> p.Function:
    function = scope.program.functions.get(name)
    if function is None or not function.is_kernel:
        scope.fail(f"{name} is not a kernel")
    scope.want(function.ret == VOID, f"{name} returns {function.ret}")
    return function


def _verify_parameters(scope: Site, name: str, parameters: tuple[p.Parameter, ...]) -> None:
    """Each register of the kernel is a part of one of them, and pointers are registers."""
    kernel = _kernel(scope, name)
    arguments = kernel.arguments or ()
    scope.want(len(arguments) == len(kernel.param_types), f"{name} does not say where its arguments lie")
    for (index, offset), type in zip(arguments, kernel.param_types, strict=True):
        fits = 0 <= index < len(parameters) and 0 <= offset <= parameters[index].size - type.size
        scope.want(fits, f"{name} has no argument {index} with {type.size} bytes at {offset}")
    held = {index for index, _ in arguments}
    pointers = {index for index, parameter in enumerate(parameters) if parameter.element is not None}
    scope.want(pointers <= held, f"{name} has a pointer in no register")
