"""One run over a program with fixed bounds: explore, decide, answer."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field, replace
from time import perf_counter
from typing import TYPE_CHECKING

from cudabmc.acceptance.accepted import Accepted
from cudabmc.errors import CudabmcError, ResourceError
from cudabmc.explore.engine import Explorer
from cudabmc.explore.oracle import SolverOracle
from cudabmc.explore.reduction import Reduction
from cudabmc.explore.strategy import BoundedDfs, RandomWalk, Strategy
from cudabmc.explore.whereabouts import whereabouts
from cudabmc.goto.program import Program
from cudabmc.interpreter.core import LaunchRunner, Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.assembly import machine_for
from cudabmc.machine.entry import initial_state
from cudabmc.native import watch
from cudabmc.native.kernels.at_once import CompiledParts, is_open, runs_any_size
from cudabmc.options.schedule import parse_schedule
from cudabmc.options.table import Options
from cudabmc.order import conflicts
from cudabmc.process.activity import Activity
from cudabmc.process.peak_memory import peak_memory
from cudabmc.process.rare_collections import rare_collections
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.result import Guarantee, ProgramEnd, Result, Statistics, Step, Verdict
from cudabmc.source.files import SourceFiles
from cudabmc.state.console import console_text
from cudabmc.state.decisions import Decisions, Met
from cudabmc.state.execution import NoteKind
from cudabmc.state.settings import Settings
from cudabmc.state.signals import PassIsVoid
from cudabmc.state.state import State
from cudabmc.state.vc import Condition
from cudabmc.verification.engine import statuses
from cudabmc.verification.findings import Findings
from cudabmc.verification.placed_launches import PlacedLaunches, PlacedProofs
from cudabmc.verification.program_ends import ProgramEnds
from cudabmc.verification.question import unknown_loops

if TYPE_CHECKING:
    from cudabmc.counterexample.trace import Recorder
    from cudabmc.coverage import Coverage
    from cudabmc.native.machine_code import CodeStore
    from cudabmc.state.reach import ReachLog
    from cudabmc.verification.all_orders import AllOrders


MANY = 64
"""From so many interleavings on, begun ones included, a proof for all orders is tried."""

PROVE_INSTEAD = "cudabmc prove answers for each kernel by itself, for launches of any size, without running the program"
"""What is said where time or memory has ended a run."""

MANY_PAIRS = 10
"""As well if a pass without decisions meets so many pairs of accesses whose order matters: of as few threads at one
place have 120 orders."""


@dataclass(slots=True)
class Outcomes:
    """What the executions of a run have shown: the conditions that were met, those that were decided, whether the end
    was reached, what the first execution printed that printed something, which launches were proved and not run, and
    which places of the program were reached, if coverage is asked for."""

    conditions: list[Condition] = field(default_factory=list)
    asked: set[tuple[object, object]] = field(default_factory=set)
    reachable: bool = False
    printed: str = ""
    placed: PlacedProofs = field(default_factory=PlacedProofs)
    reach: "ReachLog | None" = None


@dataclass(slots=True)
class FirstMet:
    """When the run has started, and after how many seconds it has met the first violation that is certain."""

    started: float = 0.0
    after: float | None = None


class Verification:
    """One run over a program with fixed bounds."""

    def __init__(
        self, program: Program, options: Options, settings: Settings, placed: PlacedProofs | None = None
    ) -> None:  # fmt: skip
        self.program = program
        self.options = options
        self.settings = settings
        self.oracle = SolverOracle(options.solver_timeout, options.solver)
        if options.smt_dir is not None or options.output_dir is not None:
            self.oracle.asked = []
        self.statistics = Statistics()
        self.machine = machine_for(program, settings, self.oracle)
        remarks = self.machine.execution.remarks
        remarks.notes.update(dict.fromkeys(program.assumptions))
        if settings.intra_block_only and settings.is_on(DATA_RACE):
            remarks.note("--intra-block-only: races between threads of different blocks are left out")
        self.decisions = Decisions(remembers=not settings.por, concurrent=not settings.por)
        self.outcomes = Outcomes(placed=placed or PlacedProofs(), reach=_new_log() if options.covers else None)
        self.findings = self._no_findings()
        self.ends = ProgramEnds(self.oracle, self._machine_for_replay)
        self.final_states: list[State] | None = None  # kept on request, for tests
        self.reason = ""
        self.deciding = True  # False: only collect the conditions
        self._again = False  # a pass that looks for more than the violations of the one before
        self.all_orders: AllOrders | None = None  # the proof for them, if it was tried
        self.engine: Explorer | None = None
        self.records = False  # the steps of the first interleaving alone are asked for
        self.recorder: Recorder | None = None
        self.compiled = CompiledParts(
            program, settings, wanted=options.native, store=lambda: _opened(options.cache_dir),
            tells_reached=options.covers,
        )  # fmt: skip
        self._first_met = FirstMet()

    def _no_findings(self) -> Findings:
        line = SourceFiles(self.program.files).line
        findings = Findings(
            self.oracle, self._machine_for_replay, lambda: self.machine.approximated or self._is_about_reals,
            Accepted(line, self.options.baseline), self._placed.not_computed,
        )
        findings.tries_inputs = self._tries_inputs
        findings.floats_are_functions = self.options.floats == "abstract"
        return findings

    @property
    def _is_about_reals(self) -> bool:
        """Are kernels compared as if floats were real numbers?"""
        return self.settings.launch is not None and self.settings.launch.reals

    @property
    def _tries_inputs(self) -> bool:
        """Is a run with known inputs enough to see that two kernels leave something else? Not if rounding is no
        difference."""
        return self.options.equivalent and not self._is_about_reals

    @property
    def _placed(self) -> PlacedProofs:
        return self.outcomes.placed

    def recorded(self) -> list[Step]:
        """The steps of the first interleaving, without the values of what depends on inputs, if `records` was set
        before the run."""
        return [] if self.recorder is None else self.recorder.steps()

    def activity(self) -> Activity:
        """What the run is doing at this moment; called from other threads."""
        engine, machine = self.engine, self.machine
        thread = machine.thread if engine is None else engine.last
        frame = thread.frames[-1] if thread is not None and thread.frames else None
        since = self.oracle.since
        asked = self.findings.asked
        at = None if frame is None else frame.code.location(frame.pc)
        return Activity(
            self._stage(),
            asked[0].places[0].loc if asked else at,
            self.statistics.instructions + machine.execution.counts.instructions,
            0 if engine is None else engine.interleavings,
            0 if engine is None else engine.open_choices,
            0 if engine is None else engine.switches,
            self.options.context_bound,
            self.settings.unwind if self.options.incremental_bmc else None,
            self.oracle.queries,
            None if since is None else perf_counter() - since,
            len(asked),
        )

    def _stage(self) -> str:
        if self.findings.confirming:
            return "making a counterexample simple"
        return "starting" if self.engine is None else "exploring"

    @property
    def cut_short(self) -> bool:
        return bool(self.reason)

    def run(self) -> Result:
        """Explore, decide, confirm."""
        start = self._first_met.started = perf_counter()
        try:
            self._explore_or_say_why()
            ends = self._ends()
            coverage = self._coverage()
        finally:
            self.oracle.close()
        self.statistics.seconds = perf_counter() - start
        return replace(self._result(ends), coverage=coverage)

    def watch_launches(self, instead: Callable[[Machine], LaunchRunner]) -> None:
        """Run the first interleaving for somebody who wants to see what launches do, and has them run otherwise. What
        it breaks is not decided."""
        self.records = True
        with rare_collections():
            self._pass(self._strategy, instead)

    def _explore_or_say_why(self) -> None:
        try:
            with rare_collections():
                self._explore()
        except (CudabmcError, KeyboardInterrupt, MemoryError, ImportError, OSError) as error:
            from cudabmc.verification.cut_short import is_cut

            if not is_cut(error):
                raise
            self._cut_short(error)

    def _ends(self) -> tuple[ProgramEnd, ...]:
        """How the program ends where that is not with status 0. Nothing else of the answer rests on it."""
        if not self.deciding or self.records:
            return ()
        with suppress(ResourceError, KeyboardInterrupt, MemoryError):
            return self.ends.told(cut=self.cut_short)
        return ()

    def _cut_short(self, error: BaseException) -> None:
        """Say why, and decide what was met until then. A program that is not taken is refused if that is nothing."""
        self.reason = self._why(error)
        if self.deciding and not self.records:
            from cudabmc.verification.cut_short import decide_what_was_met

            met = [c for c in self.machine.execution.s.vcs if c.formula is True]
            decide_what_was_met(self.findings, self.machine.execution, self.engine, error)
            if not self.findings.violations:
                self.findings.take(met)
        if isinstance(error, CudabmcError) and not isinstance(error, ResourceError) and not self.findings.violations:
            raise error

    def _why(self, error: BaseException) -> str:
        """Why the run was cut short, and where it was."""
        if isinstance(error, CudabmcError):
            if error.location or not isinstance(error, ResourceError):
                return str(error)
            reason = error.message
        elif isinstance(error, KeyboardInterrupt):
            reason = "interrupted"
        else:
            limit = f": the limit is {self.options.memlimit} MiB (--memlimit)" if self.options.memlimit else ""
            reason = f"memory ran out{limit}"
        if self.engine is None:
            return reason
        where = whereabouts(self.engine.last, self.machine.execution.s.host)
        return f"{reason}, {where}" if where else reason

    def _in_long_run(self) -> None:
        """Ends the run while there is time for the replay of a violation that it has met."""
        from cudabmc.verification.cut_short import needs_the_time_left

        if not self.deciding or self.records:
            return
        if needs_the_time_left(self.findings, self.machine.execution, self._met_within()):
            raise ResourceError("the time that is left (--timeout) is needed to replay a violation")

    def _met_within(self) -> float:
        """How many seconds the run has needed to meet the first violation that is certain, as far as was looked."""
        first = self._first_met
        if first.after is None and self.machine.execution.s.is_surely_faulty:
            first.after = perf_counter() - first.started
        return first.after or 0.0

    # ------------------------------------------------------------ exploration

    def _explore(self) -> None:
        """Explore with the conflicts known so far as the only decisions, until no new ones appear.

        Without a conflict every interleaving is equivalent to the canonical one (Li and
        Gopalakrishnan, FSE 2010, Serializability).
        """
        if self.options.replay is not None:
            self._follow(parse_schedule(self.options.replay))
            return
        if self._tries_inputs and self.deciding and not self.records and self._known_kernels_differ():
            return
        while True:
            met = self._pass(self._strategy)
            if self.findings.violations and not self.decisions.points:
                met = self._look_again(met)
            if self.statistics.all_orders or not self._learn(met) or not self._goes_on() or not self.settings.por:
                return
            self._look_at_what_may_break()
            if not self._goes_on():
                return

    def _known_kernels_differ(self) -> bool:
        """Do two kernels that are compared leave something else, or break something, with inputs that are tried?"""
        from cudabmc.verification.comparing import violation_of_known  # few runs compare kernels

        found = violation_of_known(self._machine_for_replay)
        if found is None or self.findings.accepted.accepting(found.violation) is not None:
            return False
        self.machine.execution.device.kernels.update(found.machine.execution.device.kernels)
        self.machine.execution.remarks.notes.update(found.machine.execution.remarks.notes)
        self.findings.violations[found.key] = found.violation
        self.statistics.interleavings = 1
        return True

    def _look_at_what_may_break(self) -> None:
        """The proof for all orders has failed: look at the order that it has found, before all others."""
        if self.all_orders is None or not self.all_orders.order:
            return
        from cudabmc.explore.given_order import GivenOrder

        self._pass(_always(GivenOrder(self.all_orders.order, self.options.context_bound)))
        self.all_orders.order = []

    def _look_again(self, met: Met) -> Met:
        """Repeat the first pass, which has found violations, if it has left something open that may be more of them: as
        it did not know what reads observe, which accesses meet streams that are created later, or which threads of
        launches at once conflict with what runs beside them."""
        known = self.decisions
        self.decisions = replace(
            known, observed=known.observed | met.observed, remembers=known.remembers or met.remembers,
            stepwise=known.stepwise | met.stepwise,
        )  # fmt: skip
        if self.decisions == known:
            return met
        self._again = True
        try:
            return self._pass(self._strategy)
        finally:
            self._again = False

    def _learn(self, met: Met) -> bool:
        """Take the decisions of the next pass; were there any that this one did not know?"""
        known, self.decisions = self.decisions, self.decisions.with_what_was(met)
        return self.decisions != known

    def _follow(self, schedule: Sequence[int]) -> None:
        """Follow one schedule. It names the decisions of the pass that found the violation, so one that does not
        fit those of a pass is tried again behind an exploration that finds more of them."""
        from cudabmc.explore.replay import Replay, ReplayMismatchError

        deciding = self.deciding
        while True:
            replay, mismatch = Replay(schedule), None
            self.outcomes.asked.clear()
            try:
                self._pass(_always(replay))
            except ReplayMismatchError as error:
                mismatch = error
            if mismatch is None and replay.following is None:
                return
            found, self.findings = self.findings, self._no_findings()
            self.deciding = False
            try:
                met = self._pass(self._strategy)
            finally:
                self.deciding = deciding
            if not self._learn(met):
                if mismatch is not None:
                    raise mismatch
                self.findings = found
                return

    def _strategy(self, machine: Machine) -> Strategy:
        options = self.options
        if options.strategy == "random":
            return RandomWalk(options.runs, options.seed)
        if self.settings.por and not machine.execution.decisions.concurrent:
            return Reduction(machine, options.context_bound)
        return BoundedDfs(options.context_bound)

    def _pass(
        self, make_strategy: Callable[[Machine], Strategy], watching: Callable[[Machine], LaunchRunner] | None = None
    ) -> Met:
        """One exploration with the decisions that are known; what it has met that they do not tell. Who is `watching`
        runs the launches."""
        self.ends.forget()
        if self.final_states is not None:
            self.final_states.clear()  # of a pass that did not know all decisions
        machine = machine_for(self.program, self.settings, self.oracle, self.decisions)
        machine.execution.remarks = self.machine.execution.remarks
        machine.execution.device.kernels = self.machine.execution.device.kernels
        machine.in_long_run = self._in_long_run
        machine.execution.accepts = self.findings.accepted.accepts
        machine.execution.listening.reach = None if self.records else self.outcomes.reach
        self.machine = machine
        if watching is not None:
            if is_open(self.settings):
                self.compiled.run(machine, watch.WORTH, in_place=False)
            machine.at_once = watching(machine)
        elif self.records:
            from cudabmc.counterexample.trace import Recorder

            self.recorder = Recorder(machine)
        elif is_open(self.settings) and not self.options.equivalent:  # machine code takes sums of floats for exact
            self.compiled.run(machine, watch.WORTH, in_place=self.options.replay is None)
        self._prove_what_is_too_large(machine)
        hashing = self.options.state_hashing if self.options.state_hashing is not None else self.options.por
        strategy = make_strategy(machine)
        engine = Explorer(
            machine,
            strategy,
            hashing=hashing,
            most=self.options.max_interleavings,
            launching=self._launching,
            merged=self._merged,
            enough=self._enough,
        )
        self.engine = engine
        state = initial_state(machine, self.options.function, self.options.args, self.options.max_argc)
        try:
            engine.explore(state, self._finished)
        except PassIsVoid:  # its violations are met again: what may have conflicted must not be known before them
            met = machine.execution.met
            return Met(on_copies=met.on_copies, long_kernels=met.long_kernels)
        finally:
            self._count(machine, engine)
        return machine.execution.met

    def _prove_what_is_too_large(self, machine: Machine) -> None:
        """Launches that are too large are proved, unless somebody looks for launches, or wants to see steps."""
        asked_otherwise = self.records or machine.execution.settings.two_threads
        if self.compiled.takes_launches is None and not asked_otherwise:
            machine.at_once = PlacedLaunches(machine, machine.at_once, self._placed)

    def _count(self, machine: Machine, engine: Explorer) -> None:
        ex = machine.execution
        s = self.statistics
        s.interleavings = engine.interleavings
        s.pruned, s.cut_off, s.context_switches = engine.pruned, engine.strategy.cut_off, engine.switches
        s.threads, s.launches = max(s.threads, ex.counts.threads), max(s.launches, ex.s.device.launches)
        if machine.at_once is not None:
            s.launches_at_once = max(s.launches_at_once, machine.at_once.taken)
        s.instructions += ex.counts.instructions
        s.events += ex.counts.events
        s.vcs += ex.counts.conditions
        s.vcs_simplified += ex.counts.simplified
        s.vcs_rewritten += ex.counts.rewritten

    def _enough(self) -> bool:
        """Are so many interleavings open that a proof for all orders is tried, which succeeds?"""
        engine = self.engine
        assert engine is not None
        many = engine.open_choices > 0 and engine.interleavings + engine.open_choices >= MANY
        return many and self._holds_in_all_orders(self.machine.execution.s)

    def _holds_in_all_orders(self, state: State) -> bool:
        """Can all orders be shown to break no property? That is tried once, where nothing is broken yet."""
        wanted = self.options.order_abstraction and self.options.strategy == "exhaustive" and self.deciding
        wanted = wanted and not self.options.equivalent  # which asks what memory holds in the end
        broken = self.findings.violations or state.is_surely_faulty
        if not wanted or self.all_orders is not None or broken or self.records:
            return False
        from cudabmc.verification.all_orders import AllOrders

        kernels = self.compiled.kernels
        reach = self.outcomes.reach
        self.all_orders = AllOrders(self.program, self.options, self.settings, self.oracle, kernels, reach)
        met = self.machine.execution.met
        self.statistics.all_orders = self.all_orders.hold(
            self.decisions.with_what_was(met).with_conflicts(met.guarded)
        )
        return self.statistics.all_orders

    def _goes_on(self) -> bool:
        """Is there any need to look further?"""
        return not self.findings.violations or self.options.finds_all or self._again

    def _launching(self, state: State) -> bool:
        """A kernel is about to run: what the host has done wrong until then may make that idle."""
        if self.deciding and any(c.formula is not True for c in state.vcs):
            self._settle_conditions(state)
        return self._goes_on()

    def _merged(self, state: State) -> bool:
        """An execution continues like another one: what it has met until here is its own."""
        conflicts.settle(self.machine.execution, state)
        self._settle_conditions(state)
        return self._goes_on()

    def _settle_conditions(self, state: State) -> None:
        self.ends.add(state.ending.ends)
        new = [c for c in state.vcs if (c.key, c.formula) not in self.outcomes.asked]
        self.outcomes.asked.update((c.key, c.formula) for c in new)
        self.outcomes.conditions += new
        if self.deciding and not self.records:
            self.findings.decide(new)

    def _finished(self, state: State) -> bool:
        """An execution has ended: decide its conditions. Answers whether to look at more."""
        many = self.machine.execution.met.pairs >= MANY_PAIRS and not self.decisions.points
        if many and self._holds_in_all_orders(state):
            self.outcomes.reachable = self.outcomes.reachable or self.oracle.feasible(state.ending.reached)
            return False
        conflicts.settle(self.machine.execution, state)
        if self.final_states is not None:
            self.final_states.append(state)
        self.outcomes.printed = self.outcomes.printed or console_text(state.console)
        self.outcomes.reachable = self.outcomes.reachable or self.oracle.feasible(state.ending.reached)
        self._settle_conditions(state)
        if self.records:
            return False
        return self._goes_on()

    def _machine_for_replay(self) -> tuple[Machine, Callable[[], State]]:
        decisions = self.decisions  # where launches ran at once, more may be remembered than they say
        if self.machine.execution.met.remembers:
            decisions = replace(decisions, remembers=True)
        machine = machine_for(self.program, self.settings, self.oracle, decisions)
        machine.execution.accepts = self.findings.accepted.accepts
        options = self.options
        if is_open(self.settings) and not options.full_trace:
            self.compiled.run(machine, self.compiled.recorded, in_place=False)
        self._prove_what_is_too_large(machine)
        return machine, lambda: initial_state(machine, options.function, options.args, options.max_argc)

    # ------------------------------------------------------------ answer

    def _result(self, ends: tuple[ProgramEnd, ...]) -> Result:
        s, findings = self.statistics, self.findings
        s.vcs_solver = findings.sent
        s.queries, s.solver_seconds = self.oracle.queries, self.oracle.seconds
        s.solver, s.solver_load_seconds = self._solver_name(), self.oracle.costs.load_seconds
        s.memory = peak_memory()
        bounds = tuple(self.machine.execution.remarks.bounds)
        reason = self.reason or findings.reason or self.machine.execution.remarks.undecided
        if not reason and self.oracle.gave_up:
            reason = f"the solver gave up: {self.oracle.gave_up[0]}"
        if not (reason or bounds or self.outcomes.reachable or findings.violations):
            reason = self._nothing_shown()
        if not (reason or bounds or findings.violations or self.engine is None):
            reason = self.engine.strategy.incomplete()
        if findings.violations:
            verdict = Verdict.FAILED
        elif bounds or reason:
            verdict = Verdict.UNKNOWN
        else:
            verdict = Verdict.SUCCESSFUL
        return Result(
            verdict,
            tuple(findings.violations.values()),
            tuple(sorted(prop.id for prop in self.settings.enabled)),
            tuple(self.machine.execution.device.kernels),
            bounds,
            (*self.machine.execution.remarks.notes, *self._placed.assumptions),
            self._warnings(ends),
            reason or ("; ".join(bounds) if bounds and not findings.violations else ""),
            s,
            tuple(findings.suppressed.values()),
            queries=tuple(self.oracle.asked or ()),
            statuses=statuses(verdict, self.settings.enabled, self._broken()),
            holds_for=self._guarantee() if verdict is Verdict.SUCCESSFUL else None,
            known=tuple(self.machine.execution.remarks.known),
            ends=ends,
            proofs=self._placed.told,
        )

    def _coverage(self) -> "Coverage | None":
        """What the executions have reached of the functions that they came to, if that is asked for."""
        reach = self.outcomes.reach
        if reach is None:
            return None
        from cudabmc.verification import covering

        covering.decide(reach, self.oracle, asks=not self.cut_short)
        covering.note_proved(reach, self.program, self._placed.told)
        return covering.coverage_of(self.program, reach)

    def _broken(self) -> set[str]:
        found = self.findings
        return {v.prop for v in (*found.violations.values(), *(s.violation for s in found.suppressed.values()))}

    def _guarantee(self) -> Guarantee:
        """Was any value arbitrary?"""
        return Guarantee.ALL_INPUTS if self.machine.inputs.any_meant else Guarantee.THIS_RUN

    def _nothing_shown(self) -> str:
        """Why a run in which no execution reaches the end of the program shows nothing."""
        ends = [text for text, note in self.machine.execution.remarks.notes.items() if note is NoteKind.END]
        if ends:
            return f"no execution reaches the end: {'; '.join(ends)}"
        return "no execution reaches the end: the assumptions exclude everything, or the program never ends"

    def _solver_name(self) -> str:
        """Which solver it was; of several, how many queries each has decided."""
        decided = self.oracle.costs.decided_by
        if (len(decided) < 2 and self.oracle.solver in decided) or not decided:
            return self.oracle.solver
        return f"{self.oracle.solver} ({', '.join(f'{name} {count}' for name, count in sorted(decided.items()))})"

    def _warnings(self, ends: Sequence[ProgramEnd]) -> tuple[str, ...]:
        """With the ends of the program that no input changes, which say what it printed last."""
        certain = [end for end in ends if end.certain]
        # A violation may have ended the run before a launch.
        idle = not self.machine.execution.device.kernels and not self.findings.violations
        found = [*self.findings.warnings, *unknown_loops(self.program, self.settings), *self._too_large()]
        if self.cut_short and not self.findings.violations and self.settings.launch is None:
            found += [PROVE_INSTEAD] if any(f.is_kernel for f in self.program.functions.values()) else []
        if not certain and not idle:
            return tuple(found)
        from cudabmc.report.program_end import last_line, sentence

        last = "" if certain else last_line(self.outcomes.printed)
        launches = ["no kernel was launched" + (f"; the program printed: {last}" if last else "")] if idle else []
        return (*found, *launches, *map(sentence, certain))

    def _too_large(self) -> list[str]:
        """The launches that the run did not come to, for lack of time, and where it would have ended anyway."""
        if not self.cut_short or self.findings.violations:
            return []
        if runs_any_size(self.settings, native=self.options.native):
            return []
        from cudabmc.verification.large_launches import sentences

        return sentences(self.program, self.reason)


def _new_log() -> "ReachLog":
    from cudabmc.state.reach import ReachLog  # few runs need it

    return ReachLog()


def _always(strategy: Strategy) -> Callable[[Machine], Strategy]:
    return lambda machine: strategy


def _opened(cache: str | None) -> "CodeStore | None":
    """What keeps machine code; None if it cannot be used, which nobody needs to know: it is compiled then."""
    from cudabmc.frontend.clang.cache_directory import open_cache

    try:
        return open_cache(cache)
    except (CudabmcError, OSError):
        return None
