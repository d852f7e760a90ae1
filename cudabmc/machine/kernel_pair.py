"""The start of two kernels that are compared: both get the same scalars and, in arrays of their own, the same contents.

    first<<<grid, block>>>(a, n);  second<<<grid, block>>>(copy_of_a, n);  wait;  compare a with copy_of_a
"""

from collections.abc import Sequence
from dataclasses import replace

from cudabmc.errors import UnsupportedError, UsageError
from cudabmc.goto.kernels import functions_reached
from cudabmc.goto.layout import Layouts
from cudabmc.goto.merged import left_by_one, second_kernel, twins
from cudabmc.goto.program import Call, Function, Parameter, Program, Return, Space, Unsupported
from cudabmc.goto.types import I32, VOID, FloatType, IntType, Type
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.device_pointers import device_pointers
from cudabmc.machine.kernel_arrays import KernelArrays
from cudabmc.machine.kernel_entry import WAIT, launch_of, note_initial_values, note_inputs, passed_values
from cudabmc.machine.kernel_inputs import KernelInputs
from cudabmc.machine.left_by_kernels import LeftByKernels
from cudabmc.options.kernel_arguments import KernelLaunch
from cudabmc.source.location import Location
from cudabmc.state import model_calls
from cudabmc.state.object_facts import Untouched
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value


@dataclass(frozen=True, slots=True)
class PassedArguments:
    """What one of the kernels gets, and the arrays among it."""

    inputs: KernelInputs
    arrays: KernelArrays
    values: list[Value]


MOST_ELEMENTS = 1 << 16
"""Elements of an array whose contents are made before anybody reads them."""


def enter_kernels(m: Machine, host: Thread, launch: KernelLaunch, second: KernelLaunch) -> None:
    """The host is about to launch both kernels. Raises UsageError for arguments that do not fit."""
    ex = m.execution
    kernels = tuple(ex.program.functions[name] for name in (ex.program.kernel, second_kernel(ex.program)))
    for kernel in kernels:
        _require_known(ex.program, kernel)
    one, other = (_passed(m, host, kernel, kernels[0], launch) for kernel in kernels)
    compared = [(a, b) for a, b in _pairs(m, one, other) if a != b]
    elements = _element_types(one)
    for a, b in compared:
        _share_contents(m, a, b, elements.get(a))
    variables = _variables(m, kernels)
    ex.listening.at_end = LeftByKernels(m, kernels, compared, variables).compare
    note_inputs(one.inputs, one.arrays, {})
    note_initial_values(ex, kernels)
    for loc in _assumptions(ex.program, kernels):
        ex.remarks.note(f"only inputs count that fulfil the assumption at {loc}")
    count = len(one.values)
    launches = (
        launch_of(ex, kernels[0], launch, range(count)),
        launch_of(ex, kernels[1], second, range(count, 2 * count)),
    )
    types = (*kernels[0].param_types, *kernels[1].param_types)
    body = (
        *launches,
        Call(2 * count, "cudaDeviceSynchronize", (), (), I32, kernels[1].loc, WAIT),
        Return(None, kernels[1].loc),
    )
    name = f"<launches of {kernels[0].display} and {kernels[1].display}>"
    parameters = (*kernels[0].params, *kernels[1].params)
    function = Function(name, name, parameters, types, VOID, body, (*types, I32), kernels[0].loc)
    ex.program.functions[name] = function
    m.paths.enter(host, function, [*one.values, *other.values], None)


def _assumptions(program: Program, kernels: Sequence[Function]) -> list[Location]:
    """Where one of the kernels says what its inputs are: both are compared for those alone. What has a result, such as
    an allocation, says that otherwise."""
    every = (i for kernel in kernels for f in functions_reached(program, kernel) for i in f.body)
    calls = [i for i in every if isinstance(i, Call) and i.ret == VOID]
    found = {i.loc for i in calls if (model := model_calls.of(program, i)) is not None and model.assumes}
    return sorted(found, key=lambda loc: (loc.file, loc.line, loc.column))


