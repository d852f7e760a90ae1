"""Functions of the C and CUDA libraries (C11 7.22 and 7.24; CUDA runtime API, memory management) and atomics."""

from collections.abc import Callable

from tests.random_programs.language.c_types import UCHAR, ULONG
from tests.random_programs.language.tree import Allocate, Atomic, Call, element
from tests.random_programs.oracle.access import arbitrary, get, of_object, put, reach, touch, touch_unchecked, unordered
from tests.random_programs.oracle.evaluate import all_of, evaluate, moved, number, pointer
from tests.random_programs.oracle.execution import Execution
from tests.random_programs.oracle.memory import Mark, Object, Pointer, Space, Touch, Value
from tests.random_programs.oracle.run import CERTAIN, Run, Undecided
from tests.random_programs.oracle.thread import Slot, Thread

SPACES = {"malloc": Space.HOST, "cudaMalloc": Space.DEVICE, "cudaMallocManaged": Space.MANAGED}
HOSTS = (Space.HOST, Space.STACK, Space.MANAGED)
DEVICES = (Space.DEVICE, Space.MANAGED)
DIRECTIONS = {
    "cudaMemcpyHostToDevice": (DEVICES, HOSTS),
    "cudaMemcpyDeviceToHost": (HOSTS, DEVICES),
    "cudaMemcpyDeviceToDevice": (DEVICES, DEVICES),
    "cudaMemcpyHostToHost": (HOSTS, HOSTS),
}
LARGEST = 1 << 20


def call(x: Execution, thread: Thread, s: Allocate | Call) -> None:
    if isinstance(s, Allocate):
        allocate(x, thread, s)
    elif s.function == "cudaDeviceSynchronize":
        x.wait()
    elif s.function in ("free", "cudaFree"):
        release(x, evaluate(x.run, thread, s.args[0]), s.function)
    elif s.function in ("memset", "cudaMemset"):
        fill(x, s.function, *all_of(x.run, thread, *s.args))
    else:
        copy(x, s, *all_of(x.run, thread, *s.args))


def allocate(x: Execution, thread: Thread, s: Allocate) -> None:
    size, marks = evaluate(x.run, thread, s.bytes)
    x.run.decide(marks, size)
    assert isinstance(size, int)
    size = ULONG.wrap(size)
    if not 0 < size <= LARGEST:
        raise Undecided("an allocation of no bytes, or of very many")
    made = Object(s.name, SPACES[s.function], size, heap=True)
    x.objects.append(made)
    found = thread.names[s.name]
    assert not isinstance(found, Slot)
    thread.names[s.name] = Pointer(made), 0


def release(x: Execution, freed: Value, function: str) -> None:
    """free (C11 7.22.3.3) or cudaFree, which waits for the kernels."""
    target = pointer(freed)
    found = wrong_release(target, (Space.HOST,) if function == "free" else DEVICES)
    x.run.decide(freed[1], CERTAIN if target.wild else (target.target, target.offset), *found)
    if found:
        x.run.broken(*found)
        return
    if function == "cudaFree":
        x.wait()
    if target.target is not None:
        target.target.alive = False


def wrong_release(freed: Pointer, spaces: tuple[Space, ...]) -> list[str]:
    if freed.wild:
        return ["invalid-free", "invalid-pointer"]
    if freed.target is None:
        return []
    found = []
    if not freed.target.heap or freed.target.space not in spaces or freed.offset:
        found.append("invalid-free")
        if not freed.target.alive:
            found += ["use-after-free", "invalid-pointer"]
    if freed.target.heap and not freed.target.alive:
        found.append("double-free")
    return found


def range_problems(run: Run, at: Value, size: int, device: bool) -> list[str]:
    """What an access of a library function to `size` bytes breaks; device functions tell wrong memory in two ways."""
    where = pointer(at)
    wild = ["invalid-pointer"] if where.wild else []
    run.decide(at[1], CERTAIN if where.wild else (where.target, where.offset), *wild)
    if where.wild:
        return ["invalid-pointer"] + (["api-misuse"] if device else [])
    if where.target is None:
        return ["null-dereference"] + (["api-misuse"] if device else [])
    return of_object(where.target, where.offset, size, device, 1)


def go_on(run: Run, found: list[str], size: int) -> None:
    """Nothing, if `found` is empty. With no bytes to access the documents differ on what pointers must be."""
    if found and size == 0:
        raise Undecided("no bytes at a pointer that must not be used")
    if found:
        run.broken(*found)
        raise Undecided("a library function goes on behind what is not checked")


def fill(x: Execution, function: str, at: Value, byte: Value, count: Value) -> None:
    size = ULONG.wrap(number(count))
    x.run.decide(count[1], size)
    device = function == "cudaMemset"
    found = range_problems(x.run, at, size, device)
    if device and "memory-space" in found:
        found.append("api-misuse")
    go_on(x.run, found, size)
    target = pointer(at)
    if size == 0 or target.target is None:
        return
    if device and target.target.space is Space.MANAGED:
        raise Undecided("cudaMemset of managed memory runs beside the host")
    if not device and target.target.touches:
        x.run.exact = False  # races of library functions with kernels: not followed
    x.run.doubt(byte[1])
    for k in range(target.offset, target.offset + size):
        put(target.target, k, UCHAR, number(byte) & 255, byte[1])


