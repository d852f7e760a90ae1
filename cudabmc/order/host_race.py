"""A race of two threads of the host, or of one and what another one has launched, and what a report says of it."""

from dataclasses import replace
from functools import cached_property

from cudabmc.result import Place, ThreadId
from cudabmc.state.code import location_in
from cudabmc.state.events import ENDS, HOST, VERBS, Event
from cudabmc.state.execution import Execution
from cudabmc.state.host_threads import id_of
from cudabmc.state.memory import MemObject
from cudabmc.state.places import noted
from cudabmc.state.show import actor_name, naming_of
from cudabmc.state.thread import Thread


class HostRace:
    """Two accesses that nothing orders, by threads of the host. What may be another at the end of the run is kept as it
    is now."""

    def __init__(self, ex: Execution, thread: Thread, obj: MemObject, old: Event, new: Event) -> None:
        self.old, self.new = old, new
        self._naming = naming_of(ex, obj)
        self._functions = ex.program.functions
        self._first = old.place or self._from_record
        by = id_of(-new.tid) if new.tid < 0 else ThreadId(kernel=ex.device.transfer) if thread.block is None else None
        self._second = new.place or noted(ex, thread, "", by=by)

    def _from_record(self) -> Place:
        """The place of an earlier access whose variables nobody has noted."""
        function = self._functions[self.old.point[0]]
        return Place(id_of(-self.old.tid), location_in(function, self.old.point[1]), function.display, "")

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The two accesses."""
        return tuple(
            replace(place, action=VERBS[access.kind])
            for place, access in ((self._first(), self.old), (self._second(), self.new))
        )

    @cached_property
    def text(self) -> str:
        """What races with what, and at which place in memory."""
        first, second = (
            f"{VERBS[access.kind]} by {'the main thread' if place.thread == ThreadId() else actor_name(place.thread)}"
            for access, place in zip((self.old, self.new), self.places, strict=True)
        )
        return f"data race on {self._met_at()}: {first} and {second}; nothing orders the two"

    def _met_at(self) -> str:
        """What both accesses touch, where that is known."""
        starts = [access.offset for access in (self.old, self.new) if isinstance(access.offset, int)]
        return self._naming.of(max(starts) if len(starts) == 2 else self.new.offset)

    @property
    def hint(self) -> str:
        """How the two could be ordered."""
        if {self.old.kind, self.new.kind} & set(ENDS):
            return "wait for the end of the thread (join) before what it uses comes to its end"
        if self.new.operation != HOST:
            return "order the launch and the access, by a mutex or a join of threads of the host, and wait in between"
        if self.old.strong or self.new.strong:
            return "one side is atomic, the other a plain access: make both atomic, or hold one mutex around each"
        return (
            "hold one mutex around both accesses, make the variable a std::atomic, or wait for the end of the thread"
            " (join) in between"
        )
