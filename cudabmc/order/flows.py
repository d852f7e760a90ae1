"""What is known only because of the order of atomics that the scheduler does not decide on.

Atomics whose results nobody uses commute, as far as their values go. They still hand on what others have released:

    thread 0: data = 1; fence; atomicAdd(&c, 1);          thread 1: atomicAdd(&c, 1); fence; read data

Only where thread 0 comes first does thread 1 know of the write (PTX ISA, 'Release and Acquire Patterns'). So what went
from one to the other is kept, and when a conflict is no race for what somebody knows, the next pass decides about the
order of these atomics too.
"""

from collections.abc import Iterator

from cudabmc.state.decisions import Point
from cudabmc.state.events import Event
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject
from cudabmc.state.races import RaceTable
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def note(m: Execution, thread: Thread, obj: MemObject, offset: Value) -> None:
    """An atomic that commutes with others has found what these released."""
    assert thread.block is not None
    at = offset if isinstance(offset, int) else None
    if (obj.key, at) not in m.decisions.ordered_atomics:
        flow = (thread.work, thread.tid, obj.id, at, thread.causality.clock, thread.block.epoch)
        m.s.published.flows = (*m.s.published.flows, flow)


def relied_on(m: Execution) -> Iterator[tuple[Point, tuple[str, Value]]]:
    """Somebody knows of an access. The atomics of undecided order through which that may have come: instruction and
    place. They are in `m.met.ordered_atomics` from here on."""
    s = m.s
    for work, tid, number, at, clock, epoch in s.published.flows:
        grid, obj = s.device.grids.get(work), s.objects.get(number)
        if grid is None or obj is None or not isinstance(obj.races, RaceTable):
            continue
        thread = grid.threads[tid]
        assert thread.block is not None
        if (thread.causality.clock, thread.block.epoch) == (clock, epoch):
            continue  # found, but no fence and no barrier has made it known
        m.met.ordered_atomics.add((obj.key, at))
        for access in _accesses(obj.races):
            if access.strong and access.commutes and (at is None or access.offset == at):
                yield access.point, (obj.key, access.offset)


def _accesses(table: RaceTable) -> Iterator[Event]:
    for entries in table.cells.values():
        yield from entries
    for symbolic in table.symbolic:
        yield symbolic.event
