"""The machine: runs one thread of a state until it stops, and answers for values and guards.

It does not know who drives it. `run` executes a thread up to its next visible event, a wait, or
its end; what to run next is the explorer's business.
"""

from collections.abc import Callable, Iterable
from typing import NoReturn, Protocol

from cudabmc import terms
from cudabmc.goto.program import Const, Function, Operand, Program, Reg, Space, Symbol
from cudabmc.goto.types import PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.machine import across, lockstep, model_calls
from cudabmc.machine.addresses import Addresses
from cudabmc.machine.code import Code
from cudabmc.machine.decisions import NO_DECISIONS, Decisions, Met, Point
from cudabmc.machine.events import LEAVE, Access, Event
from cudabmc.machine.frame import Frame
from cudabmc.machine.inputs import Inputs
from cudabmc.machine.memory import CellReader, MemObject
from cudabmc.machine.paths import Paths
from cudabmc.machine.position import user_point
from cudabmc.machine.settings import Settings
from cudabmc.machine.shared_usage import static_shared
from cudabmc.machine.signals import Abandoned, Halts, PathEnds, Split
from cudabmc.machine.state import State
from cudabmc.machine.step import Step
from cudabmc.machine.thread import HALTED, Status, Thread, Wait
from cudabmc.machine.uninitialised import Uninitialised
from cudabmc.machine.value import NULL, Pointer, PointerSet, Value
from cudabmc.machine.vc import Condition
from cudabmc.result import ObjectInfo, Place, ThreadId
from cudabmc.source.location import NOWHERE, Location
from cudabmc.terms import Term

SLICE = 4096
"""How many rounds of loops a thread of a kernel goes before others get on."""

Dim = tuple[int, int, int]


class Listener(Protocol):
    """Hears what instructions do; only the run that a report tells of has one."""

    def hear(self, code: Code, index: int, step: Step) -> Step:
        """What to run in place of the step of an instruction."""

    def ran_at_once(self, kernel: str, threads: int) -> None:
        """The fast lane ran a launch; what it wrote is in `heard`."""


class Oracle(Protocol):
    """What the machine asks of a solver while it runs."""

    def feasible(self, formula: Value) -> bool:
        """Can the formula hold? True if the solver cannot say."""

    def value_of(self, value: Value, formula: Value, type: Type) -> int | None:
        """A value that `value` can have where `formula` holds; None if it cannot hold."""


class Lane(Protocol):
    """What can run a whole launch at once; `taken` counts those that it has run. It leaves launches from number
    `until` on to the machine."""

    taken: int
    until: int | None

    def run(self, number: int, function: Function, grid: Dim, block: Dim, shared: int, args: tuple[Value, ...]) -> bool:
        """Run all threads of launch `number` with `shared` bytes of dynamic shared memory; False, with nothing
        changed, if the machine has to do it."""


