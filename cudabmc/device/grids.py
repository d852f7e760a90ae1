"""Grids: the threads of a kernel, made when it begins."""

from collections.abc import Iterable, Iterator
from math import prod

from cudabmc import terms
from cudabmc.device import streams
from cudabmc.errors import ResourceError
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32
from cudabmc.interpreter.core import Dim, Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.result import ThreadId
from cudabmc.source.location import Location
from cudabmc.state.execution import Execution
from cudabmc.state.memory import DEVICE_BIT
from cudabmc.state.order import Order
from cudabmc.state.plan import LAUNCH_SIZES, ONE_BLOCK, BlockThreads, LaunchedThreads, LaunchShape, Plan, split
from cudabmc.state.position import user_location
from cudabmc.state.state import State
from cudabmc.state.stream_operations import Grid, StreamOperation
from cudabmc.state.thread import NO_RANK, DimValues, Rank, Status, Thread, ThreadBlock
from cudabmc.state.value import Value
from cudabmc.terms import NO_FACTS, Facts

MAX_THREADS = 1 << 20
"""Most threads of a launch that are run one by one."""


@dataclass(frozen=True, slots=True)
class _Issued:
    """When and where it was launched."""

    number: int  # which launch of the run
    operation: int  # the number of the stream operation
    order: Order
    path: Value
    facts: Facts


def issue(ex: Execution, host: Thread, stream: int, plan: Plan) -> None:
    """Put a kernel into a stream."""
    operation, order = streams.issue(ex, host, stream)
    if ex.listening.streams is not None:
        ex.listening.streams.issues(operation, stream, plan.function.display, order, kernel=True)
    enqueue(ex, plan, operation, order, host.path, host.facts, user_location(host))


def enqueue(
    ex: Execution, plan: Plan, operation: int, order: Order, path: Value, facts: Facts, site: Location
) -> None:  # fmt: skip
    """The kernel begins when the operations that `order` names have ended."""
    s = ex.s
    s.device.launches += 1
    ex.device.kernels.setdefault(plan.function.display)
    ex.device.launch_sites[s.device.launches] = site
    issued = _Issued(s.device.launches, operation, order, path, facts)
    if ex.listening.streams is not None:
        ex.listening.streams.numbers_launch(operation, s.device.launches)

    def begin(machine: Machine, _: Thread | None) -> None:
        now = streams.order_at_begin(machine.execution.s, operation, order)
        _begin(machine, plan, _Issued(issued.number, operation, now, path, facts))

    key = (plan.launch, plan.function.name, plan.shape, plan.shmem)
    s.device.queue[operation] = StreamOperation(operation, order, path, plan.function.display, begin, key, plan.args)


def _begin(m: Machine, plan: Plan, issued: _Issued) -> None:
    """Make the threads of the grid; each is ready to run."""
    ex = m.execution
    s = ex.s
    function, shape = plan.function, plan.shape
    grid, block = _dim(shape.most[:3]), _dim(shape.most[3:])
    if ex.listening.streams is not None:
        ex.listening.streams.begins(issued.operation)
    if _ran_at_once(m, plan, issued, grid, block):
        return
    threads, part = prod((*grid, *block)), ex.device.parts.get(issued.number)
    if plan.cluster != ONE_BLOCK and (part is not None or ex.settings.two_threads):
        text = "a launch of clusters is run as a whole: its blocks reach each other's shared memory"
        raise ResourceError(text, ex.device.launch_sites[issued.number])
    if threads > MAX_THREADS and part is None and not ex.settings.two_threads:
        raise ResourceError(f"{too_many(shape)}; {instead(shape)}", ex.device.launch_sites[issued.number])
    running = Grid(
        plan.launch, function.display, issued.number, issued.operation, issued.order, grid, block, plan.shmem, {}, {},
        issued.path, function, list(plan.args), plan.cooperative, plan.cluster,
    )  # fmt: skip
    if not s.device.grids:
        s.choices.current = None
        _begin_anew(s)
    s.device.grids[issued.operation] = running
    whole = issued.path is True and shape.is_known and part is None and not ex.settings.two_threads
    ex.device.launched[issued.operation] = LaunchedThreads(
        function.display, issued.number, grid, block, s.allocation.next_tid, whole
    )
    most = 2 if ex.settings.two_threads else threads
    _make_threads(ex, running, shape, issued.facts, _all_of(grid) if part is None else part.blocks, most)


def _make_threads(
    ex: Execution, running: Grid, shape: LaunchShape, facts: Facts, blocks: Iterable[BlockThreads], most: int
) -> None:  # fmt: skip
    """Threads of these blocks, up to `most`, are ready to run from now on."""
    s, grid, block = ex.s, running.grid, running.block
    assert running.function is not None
    kernel = running.function.display
    for number, wanted in blocks:
        if len(running.threads) == most:
            break
        index = split(number, grid)
        current = ThreadBlock(number, index, s.allocation.next_uid, (running.operation, number))
        s.allocation.next_uid += 1
        running.blocks[number] = current
        block_exists = _exists(index, shape.grid)
        for linear in range(block[0] * block[1] * block[2]) if wanted is None else wanted:
            if len(running.threads) == most:
                break
            where = split(linear, block)
            exists = terms.land(running.path, block_exists, _exists(where, shape.block))
            if exists is False:
                continue
            rank = Rank(linear, shape.block, shape.grid)
            thread = _add_thread(s, running, current, rank, ThreadId(index, where, kernel, running.number))
            thread.base = thread.path = exists
            thread.facts = facts.holding(exists)
            ex.counts.threads += 1
    running.runnable.reverse()


