"""Stream operations that are over, in the eyes of all that is still to come."""

from cudabmc.state.events import HOST
from cudabmc.state.memory import MemObject
from cudabmc.state.order import sure
from cudabmc.state.state import State


def settled(s: State) -> int:
    """The stream operations that are done before whatever any thread does from now on, as a mask."""
    mask = sure(s.device.known)
    running, queued = s.device.grids.values(), s.device.queue.values()
    for order in (*(grid.order for grid in running), *(operation.order for operation in queued)):
        mask &= sure(order)
    return mask | (1 << HOST if s.idle else 0)


def forget_settled(s: State, obj: MemObject) -> MemObject:
    """The object without its table of accesses, if nothing in it can conflict with anything any more."""
    table = obj.races
    if table is None or (table.numbers | 1 << table.operation) & ~settled(s):
        return obj
    obj = s.own_object(obj)
    obj.races = None
    return obj
