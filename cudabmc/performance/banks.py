"""Bank conflicts of shared memory.

Shared memory has 32 banks; successive 32-bit words are in successive banks, and each bank serves one word at a time.
Lanes that access the same word do not conflict: it is broadcast (CUDA C++ Programming Guide, "Shared Memory" of compute
capability 5.x and later). A request of 64 bits a lane is served for each half of the warp, one of 128 bits for each
quarter, so that a warp which reads successive elements has no conflict whatever their size.
"""

from collections import defaultdict
from collections.abc import Mapping

from cudabmc.advice import BANKS, WARP_SIZE, WORD, lanes_at_once
from cudabmc.performance.requests import LaneBytes


def words_of_banks(lanes: Mapping[int, LaneBytes]) -> list[dict[int, set[tuple[int, int]]]]:
    """For each group of lanes that is served together: the words of each bank that they access."""
    size = max(access.size for access in lanes.values())
    together = lanes_at_once(size)
    groups: list[dict[int, set[tuple[int, int]]]] = [defaultdict(set) for _ in range(WARP_SIZE // together)]
    for lane, access in lanes.items():
        for word in range(access.offset // WORD, (access.offset + access.size - 1) // WORD + 1):
            groups[lane // together][word % BANKS].add((access.obj, word))
    return groups


def bank_degree(lanes: Mapping[int, LaneBytes]) -> int:
    """How many words, one after the other, the busiest bank gives for a request: 1 without a conflict."""
    return max(len(words) for banks in words_of_banks(lanes) for words in banks.values())
