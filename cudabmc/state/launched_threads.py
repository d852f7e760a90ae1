"""Who the threads of a launch are, for reports of accesses that were made before it ended."""

from math import prod
from typing import NamedTuple

from cudabmc.result import ThreadId


class LaunchedThreads(NamedTuple):
    """A launch by its number, of which the first thread has the number `first`. `whole`: all threads of all blocks were
    made, one block behind the other."""

    kernel: str
    number: int
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    first: int
    whole: bool

    def thread(self, tid: int) -> ThreadId:
        """The thread with a number; the first one if that is not known."""
        place = tid - self.first
        threads = prod(self.block)
        if not self.whole or not 0 <= place < threads * prod(self.grid):
            place = 0
        at, within = split(place // threads, self.grid), split(place % threads, self.block)
        return ThreadId(at, within, self.kernel, self.number)


def split(number: int, size: tuple[int, int, int]) -> tuple[int, int, int]:
    """Coordinates of a linear number, x fastest (programming guide, 'Thread Hierarchy')."""
    return (number % size[0], number // size[0] % size[1], number // (size[0] * size[1]))
