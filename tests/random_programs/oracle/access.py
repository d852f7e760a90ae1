"""Loads and stores of the oracle: what must hold of them, and what they do where that is not checked."""

from tests.random_programs.language.c_types import IntType
from tests.random_programs.oracle.memory import Mark, Object, Pointer, Space, Touch, Value
from tests.random_programs.oracle.run import CERTAIN, Run, Undecided
from tests.random_programs.oracle.thread import HOST_BLOCK, Thread

NUMBERS = (0, 1, -1, 2)
"""What the enumeration tries for an arbitrary number."""

HOST_SIDE = (Space.HOST, Space.STACK, Space.MANAGED)
DEVICE_SIDE = (Space.DEVICE, Space.MANAGED, Space.SHARED, Space.LOCAL)


def problems(pointer: Pointer, size: int, device: bool, aligned: int = 1) -> list[str]:
    """The properties that an access to `size` bytes breaks."""
    if pointer.wild:
        return ["invalid-pointer"]
    if pointer.target is None:
        return ["null-dereference"]
    return of_object(pointer.target, pointer.offset, size, device, aligned)


def of_object(target: Object, offset: int, size: int, device: bool, aligned: int) -> list[str]:
    found = []
    if not target.alive:
        found.append("use-after-free" if target.heap else "invalid-pointer")
    if target.space not in (DEVICE_SIDE if device else HOST_SIDE):
        found.append("memory-space")
    if offset < 0 or offset + size > target.size:
        found.append("bounds")
    if device and offset % aligned:
        found.append("misaligned-access")
    return found


def reach(run: Run, address: Value, size: int, thread: Thread, aligned: int = 1) -> Object | None:
    """The object that is accessed, or None if the access breaks a property that is off."""
    pointer, marks = address
    assert isinstance(pointer, Pointer)
    found = problems(pointer, size, thread.device, aligned)
    if marks:
        run.decide(marks, CERTAIN if pointer.wild else (pointer.target, pointer.offset), *found)
    if thread.device and pointer.target is not None and aligned > pointer.target.aligned:
        raise Undecided("a wider access to a variable: its alignment is up to the compiler")
    if not found:
        return pointer.target
    run.broken(*found)
    if "misaligned-access" in found:
        raise Undecided("a misaligned access goes on")
    if "memory-space" in found:
        run.exact = False
    if pointer.target is not None and -size < pointer.offset < pointer.target.size and "bounds" in found:
        raise Undecided("an access that lies partly inside goes on")
    return None


def load(run: Run, thread: Thread, address: Value, type: IntType) -> Value:
    target = reach(run, address, type.size, thread, type.size)
    pointer = address[0]
    assert isinstance(pointer, Pointer)
    if target is None:
        touch_unchecked(run, thread, pointer, type.size, write=False)
        return arbitrary(run, type), Mark.ARBITRARY
    touch(run, thread, target, pointer.offset, type.size, write=False)
    return get(run, target, pointer.offset, type)


def get(run: Run, target: Object, offset: int, type: IntType) -> Value:
    end = offset + type.size
    marks = 0
    for mark in target.marks[offset:end]:
        marks |= mark
    if marks & Mark.UNSET:
        run.broken("uninitialised-read")
        settle(run, target, offset, type)
    number = int.from_bytes(target.data[offset:end], "little", signed=type.signed)
    return number, marks & ~Mark.CHOSEN


def settle(run: Run, target: Object, offset: int, type: IntType) -> None:
    """Give bytes that nobody has written a value, which they keep."""
    fresh = [k for k in range(offset, offset + type.size) if target.marks[k] == Mark.UNSET]
    if fresh:
        value = type.wrap(arbitrary(run, type)).to_bytes(type.size, "little", signed=type.signed)
        for k in fresh:
            target.data[k] = value[k - offset]
            target.marks[k] |= Mark.CHOSEN


def arbitrary(run: Run, type: IntType) -> int:
    return type.wrap(NUMBERS[run.choose(len(NUMBERS))])


def store(run: Run, thread: Thread, address: Value, type: IntType, value: Value) -> None:
    target = reach(run, address, type.size, thread, type.size)
    pointer, number = address[0], value[0]
    if target is None:
        assert isinstance(pointer, Pointer)
        touch_unchecked(run, thread, pointer, type.size, write=True)
        return
    assert isinstance(pointer, Pointer) and isinstance(number, int)
    touch(run, thread, target, pointer.offset, type.size, write=True)
    put(target, pointer.offset, type, number, value[1])


def put(target: Object, offset: int, type: IntType, number: int, marks: int) -> None:
    end = offset + type.size
    target.data[offset:end] = type.wrap(number).to_bytes(type.size, "little", signed=type.signed)
    if marks & Mark.UNSET:
        marks |= Mark.CHOSEN
    target.marks[offset:end] = bytes([marks]) * type.size


def touch(run: Run, thread: Thread, target: Object, offset: int, size: int, write: bool, op: str = "") -> None:
    """Remember an access for races, and look whether it makes one (PTX ISA, memory consistency model: two accesses to
    the same location, one of them a write, not both morally strong, and nothing orders them)."""
    if target.space in (Space.STACK, Space.LOCAL, Space.HOST) or not (thread.device or target.touches):
        return
    mine = Touch(
        thread.launch, thread.block, thread.number, thread.phase, write, size if op else 0, run.line, op
    )  # fmt: skip
    for k in range(offset, offset + size):
        others = target.touches.setdefault(k, [])
        for other in others:
            if unordered(mine, other) and conflict(mine, other):
                thread.race(run, target, k, mine, other)
        if thread.device:
            remember(mine, others)


def remember(mine: Touch, others: list[Touch]) -> None:
    """Of touches that differ in their threads alone, those of two blocks are enough: whatever comes from a third thread
    is unordered with one of them. Launches of many blocks would take quadratic time otherwise."""
    same = [t for t in others if alike(t, mine)]
    elsewhere = next((t for t in same if t.block != mine.block), None)
    if elsewhere is not None:
        others[:] = [t for t in others if t is elsewhere or not alike(t, mine)]
    others.append(mine)


def alike(a: Touch, b: Touch) -> bool:
    return (a.launch, a.line, a.write, a.atomic, a.op) == (b.launch, b.line, b.write, b.atomic, b.op)


def touch_unchecked(
    run: Run, thread: Thread, pointer: Pointer, size: int, write: bool, op: str = ""
) -> None:  # fmt: skip
    """An access that breaks a property that is off counts for races all the same, if its object is known."""
    if pointer.target is not None:
        touch(run, thread, pointer.target, pointer.offset, size, write, op)


def conflict(a: Touch, b: Touch) -> bool:
    return (a.write or b.write) and not (a.atomic and a.atomic == b.atomic)


def unordered(a: Touch, b: Touch) -> bool:
    """Threads of a block are ordered by its barriers, launches by the stream; the host by what it waits for, after
    which touches are forgotten."""
    if HOST_BLOCK in (a.block, b.block):
        return True
    if a.launch != b.launch:
        return False
    if a.block == b.block:
        return a.thread != b.thread and a.phase == b.phase
    return True
