"""Memory that a lock guards, in a pass that proves something of all orders: where other critical sections write, one
goes on from an arbitrary number, and when it ends, what it has changed is added to what all of them leave."""

from collections.abc import Sequence
from typing import Protocol

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import IntType, Type
from cudabmc.memory.order_abstraction import arbitrary, require_numbers
from cudabmc.memory.targets import Target
from cudabmc.order import critical_sections
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.order_abstraction import Guarded, Section
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value, identical


class GuardedMemory(Protocol):
    """Memory as it is read and written where places are known."""

    def read(self, target: Target, type: Type) -> Value:
        """The value at a place."""

    def write(self, thread: Thread, target: Target, type: Type, value: Value) -> None:
        """Put a value there."""


def section_of(ex: Execution, thread: Thread) -> Section | None:
    """The critical section that the thread is in."""
    return None if ex.all_orders is None else ex.all_orders.critical.held.get(thread.tid)


def enter(
    memory: GuardedMemory, ex: Execution, thread: Thread, places: Sequence[tuple[MemObject, Value]], type: Type
) -> bool:
    """An access in a critical section, whose order matters: is its place guarded by the lock? Then the section goes on
    from an arbitrary number there."""
    section, abstraction = section_of(ex, thread), ex.all_orders
    assert section is not None and abstraction is not None
    (obj, offset), *more = places
    if more or not isinstance(offset, int) or not isinstance(type.size, int):
        raise NotForAllOrders
    touched = {(obj.key, at) for at in range(offset, offset + type.size)}
    if any(critical_sections.is_among(abstraction.critical.unguarded, spot) for spot in touched):
        return False
    for known in section.guarded:
        if known.obj == obj.id and offset < known.offset + known.type.size and known.offset < offset + type.size:
            if (known.offset, known.type) != (offset, type):
                raise NotForAllOrders  # parts of it, or as a number of another type
            return True
    if not critical_sections.always(thread):
        raise NotForAllOrders  # elsewhere the section would go on from what this order leaves there
    abstraction.critical.guarded |= touched
    section.guarded.append(find(memory, ex, thread, (obj, offset), type, arbitrary(ex, type)))
    return True


def find(
    memory: GuardedMemory, ex: Execution, thread: Thread, place: tuple[MemObject, int], type: Type, found: Value
) -> Guarded:
    """The thread goes on as if a place held this number: another thread may have left it there."""
    obj, offset = place
    assert ex.all_orders is not None
    shapes = ex.all_orders.critical.shapes
    for at in range(offset, offset + type.size):
        if shapes.setdefault((obj.key, at), (offset, type)) != (offset, type):
            raise NotForAllOrders  # the sum of what sections add is that of numbers of one type
    target = Target(True, obj, offset)
    before = memory.read(target, type)
    require_numbers(ex, type, before)
    memory.write(thread, target, type, found)
    return Guarded(obj.id, offset, type, found, before)


def leave(memory: GuardedMemory, ex: Execution, thread: Thread) -> None:
    """A critical section ends. What it has changed is changed, whichever sections came before."""
    section = section_of(ex, thread)
    assert section is not None
    for guarded in section.guarded:
        change(memory, ex, thread, guarded)
    critical_sections.end(ex, thread, section)


def change(memory: GuardedMemory, ex: Execution, thread: Thread, guarded: Guarded) -> None:
    """Put back what a place held before, and what has been added to the arbitrary number that was found there."""
    type, target = guarded.type, Target(True, ex.s.objects[guarded.obj], guarded.offset)
    now, left = memory.read(target, type), guarded.before
    if not identical(now, guarded.found):
        require_numbers(ex, type, now)
        if isinstance(type, IntType):
            added = terms.apply(Op.SUB, type, type, (now, guarded.found))
            left = terms.apply(Op.ADD, type, type, (left, added))
        else:
            left = arbitrary(ex, type)
    memory.write(thread, target, type, left)