def _require_known(program: Program, kernel: Function) -> None:
    if isinstance(first := kernel.body[0], Unsupported):  # its parameters may not be known
        raise UnsupportedError(first.construct, first.loc)
    if set_by_host := device_pointers(program, kernel):
        names = ", ".join(f"'{name}'" for name in set_by_host)
        raise UsageError(
            f"kernel {kernel.display} uses {names}, which host code sets, and cannot be compared", kernel.loc,
            "pass the pointer as a parameter of the kernel",
        )  # fmt: skip


def _passed(m: Machine, host: Thread, kernel: Function, named: Function, launch: KernelLaunch) -> PassedArguments:
    """The arguments of a kernel, which are called like the parameters of the first one."""
    inputs = KernelInputs(m, host, replace(kernel, params=named.params), launch, {})
    arrays = KernelArrays(inputs)
    return PassedArguments(inputs, arrays, passed_values(inputs, arrays))


def _pairs(m: Machine, one: PassedArguments, other: PassedArguments) -> list[tuple[int, int]]:
    """The numbers of the objects that parameters lead to, each pair once."""
    found: dict[tuple[int, int], None] = {}
    for name, pointer in one.arrays.arrays.items():
        twin = other.arrays.arrays[name]
        if isinstance(pointer, Pointer) and isinstance(twin, Pointer) and pointer.obj > 0:
            if not isinstance(m.execution.s.objects[pointer.obj].size, int):
                raise one.inputs.wrong(name, "has no known size", f"as in --arg {name}=symbolic:256")
            found.setdefault((pointer.obj, twin.obj))
    return list(found)


def _element_types(passed: PassedArguments) -> dict[int, Type | None]:
    """The type of all numbers in each array, by the number of its object; None if it is not known, or not one."""
    parameters, layouts = passed.inputs.parameters, passed.inputs.ex.program.layouts
    return {
        pointer.obj: _type_of_all(parameters[name], layouts)
        for name, pointer in passed.arrays.arrays.items() if isinstance(pointer, Pointer)
    }  # fmt: skip


def _type_of_all(parameter: Parameter, layouts: Layouts) -> Type | None:
    """The type of what a pointer leads to, also in a record of numbers of one type, such as float4."""
    if parameter.element_type is not None:
        return parameter.element_type if parameter.element_type.size == parameter.element_size else None
    layout = layouts.get(parameter.element.record) if parameter.element is not None else None
    if layout is None:
        return None
    types = {member.type for member in layout.members if not member.bit_field}
    only = next(iter(types), None)
    whole = only is not None and len(types) == 1 and sum(member.size for member in layout.members) == layout.size
    return only if whole and layout.size == parameter.element_size else None


def _share_contents(m: Machine, a: int, b: int, type: Type | None) -> None:
    """What is arbitrary in one array is the same in the other: numbers of the type of its elements, if there are not
    too many; else bytes, which are made as somebody reads them."""
    one, other = (m.execution.s.objects[number] for number in (a, b))
    few = isinstance(one.size, int) and type is not None and 0 < one.size <= MOST_ELEMENTS * type.size
    if few and one.untouched is Untouched.ARBITRARY and not one.cells and isinstance(type, IntType | FloatType):
        assert isinstance(one.size, int)
        values = [m.inputs.fresh_bytes(one, at, type) for at in range(0, one.size, type.size)]
        one.hold(type, values)
        other.hold(type, values)
    else:
        other.take(one)


def _variables(m: Machine, kernels: Sequence[Function]) -> list[tuple[str, str]]:
    """The variables of the device that are compared. Raises UsageError for such of one name that are not alike."""
    program, notes = m.execution.program, m.execution.remarks
    both = " and ".join(kernel.display for kernel in kernels)
    found = []
    for a, b in twins(program):
        if _is_compared(a.space, a.read_only):
            if a.size != b.size:
                sizes = f"'{a.var.name}' has {a.size} bytes in one program, {b.size} in the other"
                text = f"{both} cannot be compared: {sizes}"
                raise UsageError(text, b.loc, "variables of the device are compared by their names")
            found.append((a.name, b.name))
    if alone := ", ".join(sorted(f"'{one.var.name}'" for one in left_by_one(program))):
        notes.note(f"not compared, since only one of the kernels uses it: {alone}")
    return found


def _is_compared(space: Space, read_only: bool) -> bool:
    return space in (Space.DEVICE_GLOBAL, Space.MANAGED) and not read_only
