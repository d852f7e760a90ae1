"""Launches in device code (programming guide, 'CUDA Dynamic Parallelism'): the operation is issued to a stream of the
launching thread's block or grid, and the thread is in the place of the host."""

from collections.abc import Callable
from dataclasses import replace

from cudabmc import terms
from cudabmc.device import grids, nesting, stream_handles
from cudabmc.errors import ResourceError
from cudabmc.goto.program import Space
from cudabmc.goto.types import I32
from cudabmc.interpreter.calls import one_target
from cudabmc.interpreter.core import Machine
from cudabmc.order import access
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.properties.launch_config import LAUNCH_CONFIG
from cudabmc.properties.memory_space import MEMORY_SPACE
from cudabmc.state import library_variables, races
from cudabmc.state.events import ATOMIC, Access, Event
from cudabmc.state.execution import Execution
from cudabmc.state.knowledge import join as join_knowledge
from cudabmc.state.memory import MemObject
from cudabmc.state.nest import Nest
from cudabmc.state.object_facts import Description
from cudabmc.state.order import NONE, Order, join, only
from cudabmc.state.plan import Plan
from cudabmc.state.position import user_location
from cudabmc.state.signals import NotForAllOrders, PathEnds
from cudabmc.state.stream_operations import NestedStream, Stream
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, PointerSet, Value

DEEPEST = 24
"""How many launches may lead from one of the host to a kernel (programming guide, 'Nesting and Synchronization
Depth')."""




LAST_ERROR = "cuda:last-error"
INVALID_HANDLE = 400
"""cudaErrorInvalidResourceHandle"""

DEPTH_EXCEEDED = 65
"""cudaErrorLaunchMaxDepthExceeded"""

_PENDING_LIMIT = "cuda:limit:4"
"""Key of the models' state: what cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount) has asked for."""
_USUALLY_PENDING = 2048


def launch(m: Machine, thread: Thread, kernel: str, checked: Callable[[], Plan], handle: Value, pc: int) -> bool:
    """The launch of a kernel of this name by a thread of another; False if the scheduler decides first, and the step is
    made again."""
    ex = m.execution
    if ex.all_orders is not None:
        raise NotForAllOrders
    found = _stream(m, thread, handle, pc)
    if found is None:
        text = f"{kernel} is launched into a stream that its parent has not created, or has destroyed"
        if ex.require(thread, False, API_MISUSE, text):
            raise PathEnds
        fails(ex, thread, INVALID_HANDLE)
        return True
    key, obj = found
    point = (thread.frames[-1].code.function.name, pc)
    if key is not None and access.stops(ex, thread, ((obj, 0),), point):
        return False
    plan = checked()
    _check_pointers(ex, thread, plan)
    if not _is_deep_enough(ex, thread, plan, tail=ex.s.device.streams[obj.id].tail):
        fails(ex, thread, DEPTH_EXCEEDED)
        return True
    _check_room(ex, thread)
    _issue(ex, thread, plan, obj, point)
    return True


def fails(ex: Execution, thread: Thread, error: int) -> None:
    """The launch fails with an error code."""
    library_variables.put(ex.s, thread, library_variables.own_key(thread, LAST_ERROR), error, I32)


# ---------------------------------------------------------------- streams


def _stream(m: Machine, thread: Thread, handle: Value, pc: int) -> tuple[int | None, MemObject] | None:
    """The object of the stream that a handle means; with its key, unless what is launched there is never in order. None
    if it means none."""
    ex, block = m.execution, thread.block
    assert block is not None
    pointer = one_target(m, thread, pc, handle)
    if pointer.obj > 0:
        found = stream_handles.find(m, thread, handle, pc)
        return None if found is None else (found, ex.s.objects[found])
    grid = thread.operation
    match pointer.offset:
        case 0 | 1:
            return _own(m, ("block", *block.home), Stream("the NULL stream of its block", False, home=grid))
        case 2:
            return _own(m, ("thread", grid, thread.tid), Stream("cudaStreamPerThread", False, home=grid))
        case 3:
            return _own(m, ("tail", grid), Stream("the tail launch stream of its grid", False, home=grid, tail=True))
        case 4:
            made = _made(m, Stream("cudaStreamFireAndForget", False, home=grid))
            return None, ex.s.objects[made]
    return None


def _own(m: Machine, owner: tuple[object, ...], stream: Stream) -> tuple[int, MemObject]:
    """The stream that a thread, block or grid has without creating it."""
    s = m.execution.s
    key = s.device.own_streams.get(owner)
    if key is None:
        key = s.device.own_streams[owner] = _made(m, stream)
    return key, s.objects[key]


def _made(m: Machine, stream: Stream) -> int:
    obj = m.objects.new(Description(stream.name), 8, Space.DEVICE_GLOBAL, "@stream")
    m.execution.s.device.streams[obj.id] = stream
    return obj.id


# ---------------------------------------------------------------- what must hold


