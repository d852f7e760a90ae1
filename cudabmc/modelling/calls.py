"""How calls of models run: each is a value, which the parts of the context ask while the model runs."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cudabmc.errors import ResourceError
from cudabmc.goto.program import Call
from cudabmc.goto.types import I32, FloatType, Type, VoidType
from cudabmc.interpreter.core import Machine
from cudabmc.memory.targets import places_of
from cudabmc.modelapi import ModelContext
from cudabmc.modelapi.composed import ComposedContext, ContextParts
from cudabmc.modelling import naming
from cudabmc.modelling.about_call import AboutCall, AboutLaunch
from cudabmc.modelling.checks import ModelChecks
from cudabmc.modelling.control import ModelControl
from cudabmc.modelling.declared import waiting
from cudabmc.modelling.files import ModelFiles
from cudabmc.modelling.graphs import ModelGraphs
from cudabmc.modelling.inputs import ModelInputs
from cudabmc.modelling.meetings import ModelMeetings
from cudabmc.modelling.memory import ModelMemory
from cudabmc.modelling.objects import ModelObjects
from cudabmc.modelling.ordering import ModelOrdering
from cudabmc.modelling.running import Running
from cudabmc.modelling.sources import ModelSources
from cudabmc.modelling.streams import ModelStreams
from cudabmc.modelling.users_model import guarded
from cudabmc.modelling.values import ModelValues
from cudabmc.modelling.variables import ModelVariables
from cudabmc.order import access
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.properties.nan import MAKES_NAN, NAN, looks_at_call, makes_no_nan
from cudabmc.state import events
from cudabmc.state.code import Code
from cudabmc.state.decisions import Point
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.model_call import NO_CALL, CallSite, ModelCall
from cudabmc.state.position import user_point
from cudabmc.state.signals import Abandoned, Misused, PathEnds, Split, Stopped
from cudabmc.state.step import FRAME, STOP, StepFunction
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Pointer, Value
from cudabmc.terms import Term
from opmodels.registry import Model

if TYPE_CHECKING:
    from cudabmc.modelling.any_order import CallsInAnyOrder


class ModelCalls:
    """Runs calls of models, one inside of the other if a model calls functions of the program."""

    def __init__(self, machine: Machine) -> None:
        self._m = machine
        self._ex = ex = machine.execution
        self._running = Running()
        about = AboutCall(self._running)
        values = ModelValues(machine, self._running, about)
        self._pure = values.pure
        checks = ModelChecks(machine, self._running, values)
        objects = ModelObjects(machine, self._running, about, values)
        memory = ModelMemory(machine, self._running, objects)
        streams = ModelStreams(machine, self._running, checks)
        self._meetings = ModelMeetings(machine, self._running, about, values, checks)
        parts = ContextParts(
            about, values, AboutLaunch(ex, self._running), ModelInputs(machine, self._running), checks,
            memory, objects, ModelVariables(ex, self._running), ModelFiles(ex.settings.surroundings, about),
            ModelSources(ex.program), ModelControl(machine, self._running, about, memory),
            self._meetings, ModelOrdering(ex, self._running, values, memory), streams,
            ModelGraphs(machine, self._running, checks, streams),
        )  # fmt: skip
        self._context: ModelContext = ComposedContext(parts, values.not_pure)

    @cached_property
    def _in_any_order(self) -> "CallsInAnyOrder":
        from cudabmc.modelling.any_order import CallsInAnyOrder  # few runs need it

        return CallsInAnyOrder(self._m)

    def step(self, code: Code, pc: int, call: Call, model: Model, fetch: list[Any]) -> StepFunction:
        """The step of a call of a model."""
        ex, running = self._ex, self._running
        dst = None if isinstance(call.ret, VoidType) else call.dst
        own = None if code.function.library else CallSite(call, pc, (code.function.name, pc), model)
        atomic, outside = model.access == "atomic", model.outside_streams
        ignored = _ignored(ex, call) if atomic else _never
        function = self._ready(model, VoidType() if dst is None else call.ret, on_device=code.function.on_device)
        following = pc + 1
        named = naming.holder_of(ex.program, code, pc, call)
        checks_nan = ex.settings.is_on(NAN) and looks_at_call(call.ret, call.types)
        exact = not _rounds(ex, call, model)

        def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            frame.pc = pc
            values = [f(thread, frame, regs) for f in fetch]
            site = own or CallSite(call, pc, user_point(thread), model)
            family = _family(model, values[1:], exact=exact) if atomic else ""
            alike = self._commutes(model, family, values[0]) if family and ignored(thread, pc) else ""
            unordered = None if ex.all_orders is None else self._in_any_order.before(thread, values, site)
            if unordered is not None and unordered.fails and dst is not None:
                regs[dst] = unordered.finds
                return following
            if atomic and unordered is None and self._atomic_stops(thread, values[0], site.point):
                thread.turn.commutes = alike
                return STOP
            made = list(frame.made[1]) if frame.made is not None and frame.made[0] == pc else []
            turn, outer = thread.turn, running.now
            stepped = turn.go or turn.stepped
            taken = None if unordered is None else unordered.taken
            now = ModelCall(site, thread, tuple(values), atomic, alike, turn.go, stepped, made, family, taken)
            running.now = now
            turn.go = turn.stepped = False
            depth = len(thread.frames)
            try:
                if thread.operation and outside:
                    self._refuse_in_stream(thread)
                result = self._answer(function, values)
                if unordered is not None:
                    result = self._in_any_order.behind(thread, unordered, result, None if dst is None else call.ret)
            except Split as split:
                thread.frames[depth - 1].made = (pc, tuple(made))
                split.depth, split.pc = depth, pc
                raise
            except Stopped:
                frame.made = (pc, tuple(made))
                return STOP
            finally:
                running.now = outer
            frame.made = None
            if thread.status is Status.WAITING:
                assert thread.wait is not None
                thread.wait.dst = dst
                frame.pc = following
                return STOP
            if thread.status in (Status.LAUNCHING, Status.YIELDING):
                if dst is not None:
                    regs[dst] = result
                frame.pc = following
                return STOP
            if checks_nan:
                _require_no_nan(ex, thread, call, values, result)
            if dst is not None:
                regs[dst] = result
                if named is not None and type(result) is Pointer:
                    naming.rename(ex.s, result, named)
            return following if now.enters is None else self._enter(now, frame, following)

        return step

    def _enter(self, call: ModelCall, frame: Frame, following: int) -> int:
        """The function that the model has asked for begins."""
        assert call.enters is not None
        self._m.paths.enter(call.thread, *call.enters, None)
        frame.pc = following
        return FRAME

    def _refuse_in_stream(self, thread: Thread) -> None:
        name = self._running.model.name
        text = f"{name} is called by a function that a stream runs, which must not use the CUDA API"
        self._context.require(thread.block is not None, API_MISUSE.id, text)

    def _ready(self, model: Model, ret: Type, *, on_device: bool) -> Callable[..., Value]:
        """The function that a call runs: errors of a user's are its own, a barrier of the block has to be one."""
        ex = self._ex
        if on_device and model.orders:
            assert ex.orders_threads, f"{model.name}() is called, and nothing was to order threads"
        function = model.function
        if model.source:
            ex.remarks.note(f"function {model.name}: model from {model.source}")
            function = guarded(model, ret)
        return waiting(self._running, function) if model.waits == "block" else function

    def _answer(self, function: Callable[..., Value], values: Sequence[Value]) -> Value:
        """What the model answers; of a call that is misused an error code, or a value of which nothing is known."""
        model, context = self._running.model, self._context
        try:
            return function(self._pure if model.pure else context, *values)
        except Misused as misused:
            from opmodels import misuse

            error = misused.error or misuse.error_code(model.signature)
        if error:
            if misuse.sets_last_error(model.signature):
                context.put("cuda:last-error", error, I32)
            return error
        ret = context.ret_type
        return 0 if isinstance(ret, VoidType) else context.nondet(ret, f"result of {model.name}()")

    def _atomic_stops(self, thread: Thread, pointer: Value, point: Point) -> bool:
        ex = self._ex
        if ex.s.published.host_threads is not None and self._host_stops(thread, pointer):
            return True
        if thread.block is None and (thread.operation or not ex.decisions.concurrent):
            return False
        return access.stops(ex, thread, places_of(ex.s, pointer), point)

    def _host_stops(self, thread: Thread, pointer: Value) -> bool:
        from cudabmc.order import host_threads  # few programs start threads

        places = places_of(self._ex.s, pointer)
        return len(places) == 1 and host_threads.stops(self._ex, thread, *places[0], reads=False)

    def _commutes(self, model: Model, family: str, pointer: Value) -> str:
        """With which others an atomic whose result is not used can change places."""
        if not model.compares:
            return family
        from cudabmc.order import equal_swaps

        places = places_of(self._ex.s, pointer)
        equal = all(equal_swaps.commute_at(self._ex, obj.key, offset) for obj, offset in places)
        return events.COMPARES + family if equal else ""

    def made_once(self, make: Callable[[], Value]) -> Value:
        """A new input, the same when the call that runs is run again."""
        return self._running.made_once(make)

    def combined(self, waiting: Sequence[Thread], combine: Callable[[], object]) -> tuple[object, Sequence[Thread]]:
        """What a model answers to threads that have met, and those that cannot continue."""
        self._meetings.meet(waiting)
        self._running.now = ModelCall(NO_CALL, waiting[0])
        try:
            return combine(), self._meetings.blamed
        finally:
            self._running.now = None

    @property
    def context(self) -> ModelContext:
        """What models ask, for what is carried out."""
        return self._context

    def carry_out(self, call: ModelCall, action: Callable[[], None]) -> None:
        """Do what the call has put off."""
        self._m.thread = call.thread
        outer, self._running.now = self._running.now, call
        try:
            action()
        except (PathEnds, Abandoned, Misused):
            pass
        except Split:
            text = f"what {call.site.model.name} does later depends on inputs in a way that is not supported"
            raise ResourceError(text, self._context.location) from None
        finally:
            self._running.now = outer


