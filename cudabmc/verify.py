"""From files to a result: the whole pipeline, one call a stage."""

import resource
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from os.path import basename
from time import perf_counter
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.activity import Activity, Watch
from cudabmc.checks import enabled_properties
from cudabmc.errors import ResourceError, UsageError
from cudabmc.explore.confirm import UnconfirmedError, confirm, console_text
from cudabmc.explore.engine import Engine
from cudabmc.explore.oracle import SolverOracle
from cudabmc.explore.smallest_inputs import smallest_inputs
from cudabmc.explore.strategy import BoundedDfs, Replay, Strategy
from cudabmc.goto.kernels import OPTION
from cudabmc.goto.program import Program
from cudabmc.kernel_arguments import KernelLaunch
from cudabmc.machine import conflicts
from cudabmc.machine.core import Machine
from cudabmc.machine.entry import initial_state
from cudabmc.machine.limits import LIMITS, Limits
from cudabmc.machine.settings import Settings
from cudabmc.machine.state import State
from cudabmc.machine.vc import Condition
from cudabmc.options import Options
from cudabmc.rare_collections import rare_collections
from cudabmc.result import Result, Statistics, Step, Suppressed, Verdict, Violation
from cudabmc.schedule import parse_schedule
from cudabmc.solver.protocol import Model, Sat, Unsat
from cudabmc.source.files import SourceFiles
from cudabmc.source.text import read_source
from cudabmc.started_kernel import started_kernel
from cudabmc.suppression import Suppressions, stopped_by

if TYPE_CHECKING:
    from cudabmc.explore.trace import Recorder

TOGETHER_MS, ALONE_MS = 15_000, 10_000
"""How long the solver may think about all conditions of a run together, and about one alone."""

SHRINK_QUERY_MS, SHRINK_SECONDS, SHRINK_ALL_SECONDS = 300, 1.0, 4.0
"""How long inputs of counterexamples are made smaller: one query, one violation, all of a run."""

MOST_PRINTED = 200
"""How many characters of a program's last line are quoted."""

MAX_FINDINGS = 100
"""How many different violations a run reports."""


def load(files: Sequence[str], options: Options) -> Program:
    """The GOTO program of source files. Raises SourceError, UnsupportedError, UsageError."""
    from cudabmc.frontend.load import load_program

    return load_program(files, options)


def verify(files: Sequence[str], options: Options | None = None, watch: Watch | None = None) -> Result:
    """Verify a CUDA program: every property within the bounds, or executions that break some.

    `watch` lets another thread see what the run is doing. Raises the errors of cudabmc.errors for wrong
    usage and programs that are not taken; time and memory that run out give an UNKNOWN result instead.
    """
    from cudabmc.frontend.load import load_with
    from opmodels import registry

    options = options or Options()
    watch = watch or Watch()
    watch.look = lambda: Activity(f"reading {', '.join(map(basename, files))}")
    start = perf_counter()
    try:
        loaded = load_with(files, options)
        seconds = perf_counter() - start
        with terms.terms_of_a_run():
            result = _run(loaded.program, options, watch)
    finally:
        registry.without_users()
    result.statistics.frontend, result.statistics.frontend_seconds = loaded.how, seconds
    result.sources = quoted_sources([*result.violations, *(s.violation for s in result.suppressed)], files)
    result.files, result.options = tuple(files), options
    result.started = started_kernel(loaded.program)
    return result


def quoted_sources(violations: Iterable[Violation], files: Sequence[str] = ()) -> dict[str, str]:
    """The texts of the files that violations name, by path, so that reports need no file. `files` may be texts."""
    named_so = {str(file): file for file in files}
    found: dict[str, str] = {}
    for violation in violations:
        named = [violation.object.allocated] if violation.object and violation.object.allocated else []
        for place in violation.places:
            named += [place.loc, *(loc for _, loc in place.stack)]
        for loc in (*named, *(step.loc for step in violation.steps)):
            if loc.file not in found and loc.line:
                with suppress(OSError):
                    found[loc.file] = read_source(named_so.get(loc.file, loc.file))
    return found


def _run(program: Program, options: Options, watch: Watch) -> Result:
    if not options.incremental_bmc:
        run = Verification(program, options, settings_of(options))
        watch.look = run.activity
        return run.run()
    unwind = 1
    asked: tuple[str, ...] = ()
    while True:
        run = Verification(program, options, settings_of(options, unwind))
        watch.look = run.activity
        result = run.run()
        asked = result.queries = asked + result.queries
        if result.violations or not result.bounds or unwind >= 4096:
            return result
        unwind *= 2


