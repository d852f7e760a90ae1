"""Which launches run at once, as machine code, and not thread by thread in the interpreter; and all that the machines
of a program run as machine code.

Imported by every run, so it imports nothing of machine code before a launch is worth it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from cudabmc.goto.cfg import Loop, loops
from cudabmc.goto.op import INTEGER_COMPARISONS
from cudabmc.goto.program import Assign, Branch, Call, Const, Function, Program, Reg
from cudabmc.interpreter.core import SLICE, LaunchRunner, Machine
from cudabmc.native.kernels.properties import has_words_for
from cudabmc.native.watch import RECORDED as RECORDED_OF_HOST
from cudabmc.native.watch import HostWatch, LateLibrary, ProductsAtOnce
from cudabmc.state.plan import Blocks, PartOfLaunch, Plan
from cudabmc.state.settings import Settings
from cudabmc.state.signals import PassIsVoid
from cudabmc.state.thread import Thread

if TYPE_CHECKING:
    from cudabmc.native.kernels.kernel_library import KernelLibrary
    from cudabmc.native.kernels.launch import NativeLaunches
    from cudabmc.native.machine_code import CodeStore

Kernels = Callable[[], "KernelLibrary"]
"""Makes the library of kernels that are machine code, or answers the one that there is."""

WORTH = 150_000
"""Instructions of the launches of a kernel, about, from which on it is worth to compile it if its text is short."""

SHORT_TEXT = 1000
"""Instructions of such a text. One that is some times as long takes so many times as long to compile."""

RECORDED = 300_000
"""Instructions of a launch, about, up to which a replay records its steps: some tenths of a second."""

ROUNDS = 8
"""How often a loop is taken to go round for that, unless its end depends on a larger number of its text."""

MOST_ROUNDS = 1 << 16
"""Larger numbers are taken for none of rounds: they may be negative ones."""

LONG = 16 * SLICE
"""Rounds of loops of a launch that seemed to be short, from which on it is worth to begin once more: some seconds."""

LARGE = 20_000_000
"""Instructions of a launch, about, that the interpreter takes some tens of seconds for."""

PATIENCE = 2
"""After so many launches that machine code had to leave, a kernel is left to the interpreter."""


def is_open(settings: Settings) -> bool:
    """Can launches run at once in a run with these settings? Machine code knows no bounds of loops, the canonical
    order alone, and no property that it has no words for."""
    if not has_words_for(settings.enabled):
        return False
    bounded = settings.unwind is not None or bool(settings.unwindset)
    return settings.por and not settings.warp_sync and not settings.two_threads and not bounded


def runs_any_size(settings: Settings, *, native: bool) -> bool:
    """Is there no size that is too large for a launch in a run with these settings, if all of it is known?"""
    return settings.two_threads or (native and is_open(settings))


class Work(NamedTuple):
    """How many instructions a thread executes, about, and how many the text has, with those of functions that it
    calls."""

    executed: int
    size: int


class FunctionWork:
    """What functions of a program have to do. Each loop is taken to go round `ROUNDS` times, or as often as a larger
    number of the text says that it may."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, Work] = {}

    def of(self, function: Function) -> Work:
        """The work of a function."""
        known = self._known.get(function.name)
        if known is None:
            self._known[function.name] = Work(0, 0)  # where it calls itself
            around = {loop: _rounds(function, loop) for loop in loops(function)}
            size = len(function.body)
            executed = size * max(around.values(), default=1)
            for pc, i in enumerate(function.body):
                if isinstance(i, Call) and isinstance(i.callee, str) and i.callee in self._functions:
                    callee = self.of(self._functions[i.callee])
                    executed += prod(rounds for loop, rounds in around.items() if pc in loop) * callee.executed
                    size += callee.size
            known = self._known[function.name] = Work(executed, size)
        return known


def _rounds(function: Function, loop: Loop) -> int:
    """How often a loop is taken to go round: what its first branch depends on, or its jumps back, seems to end it."""
    inside = range(loop.head, loop.back_edge + 1)
    branches = {pc: i for pc in inside if isinstance(i := function.body[pc], Branch)}
    ends = {min(branches, default=loop.head), *loop.back_edges} & branches.keys()
    decide = {branches[pc].cond for pc in ends}
    numbers = [
        int(operand.value) for pc in inside if isinstance(i := function.body[pc], Assign) and Reg(i.dst) in decide
        and i.op in INTEGER_COMPARISONS for operand in i.args if isinstance(operand, Const)
    ]  # fmt: skip
    return max((number for number in numbers if ROUNDS < number <= MOST_ROUNDS), default=ROUNDS)


