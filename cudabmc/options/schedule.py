"""The text of a schedule: thread numbers in the order in which they step, `0x12,3,1-8x2` for short.

`3` is a step of thread 3, `0x12` are twelve steps of thread 0, `1-8x2` are two of thread 1, then two
of thread 2, and so on to thread 8.
"""

from collections.abc import Iterable
from itertools import groupby

_MOST_STEPS = 10_000_000  # a longer one is a misprint, not a schedule


def format_schedule(schedule: Iterable[int]) -> str:
    """Run-length coded and free of blanks, so that it can be pasted behind `--replay`."""
    parts: list[tuple[int, int, int]] = []  # first thread, last thread, steps of each
    for thread, run in groupby(schedule):
        count = sum(1 for _ in run)
        if parts and parts[-1][1:] == (thread - 1, count):
            parts[-1] = (parts[-1][0], thread, count)
        else:
            parts.append((thread, thread, count))
    return ",".join(_part(*part) for part in parts)


def _part(first: int, last: int, count: int) -> str:
    return (f"{first}" if first == last else f"{first}-{last}") + (f"x{count}" if count > 1 else "")


def parse_schedule(text: str) -> tuple[int, ...]:
    """The inverse of `format_schedule`. Raises ValueError."""
    steps: list[int] = []
    for part in filter(None, text.replace(" ", "").split(",")):
        threads, times, count = part.partition("x")
        first, dash, last = threads.partition("-")
        numbers = (first, last if dash else first, count if times else "1")
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            raise ValueError("expected steps of a schedule such as 0, 0x12 or 1-8x2")
        low, high, repeat = map(int, numbers)
        if high < low or len(steps) + (high - low + 1) * repeat > _MOST_STEPS:
            raise ValueError(f"{part!r} is out of range")
        steps.extend(thread for thread in range(low, high + 1) for _ in range(repeat))
    return tuple(steps)
