"""A context for models that is composed: one part answers for each concern.

An engine brings the parts that it has words for. A model that asks for another one is refused by the engine, which
then knows of what it is not capable: nothing has to be caught that a model may raise itself.
"""

from collections.abc import Callable, Sequence
from typing import Concatenate, Generic, NoReturn, ParamSpec, TypeVar, overload

from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.modelapi.call import CallPart, LaunchPart
from cudabmc.modelapi.files import FilesPart
from cudabmc.modelapi.memory import MemoryPart, ObjectsPart, VariablesPart
from cudabmc.modelapi.sources import SourcesPart
from cudabmc.modelapi.streams import GraphsPart, StreamsPart
from cudabmc.modelapi.threads import ControlPart, MeetingsPart, OrderingPart
from cudabmc.modelapi.values import ChecksPart, InputsPart, ValuesPart
from cudabmc.source.location import Location
from cudabmc.state.limits import Limits
from cudabmc.state.value import Value

_Part = TypeVar("_Part")
_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class ContextParts:
    """Who answers for each concern; None: nobody."""

    call: CallPart
    values: ValuesPart
    launch: LaunchPart | None = None
    inputs: InputsPart | None = None
    checks: ChecksPart | None = None
    memory: MemoryPart | None = None
    objects: ObjectsPart | None = None
    variables: VariablesPart | None = None
    files: FilesPart | None = None
    sources: SourcesPart | None = None
    control: ControlPart | None = None
    meetings: MeetingsPart | None = None
    ordering: OrderingPart | None = None
    streams: StreamsPart | None = None
    graphs: GraphsPart | None = None


class _Asked(Generic[_Args, _Result]):
    """A function of the context: that of a part."""

    __slots__ = ("_name", "_part")

    def __init__(self, part: str, name: str) -> None:
        self._part = part
        self._name = name

    @overload
    def __get__(self, context: None, owner: type) -> "_Asked[_Args, _Result]": ...

    @overload
    def __get__(self, context: "ComposedContext", owner: type) -> Callable[_Args, _Result]: ...

    def __get__(
        self, context: "ComposedContext | None", owner: type
    ) -> "Callable[_Args, _Result] | _Asked[_Args, _Result]":
        if context is None:
            return self
        part = getattr(context.parts, self._part)
        if part is None:
            context.refuse(self._name)
        answer: Callable[_Args, _Result] = getattr(part, self._name)
        context.__dict__[self._name] = answer  # found there from now on, without a call of this
        return answer