def stage_text(files: Sequence[str], options: Options) -> str:
    """What --program-only, --show-vcc and --smt-formula-only print of the first exploration."""
    from cudabmc.explore import stages
    from cudabmc.explore.trace import Recorder

    run = Verification(load(files, options), options, settings_of(options))
    run.deciding = options.smt_formula_only
    run.oracle.asked = [] if options.smt_formula_only else None
    steps = run.record(Recorder) if options.program_only else []
    run.run()
    parts = []
    if options.program_only:
        parts.append(stages.step_list(steps))
    if options.show_vcc:
        parts.append(stages.condition_list(run.conditions))
    if options.smt_formula_only:
        parts.append(stages.query_list(run.oracle.asked or []))
    return "\n".join(parts) + "\n"


def settings_of(options: Options, unwind: int | None = None) -> Settings:
    """What of the options concerns the machine."""
    return Settings(
        enabled=enabled_properties(options),
        unwind=options.unwind if unwind is None else unwind,
        unwindset=dict(options.unwindset),
        unwinding_assertions=options.unwinding_assertions,
        por=options.por,
        same_value_races=options.allow_same_value_races,
        atomics_synchronise=options.atomics_synchronise,
        malloc_may_fail=not options.force_malloc_success,
        two_threads=options.two_threads,
        per_thread_default_stream=options.default_stream == "per-thread",
        warp_sync=options.warp_sync,
        limits=_limits_of(options),
        launch=_launch_of(options),
    )


def _launch_of(options: Options) -> KernelLaunch | None:
    """The launch of a kernel that has no host code. Raises UsageError for half of one."""
    if not options.starts_at_kernel:
        if options.arg or options.shared:
            raise UsageError("--arg and --shared are for a kernel without host code", hint=OPTION)
        return None
    if options.grid is None or options.block is None:
        raise UsageError(f"the launch of a kernel needs --{'grid' if options.grid is None else 'block'}", hint=OPTION)
    if options.function != "main" or options.args is not None:
        raise UsageError("--function and --args start host code, --kernel, --grid and --block a kernel without it")
    return KernelLaunch(options.grid, options.block, options.shared, options.arg, options.array_size)


def _limits_of(options: Options) -> Limits:
    """The limits of the device. Raises UsageError for a compute capability that is not in the table."""
    known = LIMITS.get(options.capability)
    if known is None:
        raise UsageError(f"compute capability {options.capability} is not known", hint=f"known are {', '.join(LIMITS)}")
    return known


