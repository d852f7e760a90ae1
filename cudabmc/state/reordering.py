"""Elements of bytes in one piece change places."""

from collections.abc import Sequence

from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.value_bytes import Buffer, room


def reordered(held: FlatBytes, order: Sequence[int], size: int) -> FlatBytes:
    """The bytes, all of which are known, with all elements of `size` bytes in another order, given as the places where
    they are now."""
    others = {}
    if held.others:
        places = {source: place for place, source in enumerate(order)}
        others = {places[at // size] * size + at % size: type for at, type in held.others.items()}
    return FlatBytes(_moved(held.data, order, size), None, held.kind, others)


def _moved(data: Buffer, order: Sequence[int], size: int) -> Buffer:
    made = room(len(data))
    made[:] = b"".join([data[source * size : source * size + size] for source in order])
    return made
