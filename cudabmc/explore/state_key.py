"""Keys of states: two states with one key behave alike from here on.

Values, program counters and waits of all threads, memory, and what the happens-before relation
knows, the accesses of the running grid included. What of the context bound is left is not in it: that
is added by whoever compares. Nor is what a state has met already: it is asked before the state is
given up.
"""

from collections.abc import Iterable

from cudabmc.state.capture import Node
from cudabmc.state.device_state import DeviceState
from cudabmc.state.events import Event, Moment
from cudabmc.state.frame import BranchSide, Fork, Frame
from cudabmc.state.knowledge import Knowledge, as_key
from cudabmc.state.memory import MemObject
from cudabmc.state.order import Order
from cudabmc.state.races import RaceTable
from cudabmc.state.state import State
from cudabmc.state.stream_operations import Grid, StreamOperation
from cudabmc.state.thread import Thread, ThreadBlock
from cudabmc.state.value import Value
from cudabmc.terms import Term


def state_key(state: State) -> object:
    """A hashable value that is equal for states of equal behaviour."""
    host = state.host
    assert host is not None
    return (
        _thread(host),
        None if state.published.host_threads is None else object(),  # what they have done is in no key: none is equal
        tuple(_grid(grid) for grid in state.device.grids.values()),
        tuple(_operation(operation) for operation in state.device.queue.values()),
        state.device.done,
        *(_nested(state.device) if state.device.nests else ()),
        state.device.awaited,
        _order(state.device.known),
        frozenset((key, _order(stream.order)) for key, stream in state.device.streams.items()),
        frozenset((key, _order(order)) for key, order in state.device.events.items()),
        tuple((tuple(c.tails.items()), tuple(map(_node, c.nodes))) for c in state.device.captures.values()),
        frozenset(state.device.recorded.items()),
        frozenset(state.device.nodes.items()),
        frozenset((key, _order(g.order), tuple(map(_node, g.nodes))) for key, g in state.device.graphs.items()),
        tuple(_object(o) for o in state.objects.values()),
        frozenset((name, _value(value)) for name, value in state.library.items()),
        frozenset(
            (
                key,
                m.expected,
                m.left,
                m.phase,
                m.arrivals,
                m.last_arrivals,
                *map(as_key, (m.met, m.known, m.last_met, m.last_known)),
                *map(_value, (m.assumed, m.last_assumed)),
            )
            for key, m in state.meetings.items()
        ),
        _value(state.alive),
        _value(state.no_use),
        _value(state.ending.reached),
        _value(state.ending.failures),
        state.ending.returns,
        frozenset((where, as_key(k)) for where, k in state.published.released.items()),
        frozenset((where, _somewhere(k)) for where, k in state.published.released_somewhere.items()),
        frozenset(state.published.flows),
        frozenset((place, _moments(last)) for place, last in state.published.moments.items()),
    )


def _nested(device: DeviceState) -> Iterable[object]:
    """What threads of kernels have issued."""
    yield device.ended
    yield frozenset(device.own_streams.items())
    yield frozenset(
        (
            number, n.parent, n.children, n.tails, n.body, _order(n.inherited), _order(n.behind), n.loose, n.point,
            n.key, n.depth, n.certain, as_key(n.known), as_key(n.met),
        )
        for number, n in device.nests.items()
    )  # fmt: skip
    yield frozenset(
        (key, as_key(stream.nested.known), tuple((number, _access(event)) for number, event in stream.nested.issued))
        for key, stream in device.streams.items()
    )


def _moments(last: Moment | None) -> object:
    """What a moment stands for: how it came to be, in order."""
    accesses = []
    while last is not None:
        accesses.append(_access(last.event))
        last = last.before
    return tuple(accesses)


def _grid(grid: Grid) -> object:
    return (
        grid.number,
        grid.broken,
        frozenset(grid.pending),
        frozenset(grid.spinning),
        tuple(block.epoch for block in grid.blocks.values()),
        tuple(_visits(block) for block in grid.blocks.values()),
        tuple(_thread(t) for t in grid.threads.values()),
    )


def _visits(block: ThreadBlock) -> object:
    return tuple((key, visit.epoch, visit.clock) for key, visit in block.visits.items())


def _operation(operation: StreamOperation) -> object:
    thread = None if operation.thread is None else _thread(operation.thread)
    args, path, order = _values(operation.args), _value(operation.path), _order(operation.order)
    return operation.number, operation.key, args, path, order, thread


def _node(node: Node) -> object:
    plan = None if node.plan is None else (node.plan.function.name, node.plan.shape, _values(node.plan.args))
    thread = None if node.thread is None else _thread(node.thread)
    return (node.name, node.deps, _value(node.path), plan, thread)


def _order(order: Order) -> object:
    return tuple((named, _value(guard)) for named, guard in order)


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
        thread.causality.clock,
        _value(thread.causality.assumed),
        as_key(thread.causality.knowledge),
        as_key(thread.causality.met),
        as_key(thread.causality.acquired),
        as_key(thread.causality.near),
        as_key(thread.causality.released),
        (thread.wait.point, thread.wait.payload) if thread.wait is not None else None,
        thread.turn.stepped,
        as_key(thread.causality.once),
        thread.turn.joins,
        thread.copies.batches,
        thread.copies.bound,
        thread.causality.paired,
    )


def _frame(frame: Frame) -> object:
    return (frame.code.function.name, frame.pc, _values(frame.regs))


def _fork(fork: Fork) -> object:
    return (fork.depth, fork.join, _value(fork.path), _value(fork.running), _sides(fork.pending), _sides(fork.arrived))


def _sides(sides: Iterable[BranchSide]) -> object:
    return tuple((_value(s.cond), s.pc, _values(s.regs), _value(s.result)) for s in sides)


def _object(obj: MemObject) -> object:
    return (
        obj.id,
        obj.lifetime.life,
        _value(obj.lifetime.freed),
        obj.below if obj.array is None else obj.array.term.id,
        frozenset((offset, kind, _value(value)) for offset, (kind, value) in obj.cells.items()),
        _races(obj.races) if isinstance(obj.races, RaceTable) else None,
        obj.observed,
    )


def _races(table: RaceTable) -> object:
    return (
        table.operation,
        frozenset((offset, frozenset(_access(a) for a in entries)) for offset, entries in table.cells.items()),
        frozenset((_value(s.offset), _value(s.size), _access(s.event)) for s in table.symbolic),
        frozenset((_value(s.offset), _value(s.size), _access(s.event)) for s in table.spans.values()),
        tuple(_races(other) for other in sorted(table.others, key=lambda other: other.operation)),
    )


def _access(access: Event) -> object:
    return (
        access.tid, access.point, access.kind, access.epoch, access.clock, _value(access.size), _value(access.offset),
        _value(access.path), _value(access.assumed), _value(access.value), access.commutes,
    )  # fmt: skip


def _somewhere(entries: Iterable[tuple[Term, Knowledge]]) -> object:
    return tuple((offset.id, as_key(released)) for offset, released in entries)
