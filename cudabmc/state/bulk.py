"""Contents of objects that are set and copied many bytes at once, at a cost that grows with the cells that are there,
and not with the bytes."""

from cudabmc.state.memory import Cell, MemObject
from cudabmc.state.object_facts import Untouched

LONGEST = 16
"""Bytes of the largest cell."""


def fill(obj: MemObject, offset: int, size: int, byte: int) -> bool:
    """Set bytes within an object to one value; False, with nothing changed, if each cell has to be looked at."""
    if offset == 0 and size == obj.size:
        obj.clear(byte)
        return True
    if obj.array is not None or obj.untouched != byte:
        return False
    cells = _within(obj, offset, size)
    if cells is None:
        return False
    for at in cells:
        del obj.cells[at]
    obj.flat = None
    return True


def copy(target: MemObject, to: int, source: MemObject, start: int, size: int) -> bool:
    """Copy bytes from within one object into another; False, with nothing changed, if each cell has to be looked at."""
    if target.size == source.size == size and start == to == 0:
        return target.take(source)
    if source.array is not None or isinstance(source.untouched, Untouched):
        return False
    cells = _within(source, start, size)
    if cells is None or not fill(target, to, size, source.untouched):
        return False
    moved = to - start
    target.cells.update({at + moved: cell for at, cell in cells.items()})
    return True


def _within(obj: MemObject, start: int, size: int) -> dict[int, Cell] | None:
    """The cells in a range of an object; None if one lies across an end of it."""
    cells, end = obj.cells, start + size
    for edge in (start, end):
        for at in range(max(edge - LONGEST, 0), edge):
            if at in cells and at + cells[at][0].size > edge:
                return None
    if size < len(cells):
        return {at: cells[at] for at in range(start, end) if at in cells}
    return {at: cell for at, cell in cells.items() if start <= at < end}
