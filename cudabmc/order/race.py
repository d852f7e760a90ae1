"""A race as it is recorded, and what a report says of it, which is made when somebody reads it."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from math import prod

from cudabmc.order.conflict import Conflict
from cudabmc.result import Place, ThreadId
from cudabmc.state import events, races
from cudabmc.state.code import location_in
from cudabmc.state.events import HOST, VERBS, Event
from cudabmc.state.execution import Execution
from cudabmc.state.places import noted
from cudabmc.state.show import actor_name, naming_of, thread_name
from cudabmc.state.thread import WARP


class Race:
    """Two accesses that nothing orders. What may be another at the end of the run is kept as it is now."""

    def __init__(self, ex: Execution, c: Conflict) -> None:
        self.old, self.new = c.old, c.new
        self._same, self._beside = c.same, c.beside
        self._naming = naming_of(ex, c.obj)
        self._pageable = not c.obj.common
        self._first = c.old.place or _from_record(ex, c.old)
        self._second = c.new.place or noted(ex, c.thread, "")
        # Plain accesses alone would be ordered if no fence were missing: a strong one needs more than that.
        plain = not c.old.strong and not c.new.strong
        self._lacks_fence = plain and not c.beside and races.lacks_fence(c.old, c.thread)
        self._block = (1, 1, 1) if c.beside else ex.s.device.grids[c.thread.operation].block
        self._nested = _nested(ex, c) if c.beside and ex.s.device.nests else ""
        self._launch_sites = ex.device.launch_sites
        self._streams = [ex.device.stream_of(access.operation) if c.beside else "" for access in (c.old, c.new)]

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The two accesses."""
        return self._place(self._first(), self.old), self._place(self._second(), self.new)

    def _place(self, at: Place, access: Event) -> Place:
        """With where the kernel was launched, if stream operations race: one kernel can run beside itself."""
        site = self._launch_sites.get(at.thread.launch) if self._beside else None
        stack = at.stack if site is None else (*at.stack, ("", site))
        return replace(at, action=VERBS[access.kind], stack=stack)

    @cached_property
    def text(self) -> str:
        """What races with what, and at which place in memory."""
        name = actor_name if self._beside else thread_name
        first, second = (
            f"{self._verb(access)} by {name(place.thread)}{f' in {stream}' if stream else ''}"
            for access, place, stream in zip((self.old, self.new), self.places, self._streams, strict=True)
        )
        text = f"data race on {self._met_at()}: {first} and {second}"
        if self._beside:
            waited = HOST in (self.old.operation, self.new.operation)
            return text + (", which has not waited for it" if waited else ": no stream, event or graph orders the two")
        if self._same:
            text += ", both write the same value"
        return text + ("; only a memory fence is missing" if self._lacks_fence else "")

    @cached_property
    def hint(self) -> str:
        """How the two could be ordered."""
        return self._hint_for_operations() if self._beside else self._hint_for_threads()

    def _verb(self, access: Event) -> str:
        """What the access does; the copies of a thread are made by its negated number."""
        under_way = access.tid < 0 and not self._beside
        return f"{VERBS[access.kind]} of a copy that is under way" if under_way else VERBS[access.kind]

    def _met_at(self) -> str:
        """What both accesses touch, where that is known, or the member that one of them is if it is a part of that."""
        pair = (self.new, self.old)
        known = [(a.offset, a.size) for a in pair if isinstance(a.offset, int) and isinstance(a.size, int)]
        if len(known) < 2:
            return self._naming.of(self.new.offset)
        start = max(first for first, _ in known)
        both = (start, min(first + size for first, size in known) - start)
        naming = self._naming
        return naming.of(*next((place for place in (both, *known) if naming.part(*place)), both))

    def _hint_for_threads(self) -> str:
        old, new = self.old, self.new
        if old.tid < 0 or new.tid < 0:
            return (
                "wait for the copy first, and then synchronise the other threads: __syncthreads() or the group's sync()"
            )
        if self._lacks_fence:
            return (
                "only a memory fence is missing: __threadfence() between the first access and the atomic or volatile"
                " write that announces it, and another between the atomic or volatile read that sees this and the"
                " second"
            )
        if events.morally_strong(old, new):
            return (
                "atomic and volatile accesses that partly overlap race (PTX ISA, 'Morally strong operations'): access"
                " the same bytes with one size"
            )
        if old.strong and new.strong:
            return "an atomic of block scope does not reach threads of other blocks; use the form without _block"
        if bool(old.strong) != bool(new.strong):
            return (
                "one side is atomic or volatile, the other a plain access; make both atomic, or order them by a barrier"
            )
        if old.kind == new.kind == events.WRITE and self.places[0].loc == self.places[1].loc:
            rounds = f"; {self._barrier()} orders rounds of a loop" if old.block == new.block else ""
            return (
                "several threads write here: let one of them do it, give each an element of its own, or use an atomic"
                f" operation{rounds}"
            )
        if old.block == new.block:
            return f"order the two accesses with {self._barrier()}, or use an atomic operation"
        return "threads of different blocks have no common barrier inside of a kernel: use atomics, or split the kernel"

    def _barrier(self) -> str:
        """The smallest barrier that both threads of a block come to."""
        first, second = (self._linear(place.thread) // WARP for place in self.places)
        if first != second:
            return "__syncthreads()"
        large = prod(self._block) > WARP
        whole = "__syncthreads() does so for all warps" if large else "larger blocks: __syncthreads()"
        return f"__syncwarp() (both threads are in one warp; {whole})"

    def _linear(self, thread: ThreadId) -> int:
        x, y, z = thread.thread
        return x + self._block[0] * (y + self._block[1] * z)

    def _hint_for_operations(self) -> str:
        if HOST in (self.old.operation, self.new.operation):
            hint = "let the host wait (cudaDeviceSynchronize, cudaStreamSynchronize, cudaEventSynchronize) in between"
            if self._pageable:
                hint += "; the memory is pageable, and whether its copy is done when the call returns is not specified"
        elif self._nested:
            hint = self._nested
        else:
            hint = (
                "issue both to one stream, or record an event after the first (cudaEventRecord) and let the stream of"
                " the second wait for it (cudaStreamWaitEvent)"
            )
        for place in self.places:
            call = place.thread.kernel if place.thread.block is None else ""
            if call and not call.endswith("Async"):
                hint += f"; {call}() can return before the device is done with it"
        return hint


def _nested(ex: Execution, c: Conflict) -> str:
    """How the two could be ordered if a kernel has launched one of them; empty if none has."""
    device, operations = ex.s.device, (c.old.operation, c.new.operation)
    lines = [tuple(device.line_of(operation)) for operation in operations]
    if operations[0] in lines[1] or operations[1] in lines[0]:
        return (
            "a kernel cannot wait for what it has launched: make the access before the launch (behind a barrier, if"
            " another thread makes it), or in a kernel that is launched into cudaStreamTailLaunch"
        )
    if all(len(line) == 1 for line in lines):
        return ""
    return (
        "launch both into one stream, in the NULL stream of one block or one that the kernel creates, or what must come"
        " last into cudaStreamTailLaunch"
    )


def _from_record(ex: Execution, access: Event) -> Callable[[], Place]:
    """What makes the place of an earlier access whose variables nobody has noted."""
    function = ex.program.functions[access.point[0]]
    grid = ex.s.device.grids.get(access.operation)
    launched = ex.device.launched.get(access.operation)  # it may have ended
    if grid is not None:
        thread = grid.threads[abs(access.tid)].id
    else:
        thread = ThreadId() if access.block < 0 or launched is None else launched.thread(abs(access.tid))
    return lambda: Place(thread, location_in(function, access.point[1]), function.display, "")