def _check_pointers(ex: Execution, thread: Thread, plan: Plan) -> None:
    """No argument points to memory that the kernel cannot reach (programming guide, 'Shared and Local Memory')."""
    for value in plan.args:
        if isinstance(value, Pointer):
            _check_pointer(ex, thread, plan, value, True)
        elif isinstance(value, PointerSet):
            for guard, pointer in value.targets:
                _check_pointer(ex, thread, plan, pointer, guard)


def _check_pointer(ex: Execution, thread: Thread, plan: Plan, pointer: Pointer, guard: Value) -> None:
    obj = ex.s.objects.get(pointer.obj)
    if obj is None or obj.space not in (Space.SHARED, Space.LOCAL):
        return
    whose = "the shared memory" if obj.space is Space.SHARED else "the local variable"
    text = f"{plan.function.display} is launched with a pointer to {whose} '{obj.name}', which no other grid can reach"
    ex.require(thread, terms.lnot(guard), MEMORY_SPACE, text, obj=obj)


def _is_deep_enough(ex: Execution, thread: Thread, plan: Plan, *, tail: bool) -> bool:
    """Is there a level left for the kernel? Nothing is documented of tail launches, which come behind their parent."""
    nest = ex.s.device.nest_of(thread.operation)
    if nest.certain + (not tail) > DEEPEST:
        text = (
            f"the launch of {plan.function.display} fails: it is nested {nest.certain + 1} levels deep,"
            f" allowed are {DEEPEST}"
        )
        if ex.require(thread, False, LAUNCH_CONFIG, text):
            raise PathEnds
        return False
    if nest.depth >= DEEPEST:
        text = f"{DEEPEST} launches are nested, tail launches among them: whether these count is not documented"
        raise ResourceError(text, user_location(thread))
    return True


def _check_room(ex: Execution, thread: Thread) -> None:
    """Launches that have not begun take slots (programming guide, 'Pending Kernel Launches')."""
    s = ex.s
    most = s.library.get(_PENDING_LIMIT, _USUALLY_PENDING)
    if len(s.device.queue) >= _USUALLY_PENDING and (not isinstance(most, int) or len(s.device.queue) >= most):
        raise ResourceError(
            f"{len(s.device.queue)} launches may wait to begin at one time, and one more can fail"
            " (cudaLimitDevRuntimePendingLaunchCount)", user_location(thread),
        )  # fmt: skip


# ---------------------------------------------------------------- the operation


def _issue(ex: Execution, thread: Thread, plan: Plan, obj: MemObject, point: tuple[str, int]) -> None:
    s, device = ex.s, ex.s.device
    stream = device.streams[obj.id]
    parent = thread.operation
    behind = join(stream.order, only(nesting.body_of(s, parent))) if stream.tail else stream.order
    if ex.decisions.points:
        ex.met.concurrent = True  # the reduction knows of no steps that bring others about
    event = Event(thread, obj, 0, 8, Access(ATOMIC, point, "device"), None, thread.path)
    if ex.s.step is not None:
        ex.s.step.append(event)
    device.issued += 1
    operation = device.issued
    ex.device.streams[operation] = stream.name
    _nest(s.device.nests, thread, operation, stream, behind, event)
    mine = device.nest_of(operation)
    device.nests[operation] = replace(mine, key=obj.key)
    thread.causality.clock += 1
    order = join(thread.order, behind)
    device.streams[obj.id] = replace(
        stream, order=join(stream.order, only(operation)),
        nested=NestedStream((*stream.nested.issued, (operation, event)), mine.known),
    )  # fmt: skip
    if ex.listening.streams is not None:
        ex.listening.streams.issues(operation, obj.id, plan.function.display, order, kernel=True)
    # It waits for those behind which it is alone: the parent of the thread, if this is a tail launch, is done after it.
    grids.enqueue(ex, plan, operation, behind, thread.path, thread.facts, user_location(thread))


def _nest(
    nests: dict[int, Nest], thread: Thread, operation: int, stream: Stream, behind: Order, event: Event
) -> None:  # fmt: skip
    """The operation belongs to that of the thread from now on."""
    parent = nests.get(thread.operation) or Nest(thread.operation)
    nests[thread.operation] = (
        replace(parent, tails=parent.tails.with_(operation)) if stream.tail
        else replace(parent, children=parent.children.with_(operation))
    )  # fmt: skip
    loose = NONE
    for number, issued in stream.nested.issued:
        if issued.tid != thread.tid and not races.barrier_ordered(issued, event, thread):
            loose = loose.with_(number)
    own = races.snapshot(thread)
    known = join_knowledge(own, stream.nested.known)
    met = join_knowledge(thread.causality.met, races.own_past(thread))
    nests[operation] = Nest(
        parent.root, thread.operation, NONE, NONE, 0, thread.order, behind, loose, known, met, event.point, "",
        parent.depth + 1, parent.certain + (not stream.tail),
    )  # fmt: skip