class LaunchesAtOnce:
    """Runs launches of one machine. `taken` counts those that went through. From launch `until` on the interpreter runs
    them, as somebody wants to see their steps. If a pass may be void, they change large arrays `in_place`, and what
    seemed to be short may begin once more. `suspects` are blocks of long launches in which machine code has stopped, by
    the number of the launch: the interpreter runs them first, and those alone if a violation is in them."""

    def __init__(
        self, machine: Machine, library: Kernels, suspects: dict[int, Blocks] | None = None, *, in_place: bool = False
    ) -> None:  # fmt: skip
        self.m = machine
        self.ex = machine.execution
        self._library = library
        self._in_place = in_place
        self._suspects = suspects
        self._native: NativeLaunches | None = None
        self._failures: dict[str, int] = {}
        self._work = FunctionWork(machine.execution.program.functions)
        self._heat: dict[str, int] = {}
        self._short: dict[int, tuple[str, int]] = {}  # launches that are not worth it: kernels, rounds before them
        self._look_around, machine.in_long_run = machine.in_long_run, self._in_long_run
        self.taken = 0
        self.takes_any = False
        self.until: int | None = None

    def run(self, plan: Plan, by: Thread) -> bool:
        """Run all threads of a launch, for which `by` stands; False, with nothing changed, if the interpreter has to.
        Raises MemoryError, with nothing changed, and PassIsVoid."""
        function, launch = plan.function, by.id.launch
        if self.ex.decisions.concurrent or by.operation in self.ex.decisions.stepwise:
            return False
        if launch in (self._suspects or ()):
            self._begin_with_suspects(plan, launch)
            return False
        if self.until is not None and launch >= self.until:
            return False
        if self._failures.get(function.name, 0) >= PATIENCE:
            return False
        threads = prod(plan.shape.most)
        if not self._is_worth_it(function, threads):
            self._short[by.operation] = function.name, self.ex.counts.rounds
            return False
        if self._native is None:
            from cudabmc.native.kernels.launch import NativeLaunches

            self._native = NativeLaunches(self.m, self._library(), in_place=self._in_place)
        self._failures[function.name] = self._failures.get(function.name, 0) + 1
        try:
            instructions = self._native.run(plan, by)
        except PassIsVoid:
            self._suspect(plan, launch)
            raise
        if instructions is None:
            self._suspect(plan, launch)
            return False
        self._failures[function.name] -= 1
        self.taken += 1
        self.ex.counts.threads += threads
        self.ex.counts.instructions += instructions
        if self.ex.listening.listener is not None:
            self.ex.listening.listener.ran_at_once(function.display, threads)
        return True

    def _suspect(self, plan: Plan, launch: int) -> None:
        """Machine code has stopped in the launch. If it is long, the blocks where it did come first."""
        assert self._native is not None
        blocks = tuple((number, None) for number in self._native.stopped_in)
        if self._suspects is None or not 0 < len(blocks) < prod(plan.shape.most[:3]):
            return
        if plan.cooperative or prod(plan.cluster) > 1:  # blocks may need each other
            return
        if max(self._native.instructions, prod(plan.shape.most) * self._work.of(plan.function).executed) >= LARGE:
            self._suspects[launch] = blocks
            self._begin_with_suspects(plan, launch)

    def _begin_with_suspects(self, plan: Plan, launch: int) -> None:
        """The interpreter runs those blocks of the launch first in which something may be wrong, unless the scheduler
        is to choose among all threads."""
        assert self._suspects is not None
        if self.ex.decisions.points:
            return
        blocks = self._suspects[launch]
        number = prod(plan.shape.most[:3])
        why = f"only {len(blocks)} of the {number} blocks of this launch were run, as a violation is in them"
        self.ex.device.parts[launch] = PartOfLaunch(blocks, why, begin=True)

    def _in_long_run(self) -> None:
        """A launch that seemed to be short may have few threads that go many rounds. It begins once more, at once,
        unless what came before it took longer: no more than four times the time until here is lost. Machine code would
        not meet a violation again that has been met already: it runs one thread to its end before the next."""
        self._look_around()
        if not self._in_place or self.ex.s.is_surely_faulty:
            return
        rounds = self.ex.counts.rounds
        for operation in self.ex.s.device.grids:
            kernel, before = self._short.get(operation, ("", rounds))
            if rounds - before >= max(LONG, rounds // 4):
                self.ex.met.long_kernels.add(kernel)
                raise PassIsVoid

    def _is_worth_it(self, function: Function, threads: int) -> bool:
        if function.name in self.ex.decisions.long_kernels:
            return True
        work = self._work.of(function)
        cost = threads * work.executed
        if self.ex.listening.listener is not None and not self.ex.listening.briefly:
            return cost >= RECORDED
        heat = self._heat[function.name] = self._heat.get(function.name, 0) + cost
        return heat >= WORTH * max(1, work.size // SHORT_TEXT)


class CompiledParts:
    """Lets machines run parts of a program as machine code, if that is `wanted`. `takes_launches` makes what runs
    launches instead. A replay records up to `recorded` instructions of a loop or function of the host. If it
    `tells_reached`, machine code tells what it reaches."""

    def __init__(
        self, program: Program, settings: Settings, *, wanted: bool, store: "Callable[[], CodeStore | None]",
        tells_reached: bool = False,
    ) -> None:  # fmt: skip
        self._wanted = wanted
        self._late = LateLibrary(store, tells_reached=tells_reached)
        self._kernels: Kernels = partial(self._late.kernels, program, settings)
        self._suspects = dict[int, Blocks]()
        self.takes_launches: Callable[[Machine], LaunchRunner] | None = None
        self.recorded = RECORDED_OF_HOST

    @property
    def pieces(self) -> int:
        """How many loops and functions have become machine code."""
        return 0 if self._late.library is None else self._late.library.pieces

    @property
    def kernels(self) -> Kernels | None:
        """The kernels as machine code, if that is wanted."""
        return self._kernels if self._wanted else None

    def run(self, machine: Machine, worth: int, *, in_place: bool) -> None:
        """Let a machine run what is known as machine code. If launches may change arrays `in_place`, another pass may
        be needed. Host code is compiled that has taken `worth` instructions."""
        if not self._wanted:
            return
        machine.codes.multiplier = ProductsAtOnce(machine, self._late)
        host = HostWatch(machine, self._late, worth)
        machine.codes.watch, machine.codes.sorter = host.watch, host
        if self.takes_launches is None:
            machine.at_once = LaunchesAtOnce(machine, self._kernels, self._suspects, in_place=in_place)
        else:
            machine.at_once = self.takes_launches(machine)
