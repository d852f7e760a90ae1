"""The execution that is made: what holds on it, what must hold, and what all parts know of the pass that makes it."""

from collections.abc import Callable
from dataclasses import field
from enum import Enum, auto
from typing import TYPE_CHECKING, NoReturn, Protocol

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.program import Function, Program
from cudabmc.goto.types import Type
from cudabmc.late_dataclass import dataclass
from cudabmc.properties import Property
from cudabmc.result import ObjectInfo, Place
from cudabmc.source.location import Location
from cudabmc.state import model_calls
from cudabmc.state.addresses import address_of, pointer_of
from cudabmc.state.code import Code
from cudabmc.state.decisions import Decisions, Met, Point
from cudabmc.state.events import HOST, Event
from cudabmc.state.frame import Frame
from cudabmc.state.memory import MemObject
from cudabmc.state.order_abstraction import OrderAbstraction
from cudabmc.state.places import noted
from cudabmc.state.plan import LaunchedThreads, PartOfLaunch
from cudabmc.state.settings import Settings
from cudabmc.state.shared_usage import static_shared
from cudabmc.state.signals import Halts, PathEnds
from cudabmc.state.state import State
from cudabmc.state.step import StepFunction
from cudabmc.state.stream_operations import THE_DEFAULT_STREAM
from cudabmc.state.thread import Thread
from cudabmc.state.unwritten import Unwritten
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.state.vc import Condition, FixedWording, Wording
from cudabmc.terms import NO_FACTS, Assumption, Facts, Term

if TYPE_CHECKING:
    from cudabmc.state.reach import ReachLog
    from cudabmc.state.stream_listener import StreamListener


class Listener(Protocol):
    """Hears what instructions do; only the run that a report tells of has one."""

    def hear(self, code: Code, index: int, step: StepFunction) -> StepFunction:
        """What to run in place of the step of an instruction."""

    def ran_at_once(self, kernel: str, threads: int) -> None:
        """The threads of a launch ran at once; what they wrote is in `heard`."""

    def runs_at_once(self, frame: Frame, pc: int) -> None:
        """Host code runs on as machine code from here."""


class Oracle(Protocol):
    """What the machine asks of a solver while it runs."""

    def feasible(self, formula: Value) -> bool:
        """Can the formula hold? True if the solver cannot say."""

    def value_of(self, value: Value, formula: Value, type: Type) -> int | None:
        """A value that `value` can have where `formula` holds; None if it cannot hold."""


class NoteKind(Enum):
    """What a sentence that a report lists among its assumptions tells, where the answer asks for that."""

    END = auto()  # where executions end without a violation


@dataclass(slots=True)
class Counts:
    """What a pass has done so far, for statistics. `rounds` are those of loops, in all threads."""

    instructions: int = 0
    rounds: int = 0
    events: int = 0
    threads: int = 0
    conditions: int = 0
    simplified: int = 0  # conditions that were decided without a solver
    rewritten: int = 0


@dataclass(slots=True)
class OpenRaces:
    """Of a pass: races that may hold for some inputs, what was asked and found of them, and the plain reads that only a
    compare-and-swap validates."""

    conditions: dict[tuple[object, ...], Condition] = field(default_factory=dict)
    settled: set[tuple[object, ...]] = field(default_factory=set)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    validated: dict[Point, bool] = field(default_factory=dict)


@dataclass(slots=True)
class DeviceRun:
    """What a pass knows of stream operations: kernels by name, with the bytes of shared memory that each of their
    blocks has, where they were launched, by the number of the launch, whose threads were run one by one, and what
    operations are in that is not the default stream, by the number of the operation, of which launches only a part is
    run, the call whose operation is carried out on behalf of the host, and for what of it the host waits: "", "begin",
    "end"."""

    kernels: dict[str, None] = field(default_factory=dict)
    static_shared: dict[str, int] = field(default_factory=dict)
    launch_sites: dict[int, Location] = field(default_factory=dict)
    launched: dict[int, LaunchedThreads] = field(default_factory=dict)
    streams: dict[int, str] = field(default_factory=dict)
    parts: dict[int, PartOfLaunch] = field(default_factory=dict)
    transfer: str = ""
    host_waits: str = ""

    def stream_of(self, operation: int) -> str:
        """The name of the stream that an operation is in; empty for what the host does by itself."""
        return "" if operation == HOST else self.streams.get(operation, THE_DEFAULT_STREAM)


SEQUENTIAL = "volatile and atomic accesses are explored in orders that all threads agree on (sequential consistency)"
"""What a run rests on that has such accesses."""


@dataclass(slots=True)
class Remarks:
    """Remarks of a report beside violations: assumptions that a run rests on, bounds that were hit, what of its
    surroundings the run took for known (words of `options.surroundings`), and why it may have no answer."""

    notes: dict[str, NoteKind | None] = field(default_factory=dict)
    bounds: dict[str, None] = field(default_factory=dict)
    known: dict[str, None] = field(default_factory=dict)
    undecided: str = ""

    def note(self, text: str) -> None:
        """A run rests on this, whatever else is noted in the same words."""
        self.notes.setdefault(text)

    def bound(self, text: str) -> None:
        """A bound was hit."""
        self.bounds.setdefault(text)


