"""Accesses whose order the scheduler would decide, in a pass that proves something of all orders at once.

What such a read gives and what such a write leaves is arbitrary. Atomics of one family leave the same in either order:
then memory is exact, and their answers alone are arbitrary.
"""

from collections.abc import Iterable, Sequence

from cudabmc.goto.types import FloatType, IntType, Type
from cudabmc.memory.targets import Target
from cudabmc.order import access, tickets
from cudabmc.state.decisions import Point
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.order_abstraction import AbstractAtomic
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def covers(ex: Execution, thread: Thread, places: Iterable[tuple[MemObject, object]], point: Point) -> bool:
    """Is this an access of a kernel whose order matters, in such a pass?"""
    if ex.all_orders is None or thread.block is None:
        return False
    return _is_reached(ex, access.is_visible(ex, [(obj, offset) for obj, offset in places if obj.common], point))


def covers_atomic(ex: Execution, thread: Thread, places: Iterable[tuple[MemObject, Value]]) -> bool:
    """Is this an atomic of a kernel, at a place where the order of any accesses matters? Also the order of one that
    conflicts with none of them, as it commutes with them: it takes a turn of others."""
    if ex.all_orders is None or thread.block is None:
        return False
    return _is_reached(ex, any(obj.common and ex.decisions.contends(obj.key, offset) for obj, offset in places))


def _is_reached(ex: Execution, covered: bool) -> bool:
    if covered and ex.nested:
        raise NotForAllOrders
    return covered


def arbitrary(ex: Execution, type: Type, *held: Value) -> Value:
    """What a place holds where the order of accesses matters that find and leave `held` there. All of it must be
    numbers that were written: what nobody has written is no number, and a pointer leads to an object."""
    require_numbers(ex, type, *held)
    assert ex.all_orders is not None
    return ex.all_orders.another(type)


def arbitrary_read(ex: Execution, type: Type, held: Value, targets: Sequence[Target]) -> Value:
    """What a read gives whose order matters, of places that hold this."""
    number = arbitrary(ex, type, held)
    assert ex.all_orders is not None
    if len(targets) == 1 and isinstance(targets[0].offset, int):
        known = len(ex.all_orders.variables) - 1
        ex.all_orders.reads[number] = ((targets[0].obj.key, targets[0].offset), known)
    return number


def require_numbers(ex: Execution, type: Type, *held: Value) -> None:
    """Raises NotForAllOrders for anything but numbers that were written."""
    if not isinstance(type, IntType | FloatType) or any(ex.unwritten.concerns(value) for value in held):
        raise NotForAllOrders


def answer(ex: Execution, thread: Thread, atomic: AbstractAtomic, type: Type | None) -> Value:
    """What an atomic answers, if its result is used (then it has a type), and leaves what any order leaves."""
    turn = tickets.take(ex, thread, atomic, used=type is not None)
    if type is None or turn is not None:
        return turn
    return arbitrary(ex, type)
