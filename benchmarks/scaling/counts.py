"""How many interleavings there are, by formulas.

Two interleavings are equivalent if they order all dependent events alike (Mazurkiewicz traces). An equivalence class
is within a context bound if one of its interleavings leaves a thread that could go on at most so often. Leaving a
thread that is done costs nothing.
"""

from functools import cache
from math import comb


def two_threads(events: int, bound: int) -> int:
    """Orders of two threads with `events` mutually dependent events each, within a context bound.

    With p switches that count there is one more, which is free, to the other thread when the first is done: the
    threads take turns in p + 2 parts, and each divides its events into its parts.
    """

    def parts(count: int) -> int:
        return comb(events - 1, count - 1)

    return 2 * sum(parts((p + 3) // 2) * parts((p + 2) // 2) for p in range(bound + 1))


def all_dependent(threads: int, events: int, bound: int) -> int:
    """Orders of any number of threads with `events` mutually dependent events each, within a context bound.

    By recursion over how many threads are untouched, and how much the threads in the middle have left.
    """

    @cache
    def orders(untouched: int, open_: tuple[int, ...], left: int, bound: int) -> int:
        """`left` are the events of the thread that ran last, `open_` (sorted) those of others that have begun."""
        total = orders(untouched, open_, left - 1, bound) if left else 0
        cost = 1 if left else 0
        if cost > bound:
            return total
        others = tuple(sorted((*open_, left))) if left else open_
        if not left and not open_ and not untouched:
            return 1
        if untouched:
            total += untouched * orders(untouched - 1, others, events - 1, bound - cost)
        for at, other in enumerate(open_):
            rest = (*open_[:at], *open_[at + 1 :])
            total += orders(untouched, tuple(sorted((*rest, left))) if left else rest, other - 1, bound - cost)
        return total

    return orders(threads, (), 0, bound)
