"""The objects of a run as its steps name them."""

from cudabmc.machine.memory import MemObject
from cudabmc.machine.show import CELLS_OF_NAMES, naming_of
from cudabmc.machine.value import Value


class Thing:
    """An object, without what it holds."""

    __slots__ = ("cells", "name", "naming", "number", "space")

    def __init__(self, obj: MemObject) -> None:
        self.number = obj.id
        self.name = obj.name
        self.space = obj.space.value
        self.naming = naming_of(obj)
        self.cells = len(obj.cells)

    def element(self, offset: Value) -> str:
        """A place in the object as the source would write it."""
        return self.naming.of(offset).replace("'", "")


class Things:
    """The objects that the steps of a run name."""

    def __init__(self) -> None:
        self._known: dict[int, Thing] = {}

    def of(self, obj: MemObject) -> Thing:
        """The object as steps name it."""
        found = self._known.get(obj.id)
        if found is None:
            found = self._known[obj.id] = Thing(obj)
        elif found.cells < CELLS_OF_NAMES and len(obj.cells) > found.cells:
            # What it holds tells the size of its elements, once there is enough of it.
            found.naming, found.cells = naming_of(obj), len(obj.cells)
        return found
