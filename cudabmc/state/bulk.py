"""Contents of objects that are set and copied many bytes at once, at a cost that grows with the cells that are there,
and not with the bytes."""

from cudabmc.state.memory import MemObject, cells_within

FILLED = 1 << 14
"""Bytes from which on a part of an object is filled as bytes, and not cell by cell."""

COPIED = 1 << 12
"""Bytes up to which an object that holds bytes keeps their place when it is replaced: machine code knows it."""


def fill(obj: MemObject, offset: int, size: int, byte: int) -> bool:
    """Set bytes within an object to one value; False, with nothing changed, if each cell has to be looked at."""
    if offset == 0 and size == obj.size:
        obj.clear(byte)
        return True
    if obj.flat_bytes is not None or (size >= FILLED and obj.untouched != byte and _holds_bytes_now(obj)):
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


def _holds_bytes_now(obj: MemObject) -> bool:
    """Let an object hold its contents as bytes; False if they are not made of known values alone."""
    from cudabmc.state.flattening import flatten_bytes

    return flatten_bytes(obj) is not None


def copy(target: MemObject, to: int, source: MemObject, start: int, size: int) -> bool:
    """Copy bytes from within one object into another, both of which are the state's own; False, with nothing changed,
    if each cell has to be looked at."""
    if target.size == source.size == size and start == to == 0:
        small = size <= COPIED and target.flat_bytes is not None
        if not (small and _copied_as_bytes(target, to, source, start, size)):
            target.take(source)
        return True
    if source.array is not None or target.array is not None:
        return False
    same_below = target.untouched == source.untouched
    as_bytes = source.flat_bytes is not None or target.flat_bytes is not None
    if as_bytes or (size >= FILLED and isinstance(source.untouched, int) and not same_below):
        if _copied_as_bytes(target, to, source, start, size):
            return True
        target.hold_cells()
    cells = cells_within(source, start, size)
    if cells is None:
        return False
    if isinstance(source.untouched, int):
        # Where the bytes below differ, `fill` could leave bytes, which are no place for cells.
        if not same_below or not fill(target, to, size, source.untouched):
            return False
    else:
        old = cells_within(target, to, size)
        covered = sum(type.size for type, _ in cells.values()) == size
        if old is None or not (covered or not isinstance(target.untouched, int)):
            return False
        cells = dict(cells)
        for at in [*old]:
            del target.cells[at]
        if not covered:
            _copy_provenance(target, to, source, start, size)
        target.flat = None
    moved = to - start
    target.cells.update({at + moved: cell for at, cell in cells.items()})
    return True


def _copied_as_bytes(target: MemObject, to: int, source: MemObject, start: int, size: int) -> bool:
    """Copy known and unset bytes, into an object that holds bytes from now on."""
    from cudabmc.state.flattening import flatten_bytes, piece_of

    piece = piece_of(source, start, size)
    if piece is None or flatten_bytes(target) is None:
        return False
    held = target.own_flat_bytes()
    had_marks = held.known is not None
    held.put(to, piece)
    if piece.known is not None:
        if not had_marks:
            target.bytes_change()  # who knows where the bytes lie took all of them for known
        _copy_provenance(target, to, source, start, size)  # the byte that was everywhere is where the marks say now
    return True


def _copy_provenance(target: MemObject, to: int, source: MemObject, start: int, size: int) -> None:
    """The unset bytes are those of the source."""
    rows = source.own_provenance().piece(start, size)
    assert isinstance(target.size, int)
    target.own_provenance().put(to, size, rows, target.size)
