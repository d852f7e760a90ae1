"""The start of a kernel without host code: its arguments, and a host that launches it and waits.

Pointer parameters point to distinct arrays in device memory, unless a user says that two are one.
"""

from collections.abc import Iterable, Mapping

from cudabmc.device.configuration import DYNAMIC_SHARED
from cudabmc.errors import UnsupportedError
from cudabmc.goto.kernels import reached
from cudabmc.goto.program import Call, Const, Function, Global, Launch, Reg, Return, Space, Unsupported
from cudabmc.goto.types import I32, I64, PTR, VOID
from cudabmc.interpreter.core import Machine
from cudabmc.machine.device_pointers import DevicePointer, device_pointers
from cudabmc.machine.kernel_arrays import KernelArrays
from cudabmc.machine.kernel_inputs import KernelInputs
from cudabmc.options.kernel_arguments import KernelLaunch
from cudabmc.state.constants import intern
from cudabmc.state.execution import Execution
from cudabmc.state.shared_usage import needed_dynamic_shared
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

WAIT = "cudaError_t cudaDeviceSynchronize(void)"
"""The model's signature."""


def enter_kernel(m: Machine, host: Thread, launch: KernelLaunch) -> None:
    """The host is about to launch the program's kernel. Raises UsageError for arguments that do not fit."""
    ex = m.execution
    kernel = ex.program.functions[ex.program.kernel]
    if isinstance(first := kernel.body[0], Unsupported):  # its parameters may not be known
        raise UnsupportedError(first.construct, first.loc)
    variables = device_pointers(ex.program, kernel)
    inputs = KernelInputs(m, host, kernel, launch, variables)
    arrays = KernelArrays(inputs)
    values = passed_values(inputs, arrays)
    for name, pointer in variables.items():
        obj = ex.s.objects[m.symbols.symbol(pointer.variable, host).obj]
        m.objects.memory.write(obj, pointer.offset, intern(PTR), arrays.array(name))
    note_inputs(inputs, arrays, variables)
    note_initial_values(ex, (kernel,), {pointer.variable for pointer in variables.values()})
    m.paths.enter(host, _launcher(ex, kernel, launch), values, None)


def dynamic_shared(ex: Execution, kernel: Function, launch: KernelLaunch) -> int:
    """Bytes of dynamic shared memory; what is above 48 KiB counts as asked for."""
    size = needed_dynamic_shared(ex.program, kernel, launch, ex.settings.limits)
    if size and launch.shared is None:
        ex.remarks.note(
            f"dynamic shared memory of {kernel.display}: {size} bytes, all that a block can have (--shared)"
        )
    ex.s.library[f"{DYNAMIC_SHARED}{kernel.name}"] = min(
        size, max(0, ex.settings.limits.shared_opt_in - ex.static_shared(kernel))
    )
    return size


def launch_of(ex: Execution, kernel: Function, launch: KernelLaunch, registers: Iterable[int]) -> Launch:
    """The launch of a kernel whose arguments are in these registers."""
    grid, block = ([Const(n, I32) for n in (*size, 1, 1)[:3]] for size in (launch.grid, launch.block))
    shared = dynamic_shared(ex, kernel, launch)
    return Launch(
        kernel.name, (grid[0], grid[1], grid[2]), (block[0], block[1], block[2]), Const(shared, I64),
        Const(0, PTR), tuple(map(Reg, registers)), kernel.param_types, kernel.loc,
    )  # fmt: skip


def _launcher(ex: Execution, kernel: Function, launch: KernelLaunch) -> Function:
    """A host function that takes the kernel's arguments, launches it and waits."""
    count = len(kernel.params)
    body = (
        launch_of(ex, kernel, launch, range(count)),
        Call(count, "cudaDeviceSynchronize", (), (), I32, kernel.loc, WAIT),
        Return(None, kernel.loc),
    )  # fmt: skip
    name = f"<launch of {kernel.display}>"
    types = kernel.param_types
    function = Function(name, name, kernel.params, types, VOID, body, (*types, I32), kernel.loc)
    ex.program.functions[name] = function
    return function


def passed_values(inputs: KernelInputs, arrays: KernelArrays) -> list[Value]:
    """One for each register of a parameter."""
    kernel = inputs.kernel
    assert kernel.arguments is not None
    names = inputs.names
    places: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
    for register, (index, offset) in enumerate(kernel.arguments):
        places[names[index]].append((register, offset))
    found: dict[int, Value] = {}
    # Scalars first: sizes of arrays need them.
    for name in sorted(names, key=lambda n: inputs.parameters[n].element is not None):
        if inputs.parameters[name].element is None:
            found.update(inputs.by_value(name, places[name]))
        else:
            found[places[name][0][0]] = arrays.array(name)
    for register, name in inputs.pointers.items():
        found[register] = arrays.array(name)
    return [found[register] for register in range(len(kernel.params))]


def note_inputs(inputs: KernelInputs, arrays: KernelArrays, variables: Mapping[str, DevicePointer]) -> None:
    """Say what the answer rests on."""
    notes, name = inputs.m.execution.remarks.notes, inputs.kernel.display
    if arrays.sizes:
        distinct = "distinct " if sum(map(len, arrays.sizes.values())) > 1 else ""
        which = "; ".join(f"{', '.join(names)} with {size}" for size, names in arrays.sizes.items())
        which_pointers = "pointers" if inputs.pointers or variables else "pointer parameters"
        notes.setdefault(f"{which_pointers} of {name} point to {distinct}arrays: {which}")
    for text in arrays.shared:
        notes.setdefault(text)
    if inputs.arbitrary:
        notes.setdefault(f"arbitrary: {', '.join(inputs.arbitrary)}")


def note_initial_values(ex: Execution, kernels: Iterable[Function], known: Iterable[str] = ()) -> None:
    """Say which variables the kernels use that host code could set, and that are what they are at the start of the
    program: those that are not `known` to be anything else."""
    names = {name for kernel in kernels for name in reached(ex.program, kernel)}.difference(known)
    found = [variable for name in names if (variable := ex.program.globals.get(name)) and _may_be_set(variable)]
    if shown := ", ".join(sorted({f"'{variable.var.name}'" for variable in found})):
        ex.remarks.note(f"variables of the device have their initial values: {shown}")


def _may_be_set(variable: Global) -> bool:
    """By host code, before it launches a kernel?"""
    return variable.space in _SET_BY_HOST and not variable.var.ctype.startswith("const ")


_SET_BY_HOST = (Space.DEVICE_GLOBAL, Space.CONSTANT, Space.MANAGED)
