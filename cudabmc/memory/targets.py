"""The places that an access goes to."""

from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.late_dataclass import dataclass
from cudabmc.properties.bounds import inside_object
from cudabmc.state.memory import MemObject
from cudabmc.state.state import State
from cudabmc.state.value import PointerSet, Value
from cudabmc.terms import Term


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a pointer may point to, under `guard`.

    Where a property that is off does not say so, memory need not be there: `there` is the condition that the
    object can be used, and `inside` whether the access is known to lie within it.
    """

    guard: Value
    obj: MemObject
    offset: "int | Term"
    there: Value = True
    inside: bool = True

    def reached(self, size: Value) -> Value:
        """Where the first `size` bytes of the access are memory that can be used, if the pointer points here."""
        if self.inside:
            return self.there
        return terms.land(self.there, inside_object(self.offset, size, self.obj.size))

    def where(self, guard: Value) -> "Target":
        """The place, where `guard` holds too."""
        return self if guard is True else replace(self, guard=terms.land(self.guard, guard))

    def moved(self, count: int) -> "Target":
        """The place `count` bytes behind."""
        if not count:
            return self
        if isinstance(self.offset, int):  # for each part of a structure that is copied: replace() takes long
            return Target(self.guard, self.obj, self.offset + count, self.there, self.inside)
        return replace(self, offset=terms.apply(Op.ADD, I64, I64, (self.offset, count)))  # type: ignore[arg-type]


@dataclass(slots=True)
class Places:
    """Where an access goes: the targets, and the condition that it goes to no object at all (through a null pointer,
    say, where the property that forbids it is off)."""

    targets: list[Target]
    lost: Value = False


def places_of(s: State, pointer: Value) -> list[tuple[MemObject, "int | Term"]]:
    """The objects that a pointer may point to, with offsets, without any checks."""
    targets = pointer.targets if isinstance(pointer, PointerSet) else ((True, pointer),)
    return [(s.objects[t.obj], t.offset) for _, t in targets if t.obj in s.objects]
