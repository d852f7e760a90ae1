"""The machine: runs one thread of a state until it stops, and answers for values and guards.

It does not know who drives it. `run` executes a thread up to its next visible event, a wait, or
its end; what to run next is the explorer's business.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from cudabmc import terms
from cudabmc.goto.program import Call, Const, Function, Operand, Program, Reg, Space, Symbol
from cudabmc.interpreter.concretize import Concretizer
from cudabmc.interpreter.paths import Paths
from cudabmc.memory.inputs import Inputs
from cudabmc.memory.objects import Objects
from cudabmc.memory.resolve import Resolver
from cudabmc.memory.symbols import Symbols
from cudabmc.memory.uninitialised import Uninitialised
from cudabmc.modelapi import ModelContext
from cudabmc.properties.memory_leak import MEMORY_LEAK
from cudabmc.result import Place
from cudabmc.source.location import NOWHERE, Location
from cudabmc.state import lockstep
from cudabmc.state.code import Code
from cudabmc.state.constants import constant
from cudabmc.state.decisions import Decisions
from cudabmc.state.execution import Execution, Oracle
from cudabmc.state.frame import Frame
from cudabmc.state.matrix_product import MatrixProduct
from cudabmc.state.merge_sort import MergeSort
from cudabmc.state.model_call import ModelCall
from cudabmc.state.object_facts import HANDLE
from cudabmc.state.plan import Plan
from cudabmc.state.position import user_point
from cudabmc.state.settings import Settings
from cudabmc.state.signals import Abandoned, Halts, PathEnds, Split
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import HALTED, Status, Thread, Wait
from cudabmc.state.value import Pointer, Value
from cudabmc.state.vc import FixedWording
from opmodels.registry import Model

SLICE = 4096
"""How many rounds of loops a thread of a kernel goes before others get on."""

Dim = tuple[int, int, int]


class LaunchRunner(Protocol):
    """What can let a whole launch be over at once; `taken` counts those that it has run. It leaves launches from
    number `until` on to the machine, if these can be run there. It `takes_any`, or those alone whose sizes and path are
    known, or that the machine cannot run."""

    until: int | None
    takes_any: bool

    @property
    def taken(self) -> int: ...

    def run(self, plan: Plan, by: Thread) -> bool:
        """Run all threads of a launch, for which `by` stands: its number, its stream operation, the path that it is
        made on, and what is done before it. False, with nothing changed, if the machine has to do it."""


class Multiplier(Protocol):
    """What can compute products of matrices of known numbers."""

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        """As in `modelapi`."""


StepWatch = Callable[[Code, int, StepFunction], StepFunction]
"""Gets each step that is made ready, with its function and its place there; answers what is run instead."""


class HostSorter(Protocol):
    """What can sort faster than the interpreter calls a comparator."""

    def sort(self, thread: Thread, comparator: Function, base: Value, size: int, sort: MergeSort) -> bool:
        """Continue a sort of elements of `size` bytes; False if it is over, or the machine has to make its next
        comparison. If not, the comparator has stopped in a frame of the thread, which is to return its answer."""


class Codes(Protocol):
    """The functions of the program, ready to run; `watch`, if there is one, may replace their steps, and `sorter` sorts
    by them. `multiplier` does what models of libraries would take long for."""

    watch: StepWatch | None
    sorter: HostSorter | None
    multiplier: Multiplier | None

    def __getitem__(self, name: str) -> Code: ...

    def known(self, name: str) -> Code | None:
        """The code of a function that was called before."""


class Calls(Protocol):
    """What runs the calls of operational models."""

    def step(self, code: Code, pc: int, call: Call, model: Model, fetch: list[Any]) -> StepFunction:
        """The step of a call of a model."""

    def combined(self, waiting: Sequence[Thread], combine: Callable[[], object]) -> tuple[object, Sequence[Thread]]:
        """What a model answers to threads that have met, and those that cannot continue."""

    def carry_out(self, call: ModelCall, action: Callable[[], None]) -> None:
        """Do what the call has put off."""

    @property
    def context(self) -> ModelContext:
        """What models ask, for what is carried out."""

    def made_once(self, make: Callable[[], Value]) -> Value:
        """A new input, the same when the call that runs is run again."""


class Machine:
    """Executes threads of the state that its `execution` is in. See assembly.py for how to make one."""

    codes: Codes
    calls: Calls

    def __init__(self, program: Program, settings: Settings, oracle: Oracle, decisions: Decisions) -> None:
        self.execution = ex = Execution(program, settings, oracle, decisions)
        self.stops_everywhere = ex.lockstep or not settings.por
        self.converging = False  # has a thread waited for those that come to the same place?
        self.uninitialised = Uninitialised(ex)
        self.inputs = Inputs(ex, self.uninitialised)
        self.objects = Objects(ex, self.inputs)
        self.symbols = Symbols(ex, self.objects)
        self.paths = Paths(self.inputs, self.objects, lambda name: self.codes[name])
        self.resolver = Resolver(
            ex, self.inputs, self.objects, self.symbols, self.uninitialised, lambda make: self.calls.made_once(make)
        )
        self.concretizer = Concretizer(ex, self.uninitialised)
        self.thread: Thread | None = None  # that runs, or ran last
        self.at_once: LaunchRunner | None = None
        self.approximated = False  # a model answered with less than the exact result
        self.began = 0  # rounds of loops when the thread that runs continued
        self.slice = SLICE
        self.next_look = SLICE
        self.in_long_run: Callable[[], None] = lambda: None  # called now and then, by threads that run for long
        self.left_at: dict[int, Location] = {}  # where threads have ended, if somebody listens

    # ------------------------------------------------------------ operands and inputs

    def operand(self, operand: Operand, thread: Thread, frame: Frame) -> Value:
        """The value of an operand."""
        if isinstance(operand, Reg):
            value = frame.regs[operand.index]
            return value if value is not None else self.inputs.fresh_register(thread, frame, operand.index)
        if isinstance(operand, Const):
            return constant(operand)
        if isinstance(operand, Symbol):
            base = self.symbols.symbol(operand.name, thread)
            return Pointer(base.obj, operand.offset) if operand.offset else base
        return self.inputs.fresh(operand.type, operand.name or "uninitialised value", thread)

    # ------------------------------------------------------------ running

    def run(self, thread: Thread, until_depth: int = 0, begin: Callable[[], None] | None = None) -> None:
        """Run a thread until it stops (its status says why) or has `until_depth` frames; `begin` enters the first."""
        self.thread = thread
        self.began = self.execution.counts.rounds
        while thread.status is Status.RUNNABLE and (len(thread.frames) > until_depth or begin is not None):
            try:
                if begin is not None:
                    begins, begin = begin, None
                    begins()
                elif self.execution.lockstep and thread.block is not None:
                    self._run_in_lockstep(thread)
                else:
                    self._run_frame(thread)
            except PathEnds:
                self.paths.end_path(thread)
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
                    self.paths.arrive(thread)
                    break
                pc = steps[pc](thread, frame, regs)
                count += 1
        else:
            while pc >= 0:
                pc = steps[pc](thread, frame, regs)
                count += 1
        self.execution.counts.instructions += count

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
                self.paths.arrive(thread)
                return
            if pc == join:
                frame.pc = pc
                if not thread.turn.stepped:
                    lockstep.wait(thread, lockstep.JOIN)
                    return
                thread.turn.stepped = False
                thread.turn.joins = thread.turn.joins[:-1]
                join = lockstep.join_of(thread)
            pc = steps[pc](thread, frame, regs)
            self.execution.counts.instructions += 1

    def _split(self, thread: Thread, split: Split) -> None:
        """A model asked for a decision: run the call once for each outcome."""
        del thread.frames[split.depth :]
        frame = thread.frames[-1]
        pc = split.pc
        both = (split.cond, terms.lnot(split.cond))
        possible = [self.execution.possible(terms.land(thread.path, c)) for c in both]
        if not all(possible):
            chosen = both[0] if possible[0] else both[1]
            thread.facts = thread.facts.holding(chosen)
            frame.pc = pc
            return
        self.paths.branch(thread, split.cond, (pc, pc), pc + 1)

    # ------------------------------------------------------------ for reports

    def at_exit(self, thread: Thread) -> None:
        """The program ends on this path: what is still allocated leaks."""
        ex = self.execution
        if ex.listening.at_end is not None:
            ex.listening.at_end(thread)
        s = ex.s
        s.ending = replace(s.ending, reached=terms.lor(s.ending.reached, terms.land(s.alive, thread.path)))
        if not ex.settings.is_on(MEMORY_LEAK):
            return
        for obj in s.objects.values():
            is_handle = obj.space is Space.HOST_GLOBAL or obj.lifetime.kind == HANDLE
            if obj.lifetime.heap and obj.is_live and not is_handle:
                freed = terms.implies(obj.lifetime.birth, obj.lifetime.freed)
                place = Place(thread.id, obj.about.allocated or Location("", 0), "", "allocated here and never freed")
                text = f"'{obj.name}' is never freed"
                ex.require(thread, freed, MEMORY_LEAK, FixedWording(text, (place,)), obj=obj, fatal=False)
