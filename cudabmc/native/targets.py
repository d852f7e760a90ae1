"""Which functions calls through pointers lead to: machine code compares the pointer with those that it has met."""

from collections.abc import Sequence

MOST = 16
"""More targets of one call are left to the interpreter."""


class CallTargets:
    """The functions that each call, by its function and place there, has led to when machine code stopped before it."""

    def __init__(self) -> None:
        self._met: dict[tuple[str, int], list[str]] = {}

    def add(self, function: str, pc: int, target: str) -> None:
        """A call has led to a function."""
        met = self._met.setdefault((function, pc), [])
        if target not in met and len(met) < MOST:
            met.append(target)

    def of(self, function: str, pc: int) -> Sequence[str]:
        """The functions that a call has led to, in the order in which they were met."""
        return tuple(self._met.get((function, pc), ()))
