"""Many accesses to one place: those that a new one has to be compared with are found without a look at the others.

Thousands of threads read one number, or add to it, and none of them conflicts with any other.
"""

from collections.abc import Iterable
from typing import final

from cudabmc.state.events import READ, Event

Kin = tuple[str, object, object] | None
"""Accesses of one kin commute with each other, unless it is None."""


@final
class Crowd(list[Event]):
    """Accesses by one stream operation, in the order in which they were made."""

    __slots__ = ("_alike", "_kins", "_made", "_of_threads")

    def __init__(self, events: Iterable[Event]) -> None:
        super().__init__()
        self._begin()
        for event in events:
            self.append(event)

    def _begin(self) -> None:
        self._made = 0
        self._kins: dict[Kin, list[tuple[int, Event]]] = {}
        self._alike: dict[object, list[Event]] = {}
        self._of_threads: dict[object, list[Event]] = {}

    def append(self, new: Event) -> None:
        """One more access."""
        super().append(new)
        self._made += 1
        self._kins.setdefault(_kin(new), []).append((self._made, new))
        self._alike.setdefault(_where(new), []).append(new)
        self._of_threads.setdefault((*_where(new), new.tid), []).append(new)

    def replace(self, old: Event, new: Event) -> None:
        """A new access stands for an old one."""
        events = [new if event is old else event for event in self]
        self.clear()
        self._begin()
        for event in events:
            self.append(event)

    def others(self, new: Event) -> list[Event]:
        """The accesses that may conflict with a new one, in their order."""
        own = _kin(new)
        found = [numbered for kin, events in self._kins.items() if kin is None or kin != own for numbered in events]
        return [event for _, event in sorted(found)]

    def alike(self, new: Event) -> list[Event]:
        """The accesses by the same instruction where the same holds, in their order."""
        return self._alike.get(_where(new), [])

    def alike_of_thread(self, new: Event) -> list[Event]:
        """Those among them that the thread of a new one has made."""
        return self._of_threads.get((*_where(new), new.tid), [])


def _where(event: Event) -> tuple[object, ...]:
    return event.point, event.kind, event.path, event.assumed


def _kin(event: Event) -> Kin:
    if event.kind == READ:
        return ("reads", 0, 0)
    if event.commutes and event.strong and event.strong != "block":
        return (event.commutes, event.offset, event.size)
    return None
