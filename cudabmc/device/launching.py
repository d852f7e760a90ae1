"""Steps of Launch: the configuration is checked, the kernel is issued to its stream."""

from typing import Any

from cudabmc import terms
from cudabmc.device import configuration, graphs, grids, stream_handles, streams
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Function, Launch
from cudabmc.goto.types import BOOL, I8, I32, I64, PTR
from cudabmc.interpreter.arithmetic import fetcher
from cudabmc.interpreter.calls import one_target
from cudabmc.interpreter.core import Machine
from cudabmc.memory.pointers import add
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.properties.invalid_pointer import INVALID_POINTER
from cudabmc.properties.launch_config import LAUNCH_CONFIG
from cudabmc.state import library_variables
from cudabmc.state.code import Code
from cudabmc.state.constants import intern
from cudabmc.state.events import READ, Access
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.model_call import ModelCall
from cudabmc.state.plan import ONE_BLOCK, ClusterSize, LaunchShape, Plan
from cudabmc.state.signals import PathEnds
from cudabmc.state.step import STOP, StepFunction
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Pointer, Value


def launch(m: Machine, code: Code, pc: int, i: Launch) -> StepFunction:
    """kernel<<<grid, block, shmem, stream>>>(args)."""
    ex = m.execution
    sizes = [fetcher(m, o) for o in (*i.grid, *i.block)]
    shmem, stream = fetcher(m, i.shmem), fetcher(m, i.stream)
    args = [fetcher(m, a) for a in i.args]
    callee = None if isinstance(i.kernel, str) else fetcher(m, i.kernel)

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        if callee is None:
            function: Function | None = ex.program.functions[i.kernel]  # type: ignore[index]
        else:
            function = _kernel_at(m, thread, one_target(m, thread, pc, callee(thread, frame, regs)))
        if function is None:
            return pc + 1
        values = [f(thread, frame, regs) for f in sizes]
        found = _shape(m, thread, pc, function, values, shmem(thread, frame, regs))
        if found is None:
            return pc + 1
        shape, memory, cluster = found
        if thread.block is not None:
            from cudabmc.device import nested_launching  # few programs launch in kernels

            kernel = function

            def checked() -> Plan:
                values = [ex.simplify(thread, f(thread, frame, regs)) for f in args]
                if i.packed:
                    values = _unpacked(m, thread, kernel, values[0], (code.function.name, pc))
                return Plan(i, kernel, shape, memory, tuple(values), cluster=cluster)

            issued = nested_launching.launch(m, thread, kernel.display, checked, stream(thread, frame, regs), pc)
            return pc + 1 if issued else STOP
        key = stream_handles.find(m, thread, stream(thread, frame, regs), pc)
        if key is None:
            text = f"{function.display} is launched into a stream that was never created, or destroyed before"
            if ex.require(thread, False, API_MISUSE, text):
                raise PathEnds
            library_variables.put(ex.s, thread, "cuda:last-error", INVALID_HANDLE, I32)
            return pc + 1
        values = [ex.simplify(thread, f(thread, frame, regs)) for f in args]
        if i.packed:
            values = _unpacked(m, thread, function, values[0], (code.function.name, pc))
        cooperative = i.cooperative or _asked_to_cooperate(ex, thread)
        plan = Plan(i, function, shape, memory, tuple(values), cooperative, cluster)
        capture = graphs.capture_of(ex.s, key)
        if capture is not None:
            graphs.add(ex.s, capture, key, graphs.kernel_node(thread, plan))
            return pc + 1
        if not streams.forbid_capture(ex, thread, key, f"the launch of {function.display}"):
            library_variables.put(ex.s, thread, "cuda:last-error", streams.CAPTURE_IMPLICIT, I32)
            return pc + 1
        grids.issue(ex, thread, key, plan)
        frame.pc = pc + 1
        thread.status = Status.LAUNCHING
        return STOP

    return step


def _shape(
    m: Machine, thread: Thread, pc: int, function: Function, sizes: list[Value], shmem: Value
) -> tuple[LaunchShape, int, ClusterSize] | None:
    """The configuration, checked, with the dynamic shared memory in bytes and the size of clusters in blocks; None,
    with the last error set, if the launch fails."""
    ex = m.execution
    what = "the configuration of a launch"
    sizes[:] = [ex.simplify(thread, m.uninitialised.decides(thread, size, what)) for size in sizes]
    shmem = m.uninitialised.decides(thread, shmem, what)
    if not _accepted(ex, thread, function, pc, sizes, shmem):
        own = library_variables.own_key(thread, "cuda:last-error")
        library_variables.put(ex.s, thread, own, INVALID_CONFIGURATION, I32)
        return None
    cluster = ONE_BLOCK
    if function.cluster or CLUSTER_ASKED in ex.s.library:
        from cudabmc.device import cluster_size  # few programs have clusters

        chosen = cluster_size.of_launch(m, thread, pc, function, sizes)
        if chosen is None:
            return None
        cluster = chosen
    memory = m.concretizer.number(thread, pc, shmem, I64)
    most = _most(ex, thread, sizes)
    return LaunchShape((sizes[0], sizes[1], sizes[2]), (sizes[3], sizes[4], sizes[5]), most), memory, cluster