class Verification:
    """One run over a program with fixed bounds."""

    def __init__(self, program: Program, options: Options, settings: Settings) -> None:
        self.program = program
        self.options = options
        self.settings = settings
        self.oracle = SolverOracle(options.solver_timeout)
        if options.smt_dir is not None or options.output_dir is not None:
            self.oracle.asked = []
        self.statistics = Statistics()
        self.machine = Machine(program, settings, self.oracle)
        self.machine.notes.update(dict.fromkeys(program.assumptions))
        self.points = self.machine.points
        self.remembers = not settings.por  # what is done before streams are created
        self.concurrent = not settings.por  # whether the host and works of the device go on beside each other
        self.violations: dict[tuple[object, ...], Violation] = {}
        self.suppressed: dict[tuple[object, ...], Suppressed] = {}
        self.suppressions = Suppressions(SourceFiles(program.files).line)
        self.asked: set[tuple[object, object]] = set()
        self.unconfirmed: set[tuple[object, ...]] = set()  # only an approximated result shows them
        self.conditions: list[Condition] = []  # all that were met, for --show-vcc
        self.final_states: list[State] | None = None  # kept on request, for tests
        self.reason = ""
        self.patience = SHRINK_ALL_SECONDS
        self.reachable = False
        self.printed = ""  # by the first execution that printed something
        self.deciding = True  # False: only collect the conditions
        self.stage = "starting"
        self.engine: Engine | None = None
        self.recorder: type[Recorder] | None = None
        self.steps: list[Step] = []

    def record(self, recorder: "type[Recorder]") -> list[Step]:
        """Record the steps of the first interleaving, with terms for what depends on inputs."""
        self.recorder = recorder
        return self.steps

    def activity(self) -> Activity:
        """What the run is doing at this moment; called from other threads."""
        engine, machine = self.engine, self.machine
        thread = machine.context.thread if engine is None else engine.last
        frame = thread.frames[-1] if thread is not None and thread.frames else None
        since = self.oracle.since
        return Activity(
            self.stage,
            None if frame is None else frame.code.location(frame.pc),
            self.statistics.instructions + machine.instructions,
            0 if engine is None else engine.interleavings,
            0 if engine is None else engine.open_choices,
            0 if engine is None else engine.switches,
            self.options.context_bound,
            self.settings.unwind if self.options.incremental_bmc else None,
            self.oracle.queries,
            None if since is None else perf_counter() - since,
        )

    def run(self) -> Result:
        """Explore, decide, confirm."""
        start = perf_counter()
        self._load_models()
        try:
            with rare_collections():
                self._explore()
        except ResourceError as error:
            where = f"{error.location}: " if error.location else ""
            self.reason = f"{where}{error.message}"
        except (KeyboardInterrupt, MemoryError) as error:
            limit = f": the limit is {self.options.memlimit} MiB (--memlimit)" if self.options.memlimit else ""
            self.reason = "interrupted" if isinstance(error, KeyboardInterrupt) else f"memory ran out{limit}"
        self.statistics.seconds = perf_counter() - start
        return self._result()

    @staticmethod
    def _load_models() -> None:
        import opmodels

        opmodels.load_all()

    # ------------------------------------------------------------ exploration

    def _explore(self) -> None:
        """Explore with the conflicts known so far as the only decisions, until no new ones appear.

        Without a conflict every interleaving is equivalent to the canonical one (Li and
        Gopalakrishnan, FSE 2010, Serializability).
        """
        while True:
            self._pass()
            new = [self._new_points(), self._new_concurrency()]
            if (self.violations and not self.options.all_runs) or not any(new) or not self.settings.por:
                return

    def _new_points(self) -> bool:
        changed = False
        for point, where in self.machine.found_points.items():
            if point not in self.points:
                self.points[point] = None if where is None else set(where)
                changed = True
                continue
            known = self.points[point]
            if known is None:
                continue
            if where is None or not where <= known:
                self.points[point] = None if where is None else known | where
                changed = True
        return changed

    def _new_concurrency(self) -> bool:
        """Has the pass met what only the next one can look at: streams, and works whose order matters?"""
        machine = self.machine
        new = (machine.found_streams and not self.remembers) or (machine.found_concurrent and not self.concurrent)
        self.remembers = self.remembers or machine.found_streams
        self.concurrent = self.concurrent or machine.found_concurrent
        return new

    def _strategy(self) -> Strategy:
        if self.options.replay is not None:
            return Replay(parse_schedule(self.options.replay))
        return BoundedDfs(self.options.context_bound)

    def _pass(self) -> None:
        """One exploration with a fixed set of decision points."""
        machine = Machine(self.program, self.settings, self.oracle)
        machine.points = self.points
        machine.remembers, machine.concurrent = self.remembers, self.concurrent
        machine.bounds, machine.notes, machine.kernels = self.machine.bounds, self.machine.notes, self.machine.kernels
        machine.races_seen = set()
        self.machine = machine
        if self.recorder is not None:
            self.recorder(machine).steps = self.steps
        hashing = self.options.state_hashing if self.options.state_hashing is not None else self.options.por
        engine = Engine(
            machine,
            self._strategy(),
            hashing=hashing,
            most=self.options.max_interleavings,
            launching=self._launching,
            merged=self._merged,
        )
        self.engine, self.stage = engine, "exploring"
        state = initial_state(machine, self.options.function, self.options.args, self.options.max_argc)
        try:
            engine.explore(state, self._finished)
        finally:
            self._count(machine, engine)

    def _count(self, machine: Machine, engine: Engine) -> None:
        s = self.statistics
        s.interleavings = engine.interleavings
        s.pruned, s.cut_off, s.context_switches = engine.pruned, engine.cut_off, engine.switches
        s.threads, s.launches = max(s.threads, machine.thread_count), max(s.launches, machine.s.launches)
        s.instructions += machine.instructions
        s.events += machine.event_count
        s.vcs += machine.vc_count
        s.vcs_simplified += machine.vc_simplified

    def _launching(self, state: State) -> bool:
        """A kernel is about to run: what the host has done wrong until then may make that idle."""
        if self.deciding and any(c.formula is not True for c in state.vcs):
            self._settle_conditions(state)
        return not self.violations or self.options.all_runs

    def _merged(self, state: State) -> bool:
        """An execution goes on like another one: what it has met until here is its own."""
        conflicts.settle(self.machine, state)
        self._settle_conditions(state)
        return not self.violations or self.options.all_runs

    def _settle_conditions(self, state: State) -> None:
        new = [c for c in state.vcs if (c.key, c.formula) not in self.asked]
        self.asked.update((c.key, c.formula) for c in new)
        self.conditions += new
        if self.deciding and self.recorder is None:
            self._decide(new)

    def _finished(self, state: State) -> bool:
        """An execution has ended: decide its conditions. Answers whether to look at more."""
        conflicts.settle(self.machine, state)
        if self.final_states is not None:
            self.final_states.append(state)
        self.printed = self.printed or console_text(state.console)
        self.reachable = self.reachable or self.oracle.feasible(state.reached)
        self._settle_conditions(state)
        if self.recorder is not None:
            return False
        return not self.violations or self.options.all_runs

    # ------------------------------------------------------------ decision

    def _decide(self, conditions: list[Condition]) -> None:
        """Find out which conditions can hold, one query for all of them as long as none can."""
        left = [c for c in conditions if not self._is_found(c)]
        for condition in left:
            if condition.formula is True and not self._is_found(condition):
                self._confirm(condition, {})
        left = [c for c in left if not self._is_found(c)]
        while left and len(self.violations) < MAX_FINDINGS:
            self.statistics.vcs_solver += len(left)
            answer = self.oracle.check(terms.lor(*(c.formula for c in left)), patience=TOGETHER_MS)
            if isinstance(answer, Unsat):
                return
            if not isinstance(answer, Sat):
                self._decide_one_by_one(left)
                return
            self._confirm_under(left, answer.model)
            left = [c for c in left if not self._is_found(c) and c.key not in self.unconfirmed]

    def _is_found(self, condition: Condition) -> bool:
        return condition.key in self.violations or condition.key in self.suppressed

    def _decide_one_by_one(self, conditions: list[Condition]) -> None:
        """The query for all conditions was too hard: an easy one may still be broken."""
        del self.oracle.gave_up[:]
        for condition in conditions:
            if self._is_found(condition):
                continue
            answer = self.oracle.check(condition.formula, patience=ALONE_MS)
            if isinstance(answer, Sat):
                self._confirm(condition, answer.model)
            elif not isinstance(answer, Unsat):
                where = f"{condition.places[0].loc}: {condition.prop}"
                self.reason = f"the solver could not decide a verification condition ({where})"

    def _confirm_under(self, conditions: list[Condition], model: Model) -> None:
        """Confirm the first condition, in the order of the run, that holds under the model."""
        for condition in conditions:
            if not self._is_found(condition) and terms.evaluate(condition.formula, model):
                self._confirm(condition, model)
                return
        raise AssertionError("the solver's model satisfies no condition")

    def _confirm(self, condition: Condition, model: Model) -> None:
        if len(self.violations) >= MAX_FINDINGS:
            return
        start = perf_counter()
        self.stage = "making a counterexample simple"
        if self.patience > 0:
            model = smallest_inputs(condition.formula, model, self._attempt, min(self.patience, SHRINK_SECONDS))
            self.patience -= perf_counter() - start
        try:
            violation = confirm(self._machine_for_replay, condition, model)
            accepted = self.suppressions.accepting(violation)
            if accepted is None:
                self.violations[condition.key] = violation
            else:
                self.suppressed[condition.key] = accepted
        except UnconfirmedError:
            if not self.machine.approximated:
                raise
            self.unconfirmed.add(condition.key)
            self.reason = f"{condition.text} ({condition.places[0].loc}), but only for an approximated result"
        self.stage = "exploring"

    def _attempt(self, formula: terms.Value) -> Model | None:
        return self.oracle.attempt(formula, SHRINK_QUERY_MS)

    def _machine_for_replay(self) -> tuple[Machine, Callable[[], State]]:
        machine = Machine(self.program, self.settings, self.oracle)
        machine.points = self.points
        machine.remembers, machine.concurrent = self.remembers, self.concurrent
        options = self.options
        return machine, lambda: initial_state(machine, options.function, options.args, options.max_argc)

    # ------------------------------------------------------------ answer

    def _result(self) -> Result:
        s = self.statistics
        s.queries, s.solver_seconds = self.oracle.queries, self.oracle.seconds
        s.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        bounds = tuple(self.machine.bounds)
        if not self.reason and self.oracle.gave_up:
            self.reason = f"the solver gave up: {self.oracle.gave_up[0]}"
        if self.violations:
            verdict = Verdict.FAILED
        elif bounds or self.reason:
            verdict = Verdict.UNKNOWN
        else:
            verdict = Verdict.SUCCESSFUL
        return Result(
            verdict,
            tuple(self.violations.values()),
            tuple(sorted(self.settings.enabled)),
            tuple(self.machine.kernels),
            bounds,
            tuple(self.machine.notes),
            self._warnings(),
            self.reason or ("; ".join(bounds) if bounds and not self.violations else ""),
            s,
            tuple(self.suppressed.values()),
            queries=tuple(self.oracle.asked or ()),
        )

    def _warnings(self) -> tuple[str, ...]:
        found = [*self.suppressions.warnings]
        found += dict.fromkeys(filter(None, map(stopped_by, self.suppressed.values())))
        if not self.machine.kernels:
            last = self.printed.rstrip().rpartition("\n")[2].strip()
            found.append("no kernel was launched" + (f"; the program printed: {last[:MOST_PRINTED]}" if last else ""))
        told = self.violations or self.suppressed or self.reason or self.machine.bounds
        if not self.reachable and not told:
            found.append("no execution reaches the end: the assumptions may exclude everything")
        return tuple(found)
