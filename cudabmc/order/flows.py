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
from cudabmc.state.published import Flow
from cudabmc.state.races import RaceTable
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def note(ex: Execution, thread: Thread, obj: MemObject, offset: Value) -> None:
    """An atomic that commutes with others has found what these released."""
    assert thread.block is not None
    at = offset if isinstance(offset, int) else None
    if (obj.key, at) not in ex.decisions.ordered_atomics:
        flow = Flow(thread.operation, thread.tid, obj.id, at, thread.causality.clock, thread.block.epoch)
        ex.s.published.flows = (*ex.s.published.flows, flow)


def relied_on(ex: Execution) -> Iterator[tuple[Point, tuple[str, Value]]]:
    """Somebody knows of an access. The atomics of undecided order through which that may have come: instruction and
    place. They are in `ex.met.ordered_atomics` from here on."""
    for flow in ex.s.published.flows:
        obj = ex.s.objects.get(flow.obj)
        if obj is None or obj.races is None or not _was_made_known(ex, flow, obj.races):
            continue
        ex.met.ordered_atomics.add((obj.key, flow.at))
        for access in _accesses(obj.races):
            if access.strong and access.commutes and (flow.at is None or access.offset == flow.at):
                yield access.point, (obj.key, access.offset)


def _was_made_known(ex: Execution, flow: Flow, table: RaceTable) -> bool:
    """Has a fence or a barrier made known what was found, so that the thread could hand it on? One that has ended
    could, if other stream operations run beside its own."""
    grid = ex.s.device.grids.get(flow.operation)
    if grid is None:
        return any(kept.operation == flow.operation for kept in (table, *table.others))
    thread = grid.threads[flow.tid]
    assert thread.block is not None
    return (thread.causality.clock, thread.block.epoch) != (flow.clock, flow.epoch)


def _accesses(front: RaceTable) -> Iterator[Event]:
    """Those of all stream operations that may run now."""
    for table in (front, *front.others):
        for entries in table.cells.values():
            yield from entries
        for symbolic in table.symbolic:
            yield symbolic.event
