"""Steps of Launch: the configuration is checked, the threads of the grid are made."""

from typing import TYPE_CHECKING, Any

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Launch
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.machine.arithmetic import fetcher
from cudabmc.machine.limits import LIMITS
from cudabmc.machine.memory import DEVICE_BIT
from cudabmc.machine.signals import PathEnds
from cudabmc.machine.state import Block, Grid, State, Status, Thread
from cudabmc.machine.value import Pointer, Value
from cudabmc.result import ThreadId

if TYPE_CHECKING:
    from cudabmc.goto.program import Function
    from cudabmc.machine.code import Code, Step
    from cudabmc.machine.core import Machine
    from cudabmc.machine.state import Frame

STOP = -2
Dim = tuple[int, int, int]


def launch(m: "Machine", code: "Code", pc: int, i: Launch) -> "Step":
    """kernel<<<grid, block, shmem, stream>>>(args)."""
    sizes = [fetcher(m, o) for o in (*i.grid, *i.block)]
    shmem = fetcher(m, i.shmem)
    args = [fetcher(m, a) for a in i.args]
    callee = None if isinstance(i.kernel, str) else fetcher(m, i.kernel)

    def step(thread: Thread, frame: "Frame", regs: list[Any]) -> int:
        frame.pc = pc
        if callee is None:
            function = m.program.functions[i.kernel]  # type: ignore[index]
        else:
            function = _kernel_at(m, thread, callee(thread, frame, regs))
        values = [f(thread, frame, regs) for f in sizes]
        if not _check(m, thread, function, values, shmem(thread, frame, regs)):
            m.s.library["cuda:last-error"] = INVALID_CONFIGURATION
            return pc + 1
        known = [m.context.known(thread, pc, v, I32) for v in values]
        memory = m.context.known(thread, pc, shmem(thread, frame, regs), I64)
        grid, block = (known[0], known[1], known[2]), (known[3], known[4], known[5])
        _start(m, thread, i, function, grid, block, memory, [f(thread, frame, regs) for f in args])
        frame.pc = pc + 1
        thread.status = Status.LAUNCHING
        return STOP

    return step


def _kernel_at(m: "Machine", thread: Thread, pointer: Value) -> "Function":
    function = m.function_at(pointer) if isinstance(pointer, Pointer) else None
    if function is None:
        m.require(thread, False, "invalid-pointer", "launch through a pointer that is not the address of a kernel")
        raise PathEnds
    return function


INVALID_CONFIGURATION = 9
"""cudaErrorInvalidConfiguration"""


def _check(m: "Machine", thread: Thread, function: "Function", sizes: list[Value], shmem: Value) -> bool:
    """The launch limits (programming guide, 'Technical Specifications per Compute Capability').
    False if the property is off and the launch fails."""
    if not m.settings.is_on("launch-config") and all(isinstance(v, int) for v in (*sizes, shmem)):
        fits = all(0 < v <= most for v, most in zip(sizes, (*LIMITS.grid, *LIMITS.block), strict=True))
        return fits and sizes[3] * sizes[4] * sizes[5] <= LIMITS.threads and shmem <= LIMITS.shared
    names = ("gridDim.x", "gridDim.y", "gridDim.z", "blockDim.x", "blockDim.y", "blockDim.z")
    maxima = (*LIMITS.grid, *LIMITS.block)
    for name, value, most in zip(names, sizes, maxima, strict=True):
        inside = terms.land(
            terms.apply(Op.NE, BOOL, I32, (value, 0)), terms.apply(Op.ULE, BOOL, I32, (value, most))
        )
        shown = f"{value}" if isinstance(value, int) else "a value that depends on inputs"
        text = f"{function.display} is launched with {name} = {shown}, allowed are 1 to {most}"
        m.require(thread, inside, "launch-config", text)
    total: Value = 1
    for value in sizes[3:]:
        total = terms.apply(Op.MUL, I32, I32, (total, value))
    most = min(LIMITS.threads, function.launch_bounds or LIMITS.threads)
    shown = f"{total}" if isinstance(total, int) else "more than that many"
    why = "" if most == LIMITS.threads else " (its __launch_bounds__)"
    text = f"{function.display} is launched with {shown} threads per block, allowed are {most}{why}"
    m.require(thread, terms.apply(Op.ULE, BOOL, I32, (total, most)), "launch-config", text)
    text = f"{function.display} is launched with more than {LIMITS.shared} bytes of dynamic shared memory"
    m.require(thread, terms.apply(Op.ULE, BOOL, I64, (shmem, LIMITS.shared)), "launch-config", text)
    return True


def _start(
    m: "Machine", host: Thread, i: Launch, function: "Function", grid: Dim, block: Dim, shmem: int, args: list[Value]
) -> None:  # fmt: skip
    s = m.s
    s.launches += 1
    m.kernels.setdefault(function.display)
    running = Grid(i, function.display, s.launches, grid, block, shmem, [], {}, host.path)
    s.grid = running
    most = 2 if m.settings.two_threads else None
    tid = 0
    for number in range(grid[0] * grid[1] * grid[2]):
        index = _split(number, grid)
        current = Block(number, index)
        running.blocks.append(current)
        for linear in range(block[0] * block[1] * block[2]):
            tid += 1
            if most is not None and tid > most:
                break
            thread = _thread(s, host, running, current, tid, linear, (block, grid), function.display)
            m.enter(thread, function, args, None)
    m.thread_count += tid
    running.runnable.reverse()


def _thread(
    s: State, host: Thread, running: Grid, block: Block, tid: int, linear: int, sizes: tuple[Dim, Dim], kernel: str
) -> Thread:
    identity = ThreadId(block.index, _split(linear, sizes[0]), kernel, running.number)
    thread = Thread(tid, identity, DEVICE_BIT, block, linear, s.token)
    thread.path, thread.facts, thread.sizes = host.path, host.facts, sizes
    running.threads[tid] = thread
    running.runnable.append(tid)
    block.threads.append(tid)
    return thread


def _split(number: int, size: Dim) -> Dim:
    """Coordinates of a linear number, x fastest (programming guide, 'Thread Hierarchy')."""
    return (number % size[0], number // size[0] % size[1], number // (size[0] * size[1]))
