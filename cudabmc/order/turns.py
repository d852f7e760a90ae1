"""Launches of threads of a kernel into one stream: whoever comes first in it is a matter of the interleaving.

The order of what they launch is no race then, but it may matter. Where accesses of two such operations, or of what
these have launched in their turn, meet, the launches become visible events, and the next pass explores both orders.
"""

from collections.abc import Iterable, Iterator

from cudabmc.order.conflict import overlap
from cudabmc.state import events
from cudabmc.state.device_state import DeviceState
from cudabmc.state.events import READ, Span
from cudabmc.state.execution import Execution
from cudabmc.state.races import RaceTable
from cudabmc.state.thread import Thread


def taken(device: DeviceState, tables: Iterable[RaceTable], thread: Thread) -> Iterator[RaceTable]:
    """Those of tables of other operations that come before that of the thread because launches have taken turns."""
    for table in tables:
        if _turns(device, table.operation, thread.operation) is not None:
            yield table


def check(ex: Execution, thread: Thread, mine: Span, tables: Iterable[RaceTable]) -> None:
    """Compare a new access with those of operations that might as well have come later."""
    for table in tables:
        pair = _turns(ex.s.device, table.operation, thread.operation)
        if pair is not None and any(_matters(other, mine) for other in table.near(mine)):
            _decide(ex, *pair)


def decide_all(ex: Execution, *operations: int) -> None:
    """An access of these operations conflicts with another one: the order of launches that have led to them matters."""
    device = ex.s.device
    for operation in operations:
        for one in device.line_of(operation):
            loose = device.nest_of(one).loose
            if loose:
                _decide(ex, one, *loose.numbers())


def _matters(old: Span, new: Span) -> bool:
    if old.event.kind == new.event.kind == READ or events.commute(old.event, new.event):
        return False
    return overlap(old, new) is not False


def _decide(ex: Execution, *operations: int) -> None:
    ex.met.concurrent = True
    for operation in operations:
        nest = ex.s.device.nest_of(operation)
        ex.met.conflict(nest.point, nest.key, 0)


def _turns(device: DeviceState, first: int, second: int) -> tuple[int, int] | None:
    """The launches that have brought it about that one operation comes before another, if they might have taken other
    turns."""
    for later in device.line_of(second):
        loose = device.nest_of(later).loose
        if loose:
            for earlier in device.line_of(first):
                if loose.has(earlier):
                    return earlier, later
    return None
