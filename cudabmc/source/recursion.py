"""Room on Python's stack for walks over nested programs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(frames: int) -> Iterator[None]:
    """Allow `frames` more Python frames inside the block; frames of 3.11 do not use the C stack."""
    before = sys.getrecursionlimit()
    depth = len_of_stack()
    sys.setrecursionlimit(max(before, depth + frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def len_of_stack() -> int:
    """The number of frames on the stack."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth
