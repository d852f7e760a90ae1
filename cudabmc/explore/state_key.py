"""Keys of states: two states with one key behave alike from here on.

Values, program counters and waits of all threads, memory, and what the happens-before relation
knows, the accesses of the running grid included. Which thread ran last and the context switches
that are spent are part of the key, because the bound is. What a state has met already is not: it is
asked before the state is given up.
"""

from collections.abc import Iterable

from cudabmc.machine.knowledge import Knowledge, as_key
from cudabmc.machine.memory import MemObject
from cudabmc.machine.races import Access, RaceTable
from cudabmc.machine.state import Fork, Frame, Side, State, Thread
from cudabmc.machine.value import Value
from cudabmc.terms import Term


def state_key(state: State) -> object:
    """A hashable value that is equal for states of equal behaviour."""
    grid, host = state.grid, state.host
    assert grid is not None and host is not None
    return (
        grid.number,
        grid.current,
        grid.broken,
        state.switches,
        frozenset(grid.pending),
        frozenset(grid.spinning),
        tuple(block.epoch for block in grid.blocks),
        tuple(_thread(t) for t in (host, *grid.threads.values())),
        tuple(_object(o) for o in state.objects.values()),
        frozenset((name, _value(value)) for name, value in state.library.items()),
        frozenset(
            (key, m.expected, m.left, m.phase, *map(as_key, (m.met, m.known, m.last_met, m.last_known)))
            for key, m in state.meetings.items()
        ),
        _value(state.alive),
        _value(state.reached),
        frozenset((where, as_key(k)) for where, k in state.released.items()),
        frozenset((where, _somewhere(k)) for where, k in state.released_somewhere.items()),
    )


def _value(value: Value | None) -> object:
    if isinstance(value, Term):
        return ("term", value.id)
    if isinstance(value, float):
        return ("float", value.hex())
    return (type(value).__name__, value)


def _values(values: Iterable[Value | None]) -> tuple[object, ...]:
    return tuple(_value(v) for v in values)


def _thread(thread: Thread) -> object:
    return (
        thread.status,
        tuple(_frame(f) for f in thread.frames),
        tuple(_fork(f) for f in thread.forks),
        _value(thread.path),
        thread.clock,
        as_key(thread.knowledge),
        as_key(thread.met),
        as_key(thread.acquired),
        as_key(thread.released),
        (thread.wait.point, thread.wait.payload) if thread.wait is not None else None,
        thread.stepped,
        as_key(thread.once),
        thread.batches,
        thread.bound,
    )


def _frame(frame: Frame) -> object:
    return (frame.code.function.name, frame.pc, _values(frame.regs))


def _fork(fork: Fork) -> object:
    return (fork.depth, fork.join, _value(fork.path), _value(fork.running), _sides(fork.pending), _sides(fork.arrived))


def _sides(sides: Iterable[Side]) -> object:
    return tuple((_value(s.cond), s.pc, _values(s.regs), _value(s.result)) for s in sides)


def _object(obj: MemObject) -> object:
    return (
        obj.id,
        obj.life,
        _value(obj.freed),
        obj.array.id if obj.array is not None else None,
        frozenset((offset, kind, _value(value)) for offset, (kind, value) in obj.cells.items()),
        _races(obj.races) if isinstance(obj.races, RaceTable) else None,
    )


def _races(table: RaceTable) -> object:
    return (
        table.launch,
        frozenset((offset, frozenset(_access(a) for a in entries)) for offset, entries in table.cells.items()),
        frozenset((_value(s.offset), s.size, _access(s.access)) for s in table.symbolic),
        None if table.older is None else _races(table.older),
    )


def _access(access: Access) -> object:
    return (
        access.tid, access.point, access.kind, access.epoch, access.clock, access.size, _value(access.offset),
        _value(access.path), _value(access.value), access.commutes,
    )  # fmt: skip


def _somewhere(entries: Iterable[tuple[Term, Knowledge]]) -> object:
    return tuple((offset.id, as_key(released)) for offset, released in entries)