def _ignored(ex: Execution, call: Call) -> Callable[[Thread, int], bool]:
    """Does a thread do nothing with the result of this call of an atomic?"""
    if call.dst is None:
        return lambda thread, pc: True
    if ex.settings.is_on(NAN):
        return _never  # what the result is made into may be no number
    from cudabmc.modelling.ignored import is_ignored  # few runs need it

    return is_ignored


def _never(thread: Thread, pc: int) -> bool:
    return False


def _rounds(ex: Execution, call: Call, model: Model) -> bool:
    """Does the order of such atomics matter for what they leave, by rounding? That is looked at where two kernels are
    compared, bit for bit."""
    launch = ex.settings.launch
    compared = launch is not None and launch.second is not None
    return compared and (model.rounds or any(isinstance(type, FloatType) for type in call.types))


def _family(model: Model, arguments: Sequence[Value], *, exact: bool) -> str:
    """What atomics have in common that leave the same in memory in either order. Done twice with the same arguments,
    an atomic is one function of the memory that is applied twice, whoever does it first."""
    name = str(model.signature)
    if model.result_unused_commutes and exact:
        return name
    return name + " ".join(f"term {a.id}" if isinstance(a, Term) else repr(a) for a in arguments)


def _require_no_nan(ex: Execution, thread: Thread, call: Call, values: Sequence[Value], result: Value) -> None:
    """A call makes no NaN of numbers."""
    assert isinstance(call.ret, FloatType)
    numbers = [v for v, t in zip(values, call.types, strict=False) if isinstance(t, FloatType)]
    ex.require(thread, makes_no_nan(call.ret, result, numbers), NAN, MAKES_NAN, fatal=False)
