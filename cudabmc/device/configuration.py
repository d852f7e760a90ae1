"""Is a launch configuration one that the device accepts? (Programming guide, 'Technical Specifications per Compute
Capability', 'Execution Configuration', and 'Shared Memory' for what needs cudaFuncSetAttribute.)"""

from math import prod

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.properties.launch_config import LAUNCH_CONFIG
from cudabmc.state.execution import Execution
from cudabmc.state.plan import LAUNCH_SIZES
from cudabmc.state.signals import Split
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

DYNAMIC_SHARED = "cuda:dynamic-shared:"
"""Key of the models' state, before the name of a kernel: the dynamic shared memory that was asked for with
cudaFuncAttributeMaxDynamicSharedMemorySize."""


def _inside(value: Value, most: int) -> Value:
    """1 <= value <= most."""
    if isinstance(value, int):  # as in most launches, of which there may be many
        return 1 <= value <= most
    return terms.land(terms.apply(Op.NE, BOOL, I32, (value, 0)), terms.apply(Op.ULE, BOOL, I32, (value, most)))


def _product(sizes: list[Value]) -> Value:
    total: Value = 1
    if all(isinstance(value, int) for value in sizes):
        return prod(sizes) % (1 << 32)
    for value in sizes:
        total = terms.apply(Op.MUL, I32, I32, (total, value))
    return total


def _most_threads(ex: Execution, function: Function) -> int:
    return min(ex.settings.limits.threads, function.launch_bounds or ex.settings.limits.threads)


def _most_shared(ex: Execution, thread: Thread, function: Function) -> Value:
    """The dynamic shared memory that a block can have: what is left of 48 KiB, or what was asked for."""
    left = max(0, ex.settings.limits.shared - ex.static_shared(function))
    asked = ex.simplify(thread, ex.s.library.get(f"{DYNAMIC_SHARED}{function.name}", 0))
    more = terms.apply(Op.ULT, BOOL, I32, (left, asked))
    return terms.apply(Op.SELECT, I32, I32, (more, asked, left))


def _shared_fits(ex: Execution, thread: Thread, function: Function, shmem: Value) -> Value:
    most = terms.apply(Op.ZEXT, I64, I32, (_most_shared(ex, thread, function),))
    static = ex.static_shared(function) <= ex.settings.limits.shared
    return terms.land(static, terms.apply(Op.ULE, BOOL, I64, (shmem, most)))


def fits(ex: Execution, thread: Thread, function: Function, pc: int, sizes: list[Value], shmem: Value) -> bool:
    """Does the launch succeed? Splits the path where that depends on inputs."""
    limits = ex.settings.limits
    found = ex.simplify(thread, terms.land(
        *(_inside(value, most) for value, most in zip(sizes, (*limits.grid, *limits.block), strict=True)),
        terms.apply(Op.ULE, BOOL, I32, (_product(sizes[3:]), _most_threads(ex, function))),
        _shared_fits(ex, thread, function, shmem),
    ))  # fmt: skip
    if not isinstance(found, terms.Term):
        return bool(found)
    if not ex.possible(terms.land(thread.path, found)):
        return False
    if ex.possible(terms.land(thread.path, terms.lnot(found))):
        raise Split(found, len(thread.frames), pc)
    return True


def check(ex: Execution, thread: Thread, function: Function, sizes: list[Value], shmem: Value) -> None:
    """Require that the launch succeeds."""
    limits = ex.settings.limits
    for name, value, most in zip(LAUNCH_SIZES, sizes, (*limits.grid, *limits.block), strict=True):
        holds = _inside(value, most)
        ex.require(thread, holds, LAUNCH_CONFIG, "" if holds is True else _size_text(function, name, value, most))
    total, most = _product(sizes[3:]), _most_threads(ex, function)
    holds = total <= most if isinstance(total, int) else terms.apply(Op.ULE, BOOL, I32, (total, most))
    ex.require(thread, holds, LAUNCH_CONFIG, "" if holds is True else _block_text(ex, function, total, most))
    holds = _shared_fits(ex, thread, function, shmem)
    ex.require(thread, holds, LAUNCH_CONFIG, "" if holds is True else _shared_text(ex, thread, function, shmem))


def _size_text(function: Function, name: str, value: Value, most: int) -> str:
    shown = f"{value}" if isinstance(value, int) else "a value that depends on inputs"
    return f"{function.display} is launched with {name} = {shown}, allowed are 1 to {most}"


def _block_text(ex: Execution, function: Function, total: Value, most: int) -> str:
    shown = f"{total}" if isinstance(total, int) else "more than that many"
    why = "" if most == ex.settings.limits.threads else " (its __launch_bounds__)"
    return f"{function.display} is launched with {shown} threads per block, allowed are {most}{why}"


def _shared_text(ex: Execution, thread: Thread, function: Function, shmem: Value) -> str:
    limits, static = ex.settings.limits, ex.static_shared(function)
    if static > limits.shared:
        return f"{function.display} has {static} bytes of static shared memory, allowed are {limits.shared}"
    most = _most_shared(ex, thread, function)
    shown = f"{shmem} bytes" if isinstance(shmem, int) else "an amount"
    beside = f" beside its {static} bytes of static shared memory" if static else ""
    allowed = f"allowed are {most}" if isinstance(most, int) else "more than is allowed"
    advice = ""
    if isinstance(shmem, int) and isinstance(most, int) and most < shmem <= limits.shared_opt_in - static:
        advice = ": more must be asked for by cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize"
    return f"{function.display} is launched with {shown} of dynamic shared memory{beside}, {allowed}{advice}"