class _Of(Generic[_Part]):
    """Makes the functions of the context that a part answers."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __call__(self, function: Callable[Concatenate[_Part, _Args], _Result]) -> _Asked[_Args, _Result]:
        return _Asked(self._part, function.__name__)


_values = _Of[ValuesPart]("values")
_inputs = _Of[InputsPart]("inputs")
_checks = _Of[ChecksPart]("checks")
_memory = _Of[MemoryPart]("memory")
_objects = _Of[ObjectsPart]("objects")
_variables = _Of[VariablesPart]("variables")
_files = _Of[FilesPart]("files")
_sources = _Of[SourcesPart]("sources")
_control = _Of[ControlPart]("control")
_meetings = _Of[MeetingsPart]("meetings")
_ordering = _Of[OrderingPart]("ordering")
_streams = _Of[StreamsPart]("streams")
_graphs = _Of[GraphsPart]("graphs")


class ComposedContext:
    """The parts, by the names that models use (`ModelContext`). `refuse` raises an error of the engine; it is told what
    a model asks for that no part answers."""

    __slots__ = ("__dict__", "parts", "refuse")

    def __init__(self, parts: ContextParts, refuse: Callable[[str], NoReturn]) -> None:
        self.parts = parts
        self.refuse = refuse

    @property
    def name(self) -> str:
        return self.parts.call.name

    @property
    def location(self) -> Location:
        return self.parts.call.location

    @property
    def arg_types(self) -> Sequence[Type]:
        return self.parts.call.arg_types

    @property
    def arg_ctypes(self) -> Sequence[str]:
        return self.parts.call.arg_ctypes

    @property
    def ret_type(self) -> Type:
        return self.parts.call.ret_type

    @property
    def on_device(self) -> bool:
        return self.parts.call.on_device

    @property
    def _launch(self) -> LaunchPart:
        return self.parts.launch or self.refuse("cooperative, cluster, limits or builtin()")

    @property
    def cooperative(self) -> bool:
        return self._launch.cooperative

    @property
    def cluster(self) -> tuple[int, int, int]:
        return self._launch.cluster

    @property
    def limits(self) -> Limits:
        return self._launch.limits

    def builtin(self, name: str) -> tuple[Value, Value, Value]:
        return self._launch.builtin(name)

    op = _values(ValuesPart.op)
    is_const = _values(ValuesPart.is_const)
    decide = _values(ValuesPart.decide)
    concretize = _values(ValuesPart.concretize)
    digits = _values(ValuesPart.digits)
    approximation = _values(ValuesPart.approximation)
    computed = _values(ValuesPart.computed)
    applied = _values(ValuesPart.applied)
    product = _values(ValuesPart.product)
    named = _values(ValuesPart.named)
    constrain = _values(ValuesPart.constrain)
    note = _values(ValuesPart.note)

    nondet = _inputs(InputsPart.nondet)
    failure = _inputs(InputsPart.failure)
    is_arbitrary = _inputs(InputsPart.is_arbitrary)
    output = _inputs(InputsPart.output)

    uses = _checks(ChecksPart.uses)
    require = _checks(ChecksPart.require)
    assume = _checks(ChecksPart.assume)

    load = _memory(MemoryPart.load)
    store = _memory(MemoryPart.store)
    copy = _memory(MemoryPart.copy)
    fill = _memory(MemoryPart.fill)
    store_bytes = _memory(MemoryPart.store_bytes)
    load_bytes = _memory(MemoryPart.load_bytes)
    check_range = _memory(MemoryPart.check_range)
    add = _memory(MemoryPart.add)
    reorder = _memory(MemoryPart.reorder)
    string = _memory(MemoryPart.string)

    allocate = _objects(ObjectsPart.allocate)
    begin_life = _objects(ObjectsPart.begin_life)
    free = _objects(ObjectsPart.free)
    live_allocations = _objects(ObjectsPart.live_allocations)
    space = _objects(ObjectsPart.space)
    lies_in = _objects(ObjectsPart.lies_in)
    targets = _objects(ObjectsPart.targets)
    object_size = _objects(ObjectsPart.object_size)
    object_offset = _objects(ObjectsPart.object_offset)
    object_id = _objects(ObjectsPart.object_id)
    move = _objects(ObjectsPart.move)
    object_name = _objects(ObjectsPart.object_name)
    kernel = _objects(ObjectsPart.kernel)
    symbol_pointer = _objects(ObjectsPart.symbol_pointer)
    in_cluster = _objects(ObjectsPart.in_cluster)
    rank_of = _objects(ObjectsPart.rank_of)

    get = _variables(VariablesPart.get)
    put = _variables(VariablesPart.put)
    number_of = _variables(VariablesPart.number_of)
    value_of = _variables(VariablesPart.value_of)

    host_path = _files(FilesPart.host_path)
    host_entry = _files(FilesPart.host_entry)
    host_file = _files(FilesPart.host_file)
    host_folder = _files(FilesPart.host_folder)
    standard_input = _files(FilesPart.standard_input)

    compiled = _sources(SourcesPart.compiled)
    module = _sources(SourcesPart.module)

    call = _control(ControlPart.call)
    run_host_thread = _control(ControlPart.run_host_thread)
    host_turn = _control(ControlPart.host_turn)
    host_wakes = _control(ControlPart.host_wakes)
    host_thread_ends = _control(ControlPart.host_thread_ends)
    host_thread_joined = _control(ControlPart.host_thread_joined)
    order = _control(ControlPart.order)
    stop_program = _control(ControlPart.stop_program)
    abort_program = _control(ControlPart.abort_program)
    unsupported = _control(ControlPart.unsupported)
    stop_kernel = _control(ControlPart.stop_kernel)

    rendezvous = _meetings(MeetingsPart.rendezvous)
    known_payload = _meetings(MeetingsPart.known_payload)
    require_of = _meetings(MeetingsPart.require_of)
    store_of = _meetings(MeetingsPart.store_of)
    meeting = _meetings(MeetingsPart.meeting)
    cluster_barrier = _meetings(MeetingsPart.cluster_barrier)

    fence = _ordering(OrderingPart.fence)
    release = _ordering(OrderingPart.release)
    acquire = _ordering(OrderingPart.acquire)
    copy_async = _ordering(OrderingPart.copy_async)
    fill_async = _ordering(OrderingPart.fill_async)
    commit_copies = _ordering(OrderingPart.commit_copies)
    wait_for_copies = _ordering(OrderingPart.wait_for_copies)

    add_stream = _streams(StreamsPart.add_stream)
    end_stream = _streams(StreamsPart.end_stream)
    add_event = _streams(StreamsPart.add_event)
    issue = _streams(StreamsPart.issue)
    record = _streams(StreamsPart.record)
    wait_in_stream = _streams(StreamsPart.wait_in_stream)
    synchronise = _streams(StreamsPart.synchronise)
    is_done = _streams(StreamsPart.is_done)

    begin_capture = _graphs(GraphsPart.begin_capture)
    end_capture = _graphs(GraphsPart.end_capture)
    is_capturing = _graphs(GraphsPart.is_capturing)
    copy_graph = _graphs(GraphsPart.copy_graph)
    launch_graph = _graphs(GraphsPart.launch_graph)
    new_graph = _graphs(GraphsPart.new_graph)
    add_node = _graphs(GraphsPart.add_node)
    replace_node = _graphs(GraphsPart.replace_node)
    issue_kernel = _graphs(GraphsPart.issue_kernel)
    update_graph = _graphs(GraphsPart.update_graph)
    graph_nodes = _graphs(GraphsPart.graph_nodes)
