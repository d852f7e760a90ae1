"""Contents of objects that are set and copied many bytes at once, at a cost that grows with the cells that are there,
and not with the bytes."""

from cudabmc.state.memory import MemObject, cells_within
from cudabmc.state.object_facts import Untouched


def fill(obj: MemObject, offset: int, size: int, byte: int) -> bool:
    """Set bytes within an object to one value; False, with nothing changed, if each cell has to be looked at."""
    if offset == 0 and size == obj.size:
        obj.clear(byte)
        return True
    if obj.flat_bytes is not None:
        obj.own_flat_bytes().fill(offset, size, byte)
        return True
    if obj.array is not None or obj.untouched != byte:
        return False
    cells = cells_within(obj, offset, size)
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
    if source.flat_bytes is not None or target.flat_bytes is not None:
        if _copied_as_bytes(target, to, source, start, size):
            return True
        target.hold_cells()
    if source.array is not None or isinstance(source.untouched, Untouched):
        return False
    cells = cells_within(source, start, size)
    if cells is None or not fill(target, to, size, source.untouched):
        return False
    moved = to - start
    target.cells.update({at + moved: cell for at, cell in cells.items()})
    return True


def _copied_as_bytes(target: MemObject, to: int, source: MemObject, start: int, size: int) -> bool:
    """Copy known bytes, into an object that holds bytes from now on."""
    from cudabmc.state.flattening import flatten_bytes, piece_of

    piece = piece_of(source, start, size)
    if piece is None or not piece.is_known(0, size) or flatten_bytes(target) is None:
        return False
    target.own_flat_bytes().put(to, piece)
    return True
