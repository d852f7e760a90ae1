"""Elements of bytes in one piece change places, with how they are cut."""

from cudabmc.goto.types import I8, I16, I32
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.reordering import reordered


def test_bytes_and_cells_move_with_their_element() -> None:
    held = FlatBytes(bytearray(range(8)), None, I32, {4: I16, 7: I8})
    moved = reordered(held, [1, 0], 4)
    assert moved.data == bytearray([4, 5, 6, 7, 0, 1, 2, 3])
    assert moved.others == {0: I16, 3: I8}
