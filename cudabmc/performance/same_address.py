"""Atomics on one address: the device carries them out one after the other.

"If multiple threads in a warp perform an atomic to the same address, the accesses are serialized" (CUDA C++ Programming
Guide, "SIMT Architecture": if an atomic instruction of a warp modifies one location for more than one of its threads,
each read-modify-write occurs, and they are all serialized).
"""

from collections import Counter
from collections.abc import Mapping

from cudabmc.performance.requests import LaneBytes


def lanes_of_one_address(lanes: Mapping[int, LaneBytes]) -> int:
    """How many lanes of a request go to the address that most of them go to."""
    return max(Counter((access.obj, access.offset) for access in lanes.values()).values())
