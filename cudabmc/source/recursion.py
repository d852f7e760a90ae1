"""Room on Python's stack for walks over nested programs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_inside = 0
_before = 1000


@contextmanager
def room_for(frames: int) -> Iterator[None]:
    """Allow `frames` more Python frames inside the block; frames of 3.11 do not use the C stack. The limit is that of
    all threads: it goes back when the last of those blocks ends."""
    global _inside, _before
    depth = len_of_stack()
    with _lock:
        if _inside == 0:
            _before = sys.getrecursionlimit()
        _inside += 1
        sys.setrecursionlimit(max(sys.getrecursionlimit(), depth + frames))
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                sys.setrecursionlimit(_before)


def len_of_stack() -> int:
    """The number of frames on the stack."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth
