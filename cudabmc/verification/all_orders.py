"""A proof for all orders at once, for programs with too many to explore one after the other.

One interleaving is run without decisions, in which it is arbitrary what accesses give and leave whose order matters
(memory/order_abstraction.py). Whatever some order leads to is among what that pass sees: if no input and no value of
these breaks a property, no order does, and no more of them is to be explored. If one may, or if the pass meets
something that it cannot take for arbitrary, nothing is said, and the interleavings are explored as before.
"""

from functools import partial
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.errors import CudabmcError
from cudabmc.explore.any_order import AnyOrder
from cudabmc.explore.engine import Explorer
from cudabmc.explore.future import called_from
from cudabmc.explore.oracle import FEASIBILITY_MS, SolverOracle
from cudabmc.goto.program import Program
from cudabmc.goto.types import Type
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.assembly import machine_for
from cudabmc.machine.entry import initial_state
from cudabmc.native.kernels.at_once import Kernels, LaunchesAtOnce, is_open
from cudabmc.options.table import Options
from cudabmc.order import conflicts, critical_sections, tickets
from cudabmc.order.ticket_holders import TicketHolders
from cudabmc.process.limits import remaining
from cudabmc.solver.protocol import Sat, SolverAnswer, Unsat
from cudabmc.state import model_calls
from cudabmc.state.decisions import Decisions
from cudabmc.state.execution import Execution, NoteKind
from cudabmc.state.order_abstraction import OrderAbstraction
from cudabmc.state.settings import Settings
from cudabmc.state.signals import NotForAllOrders, RunAgain
from cudabmc.state.state import State
from cudabmc.state.value import Value

if TYPE_CHECKING:
    from cudabmc.state.reach import ReachLog

MOST_PASSES = 12
"""So many passes are made until one meets no more conflicts."""

PATIENCE_MS = 5_000
"""How long the solver may think about all conditions of the pass together, once with what is known of turns and once
without."""


@dataclass(slots=True)
class TurnsOracle:
    """Asks the solver, and tells it what holds of turns where a question is about them. That is known when the pass
    has ended: until then, threads may come that have turns, too."""

    oracle: SolverOracle
    abstraction: OrderAbstraction
    ended: bool = False

    def feasible(self, formula: Value) -> bool:
        """Can the formula hold? True if the solver cannot say."""
        if not self.oracle.feasible(formula):
            return False
        if not self.ended or not isinstance(formula, terms.Term):
            return True
        if terms.free_vars(formula).isdisjoint(self.abstraction.variables):
            return True
        return not isinstance(self.check(formula, FEASIBILITY_MS), Unsat)

    def check(self, formula: Value, patience: int, *, constrained: bool = True) -> SolverAnswer:
        """Can the formula hold, given what is known of turns, or else if they are `constrained` by nothing?"""
        gave_up = len(self.oracle.gave_up)
        known = tickets.constraints(self.abstraction) if constrained else ()
        answer = self.oracle.check(formula, *known, patience=patience)
        del self.oracle.gave_up[gave_up:]
        return answer

    def value_of(self, value: Value, formula: Value, type: Type) -> int | None:
        """A value that `value` can have where `formula` holds; None if it cannot hold."""
        return self.oracle.value_of(value, formula, type)


@dataclass(frozen=True, slots=True)
class AbstractRun:
    """A pass that stands for all orders, and the state in which it has ended."""

    execution: Execution
    final: State
    abstraction: OrderAbstraction


