"""An object that holds elements answers as one that holds cells."""

from cudabmc.goto.program import Space
from cudabmc.goto.types import I32
from cudabmc.state.memory import MemObject
from cudabmc.state.object_facts import Description


def held(values: list[int]) -> MemObject:
    obj = MemObject(1, "a", Description("a"), 4 * len(values), Space.DEVICE_GLOBAL, None)
    obj.hold(I32, list(values))
    return obj


def test_cells_are_made_when_somebody_asks() -> None:
    obj = held([5, 6, 7])
    assert obj.elements is not None
    assert obj.cells == {0: (I32, 5), 4: (I32, 6), 8: (I32, 7)}
    assert obj.elements is None  # cells can be changed from now on
    obj.hold(I32, [1, 2, 3])
    assert obj.cells[4] == (I32, 2)


def test_a_copy_that_is_changed_leaves_the_original_as_it_is() -> None:
    obj = held([5, 6])
    other = obj.clone(None)
    other.cells[0] = (I32, 9)
    assert obj.cells == {0: (I32, 5), 4: (I32, 6)}
    third = obj.clone(None)
    third.hold(I32, [1, 1])
    assert (obj.cells[0], other.cells[0], third.cells[0]) == ((I32, 5), (I32, 9), (I32, 1))
