"""What malloc does with memory that is freed.

By default glibc returns large blocks to the system at once, and takes them from it, page by page, when something like
them is made again (mallopt(3), M_MMAP_THRESHOLD and M_TRIM_THRESHOLD). A context of z3 has some, and a proof makes
thousands of contexts.
"""

import ctypes

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3  # as in malloc.h of glibc
_MIB = 1 << 20


def keep_freed_memory() -> None:
    """Let the process keep up to 256 MiB of what it frees, in blocks of up to 32 MiB. Other libraries than glibc do as
    they do."""
    choose = getattr(ctypes.CDLL(None), "mallopt", None)
    if choose is not None:
        choose(_MMAP_THRESHOLD, 32 * _MIB)
        choose(_TRIM_THRESHOLD, 256 * _MIB)
        choose(_TOP_PAD, 16 * _MIB)
