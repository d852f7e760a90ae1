"""From pointers to objects, with all checks; loads and stores in the general case."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cudabmc import terms
from cudabmc.errors import UnsupportedError
from cudabmc.goto.program import Space
from cudabmc.goto.types import I64, Type
from cudabmc.memory import alignment_check, order_abstraction
from cudabmc.memory.inputs import Inputs
from cudabmc.memory.objects import Objects
from cudabmc.memory.symbols import WILD, Symbols
from cudabmc.memory.targets import Places, Target
from cudabmc.memory.uninitialised import Uninitialised
from cudabmc.order import access, across
from cudabmc.properties import Property
from cudabmc.properties.bounds import BOUNDS, inside_object
from cudabmc.properties.invalid_pointer import INVALID_POINTER
from cudabmc.properties.memory_space import MEMORY_SPACE
from cudabmc.properties.null_dereference import NULL_DEREFERENCE
from cudabmc.properties.use_after_free import USE_AFTER_FREE
from cudabmc.state.address_space import is_on_stack
from cudabmc.state.decisions import Point
from cudabmc.state.events import ATOMIC, READ, WRITE, Access, Event
from cudabmc.state.execution import Execution
from cudabmc.state.memory import DEVICE_BIT, HOST_BIT, REACH, MemObject, merge, zero_of
from cudabmc.state.object_facts import Life
from cudabmc.state.thread import Thread
from cudabmc.state.value import NULL_BASED, PAGE, Pointer, PointerSet, Value
from cudabmc.terms import Term
from cudabmc.terms.free_vars import free_vars

UnusablePointer = tuple[Property, str, MemObject | None]


class _Asked(NamedTuple):
    """An access of `size` bytes, which `touches` any of them where that is not 0. `cross`: of memory that may be out of
    the thread's reach; in device code the address must be a multiple of `align`."""

    size: Value
    touches: Value
    kind: int
    cross: bool
    align: int


