"""A tiny parallel language: printed as CUDA for cudabmc, and enumerated here by brute force.

The enumerator shares nothing with cudabmc. It runs every interleaving of the visible events
(accesses to common variables) with at most `bound` switches away from a thread that could go on.
"""

from collections.abc import Iterator
from dataclasses import dataclass

COMMON = ("x", "y", "a[0]", "a[1]")


@dataclass(frozen=True)
class Write:
    """place = register + constant"""

    place: str
    reg: int
    constant: int


@dataclass(frozen=True)
class Read:
    """register = place"""

    reg: int
    place: str


@dataclass(frozen=True)
class AtomicAdd:
    """register = atomicAdd(&place, constant); without register the result is not used"""

    place: str
    constant: int
    reg: int | None


@dataclass(frozen=True)
class Swap:
    """register = atomicCAS(&place, compare, value); without register the result is not used"""

    place: str
    compare: int
    value: int
    reg: int | None


@dataclass(frozen=True)
class AddBySwap:
    """A loop that swaps place for place + constant until nobody was in between; the register gets what it added to"""

    place: str
    constant: int
    reg: int


@dataclass(frozen=True)
class Retry:
    """The swap of `AddBySwap`, which compares with `old`"""

    place: str
    constant: int
    reg: int
    old: int


@dataclass(frozen=True)
class WriteAt:
    """a[register] = constant, where the last bit of the register counts: what a ticket is used for"""

    reg: int
    constant: int


@dataclass(frozen=True)
class Sync:
    """__syncthreads()"""


@dataclass(frozen=True)
class Assert:
    """register != constant, or the thread stops with a violation"""

    reg: int
    constant: int


@dataclass(frozen=True)
class Assume:
    """register != constant, or no thread does anything more"""

    reg: int
    constant: int


@dataclass(frozen=True)
class If:
    """body runs if the register equals the constant"""

    reg: int
    constant: int
    body: "tuple[Statement, ...]"


@dataclass(frozen=True)
class Locked:
    """body runs while the thread holds the only lock"""

    body: "tuple[Statement, ...]"


@dataclass(frozen=True)
class Unlock:
    """The end of `Locked`"""


Statement = (
    Write | Read | AtomicAdd | WriteAt | Sync | Assert | Assume | If | Locked | Unlock | Swap | AddBySwap | Retry
)
Program = tuple[tuple[Statement, ...], ...]
"""The statements of each thread."""

REGISTERS = 2


# ---------------------------------------------------------------- as CUDA


def to_cuda(program: Program, volatile: bool = False) -> str:
    """The program as a kernel in which each thread runs its own part. Reads and writes are plain or `volatile`."""
    lines = ["#include <cassert>", "__device__ int x, y, a[2], mutex;", "__global__ void k() {"]
    lines += [f"  int r{i} = 0;" for i in range(REGISTERS)]
    phases = [_phases(thread) for thread in program]
    for number in range(max(map(len, phases))):
        if number:
            lines.append("  __syncthreads();")
        for tid, parts in enumerate(phases):
            if number < len(parts):
                lines.append(f"  if (threadIdx.x == {tid}) {{")
                for statement in parts[number]:
                    lines += _print(statement, 2)
                lines.append("  }")
    if volatile:
        for place in COMMON:
            lines = [line.replace(f" = {place};", f" = *(volatile int *)&{place};") for line in lines]
            lines = [line.replace(f"  {place} = ", f"  *(volatile int *)&{place} = ") for line in lines]
        lines = [line.replace("  a[r", "  ((volatile int *)a)[r") for line in lines]
    lines += ["}", f"int main() {{ k<<<1, {len(program)}>>>(); cudaDeviceSynchronize(); return 0; }}"]
    return "\n".join(lines) + "\n"


def _phases(thread: tuple[Statement, ...]) -> list[list[Statement]]:
    parts: list[list[Statement]] = [[]]
    for statement in thread:
        if isinstance(statement, Sync):
            parts.append([])
        else:
            parts[-1].append(statement)
    return parts


