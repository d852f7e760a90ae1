"""Large buffers are copied and compared by the C library."""

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import contextmanager

_Buffer = bytearray | mmap.mmap

_PIECE = 1 << 20
"""Bytes that are looked at and copied at once."""


def copy_to(target: _Buffer, source: _Buffer) -> None:
    """Copy all bytes of a buffer to another one of its size, which is 0 everywhere."""
    size = len(source)
    with _address(source) as start, _address(target) as to:
        for at in range(0, size, _PIECE):
            count = min(_PIECE, size - at)
            if _memcmp(start + at, _ZEROS, count):  # or the copy of what nobody touched would cost something
                ctypes.memmove(to + at, start + at, count)


def are_equal(a: _Buffer, b: _Buffer) -> bool:
    """Do two buffers hold the same bytes?"""
    if len(a) != len(b):
        return False
    with _address(a) as left, _address(b) as right:
        return bool(_memcmp(left, right, len(a)) == 0)


@contextmanager
def _address(data: _Buffer) -> Iterator[int]:
    """Where a buffer lies, as long as it may not go away."""
    if not len(data):
        yield 0
        return
    held = ctypes.c_char.from_buffer(data)
    try:
        yield ctypes.addressof(held)
    finally:
        del held


_memcmp = ctypes.CDLL(None).memcmp
_memcmp.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)

_ZEROS = bytes(_PIECE)
