"""Stream operations that are over, in the eyes of all that is still to come."""

from cudabmc.state.events import HOST
from cudabmc.state.memory import MemObject
from cudabmc.state.order import OperationSet, sure
from cudabmc.state.races import RaceTable
from cudabmc.state.state import State


def settled(s: State) -> OperationSet:
    """The stream operations that are done before whatever any thread does from now on."""
    found = sure(s.device.known)
    running, queued = s.device.grids.values(), s.device.queue.values()
    for order in (*(grid.order for grid in running), *(operation.order for operation in queued)):
        found = found.intersection(sure(order))
    return found


def forget_settled(s: State, obj: MemObject) -> MemObject:
    """The object without its table of accesses, if nothing in it can conflict with anything any more."""
    table = obj.races
    if table is None or not _is_over(s, table):
        return obj
    obj = s.own_object(obj)
    obj.races = None
    return obj


def _is_over(s: State, table: RaceTable) -> bool:
    """Can nothing in the table, and in those behind it, conflict with anything any more?"""
    if table.operation == HOST and not s.idle:
        return False
    known = settled(s)
    over = table.operation == HOST or known.has(table.operation)
    return over and (table.behind is None or table.behind.are_over(known, idle=s.idle))