@dataclass(slots=True)
class Listening:
    """Who hears what instructions do, and what is issued to streams, if anybody does; the events of the step, and how
    many steps the trace has; what is kept of what executions reach, if coverage is asked for; and what looks at memory
    where the program ends. Who hears `briefly` is not told the steps of launches that can run at once."""

    listener: Listener | None = None
    streams: "StreamListener | None" = None
    heard: list[Event] = field(default_factory=list)
    steps: int = 0
    reach: "ReachLog | None" = None
    at_end: Callable[[Thread], None] | None = None
    briefly: bool = False


class Execution:
    """The execution that is made. The explorer sets its state, `s`."""

    def __init__(self, program: Program, settings: Settings, oracle: Oracle, decisions: Decisions) -> None:
        self.program = program
        self.settings = settings
        self.decisions = decisions
        self.met = Met()
        self.oracle = oracle
        self.s = State()
        self.unwritten = Unwritten(self.address)
        self.given: dict[str, Value] | None = None  # inputs of a replay
        # Does a comment accept a violation?
        self.accepts: Callable[[Property, Location], bool] = lambda prop, loc: False
        self.remarks = Remarks()
        self.counts = Counts()
        self.races = OpenRaces()
        self.lockstep = settings.warp_sync > 0
        self.orders_threads = settings.atomics_synchronise or self.lockstep or model_calls.may_order(program)
        self.nested = 0  # calls of functions of the program by models
        self.peeking = 0  # memory is read by the machine, not by the program
        self.device = DeviceRun()
        self.listening = Listening()
        self.all_orders: OrderAbstraction | None = None  # of a pass that proves something of all orders at once
        self._assumption = Assumption(NO_FACTS)  # of the facts under which a value was simplified last

    def static_shared(self, kernel: Function) -> int:
        """Bytes of shared memory that every block of the kernel has."""
        known = self.device.static_shared.get(kernel.name)
        if known is None:
            known = self.device.static_shared[kernel.name] = static_shared(self.program, kernel)
        return known

    def address(self, pointer: Value) -> Value:
        """The integer that a pointer converts to."""
        return address_of(self.s, pointer)

    def pointer_of(self, address: Value) -> Value:
        """The pointer that an integer converts to."""
        return pointer_of(self.s, address)

    # ------------------------------------------------------------ facts and conditions

    def facts(self, thread: Thread) -> Facts:
        """What is known to hold on the path of the thread."""
        return thread.facts.beside(self.s.facts)

    def feasible(self, formula: Value) -> bool:
        """Can the formula hold? True if the solver cannot say."""
        return self.oracle.feasible(formula)

    def value_of(self, value: Value, formula: Value, type: Type) -> int | None:
        """A value that `value` can have where `formula` holds; None if it cannot hold."""
        return self.oracle.value_of(value, formula, type)

    def possible(self, formula: Value) -> bool:
        """Can the formula hold in an execution that is looked at?"""
        return self.feasible(terms.land(self.s.alive, formula))

    def assuming(self, thread: Thread) -> Assumption:
        """Values, given what is known to hold on the path of the thread."""
        facts = self.facts(thread)
        if self._assumption.facts is not facts:
            self._assumption = Assumption(facts)
        return self._assumption

    def simplify(self, thread: Thread, value: Value) -> Value:
        """The value, given the facts of the path."""
        kind = type(value)
        if kind is Term:
            return self.assuming(thread).value(value) if self.settings.simplify else value
        if kind is Pointer and type(value.offset) is Term and self.settings.simplify:
            return _known_offset(value, self.assuming(thread))
        if kind is PointerSet and self.settings.simplify:
            return self._simplify_pointer(thread, value)
        return value

    def _simplify_pointer(self, thread: Thread, value: PointerSet) -> Value:
        path = self.assuming(thread)
        if not path.facts:
            return value
        left = []
        for guard, target in value.targets:
            known = path.value(guard)
            if known is True:
                return _known_offset(target, path)
            if known is not False:
                left.append((known, _known_offset(target, path)))
        if len(left) == 1:
            return left[0][1]
        return PointerSet(tuple(left)) if left else value  # type: ignore[arg-type]

    def require(
        self, thread: Thread, cond: Value, prop: Property, said: str | FixedWording, *,
        obj: MemObject | ObjectInfo | None = None, fatal: bool = True, behind: Value | None = None,
    ) -> bool:  # fmt: skip
        """`cond` must hold, or property `prop` is violated, which `said` puts in words: a sentence of what the thread
        does here, or a statement. What follows is executed only where it holds: where it surely does not, the path
        ends (`PathEnds`) unless `fatal` is unset. `behind` is a weaker condition to continue under: then only what is
        required in this way, too, rests on `cond`.

        A property that is off is no assumption, and neither is a finding that a comment accepts: then nothing
        ends here. Answers whether what follows may rely on `cond`; if not, the caller continues with the weakest
        meaning that the platform allows."""
        self.counts.conditions += 1
        if cond is not True:
            cond = self.unwritten.known(self.simplify(thread, cond))
            self.counts.rewritten += cond is True
        if cond is True:
            self.counts.simplified += 1
            return True
        if not self.settings.is_on(prop):
            self.pass_over(prop)
            return False
        formula = terms.land(self.s.alive, thread.path, terms.lnot(cond))
        if behind is not None:
            formula = terms.land(self.s.no_use, formula)
            self.s.no_use = terms.land(self.s.no_use, terms.implies(thread.path, cond))
        wording = FixedWording(said, (self.place(thread, ""),)) if isinstance(said, str) else said
        if formula is not False:
            self.violated(prop, wording, formula, obj)
        else:
            self.counts.simplified += 1
            self.counts.rewritten += 1
        if fatal and self.accepts(prop, wording.places[0].loc):
            self.pass_over(prop)
            return False
        if fatal:
            self._go_on_where(thread, cond if behind is None else behind)
        return True

    def _go_on_where(self, thread: Thread, cond: Value) -> None:
        """A violation was recorded: it is behind what satisfies `cond` alone that more is looked for."""
        if cond is False and thread.path is True and thread.block is not None:
            self.s.device.grids[thread.operation].broken = True
            raise PathEnds  # other threads may find violations of their own
        self.restrict(thread, cond)

    def pass_over(self, prop: Property) -> None:
        """Execution continues behind what may break a property that is off; the report says with which meaning."""
        if prop.unchecked:
            self.remarks.note(f"{prop.id} is {self._unchecked(prop)}: {prop.unchecked}")

    def _unchecked(self, prop: Property) -> str:
        return "accepted" if self.settings.is_on(prop) else "not checked"

    def ends_at(self, loc: Location, prop: Property, text: str) -> None:
        """The report says where executions end without a violation, and that property `prop` is off."""
        self.remarks.notes[f"executions end at {loc}, where {text} ({prop.id} is {self._unchecked(prop)})"] = (
            NoteKind.END
        )

    def cannot_go_on(self, thread: Thread, prop: Property, text: str) -> NoReturn:
        """Execution has no meaning behind this point, where property `prop` is broken, which is off. It ends here."""
        self.ends_at(self.place(thread, "").loc, prop, text)
        if thread.block is not None:
            raise Halts
        self.restrict(thread, False)
        raise PathEnds

    def condition(
        self, prop: Property, wording: Wording, formula: Value, obj: MemObject | ObjectInfo | None
    ) -> Condition:  # fmt: skip
        """A verification condition that was met at this point of the run."""
        info = self.info(obj) if obj is not None else None
        s = self.s
        return Condition(prop, wording, formula, info, s.choices.schedule, self.listening.steps, s.console)

    def violated(
        self, prop: Property, wording: Wording, formula: Value, obj: MemObject | ObjectInfo | None = None
    ) -> None:
        """The property does not hold where `formula` holds; one that is off is not looked at."""
        if self.settings.is_on(prop) and formula is not False:
            self.s.vcs.append(self.condition(prop, wording, formula, obj))

    def must_be_reached(self, thread: Thread) -> None:
        """The path of the thread ends if no input leads here."""
        if not self.possible(thread.path):
            self.restrict(thread, False)
            raise PathEnds

    def restrict(self, thread: Thread, cond: Value) -> None:
        """Only executions where `cond` holds on this path are looked at from here on."""
        cond = self.unwritten.known(cond)
        if cond is True:
            return
        s = self.s
        allowed = terms.implies(thread.path, cond)
        s.alive = terms.land(s.alive, allowed)
        if thread.path is True:
            s.facts = s.facts.holding(cond)
        elif cond is not False:
            thread.facts = thread.facts.holding(cond)
        if cond is False:
            raise PathEnds

    # ------------------------------------------------------------ for reports

    def place(self, thread: Thread, action: str, loc: Location | None = None) -> Place:
        """Where the thread is, for a report."""
        return noted(self, thread, action, loc)()

    def info(self, obj: MemObject | ObjectInfo) -> ObjectInfo:
        """What a report says of an object, or of a variable that is not in memory."""
        if isinstance(obj, ObjectInfo):
            return obj
        size = obj.size if isinstance(obj.size, int) else 0
        return ObjectInfo(obj.name, size, obj.space.value, obj.about.allocated)


def _known_offset(pointer: Pointer, path: Assumption) -> Pointer:
    """The pointer, with its offset as a number where the facts of the path say which. It is a signed one then. What is
    in no object stays as it is: there a known number may be an address, or what arithmetic on null has come to."""
    if pointer.obj <= 0 or not path.facts.constants or not isinstance(pointer.offset, Term):
        return pointer
    offset = path.value(pointer.offset)
    if isinstance(offset, int):
        offset = to_signed(offset, 64)
    return Pointer(pointer.obj, offset)  # type: ignore[arg-type]