def _print(statement: Statement, depth: int) -> list[str]:
    pad = "  " * depth
    match statement:
        case Write():
            return [f"{pad}{statement.place} = r{statement.reg} + {statement.constant};"]
        case WriteAt():
            return [f"{pad}a[r{statement.reg} & 1] = {statement.constant};"]
        case Read():
            return [f"{pad}r{statement.reg} = {statement.place};"]
        case AtomicAdd(reg=None):
            return [f"{pad}atomicAdd(&{statement.place}, {statement.constant});"]
        case AtomicAdd():
            return [f"{pad}r{statement.reg} = atomicAdd(&{statement.place}, {statement.constant});"]
        case Swap():
            result = "" if statement.reg is None else f"r{statement.reg} = "
            return [f"{pad}{result}atomicCAS(&{statement.place}, {statement.compare}, {statement.value});"]
        case AddBySwap():
            swap = f"atomicCAS(&{statement.place}, assumed, assumed + {statement.constant})"
            return [
                f"{pad}{{ int assumed, old = {statement.place};",
                f"{pad}do {{ assumed = old; old = {swap}; }} while (assumed != old);",
                f"{pad}r{statement.reg} = old; }}",
            ]
        case Assert():
            return [f"{pad}assert(r{statement.reg} != {statement.constant});"]
        case Assume():
            return [f"{pad}__VERIFIER_assume(r{statement.reg} != {statement.constant});"]
        case If():
            body = [line for inner in statement.body for line in _print(inner, depth + 1)]
            return [f"{pad}if (r{statement.reg} == {statement.constant}) {{", *body, f"{pad}}}"]
        case Locked():
            taken = f"{pad}while (atomicCAS(&mutex, 0, 1) != 0) ; __threadfence();"
            body = [line for inner in statement.body for line in _print(inner, depth)]
            return [taken, *body, f"{pad}__threadfence(); atomicExch(&mutex, 0);"]
    raise AssertionError(statement)


# ---------------------------------------------------------------- brute force


@dataclass(frozen=True)
class _Thread:
    todo: tuple[Statement, ...]
    regs: tuple[int, ...]
    dead: bool = False
    waits: bool = False
    excluded: bool = False  # an assumption does not hold


@dataclass(frozen=True)
class Outcome:
    """What can come out: final values of the common variables of runs without a violation, and
    whether an assertion can fail."""

    finals: frozenset[tuple[int, ...]]
    fails: bool


def enumerate_all(program: Program, bound: int) -> Outcome:
    """Every outcome with at most `bound` context switches."""
    threads = _start(program)
    finals: set[tuple[int, ...]] = set()
    fails = [False]
    seen: set[object] = set()
    todo = [(_settle(threads, fails)[0], _MEMORY, None, 0)]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        threads, memory, current, used = node
        ready = _ready(threads, memory)
        if not ready:
            if not any(t.dead or t.excluded for t in threads):
                finals.add(memory[:-1])
            continue
        for tid in ready:
            cost = 1 if current in ready and tid != current else 0
            if used + cost > bound:
                continue
            after, memory_after = _event(threads, memory, tid)
            settled, opened = _settle(after, fails)
            todo.append((settled, memory_after, None if opened else tid, used + cost))
    return Outcome(frozenset(finals), fails[0])


def executions(program: Program, bound: int) -> "Iterator[tuple[tuple[int, Statement, tuple[int, ...]], ...]]":
    """Every execution with at most `bound` context switches: its events with their threads, and the registers
    that these had."""
    todo: list[tuple[object, ...]] = [(_settle(_start(program), [False])[0], _MEMORY, None, 0, ())]
    while todo:
        threads, memory, current, used, events = todo.pop()  # type: ignore[misc]
        ready = _ready(threads, memory)  # type: ignore[arg-type]
        if not ready:
            yield events  # type: ignore[misc]
        for tid in ready:
            cost = 1 if current in ready and tid != current else 0
            if used + cost <= bound:  # type: ignore[operator]
                event = (tid, threads[tid].todo[0], threads[tid].regs)  # type: ignore[index]
                after, memory_after = _event(threads, memory, tid)  # type: ignore[arg-type]
                settled, opened = _settle(after, [False])
                todo.append((settled, memory_after, None if opened else tid, used + cost, (*events, event)))  # type: ignore


