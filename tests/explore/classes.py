"""Equivalence classes of the executions of a program in the tiny language, counted by brute force.

Two executions are equivalent if one becomes the other by swapping neighbouring events of different threads that do not
matter to each other (Mazurkiewicz). A class is within a context bound if one of its executions is: it needs at most so
many switches away from a thread that could go on.
"""

from collections.abc import Iterator

from tests.explore.tiny import AtomicAdd, Program, Read, Statement, Write, executions

Event = tuple[int, Statement, tuple[int, ...]]
"""Thread, statement, and the registers that it had then."""


def matters(one: Event, other: Event) -> bool:
    """Does the order of two events of different threads matter?"""
    a, b = one[1], other[1]
    if getattr(a, "place", None) != getattr(b, "place", None) or (isinstance(a, Read) and isinstance(b, Read)):
        return False
    if isinstance(a, AtomicAdd) and isinstance(b, AtomicAdd) and a.reg is None and b.reg is None:
        return False
    if isinstance(a, Write) and isinstance(b, Write):
        return one[2][a.reg] + a.constant != other[2][b.reg] + b.constant
    return True


def normal_form(events: tuple[Event, ...]) -> tuple[tuple[int, ...], ...]:
    """Equal for equivalent executions: for each event in which of the others have to come before it."""
    before: list[frozenset[tuple[int, int]]] = []
    names: list[tuple[int, int]] = []
    counts: dict[int, int] = {}
    for index, event in enumerate(events):
        tid = event[0]
        counts[tid] = counts.get(tid, 0) + 1
        names.append((tid, counts[tid]))
        past: set[tuple[int, int]] = set()
        for earlier in range(index):
            if events[earlier][0] == tid or matters(events[earlier], event):
                past |= before[earlier] | {names[earlier]}
        before.append(frozenset(past))
    rows = zip(names, before, strict=True)
    return tuple(sorted((*name, *(number for pair in sorted(past) for number in pair)) for name, past in rows))


def classes(program: Program, bound: int) -> int:
    """How many equivalence classes have an execution with at most `bound` context switches."""
    return len(set(_forms(program, bound)))


def _forms(program: Program, bound: int) -> Iterator[object]:
    for events in executions(program, bound):
        yield normal_form(events)
