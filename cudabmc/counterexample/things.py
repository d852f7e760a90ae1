"""The objects of a run as its steps name them."""

from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.show import CELLS_OF_NAMES, naming_of
from cudabmc.state.value import Value


class NamedObject:
    """An object, without what it holds."""

    __slots__ = ("cells", "holds", "members", "name", "naming", "number", "space")

    def __init__(self, ex: Execution, obj: MemObject) -> None:
        self.number = obj.id
        self.name = obj.name
        self.space = obj.space.value
        self.naming = naming_of(ex, obj)
        self.cells = len(obj.first_types(CELLS_OF_NAMES))
        self.holds = obj.about.holds
        self.members: dict[tuple[int, Type], Variable] = {}

    def held(self, offset: Value, type: Type) -> Variable | None:
        """What tells how to print the value of a type at an offset."""
        if self.holds is None or not self.holds.record or not isinstance(offset, int):
            return self.holds
        # All elements have the same members, and a run stores into many of them.
        place = (offset % self.naming.size if self.naming.size else offset, type)
        found = self.members.get(place)
        if found is None:
            found = self.members[place] = self.naming.member(offset, type) or self.holds
        return found

    def element(self, offset: Value, size: int | None, type: Type | None) -> str:
        """A place in the object, of `size` bytes or of a type, as the source would write it."""
        return self.naming.of(offset, size, type).replace("'", "")


class Things:
    """The objects that the steps of a run name."""

    def __init__(self, ex: Execution) -> None:
        self._ex = ex
        self._known: dict[int, NamedObject] = {}

    def of(self, obj: MemObject) -> NamedObject:
        """The object as steps name it."""
        found = self._known.get(obj.id)
        if found is None:
            found = self._known[obj.id] = NamedObject(self._ex, obj)
        elif found.cells < CELLS_OF_NAMES:
            # What it holds tells the size of its elements, once there is enough of it.
            cells = len(obj.first_types(CELLS_OF_NAMES))
            if cells > found.cells:
                found.naming, found.cells = naming_of(self._ex, obj), cells
        return found
