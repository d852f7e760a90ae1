"""What calls of models do in a pass that proves something of all orders at once: atomics, and locks made of them."""

from collections.abc import Sequence

from cudabmc.goto.types import IntType, Type
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.memory import guarded, order_abstraction
from cudabmc.memory.targets import Target, places_of
from cudabmc.order import critical_sections, swap_loops
from cudabmc.order.critical_sections import LockStep, Swap
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.model_call import CallSite
from cudabmc.state.order_abstraction import AbstractAtomic, Guarded
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term


@dataclass(frozen=True, slots=True)
class Unordered:
    """An atomic whose order matters. Either it is `taken` for arbitrary, or it runs as it is: where it takes or frees a
    lock, or where one guards its place, or where it is a swap that succeeds. One that `fails` does not run."""

    taken: AbstractAtomic | None = None
    lock: LockStep = LockStep.NONE
    fails: bool = False
    finds: Value = None
    swapped: Guarded | None = None


class CallsInAnyOrder:
    """Looks at each call of a model before it runs, and behind it."""

    def __init__(self, machine: Machine) -> None:
        self._m = machine
        self._ex = machine.execution

    def before(self, thread: Thread, values: Sequence[Value], site: CallSite) -> Unordered | None:
        """What a call is that is about to run; None if it is no atomic whose order matters."""
        ex, model = self._ex, site.model
        if thread.block is None:
            return None
        if model.access != "atomic":
            critical_sections.calls(ex, thread, site)
            return None
        places = places_of(ex.s, values[0])
        if not order_abstraction.covers_atomic(ex, thread, places):
            return None
        swap = self._swap(thread, places, values, site)
        if swap is not None:
            return swap
        if guarded.section_of(ex, thread) is not None and self._is_guarded(thread, places, site):
            return Unordered()
        return Unordered(_abstracted(ex, places, values, site))

    def behind(self, thread: Thread, unordered: Unordered, result: Value, type: Type | None) -> Value:
        """What the call answers that has run with this `result`, if that is used: then it has a type."""
        if unordered.lock is LockStep.TAKES:
            critical_sections.begin(self._ex, thread)
        if unordered.swapped is not None:
            guarded.change(self._m.resolver, self._ex, thread, unordered.swapped)
        taken = unordered.taken
        if taken is None or taken.changes:
            return result
        return order_abstraction.answer(self._ex, thread, taken, type)

    def _swap(
        self, thread: Thread, places: Sequence[tuple[MemObject, "int | Term"]], values: Sequence[Value], site: CallSite
    ) -> Unordered | None:
        """What a compare-and-swap or an exchange is that belongs to a lock, or to a loop that swaps."""
        ex, model = self._ex, site.model
        type = None if site.call is None else site.call.types[-1]
        (obj, offset), *more = places
        swaps = (model.compares or model.exchanges) and not model.source
        if not swaps or more or not isinstance(offset, int) or not isinstance(type, IntType):
            for obj, offset in places:
                critical_sections.other(ex, (obj.key, offset if isinstance(offset, int) else None))
            return None
        holds = self._m.resolver.read(Target(True, obj, offset), type)
        used = site.call is not None and site.call.dst is not None
        compare = values[1] if model.compares else None
        swap = Swap(site.point, (obj.key, offset), holds, compare, values[-1], used)
        if swap_loops.is_one(ex, thread, swap):
            found = swap_loops.fails(ex, thread, swap, type)
            if found is not None:
                return Unordered(fails=True, finds=found)
            return Unordered(swapped=guarded.find(self._m.resolver, ex, thread, (obj, offset), type, compare))
        step = critical_sections.step(ex, thread, swap)
        if step is LockStep.FREES:
            guarded.leave(self._m.resolver, ex, thread)
        if step is LockStep.FAILS:
            return Unordered(fails=True, finds=values[-1])  # the number that another thread has put there
        return None if step is LockStep.NONE else Unordered(lock=step)

    def _is_guarded(self, thread: Thread, places: Sequence[tuple[MemObject, "int | Term"]], site: CallSite) -> bool:
        """Is the place of an atomic in a critical section one that others do not access meanwhile?"""
        assert site.call is not None
        return guarded.enter(self._m.resolver, self._ex, thread, places, site.call.types[-1])


def _abstracted(
    ex: Execution, places: Sequence[tuple[MemObject, "int | Term"]], values: Sequence[Value], site: CallSite
) -> AbstractAtomic:
    """An atomic of which nothing else is known. Which of several compare-and-swaps writes depends on the order, even if
    all leave the same; a user's model may say more than is true."""
    model = site.model
    mixed = any(ex.decisions.is_mixed(obj.key, offset) for obj, offset in places)
    inexact = model.compares or model.rounds or bool(model.source)
    operation = (model.signature, *values[1:])
    return AbstractAtomic(operation, mixed or inexact, tuple(obj.key for obj, _ in places))