def make_the_rest(ex: Execution, running: Grid) -> None:
    """The blocks that a launch of known size has begun with cannot go on: the others follow."""
    assert not running.runnable and running.path is True
    sizes = (running.grid, running.block)
    shape = LaunchShape(*sizes, (*running.grid, *running.block))
    others = (block for block in _all_of(running.grid) if block[0] not in running.blocks)
    _make_threads(ex, running, shape, NO_FACTS, others, prod(shape.most))


def _all_of(grid: Dim) -> Iterator[BlockThreads]:
    """All threads of all blocks."""
    return ((number, None) for number in range(grid[0] * grid[1] * grid[2]))


INSTEAD = (
    "make it smaller, prove its kernel for launches of any size (cudabmc prove), or run two of its threads "
    "(--two-threads)"
)


def too_many(shape: LaunchShape) -> str:
    """What a reason says of a launch that is not run."""
    threads = prod(shape.most)
    if shape.is_known:
        return f"this launch has {threads} threads, and at most {MAX_THREADS} are run"
    sizes = zip(LAUNCH_SIZES, (*shape.grid, *shape.block), strict=True)
    arbitrary = [name for name, size in sizes if not isinstance(size, int)]
    verb = "depends" if len(arbitrary) == 1 else "depend"
    named = " and ".join(filter(None, (", ".join(arbitrary[:-1]), arbitrary[-1])))
    return (
        f"this launch can have {threads} threads, of which at most {MAX_THREADS} are run, because {named} {verb} on"
        " inputs"
    )


def instead(shape: LaunchShape) -> str:
    """What a user can do about it."""
    return INSTEAD if shape.is_known else f"bound these by an assumption, {INSTEAD}"


def _ran_at_once(m: Machine, plan: Plan, issued: _Issued, grid: Dim, block: Dim) -> bool:
    """Let the whole launch be over at once, if somebody takes it; False if nothing was done."""
    s = m.execution.s
    large = prod(plan.shape.most) > MAX_THREADS
    assert s.host is not None
    if m.at_once is None or s.device.grids or s.host.status is Status.SPINNING:
        return False
    if s.device.nests.get(issued.operation) and not _may_run_nested(m, issued.operation):
        return False
    if not (large or m.at_once.takes_any or (issued.path is True and plan.shape.is_known)):
        return False
    try:
        if not m.at_once.run(plan, _stand_in(m, plan, issued)):
            return False
    except MemoryError:
        if large:
            raise
        return False
    s.choices.current = None
    _begin_anew(s)
    blocks = grid[0] * grid[1] * grid[2]
    s.allocation.next_tid += blocks * block[0] * block[1] * block[2]  # as if they had been made
    s.allocation.next_uid += blocks
    streams.ends(s, issued.operation)
    if m.execution.listening.streams is not None:
        m.execution.listening.streams.ends(issued.operation)
    return True


def _may_run_nested(m: Machine, operation: int) -> bool:
    """May what a kernel has launched be over at once? Not where launches have taken turns on the way to it: its
    accesses are compared one by one then (see order/turns.py). Nor is it proved without its parent."""
    device = m.execution.s.device
    assert m.at_once is not None
    return not m.at_once.takes_any and not any(device.nest_of(one).loose for one in device.line_of(operation))


def _stand_in(m: Machine, plan: Plan, issued: _Issued) -> Thread:
    """Stands for all threads of a launch."""
    s = m.execution.s
    name = ThreadId(kernel=plan.function.display, launch=issued.number)
    thread = Thread(s.allocation.next_tid, name, DEVICE_BIT, None, NO_RANK, s.token)
    thread.operation, thread.order = issued.operation, issued.order
    _knows_launcher(s, thread)
    thread.path = thread.base = issued.path
    return thread


def _begin_anew(s: State) -> None:
    """No kernel runs. If none can run beside this one, and the host has learnt nothing from earlier ones but by
    waiting for them, threads have the same small numbers in all kernels."""
    assert s.host is not None
    if not s.concurrent and not s.host.causality.knowledge:
        s.allocation.next_tid, s.allocation.next_uid = 1, 0
        s.published.released, s.published.released_somewhere, s.published.strong, s.published.moments = {}, {}, {}, {}


def _add_thread(s: State, grid: Grid, block: ThreadBlock, rank: Rank, identity: ThreadId) -> Thread:
    tid = s.allocation.next_tid
    s.allocation.next_tid += 1
    thread = Thread(tid, identity, DEVICE_BIT, block, rank, s.token)
    thread.operation, thread.order = grid.operation, grid.order
    _knows_launcher(s, thread)
    grid.threads[tid] = thread
    grid.runnable.append(tid)
    block.threads.append(tid)
    return thread


def _knows_launcher(s: State, thread: Thread) -> None:
    """What the thread has done that has launched the kernel happens before all that the kernel does (programming
    guide, 'CUDA Dynamic Parallelism', 'Coherence and Consistency')."""
    nest = s.device.nests.get(thread.operation)
    if nest is not None:
        thread.causality.knowledge, thread.causality.met = nest.known, nest.met


def _dim(values: tuple[int, ...]) -> Dim:
    return values[0], values[1], values[2]


def _exists(index: Dim, size: DimValues) -> Value:
    """Is there a thread (or block) of this index?"""
    return terms.land(
        *(
            terms.apply(Op.ULT, BOOL, I32, (at, most))
            for at, most in zip(index, size, strict=True)
            if not isinstance(most, int)
        )
    )
