"""Fewer runs of the cycle collector while programs are verified.

States have few cycles and many objects, which the collector would walk again and again. Its threshold belongs to the
whole process: the first run raises it, the last one that is under way gives it back.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

THRESHOLD = 100_000
"""Objects between two runs of the collector."""

_lock = Lock()
_runs = 0
_before = (700, 10, 10)


@contextmanager
def process_of_its_own() -> Iterator[None]:
    """The block is all that the process does: collect rarely, and leave what is there at the end to the system.

    Python looks for cycles three times when it ends, in all objects, which is a tenth of the time of a small run."""
    gc.set_threshold(THRESHOLD, *_before[1:])
    try:
        yield
    finally:
        gc.freeze()


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let the collector run rarely during the block."""
    global _runs, _before
    with _lock:
        if _runs == 0:
            _before = gc.get_threshold()
            gc.set_threshold(THRESHOLD, *_before[1:])
        _runs += 1
    try:
        yield
    finally:
        with _lock:
            _runs -= 1
            if _runs == 0:
                gc.set_threshold(*_before)