class AllOrders:
    """The proof for all orders of the program: was it `proved`? If not, an `order` of threads that may break something,
    if one was found. What threads come to in a proof some order may `reach`, and nobody knows which."""

    def __init__(
        self, program: Program, options: Options, settings: Settings, oracle: SolverOracle,
        kernels: Kernels | None = None, reach: "ReachLog | None" = None,
    ) -> None:  # fmt: skip
        self._program = program
        self._options = options
        self._settings = settings
        self._oracle = oracle
        self._kernels = kernels
        self._reach = reach
        self.proved = False
        self.order: list[int] = []

    def hold(self, decisions: Decisions) -> bool:
        """Are all properties shown to hold in all orders? `decisions` are those that have been found so far."""
        run = self.run(decisions)
        self.proved = run is not None and self._is_proved(run)
        if self.proved and self._reach is not None:
            assert run is not None and run.execution.listening.reach is not None
            found = run.execution.listening.reach
            self._reach.leave_undecided((*found.certain, *found.open))
        return self.proved

    def run(self, decisions: Decisions) -> AbstractRun | None:
        """A pass whose end stands for those of all orders; None if there is none for this program."""
        settings = self._settings
        if not settings.por or settings.two_threads or settings.warp_sync or _kernels_assume(self._program):
            return None
        abstraction = OrderAbstraction()
        for _ in range(MOST_PASSES):
            if decisions.concurrent:
                return None
            oracle = TurnsOracle(self._oracle, abstraction)
            machine = self._machine(decisions, oracle)
            try:
                final = self._final(machine, oracle)
            except RunAgain:
                abstraction = _next(abstraction)
                continue
            except NotForAllOrders:
                return None
            except CudabmcError:
                if remaining() == 0:
                    raise  # the time of the whole run is over
                return None
            met = decisions.with_what_was(machine.execution.met)
            if met == decisions and met.mixed == decisions.mixed and not abstraction.again:
                return None if final is None else AbstractRun(machine.execution, final, abstraction)
            decisions = met
            abstraction = _next(abstraction)
        return None

    def _machine(self, decisions: Decisions, oracle: TurnsOracle) -> Machine:
        machine = machine_for(self._program, self._settings, oracle, decisions)
        machine.execution.all_orders = oracle.abstraction
        machine.execution.listening.reach = None if self._reach is None else type(self._reach)()
        if self._kernels is not None and is_open(self._settings) and not oracle.abstraction.critical.expected:
            machine.at_once = LaunchesAtOnce(machine, self._kernels)
        return machine

    def _final(self, machine: Machine, oracle: TurnsOracle) -> State | None:
        """The state in which the pass ends; None if it has several ends."""
        ends: list[State] = []

        def finished(state: State) -> bool:
            oracle.ended = True
            conflicts.settle(machine.execution, state)
            ends.append(state)
            return len(ends) < 2

        options = self._options
        state = initial_state(machine, options.function, options.args, options.max_argc)
        strategy = AnyOrder(partial(critical_sections.stops, oracle.abstraction.critical))
        Explorer(machine, strategy, hashing=False, most=2).explore(state, finished)
        return ends[0] if len(ends) == 1 else None

    def _is_proved(self, run: AbstractRun) -> bool:
        """Can nothing that the pass has met come true, neither a violation nor an end of the program that a report
        tells of?"""
        ex, final = run.execution, run.final
        if ex.remarks.bounds or NoteKind.END in ex.remarks.notes.values():
            return False
        met = [condition.formula for condition in (*final.vcs, *(condition for condition, _ in final.ending.ends))]
        holders = TicketHolders(run.abstraction)
        turns = TurnsOracle(self._oracle, run.abstraction)
        # What is simplified may hold where what was met does not: then that is asked for itself.
        for anything in dict.fromkeys((terms.lor(*map(holders.simplified, met)), terms.lor(*met))):
            if anything is False:
                return True
            for constrained in (False, True) if isinstance(anything, terms.Term) else ():
                answer = turns.check(anything, PATIENCE_MS, constrained=constrained)
                if isinstance(answer, Unsat):
                    return True
                if isinstance(answer, Sat):
                    self.order = tickets.order_of(run.abstraction, answer.model)
        return False


def _next(abstraction: OrderAbstraction) -> OrderAbstraction:
    """What the next pass starts from."""
    per_thread = 4 * abstraction.per_thread if abstraction.again else abstraction.per_thread
    return OrderAbstraction(per_thread, abstraction.irregular, critical=abstraction.critical.known())


def _kernels_assume(program: Program) -> bool:
    """Can what a thread does in some order be cut short by an assumption? No pass stands for all orders then."""
    if program.may_assume is not None:
        return program.may_assume
    kernels = [f for f in program.functions.values() if f.is_kernel]
    return model_calls.may_assume(program, called_from(kernels, program))