def plan(
    m: Machine, call: ModelCall, kernel: Value, sizes: list[Value], shmem: Value, args: Value
) -> Plan | None:  # fmt: skip
    """A launch by pointers, as cudaLaunchKernel has it, for later; None if its configuration is refused."""
    thread, pc, point = call.thread, call.site.pc, call.site.point
    function = _kernel_at(m, thread, one_target(m, thread, pc, kernel))
    if function is None:
        return None
    found = _shape(m, thread, pc, function, sizes, shmem)
    if found is None:
        return None
    shape, memory, cluster = found
    i = Launch(function.name, (Const(1, I32),) * 3, (Const(1, I32),) * 3, Const(0, I64), Const(0, PTR), (), ())
    values = tuple(_unpacked(m, thread, function, args, point))
    return Plan(i, function, shape, memory, values, cluster=cluster)


def _asked_to_cooperate(ex: Execution, thread: Thread) -> bool:
    """Did an attribute of this launch say that it is cooperative (cudaLaunchKernelExC)?"""
    asked = bool(ex.simplify(thread, ex.s.library.get("cuda:cooperative-launch", 0)) == 1)
    if asked:
        library_variables.put(ex.s, thread, "cuda:cooperative-launch", 0, I32)
    return asked


def _unpacked(m: Machine, thread: Thread, function: Function, array: Value, point: tuple[str, int]) -> list[Value]:
    """The kernel's arguments from an array of pointers to them (runtime API, cudaLaunchKernel)."""
    how = Access(READ, point)
    assert function.arguments is not None
    found = []
    for (index, offset), kind in zip(function.arguments, function.param_types, strict=True):
        in_memory = intern(I8 if kind == BOOL else kind)
        place = m.resolver.load(thread, add(array, 8 * index), PTR, how)
        value = (
            None if place is None else m.resolver.load(thread, add(place, offset), in_memory, how, reads=False)
        )
        assert value is not None, "the host does not wait at what it reads"
        found.append(terms.apply(Op.NE, BOOL, I8, (value, 0)) if kind == BOOL else value)
    return found


def _kernel_at(m: Machine, thread: Thread, pointer: Pointer) -> Function | None:
    """The kernel at an address. None, with the last error set, if there is none and that is not checked."""
    ex = m.execution
    function = m.symbols.function_at(pointer)
    if function is None:
        text = "launch through a pointer that is not the address of a kernel"
        if ex.require(thread, False, INVALID_POINTER, text):
            raise PathEnds
        library_variables.put(ex.s, thread, "cuda:last-error", INVALID_DEVICE_FUNCTION, I32)
        library_variables.put(ex.s, thread, "cuda:launch-result", INVALID_DEVICE_FUNCTION, I32)
    return function


CLUSTER_ASKED = "cuda:cluster-launch:x"
"""Key of the models' state: an attribute of a launch asks for a cluster size, or one has (`cluster_size.ASKED`)."""

INVALID_CONFIGURATION = 9
"""cudaErrorInvalidConfiguration"""

INVALID_DEVICE_FUNCTION = 98
"""cudaErrorInvalidDeviceFunction"""

INVALID_HANDLE = 400
"""cudaErrorInvalidResourceHandle"""


def _accepted(ex: Execution, thread: Thread, function: Function, pc: int, sizes: list[Value], shmem: Value) -> bool:
    """Check the configuration. False if the property is off and the launch fails."""
    if not ex.settings.is_on(LAUNCH_CONFIG):
        fits = configuration.fits(ex, thread, function, pc, sizes, shmem)
        if not fits:
            ex.pass_over(LAUNCH_CONFIG)
        library_variables.put(ex.s, thread, "cuda:launch-result", 0 if fits else INVALID_CONFIGURATION, I32)
        return fits
    configuration.check(ex, thread, function, sizes, shmem)
    return True


def _most(ex: Execution, thread: Thread, values: list[Value]) -> tuple[int, ...]:
    """The largest possible value of each dimension: a dimension that depends on inputs gets all
    the threads that it can ever have, each under the guard that it exists."""
    found = [v if isinstance(v, int) else _largest(ex, thread, v) for v in values]
    return tuple(found)


def _largest(ex: Execution, thread: Thread, value: Value) -> int:
    """The largest value of an I32 on the path, by bisection with the solver."""
    low, high = 1, terms.unsigned_range(value, 32)[1]
    context = terms.land(ex.s.alive, thread.path)
    while low < high:
        middle = (low + high + 1) // 2
        if ex.feasible(terms.land(context, terms.apply(Op.ULE, BOOL, I32, (middle, value)))):
            low = middle
        else:
            high = middle - 1
    return low