def copy(x: Execution, s: Call, to: Value, source: Value, count: Value) -> None:
    """memcpy (C11 7.24.2.1) and cudaMemcpy with its kin, which waits for the kernels."""
    size = ULONG.wrap(number(count))
    x.run.decide(count[1], size)
    kinds = {"cudaMemcpyToSymbol": "cudaMemcpyHostToDevice", "cudaMemcpyFromSymbol": "cudaMemcpyDeviceToHost"}
    kind = s.kind or kinds.get(s.function, "")
    found = copy_problems(x.run, to, source, size, kind)
    go_on(x.run, found, size)
    if kind:
        x.wait()
    a, b = pointer(to), pointer(source)
    if size == 0 or a.target is None or b.target is None:
        return
    if a.target.touches or b.target.touches:
        x.run.exact = False
    settle_range(x.run, b.target, b.offset, size)
    data, marks = b.target.data[b.offset : b.offset + size], b.target.marks[b.offset : b.offset + size]
    a.target.data[a.offset : a.offset + size] = data
    a.target.marks[a.offset : a.offset + size] = marks


def copy_problems(run: Run, to: Value, source: Value, size: int, kind: str) -> list[str]:
    found = []
    for value, sides in zip((to, source), DIRECTIONS.get(kind, (HOSTS, HOSTS)), strict=True):
        where = pointer(value)
        wild = ["invalid-pointer", "api-misuse"] if where.wild else []
        run.decide(value[1], CERTAIN if where.wild else (where.target, where.offset), *wild)
        if where.target is None:
            found += ["invalid-pointer" if where.wild else "null-dereference"] + (["api-misuse"] if kind else [])
            continue
        if where.target.space not in sides:
            found.append("api-misuse" if kind else "memory-space")
        found += [p for p in of_object(where.target, where.offset, size, False, 1) if p != "memory-space"]
    if overlap(pointer(to), pointer(source), size):
        found.append("api-misuse")
    return found


def overlap(a: Pointer, b: Pointer, size: int) -> bool:
    return a.target is not None and a.target is b.target and size > 0 and abs(a.offset - b.offset) < size


def settle_range(run: Run, target: Object, offset: int, size: int) -> None:
    """Give what nobody has written a value, which its copy has as well."""
    fresh = [k for k in range(offset, offset + size) if target.marks[k] == Mark.UNSET]
    if fresh:
        pattern = ((0, 0, 0, 0), (1, 0, 0, 0), (255, 255, 255, 255))[run.choose(3)]
        for k in fresh:
            target.data[k] = pattern[k % 4]
            target.marks[k] |= Mark.CHOSEN


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "atomicAdd": lambda old, value: old + value,
    "atomicSub": lambda old, value: old - value,
    "atomicMin": min,
    "atomicMax": max,
    "atomicAnd": lambda old, value: old & value,
    "atomicOr": lambda old, value: old | value,
    "atomicXor": lambda old, value: old ^ value,
    "atomicExch": lambda old, value: value,
}


def atomic(x: Execution, thread: Thread, s: Atomic) -> None:
    """Of one kind on one address, atomics but atomicExch commute: only what they return depends on the order."""
    run = x.run
    type = element(s.pointer)
    base, index, operand = all_of(run, thread, s.pointer, s.index, s.value)
    at = moved(pointer(base), number(index), type)
    target = reach(run, (at, base[1] | index[1]), type.size, thread, type.size)
    if target is None:
        touch_unchecked(run, thread, at, type.size, write=True, op=s.op)
        set_result(thread, s, (arbitrary(run, type), Mark.ARBITRARY))
        return
    touch(run, thread, target, at.offset, type.size, write=True, op=s.op)
    old, marks = get(run, target, at.offset, type)
    others = unordered_with(target, thread, at.offset)
    mixed = any(other.op != s.op or s.op == "atomicExch" for other in others)
    assert isinstance(old, int)
    new = OPERATIONS[s.op](old, type.wrap(number(operand)))
    kept = 0 if s.op == "atomicExch" else marks
    put(target, at.offset, type, new, kept | operand[1] | (Mark.ORDER if mixed else 0))
    set_result(thread, s, (old, marks | (0 if thread.alone else Mark.ORDER)))


def unordered_with(target: Object, thread: Thread, offset: int) -> list[Touch]:
    touches = target.touches[offset]
    mine = touches[-1]
    return [other for other in touches if unordered(mine, other)]


def set_result(thread: Thread, s: Atomic, value: Value) -> None:
    if s.result is not None:
        thread.names[s.result] = value


