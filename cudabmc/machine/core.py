"""The machine: runs one thread of a state until it stops, and answers for values and guards.

It does not know who drives it. `run` executes a thread up to its next visible event, a wait, or
its end; what to run next is the explorer's business.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from cudabmc import terms
from cudabmc.goto.program import Const, Function, Operand, Program, Reg, Space, Symbol
from cudabmc.goto.types import PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.machine import across, lockstep
from cudabmc.machine.decisions import NO_DECISIONS, Decisions
from cudabmc.machine.events import LEAVE, Access
from cudabmc.machine.execution import Execution, Oracle
from cudabmc.machine.frame import Frame
from cudabmc.machine.inputs import Inputs
from cudabmc.machine.memory import CellReader, MemObject
from cudabmc.machine.paths import Paths
from cudabmc.machine.position import user_point
from cudabmc.machine.settings import Settings
from cudabmc.machine.signals import Abandoned, Halts, PathEnds, Split
from cudabmc.machine.symbols import Symbols
from cudabmc.machine.thread import HALTED, Status, Thread, Wait
from cudabmc.machine.uninitialised import Uninitialised
from cudabmc.machine.value import NULL, Pointer, Value
from cudabmc.result import Place, ThreadId
from cudabmc.source.location import NOWHERE, Location
from cudabmc.terms import Term

SLICE = 4096
"""How many rounds of loops a thread of a kernel goes before others get on."""

Dim = tuple[int, int, int]


class Lane(Protocol):
    """What can run a whole launch at once; `taken` counts those that it has run. It leaves launches from number
    `until` on to the machine."""

    taken: int
    until: int | None

    def run(self, number: int, function: Function, grid: Dim, block: Dim, shared: int, args: tuple[Value, ...]) -> bool:
        """Run all threads of launch `number` with `shared` bytes of dynamic shared memory; False, with nothing
        changed, if the machine has to do it."""


class Machine(Execution):
    """Executes threads of `self.s`, the current state, which the explorer sets."""

    def __init__(
        self, program: Program, settings: Settings, oracle: Oracle, decisions: Decisions = NO_DECISIONS
    ) -> None:
        from cudabmc.machine.context import Context
        from cudabmc.machine.preparation import CodeCache
        from cudabmc.machine.resolve import Resolver

        super().__init__(program, settings, oracle, decisions)
        self.stops_everywhere = self.lockstep or not settings.por
        self.converging = False  # has a thread waited for those that come to the same place?
        self.codes = CodeCache(self)
        self.uninitialised = Uninitialised(self)
        symbols, paths = Symbols(self), Paths(self)
        self.inputs = inputs = Inputs(self)
        self.symbol, self.function_at, self.located = symbols.symbol, symbols.function_at, symbols.located
        self.fresh, self.input, self.fresh_register = inputs.fresh, inputs.input, inputs.fresh_register
        self.unset = inputs.unset
        self.branch, self.arrive, self.end_path = paths.branch, paths.arrive, paths.end_path
        self.memory = CellReader(self.address, self.pointer_of, inputs.fresh_bytes, inputs.fresh_array, self.possible)
        self.resolver = Resolver(self)
        self.context = Context(self)
        self.lane: Lane | None = None
        self.approximated = False  # a model answered with less than the exact result
        self.used: dict[str, tuple[str, Value]] = {}  # inputs: name -> (label, value)
        self.input_types: dict[str, Type] = {}
        self.input_threads: dict[str, ThreadId] = {}  # who asked, if not the host
        self.input_variables: dict[str, Variable] = {}  # that tell the sign of an input, where they are known
        self.began = 0  # rounds of loops when the thread that runs went on
        self.slice = SLICE
        self.next_look = SLICE
        self.in_long_run: Callable[[], None] = lambda: None  # called now and then, by threads that run for long
        self.left_at: dict[int, Location] = {}  # where threads have ended, if somebody listens

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
        self.began = self.counts.rounds
        while thread.status is Status.RUNNABLE and len(thread.frames) > until_depth:
            try:
                if self.lockstep and thread.block is not None:
                    self._run_in_lockstep(thread)
                else:
                    self._run_frame(thread)
            except PathEnds:
                self.end_path(thread)
            except Abandoned:
                pass
            except Halts:
                thread.waits_at(Wait(user_point(thread), "", HALTED, 0, None, None, NOWHERE, None))
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
        self.counts.instructions += count

    def _run_in_lockstep(self, thread: Thread) -> None:
        """Run the innermost frame until it stops, or another one is to run."""
        frame = thread.frames[-1]
        steps, regs, pc = frame.code.steps, frame.regs, frame.pc
        fork = thread.forks[-1] if thread.forks else None
        merge = fork.join if fork is not None and fork.depth == len(thread.frames) else -1
        join = lockstep.join_of(thread)
        while pc >= 0:
            if pc == merge:
                frame.pc = pc
                self.arrive(thread)
                return
            if pc == join:
                frame.pc = pc
                if not thread.stepped:
                    lockstep.wait(thread, lockstep.JOIN)
                    return
                thread.stepped = False
                thread.joins = thread.joins[:-1]
                join = lockstep.join_of(thread)
            pc = steps[pc](thread, frame, regs)
            self.counts.instructions += 1

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
