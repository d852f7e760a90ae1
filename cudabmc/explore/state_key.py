"""Keys of states: two states with one key behave alike from here on.

Values, program counters and waits of all threads, memory, and what the happens-before relation
knows, the accesses of the running grid included. Which thread ran last and the context switches
that are spent are part of the key, because the bound is.
"""

from cudabmc.machine.knowledge import as_key
from cudabmc.machine.memory import MemObject
from cudabmc.machine.races import RaceTable
from cudabmc.machine.state import Frame, State, Thread
from cudabmc.machine.value import Value
from cudabmc.terms import Term


def state_key(state: State) -> object:
    """A hashable value that is equal for states of equal behaviour."""
    grid = state.grid
    assert grid is not None
    return (
        grid.current,
        state.switches,
        frozenset(grid.pending),
        frozenset(grid.spinning),
        tuple(_thread(t) for t in grid.threads.values()),
        tuple(_object(o) for o in state.objects.values()),
        state.alive if isinstance(state.alive, bool) else state.alive.id,
        tuple(sorted((where, as_key(k)) for where, k in state.released.items())),
        len(state.vcs),
    )


def _value(value: Value | None) -> object:
    if isinstance(value, Term):
        return ("term", value.id)
    if isinstance(value, float):
        return ("float", value.hex())
    return (type(value).__name__, value)


def _thread(thread: Thread) -> object:
    return (
        thread.status,
        tuple(_frame(f) for f in thread.frames),
        len(thread.forks),
        thread.path if isinstance(thread.path, bool) else thread.path.id,
        thread.clock,
        as_key(thread.knowledge),
        as_key(thread.acquired),
        as_key(thread.released),
        thread.wait.point if thread.wait is not None else None,
    )


def _frame(frame: Frame) -> object:
    return (frame.code.function.name, frame.pc, tuple(_value(v) for v in frame.regs))


def _object(obj: MemObject) -> object:
    return (
        obj.id,
        obj.life,
        obj.array.id if obj.array is not None else None,
        frozenset((offset, kind, _value(value)) for offset, (kind, value) in obj.cells.items()),
        _races(obj.races) if isinstance(obj.races, RaceTable) else None,
    )


def _races(table: RaceTable) -> object:
    return frozenset(
        (offset, frozenset((a.tid, a.point, a.kind, a.epoch, a.clock) for a in entries))
        for offset, entries in table.cells.items()
    )
