"""What a strategy knows of the execution that has led to a state."""

from collections.abc import Iterable


class Course:
    """Shared by states, so never changed: where threads wait for each other, the machine asks for the course behind it.
    A strategy for which that makes no difference leaves the methods as they are here."""

    __slots__ = ()

    def met(self, tids: Iterable[int]) -> "Course":
        """Threads have waited for each other."""
        return self

    def arrived(self, tid: int, phase: object) -> "Course":
        """A thread has arrived in a phase of a barrier that counts."""
        return self

    def passed(self, tid: int, phase: object) -> "Course":
        """A thread has waited for the end of a phase."""
        return self
