"""The text of a schedule: thread numbers in the order in which they step, `0x12,3,1x2` for short."""

from collections.abc import Iterable
from itertools import groupby


def format_schedule(schedule: Iterable[int]) -> str:
    """Run-length coded and free of blanks, so that it can be pasted behind `--replay`."""
    runs = ((thread, len(list(run))) for thread, run in groupby(schedule))
    return ",".join(str(thread) if count == 1 else f"{thread}x{count}" for thread, count in runs)


def parse_schedule(text: str) -> tuple[int, ...]:
    """The inverse of `format_schedule`. Raises ValueError."""
    steps: list[int] = []
    for part in filter(None, text.replace(" ", "").split(",")):
        thread, _, count = part.partition("x")
        if not thread.isdecimal() or not (count or "1").isdecimal() or int(count or 1) > 10_000_000:
            raise ValueError(f"{part!r} is not THREAD or THREADxCOUNT")
        steps.extend([int(thread)] * int(count or 1))
    return tuple(steps)
