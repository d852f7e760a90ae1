"""Sectors of global memory.

A request of a warp is served by as many transactions of 32 bytes as there are aligned segments of 32 bytes that its
lanes touch (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory": "the concurrent accesses of the threads
of a warp will coalesce into a number of transactions equal to the number of 32-byte transactions necessary to service
all of the threads of the warp"). Objects begin at multiples of 32 bytes, as cudaMalloc() gives them.
"""

from collections.abc import Mapping

from cudabmc.advice import SECTOR
from cudabmc.performance.requests import LaneBytes


def sectors_of(lanes: Mapping[int, LaneBytes]) -> set[tuple[int, int]]:
    """The sectors that a request touches, each by its object and number."""
    return {
        (access.obj, sector) for access in lanes.values()
        for sector in range(access.offset // SECTOR, (access.offset + access.size - 1) // SECTOR + 1)
    }  # fmt: skip


def least_sectors(lanes: Mapping[int, LaneBytes]) -> int:
    """How many sectors the different bytes of a request would fill, were they side by side."""
    touched = {(a.obj, a.offset + i) for a in lanes.values() for i in range(a.size)}
    return -(-len(touched) // SECTOR)