class Resolver:
    """Loads, stores and copies through arbitrary pointers."""

    def __init__(
        self, execution: Execution, inputs: Inputs, objects: Objects, symbols: Symbols, uninitialised: Uninitialised,
        once: Callable[[Callable[[], Value]], Value],
    ) -> None:  # fmt: skip
        self._ex = execution
        self._inputs = inputs
        self._objects = objects
        self._symbols = symbols
        self._uninitialised = uninitialised
        self._once = once  # makes an input that is the same when a call is run again

    # ------------------------------------------------------------ finding the object

    def places(
        self, thread: Thread, pointer: Value, size: Value, kind: int, *, cross: bool = False, align: int = 1,
        where: Value = True,
    ) -> Places:  # fmt: skip
        """The places that an access of `size` bytes touches where `where` holds; violations are recorded, and what is
        returned is valid there, as far as the properties are on. There are none if `size` is 0. In device code the
        address must be a multiple of `align`."""
        found = Places([])
        if isinstance(size, int) and size == 0:
            return found
        uninitialised = self._uninitialised
        size = uninitialised.decides(thread, size, "the size of an access")
        touches = self._ex.simplify(thread, terms.lnot(terms.equal(size, 0, I64))) if isinstance(size, Term) else True
        touches = terms.land(touches, self._ex.unwritten.known(self._ex.simplify(thread, where)))
        if touches is False:
            return found
        pointer = uninitialised.points(thread, pointer, "the address of an access", touches)
        pointer = self._symbols.located(thread, pointer)
        asked = _Asked(size, touches, kind, cross, align)
        alternatives = pointer.targets if isinstance(pointer, PointerSet) else ((True, pointer),)
        for guard, target in alternatives:
            assert isinstance(target, Pointer), target
            guard = self._ex.simplify(thread, guard)
            if guard is not False:
                self._add(thread, guard, target, asked, found)
        return found

    def _add(self, thread: Thread, guard: Value, pointer: Pointer, asked: _Asked, found: Places) -> None:
        """Check one alternative, where the access touches any byte. Where it is surely wrong, execution continues
        without it; with the property off, the access comes to nothing."""
        ex, (size, touches, kind, cross, align) = self._ex, asked
        used = guard if touches is True else terms.land(guard, touches)
        problem = self._problem(thread, pointer, kind, cross)
        if problem is None:
            usable = ex.s.objects[pointer.obj]
            there, inside = self._checked(thread, used, usable, pointer.offset, size, kind)
            found.targets.append(Target(guard, usable, pointer.offset, there, inside))
            if align > 1 and thread.bit == DEVICE_BIT and not cross:
                alignment_check.require(ex, thread, used, usable, pointer.offset, align, kind)
            return
        prop, text, obj = problem
        if obj is None and self._inputs.unknown_pointers:
            self._refuse_unknown(thread, used, pointer)
        if obj is None and isinstance(pointer.offset, Term) and pointer.obj != NULL_BASED:
            # An arbitrary address: one that belongs to nothing is enough to break the property.
            wild = terms.equal(pointer.offset, WILD, I64)
            if ex.require(thread, terms.lnot(terms.land(used, wild)), prop, text):
                ex.restrict(thread, terms.lnot(used))
                return
        elif ex.require(thread, terms.lnot(used), prop, text, obj=obj):
            return
        if obj is None:
            found.lost = terms.lor(found.lost, guard)
        else:
            found.targets.append(Target(guard, obj, pointer.offset, there=False))

    def _refuse_unknown(self, thread: Thread, used: Value, pointer: Pointer) -> None:
        """Nothing is known of what the result of an unknown function points to."""
        for variable in free_vars(pointer.offset):
            name = self._inputs.unknown_pointers.get(variable)
            if name is not None and self._ex.possible(terms.land(thread.path, used)):
                frame = thread.frames[-1]
                raise UnsupportedError(
                    f"an access through the pointer that {name} returns, of which nothing is known (--models)",
                    frame.code.location(frame.pc),
                )

    def _checked(
        self, thread: Thread, guard: Value, obj: MemObject, offset: "int | Term", size: Value, kind: int
    ) -> tuple[Value, bool]:
        """Of an object that may be used: where it lives, and whether the access surely lies within it."""
        ex = self._ex
        there: Value = True
        if obj.lifetime.freed is not False:
            prop, text = USE_AFTER_FREE, f"access to '{obj.name}' after it was freed"
            if not obj.lifetime.heap:
                prop, text = INVALID_POINTER, f"access to the local variable '{obj.name}' after its scope has ended"
            if not ex.require(thread, terms.lnot(terms.land(guard, obj.lifetime.freed)), prop, text, obj=obj):
                there = terms.lnot(obj.lifetime.freed)
        if _is_of_another_block(thread, obj):
            from cudabmc.memory import cluster_memory  # few programs have clusters

            there = terms.land(there, cluster_memory.check(ex, thread, guard, obj, kind))
        inside = inside_object(offset, size, obj.size)
        known = inside is True
        if not known:
            from cudabmc.memory.bounds_text import bounds_text

            text = bounds_text(ex, obj, offset, size, kind)
            known = ex.require(thread, terms.implies(guard, inside), BOUNDS, text, obj=obj)
        return there, known

    def _problem(self, thread: Thread, pointer: Pointer, kind: int, cross: bool) -> UnusablePointer | None:
        """Why an access is wrong whatever its size: property, sentence, object."""
        verb = {READ: "read from", WRITE: "write to", ATOMIC: "atomic access to"}[kind]
        obj = self._ex.s.objects.get(pointer.obj)
        if obj is None and is_on_stack(pointer.obj):  # of a function that has run as machine code
            return INVALID_POINTER, f"{verb} a local variable after its scope has ended", None
        if obj is None:
            near = isinstance(pointer.offset, int) and 0 <= pointer.offset < PAGE
            if near or pointer.obj == NULL_BASED:
                return NULL_DEREFERENCE, f"{verb} a null pointer", None
            return INVALID_POINTER, f"{verb} an address that belongs to no object", None
        if obj.lifetime.life is Life.FREED:
            return USE_AFTER_FREE, f"{verb} '{obj.name}' after it was freed", obj
        if obj.lifetime.life is Life.OUT_OF_SCOPE:
            return INVALID_POINTER, f"{verb} the local variable '{obj.name}' after its scope has ended", obj
        if obj.space is Space.CODE:
            return INVALID_POINTER, f"{verb} a function as if it were data", obj
        if not cross and not REACH[obj.space] & thread.bit:
            side = "host code" if thread.bit == HOST_BIT else "a kernel"
            return MEMORY_SPACE, f"{side} dereferences a pointer to {obj.space.value} memory, '{obj.name}'", obj
        if not cross and thread.bit == DEVICE_BIT and _is_of_another(thread, obj):
            return MEMORY_SPACE, f"a thread dereferences a pointer to the local variable '{obj.name}' of another", obj
        if _is_of_another_block(thread, obj):
            from cudabmc.memory import cluster_memory  # few programs have clusters

            if not cluster_memory.reaches(self._ex, thread, obj):
                text = f"a thread dereferences a pointer to the shared memory '{obj.name}' of another block"
                return MEMORY_SPACE, text, obj
        if kind != READ and not cross and (obj.read_only or (obj.space is Space.CONSTANT)):
            return INVALID_POINTER, f"{verb} '{obj.name}', which is read-only", obj
        return None

    # ------------------------------------------------------------ access

    def load(
        self, thread: Thread, pointer: Value, type: Type, how: Access, *, cross: bool = False, align: int = 1,
        reads: bool = True,
    ) -> Value | None:  # fmt: skip
        """Read a value; None if the scheduler has to decide first."""
        where = how.where
        places = self.places(thread, pointer, type.size, READ, cross=cross, align=align, where=where)
        covered = not cross and self._ex.all_orders is not None and self._in_any_order(thread, places, how.point)
        unordered = covered and not self._is_guarded(thread, places, type)
        if not covered and not cross and self.stops(thread, places.targets, how.point):
            return None
        for target in reversed(places.targets):
            self.event(thread, target.where(where), type.size, how, None)
        value = self.value_at(thread, places, type, reads=reads and not cross, where=where)
        return order_abstraction.arbitrary_read(self._ex, type, value, places.targets) if unordered else value

    def _in_any_order(self, thread: Thread, places: Places, point: Point) -> bool:
        """Does the order of this access matter, in a pass that proves something of all orders?"""
        return order_abstraction.covers(self._ex, thread, [(t.obj, t.offset) for t in places.targets], point)

    def _is_guarded(self, thread: Thread, places: Places, type: Type) -> bool:
        """Is this an access in a critical section, at a place that others do not access meanwhile?"""
        from cudabmc.memory import guarded

        if guarded.section_of(self._ex, thread) is None:
            return False
        return guarded.enter(self, self._ex, thread, [(t.obj, t.offset) for t in places.targets], type)

    def value_at(self, thread: Thread, places: Places, type: Type, *, reads: bool = True, where: Value = True) -> Value:
        """What memory holds; an arbitrary value where there is no memory, which is not a violation if the property
        is off. With `reads` all of it must have been written where `where` holds."""
        result: Value = None
        lost = places.lost
        for target in reversed(places.targets):
            reached = target.reached(type.size)
            lost = terms.lor(lost, terms.land(target.guard, terms.lnot(reached)))
            if reached is not False:
                value = self.read(target, type)
                if reads:
                    self._uninitialised.is_read(thread, value, terms.land(where, target.guard, reached))
                result = value if result is None else merge(target.guard, value, result, type)
        if result is None or lost is not False:
            arbitrary = zero_of(type) if lost is False else self.arbitrary(thread, lost, type)
            result = arbitrary if result is None else merge(lost, arbitrary, result, type)
        return self._ex.simplify(thread, result)

    def arbitrary(self, thread: Thread, lost: Value, type: Type) -> Value:
        """The value that a read gives which comes to no memory, where `lost` holds."""
        fresh = self._inputs.fresh
        return self._once(lambda: fresh(type, "value read from no memory", thread, "lost", where=lost))

    def store(
        self, thread: Thread, pointer: Value, value: Value, type: Type, how: Access, *, cross: bool = False,
        align: int = 1,
    ) -> bool:  # fmt: skip
        """Write a value; False if the scheduler has to decide first."""
        places = self.places(thread, pointer, type.size, how.kind, cross=cross, align=align)
        covered = not cross and self._ex.all_orders is not None and self._in_any_order(thread, places, how.point)
        unordered = covered and not self._is_guarded(thread, places, type)
        if not covered and not cross and self.stops(thread, places.targets, how.point):
            return False
        for target in places.targets:
            self.event(thread, target, type.size, how, value)
            left = value
            if unordered:
                left = order_abstraction.arbitrary(self._ex, type, value, self.read(target, type))
            self.write(thread, target, type, left)
        return True

    def stops(self, thread: Thread, places: Iterable[Target], point: Point, size: int = 1) -> bool:
        """Does the scheduler decide before this access? `size` is that of a copy, whose parts are
        recorded one by one."""
        if thread.block is None and (thread.operation or not self._ex.decisions.concurrent):
            return False
        starts = ((t.obj, o) for t in places for o in _starts(t.offset, size))
        return access.stops(self._ex, thread, starts, point)

    def event(self, thread: Thread, target: Target, size: int, how: Access, value: Value | None) -> None:
        """Record the access if other threads can see it."""
        obj, offset = target.obj, target.offset
        if thread.block is None:
            across.by_host(self._ex, thread, obj, offset, size, how, target.guard)
            if how.kind != WRITE and obj.common:
                thread.awaiting.reads.append((obj.id, offset))
            return
        if obj.space is Space.CONSTANT and not across.meets_others(self._ex, obj):  # no thread writes it
            return
        # What is not common is the thread's own, unless `memory-space` is off: then others may use it, too.
        if not obj.common and REACH[obj.space] & thread.bit and not _is_of_another(thread, obj):
            return
        path = terms.land(thread.path, target.guard)
        if how.kind != WRITE:
            thread.awaiting.reads.append((obj.id, offset))
        note = access.note if isinstance(offset, int) else access.note_symbolic
        note(self._ex, thread, obj, Event(thread, obj, offset, size, how, value, path))

    def read(self, target: Target, type: Type) -> Value:
        """The value at a valid place."""
        obj = self._ex.s.own_object(self._ex.s.objects[target.obj.id])
        if isinstance(target.offset, int):
            return self._objects.memory.read(obj, target.offset, type)
        self._ex.peeking += 1  # at elements that the program may not mean
        value = self._objects.memory.read_symbolic(obj, target.offset, type)
        self._ex.peeking -= 1
        return value

    def write(self, thread: Thread, target: Target, type: Type, value: Value) -> None:
        """Change a place under the guards of the path and the target, where it is memory that can be used."""
        ex = self._ex
        obj = ex.s.own_object(ex.s.objects[target.obj.id])
        guard = target.guard if obj.lifetime.birth is thread.path else terms.land(thread.path, target.guard)
        guard = terms.land(guard, target.reached(type.size))
        if guard is False:
            return
        if isinstance(target.offset, int):
            if guard is not True:
                value = merge(guard, value, self._objects.old_value(obj, target.offset, type), type)
            if not self._objects.memory.holds(obj, target.offset, type, value):
                access.changed(ex, thread, obj, target.offset)
            self._objects.memory.write(obj, target.offset, type, value)
        else:
            ex.peeking += 1
            self._objects.memory.write_symbolic(obj, target.offset, type, value, guard)
            ex.peeking -= 1
            access.changed(ex, thread, obj, target.offset)


def _is_of_another(thread: Thread, obj: MemObject) -> bool:
    """Is it a local variable of another thread?"""
    return obj.owner_thread is not None and obj.owner_thread != thread.tid


def _is_of_another_block(thread: Thread, obj: MemObject) -> bool:
    """Is it shared memory of a block that is not the thread's?"""
    return obj.owner_block is not None and (thread.block is None or obj.owner_block != thread.block.home)


def _starts(offset: "int | Term", size: int) -> Iterable["int | Term"]:
    """Where the parts of an access of `size` bytes may start."""
    return range(offset, offset + size) if isinstance(offset, int) else (offset,)
