"""Counts equivalence classes of interleavings by brute force; shares nothing with cudabmc or the formulas."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """An access to a place. Two events of different threads depend on each other if they touch one place and one
    of them changes it."""

    place: str
    changes: bool = True


Threads = tuple[tuple[Event, ...], ...]


def classes(threads: Threads, bound: int) -> int:
    """Classes of interleavings that agree on the order of all dependent events, with a member that leaves at most
    `bound` times a thread that could go on."""
    found: set[frozenset[tuple[tuple[int, int], tuple[int, int]]]] = set()

    def go(done: tuple[int, ...], order: tuple[tuple[int, int], ...], used: int) -> None:
        ready = [t for t, count in enumerate(done) if count < len(threads[t])]
        if not ready:
            found.add(_dependent_pairs(threads, order))
            return
        last = order[-1][0] if order else None
        for thread in ready:
            cost = used + (last in ready and thread != last)
            if cost <= bound:
                after = (*done[:thread], done[thread] + 1, *done[thread + 1 :])
                go(after, (*order, (thread, done[thread])), cost)

    go((0,) * len(threads), (), 0)
    return len(found)


def _dependent_pairs(
    threads: Threads, order: tuple[tuple[int, int], ...]
) -> frozenset[tuple[tuple[int, int], tuple[int, int]]]:
    pairs = []
    for at, first in enumerate(order):
        for second in order[at + 1 :]:
            one, other = (threads[thread][number] for thread, number in (first, second))
            if first[0] != second[0] and one.place == other.place and (one.changes or other.changes):
                pairs.append((first, second))
    return frozenset(pairs)