class Machine:
    """Executes threads of `self.s`, the current state, which the explorer sets."""

    def __init__(
        self, program: Program, settings: Settings, oracle: Oracle, decisions: Decisions = NO_DECISIONS
    ) -> None:
        from cudabmc.machine.context import Context
        from cudabmc.machine.preparation import CodeCache
        from cudabmc.machine.resolve import Resolver

        self.program = program
        self.settings = settings
        self.lockstep = settings.warp_sync > 0
        self.stops_everywhere = self.lockstep or not settings.por
        self.orders_threads = settings.atomics_synchronise or self.lockstep or model_calls.may_order(program)
        self.converging = False  # has a thread waited for those that come to the same place?
        self.feasible = oracle.feasible
        self.value_of = oracle.value_of
        self.s = State()
        self.codes = CodeCache(self)
        self.uninitialised = Uninitialised(self)
        addresses, paths = Addresses(self), Paths(self)
        self.inputs = inputs = Inputs(self)
        self.address, self.pointer_of = addresses.address, addresses.pointer_of
        self.symbol, self.function_at = addresses.symbol, addresses.function_at
        self.located = addresses.located
        self.fresh, self.input, self.fresh_register = inputs.fresh, inputs.input, inputs.fresh_register
        self.unset = inputs.unset
        self.branch, self.arrive, self.end_path = paths.branch, paths.arrive, paths.end_path
        self.memory = CellReader(self.address, self.pointer_of, inputs.fresh_bytes, inputs.fresh_array, self.possible)
        self.resolver = Resolver(self)
        self.context = Context(self)
        self.lane: Lane | None = None
        self.accepts: Callable[[str, Location], bool] = lambda prop, loc: False  # does a comment accept a violation?
        self.decisions = decisions
        self.met = Met()
        self.validated: dict[Point, bool] = {}  # plain reads, whether only a compare-and-swap takes up what they give
        self.maybe_races: dict[tuple[object, ...], Condition] = {}
        self.settled: set[tuple[object, ...]] = set()
        self.host_waits = ""  # for what of the work that is being carried out: "", "begin", "end"
        self.bounds: dict[str, None] = {}
        self.notes: dict[str, None] = {}
        self.kernels: dict[str, None] = {}
        self.launch_sites: dict[int, Location] = {}  # by the number of the launch
        self.given: dict[str, Value] | None = None  # inputs of a replay
        self.approximated = False  # a model answered with less than the exact result
        self.used: dict[str, tuple[str, Value]] = {}  # inputs: name -> (label, value)
        self.input_types: dict[str, Type] = {}
        self.input_threads: dict[str, ThreadId] = {}  # who asked, if not the host
        self.input_variables: dict[str, Variable] = {}  # that tell the sign of an input, where they are known
        self._static_shared: dict[str, int] = {}
        self.races_seen: set[tuple[object, ...]] = set()
        self.instructions = 0
        self.rounds = 0  # of loops, in all threads
        self.began = 0  # how many there were when the thread that runs went on
        self.slice = SLICE
        self.next_look = SLICE
        self.in_long_run: Callable[[], None] = lambda: None  # called now and then, by threads that run for long
        self.event_count = 0
        self.thread_count = 0
        self.vc_count = 0
        self.vc_simplified = 0
        self.vc_rewritten = 0
        self.nested = 0
        self.peeking = 0  # memory is read by the machine, not by the program
        self.step_count = 0  # steps of the trace so far
        self.listener: Listener | None = None
        self.left_at: dict[int, Location] = {}  # where threads have ended, if somebody listens
        self.heard: list[Event] = []  # of the step, if somebody listens
        self.on_write: Callable[[Thread, int, int], None] | None = None

    def static_shared(self, kernel: Function) -> int:
        """Bytes of shared memory that every block of the kernel has."""
        known = self._static_shared.get(kernel.name)
        if known is None:
            known = self._static_shared[kernel.name] = static_shared(self.program, kernel)
        return known

    # ------------------------------------------------------------ objects and pointers

    def new_object(
        self, name: str, size: "int | Term", space: Space, site: str, align: int = 256, birth: Value = True
    ) -> MemObject:
        """A fresh object, made on the path `birth`; `site` makes its key stable between runs."""
        s = self.s
        count = s.sites.get(site, 0)
        s.sites[site] = count + 1
        align = max(align, 16)
        extent = size if isinstance(size, int) else terms.unsigned_range(size, 64)[1]
        room = min(max(extent, 1), 2**40) + 64
        # What only a kernel has lies apart, so that it moves nothing that outlives the kernel.
        if space in (Space.SHARED, Space.LOCAL):
            base = (s.next_window + align - 1) // align * align
            s.next_window = base + room
        else:
            base = (s.next_base + align - 1) // align * align
            s.next_base = base + room
        obj = MemObject(s.next_id, f"{site}#{count}" if count else site, name, size, space, base, s.token)
        s.next_id += 1
        s.objects[obj.id] = obj
        obj.birth = birth
        if self.given is None:
            s.schedule = (s.schedule, (site, obj.key), birth)
        return obj

    # ------------------------------------------------------------ operands and inputs

    def constant(self, operand: Const) -> Value:
        """The machine value of a constant operand."""
        if isinstance(operand.type, PtrType):
            assert isinstance(operand.value, int)
            return NULL if operand.value == 0 else Pointer(0, operand.value)
        return operand.value

    def operand(self, operand: Operand, thread: Thread, frame: Frame) -> Value:
        """The value of an operand."""
        if isinstance(operand, Reg):
            value = frame.regs[operand.index]
            return value if value is not None else self.fresh_register(thread, frame, operand.index)
        if isinstance(operand, Const):
            return self.constant(operand)
        if isinstance(operand, Symbol):
            base = self.symbol(operand.name, thread)
            return Pointer(base.obj, operand.offset) if operand.offset else base
        return self.fresh(operand.type, operand.name or "uninitialised value", thread)

    def old_value(self, obj: MemObject, offset: int, type: Type) -> Value:
        """What memory holds, for the machine's own use: not a read of the program."""
        self.peeking += 1
        try:
            return self.memory.read(obj, offset, type)
        finally:
            self.peeking -= 1

    # ------------------------------------------------------------ facts and conditions

    def facts(self, thread: Thread) -> frozenset[Term]:
        """What is known to hold on the path of the thread."""
        own, common = thread.facts, self.s.facts
        if not common:
            return own
        if not own:
            return common
        cached = thread.facts_of
        if cached[0] is own and cached[1] is common:
            return cached[2]
        union = own | common
        thread.facts_of = (own, common, union)
        return union

    def possible(self, formula: Value) -> bool:
        """Can the formula hold in an execution that is looked at?"""
        return self.feasible(terms.land(self.s.alive, formula))

    def simplify(self, thread: Thread, value: Value) -> Value:
        """The value, given the facts of the path."""
        kind = type(value)
        if kind is Term:
            facts = self.facts(thread) if self.settings.simplify else None
            return terms.assume(value, facts) if facts else value
        if kind is PointerSet and self.settings.simplify:
            return self._simplify_pointer(thread, value)
        return value

    def _simplify_pointer(self, thread: Thread, value: PointerSet) -> Value:
        facts = self.facts(thread)
        if not facts:
            return value
        left = []
        for guard, target in value.targets:
            known = terms.assume(guard, facts)
            if known is True:
                return target
            if known is not False:
                left.append((known, target))
        if len(left) == 1:
            return left[0][1]
        return PointerSet(tuple(left)) if left else value  # type: ignore[arg-type]

    def require(
        self, thread: Thread, cond: Value, prop: str, text: str, *, obj: MemObject | ObjectInfo | None = None,
        places: tuple[Place, ...] = (), fatal: bool = True, hint: str = "", behind: Value | None = None,
    ) -> bool:  # fmt: skip
        """`cond` must hold, or property `prop` is violated. What follows is executed only where
        it holds: where it surely does not, the path ends (`PathEnds`) unless `fatal` is unset. `behind` is a weaker
        condition to go on under: then only what is required in this way, too, rests on `cond`.

        A property that is off is no assumption, and neither is a finding that a comment accepts: then nothing
        ends here. Answers whether what follows may rely on `cond`; if not, the caller goes on with the weakest
        meaning that the platform allows."""
        self.vc_count += 1
        if cond is not True:
            cond = self.uninitialised.known(self.simplify(thread, cond))
            self.vc_rewritten += cond is True
        if cond is True:
            self.vc_simplified += 1
            return True
        if not self.settings.is_on(prop):
            self.pass_over(prop)
            return False
        formula = terms.land(self.s.alive, thread.path, terms.lnot(cond))
        if behind is not None:
            formula = terms.land(self.s.no_use, formula)
            self.s.no_use = terms.land(self.s.no_use, terms.implies(thread.path, cond))
        places = places or (self.place(thread, ""),)
        if formula is not False:
            self.violated(prop, text, places, formula, obj, hint)
        else:
            self.vc_simplified += 1
            self.vc_rewritten += 1
        if fatal and self.accepts(prop, places[0].loc):
            self.pass_over(prop)
            return False
        if fatal:
            self._go_on_where(thread, cond if behind is None else behind)
        return True

    def _go_on_where(self, thread: Thread, cond: Value) -> None:
        """A violation was recorded: it is behind what satisfies `cond` alone that more is looked for."""
        if cond is False and thread.path is True and thread.block is not None:
            self.s.grids[thread.work].broken = True
            raise PathEnds  # other threads may find violations of their own
        self.restrict(thread, cond)

    def pass_over(self, prop: str) -> None:
        """Execution goes on behind what may break a property that is off; the report says with which meaning."""
        meaning = self.settings.unchecked.get(prop)
        if meaning:
            self.notes.setdefault(f"{prop} is {self._unchecked(prop)}: {meaning}")

    def _unchecked(self, prop: str) -> str:
        return "accepted" if self.settings.is_on(prop) else "not checked"

    def ends_at(self, loc: Location, prop: str, text: str) -> None:
        """The report says where executions end without a violation, and that property `prop` is off."""
        self.notes.setdefault(f"executions end at {loc}, where {text} ({prop} is {self._unchecked(prop)})")

    def cannot_go_on(self, thread: Thread, prop: str, text: str) -> NoReturn:
        """Execution has no meaning behind this point, where property `prop` is broken, which is off. It ends here."""
        self.ends_at(self.place(thread, "").loc, prop, text)
        if thread.block is not None:
            raise Halts
        self.restrict(thread, False)
        raise PathEnds

    def condition(
        self,
        prop: str,
        text: str,
        places: tuple[Place, ...],
        formula: Value,
        obj: MemObject | ObjectInfo | None,
        hint: str,
    ) -> Condition:
        """A verification condition that was met at this point of the run."""
        info = self.info(obj) if obj is not None else None
        s = self.s
        return Condition(prop, text, places, formula, info, s.schedule, hint, self.step_count, s.console)

    def violated(
        self,
        prop: str,
        text: str,
        places: tuple[Place, ...],
        formula: Value,
        obj: MemObject | ObjectInfo | None,
        hint: str,
    ) -> None:
        """The property does not hold where `formula` holds; one that is off is not looked at."""
        if self.settings.is_on(prop) and formula is not False:
            self.s.vcs.append(self.condition(prop, text, places, formula, obj, hint))

    def restrict(self, thread: Thread, cond: Value) -> None:
        """Only executions where `cond` holds on this path are looked at from here on."""
        cond = self.uninitialised.known(cond)
        if cond is True:
            return
        s = self.s
        allowed = terms.implies(thread.path, cond)
        s.alive = terms.land(s.alive, allowed)
        if thread.path is True:
            s.facts = s.facts.union(terms.conjuncts(cond))
        elif cond is not False:
            thread.facts = thread.facts.union(terms.conjuncts(cond))
        if cond is False:
            raise PathEnds

    # ------------------------------------------------------------ calls and returns

    def enter(self, thread: Thread, function: Function, args: Iterable[Value], ret: int | None) -> None:
        """Push a frame of `function`."""
        code = self.codes[function.name]
        regs: list[Value | None] = [None] * len(function.reg_types)
        for index, value in enumerate(args):
            regs[index] = value
        thread.frames.append(Frame(code, regs, ret))

    def leave(self, thread: Thread, result: Value | None) -> None:
        """Return from the innermost frame."""
        frame = thread.frames[-1]
        fork = thread.forks[-1] if thread.forks else None
        if fork is not None and fork.depth == len(thread.frames):
            self.arrive(thread, result)
            return
        for number in frame.allocas:
            self.end_life(number, True)
        thread.frames.pop()
        thread.result = result
        if not thread.frames:
            thread.status = Status.DONE
        elif frame.ret is not None:
            thread.frames[-1].regs[frame.ret] = result

    def end_life(self, number: int, path: Value) -> None:
        """A local object leaves its scope on a path: other sides of a branch may still use it if it
        was made before the branch."""
        from cudabmc.machine.memory import Life

        obj = self.s.objects.get(number)
        if obj is None or obj.life is not Life.LIVE:
            return
        if obj.races is not None and obj.space is Space.HOST_STACK:
            host = self.s.host
            assert host is not None
            across.by_host(self, host, obj, 0, obj.size, Access(LEAVE, user_point(host)))
        obj = self.s.own_object(self.s.objects[number])
        obj.reach = 0
        obj.freed = True if obj.birth is path else terms.lor(obj.freed, path)
        if obj.freed is True:
            obj.life = Life.OUT_OF_SCOPE
            obj.cells = {}
            obj.array = obj.flat = None

    # ------------------------------------------------------------ running

    def run(self, thread: Thread, until_depth: int = 0) -> None:
        """Run a thread until it stops (its status says why) or has `until_depth` frames."""
        self.context.thread = thread
        self.began = self.rounds
        while thread.status is Status.RUNNABLE and len(thread.frames) > until_depth:
            try:
                if self.lockstep and thread.block is not None:
                    lockstep.run(self, thread)
                else:
                    self._run_frame(thread)
            except PathEnds:
                self.end_path(thread)
            except Abandoned:
                pass
            except Halts:
                self.wait(thread, Wait(user_point(thread), "", HALTED, 0, None, None, NOWHERE, None))
            except Split as split:
                self._split(thread, split)

    def _run_frame(self, thread: Thread) -> None:
        frame = thread.frames[-1]
        steps = frame.code.steps
        regs = frame.regs
        pc = frame.pc
        count = 0
        fork = thread.forks[-1] if thread.forks else None
        if fork is not None and fork.depth == len(thread.frames):
            join = fork.join
            while pc >= 0:
                if pc == join:
                    frame.pc = pc
                    self.arrive(thread)
                    break
                pc = steps[pc](thread, frame, regs)
                count += 1
        else:
            while pc >= 0:
                pc = steps[pc](thread, frame, regs)
                count += 1
        self.instructions += count

    def _split(self, thread: Thread, split: Split) -> None:
        """A model asked for a decision: run the call once for each outcome."""
        del thread.frames[split.depth :]
        frame = thread.frames[-1]
        pc = split.pc
        both = (split.cond, terms.lnot(split.cond))
        possible = [self.feasible(terms.land(self.s.alive, thread.path, c)) for c in both]
        if not all(possible):
            chosen = both[0] if possible[0] else both[1]
            thread.facts = thread.facts.union(terms.conjuncts(chosen))
            frame.pc = pc
            return
        self.branch(thread, split.cond, (pc, pc), pc + 1)

    # ------------------------------------------------------------ for reports

    def place(self, thread: Thread, action: str, loc: Location | None = None) -> Place:
        """Where the thread is, for a report."""
        from cudabmc.machine.places import noted

        return noted(self, thread, action, loc)()

    def info(self, obj: MemObject | ObjectInfo) -> ObjectInfo:
        """What a report says of an object, or of a variable that is none."""
        if isinstance(obj, ObjectInfo):
            return obj
        size = obj.size if isinstance(obj.size, int) else 0
        return ObjectInfo(obj.name, size, obj.space.value, obj.allocated)

    def name_at(self, obj: MemObject, offset: "int | Term", type: Type | None = None) -> str:
        """`name[3]` for byte 12 of an array of int, say, or `name[3].x` for a value of a type in one of structs."""
        from cudabmc.machine.show import element_name

        return element_name(self, obj, offset, type=type)

    def bound(self, text: str) -> None:
        """A bound was hit."""
        self.bounds.setdefault(text)

    def at_exit(self, thread: Thread) -> None:
        """The program ends on this path: what is still allocated leaks."""
        self.s.reached = terms.lor(self.s.reached, terms.land(self.s.alive, thread.path))
        if not self.settings.is_on("memory-leak"):
            return
        from cudabmc.machine.memory import Life

        for obj in self.s.objects.values():
            if obj.heap and obj.life is Life.LIVE and obj.space is not Space.HOST_GLOBAL:
                freed = terms.implies(obj.birth, obj.freed)
                place = Place(thread.id, obj.allocated or Location("", 0), "", "allocated here and never freed")
                text = f"'{obj.name}' is never freed"
                self.require(thread, freed, "memory-leak", text, obj=obj, places=(place,), fatal=False)

    def wait(self, thread: Thread, wait: Wait) -> None:
        """The thread waits at a rendezvous."""
        thread.wait = wait
        thread.status = Status.WAITING