def _start(program: Program) -> "tuple[_Thread, ...]":
    barriers = max(len(_phases(t)) for t in program) - 1
    return tuple(_Thread((*t, *[Sync()] * (barriers - len(_phases(t)) + 1)), (0,) * REGISTERS) for t in program)


_MEMORY = (0,) * (len(COMMON) + 1)
"""What the common variables hold at first, and the lock."""


def _ready(threads: "tuple[_Thread, ...]", memory: tuple[int, ...]) -> list[int]:
    if any(t.excluded for t in threads):
        return []
    free = [t.todo and not t.dead and not t.waits for t in threads]
    return [i for i, t in enumerate(threads) if free[i] and not (isinstance(t.todo[0], Locked) and memory[-1])]


def _event(
    threads: tuple[_Thread, ...], memory: tuple[int, ...], tid: int
) -> tuple[tuple[_Thread, ...], tuple[int, ...]]:
    """Thread `tid` executes its visible event."""
    thread = threads[tid]
    statement, regs, values = thread.todo[0], list(thread.regs), list(memory)
    if isinstance(statement, Locked | Unlock):
        body = (*statement.body, Unlock()) if isinstance(statement, Locked) else ()
        moved = _Thread((*body, *thread.todo[1:]), thread.regs)
        return (*threads[:tid], moved, *threads[tid + 1 :]), (*memory[:-1], int(bool(body)))
    at = COMMON.index(_place(statement, regs))
    match statement:
        case Write():
            values[at] = regs[statement.reg] + statement.constant
        case WriteAt():
            values[at] = statement.constant
        case Read():
            regs[statement.reg] = values[at]
        case AtomicAdd():
            if statement.reg is not None:
                regs[statement.reg] = values[at]
            values[at] += statement.constant
        case Swap():
            if statement.reg is not None:
                regs[statement.reg] = values[at]
            if values[at] == statement.compare:
                values[at] = statement.value
        case AddBySwap(place=place, constant=constant, reg=reg) | Retry(place=place, constant=constant, reg=reg):
            if not isinstance(statement, Retry) or values[at] != statement.old:
                again = (Retry(place, constant, reg, values[at]), *thread.todo[1:])
                return (*threads[:tid], _Thread(again, thread.regs), *threads[tid + 1 :]), memory
            regs[reg] = values[at]
            values[at] += constant
    moved = _Thread(thread.todo[1:], tuple(regs))
    return (*threads[:tid], moved, *threads[tid + 1 :]), tuple(values)


def _place(statement: Statement, regs: list[int]) -> str:
    """The place that a visible event accesses."""
    if isinstance(statement, WriteAt):
        return f"a[{regs[statement.reg] & 1}]"
    assert isinstance(statement, Write | Read | AtomicAdd | Swap | AddBySwap | Retry)
    return statement.place


def _settle(threads: tuple[_Thread, ...], fails: list[bool]) -> tuple[tuple[_Thread, ...], bool]:
    """Everything that is local runs at once; a barrier opens when all threads wait there. Behind an
    open barrier no thread is the one that could go on."""
    opened = False
    while True:
        threads = tuple(_local(t, fails) for t in threads)
        if not all(t.waits for t in threads):
            return threads, opened
        opened = True
        threads = tuple(_Thread(t.todo[1:], t.regs) for t in threads)


def _local(thread: _Thread, fails: list[bool]) -> _Thread:
    todo, regs = thread.todo, thread.regs
    while todo and not thread.dead:
        head = todo[0]
        if isinstance(head, If):
            todo = (*head.body, *todo[1:]) if regs[head.reg] == head.constant else todo[1:]
        elif isinstance(head, Assert):
            if regs[head.reg] == head.constant:
                fails[0] = True
                return _Thread((), regs, dead=True)
            todo = todo[1:]
        elif isinstance(head, Assume):
            if regs[head.reg] == head.constant:
                return _Thread((), regs, excluded=True)
            todo = todo[1:]
        elif isinstance(head, Sync):
            return _Thread(todo, regs, waits=True)
        else:
            break
    return _Thread(todo, regs, thread.dead)
