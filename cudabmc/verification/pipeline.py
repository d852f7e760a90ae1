"""From files to a result: the whole pipeline, one call a stage."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from os.path import basename
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from cudabmc import terms
from cudabmc.errors import CudabmcError, ResourceError, UsageError
from cudabmc.goto.program import Program
from cudabmc.native.kernels.at_once import runs_any_size
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity, Watch
from cudabmc.process.clock import this_clock
from cudabmc.result import AskedQuestion, Result, StartedKernel, Verdict, Violation
from cudabmc.solver.choose import require
from cudabmc.source.location import Location
from cudabmc.source.run_time_source import RunTimeSource
from cudabmc.source.text import read_source
from cudabmc.state.shared_usage import needed_dynamic_shared
from cudabmc.state.signals import SourceNeeded
from cudabmc.verification.engine import Engine, MakeEngine
from cudabmc.verification.ladder import Ladder, known_run
from cudabmc.verification.passes import Verification
from cudabmc.verification.question import launch_of, limits_of, settings_of
from cudabmc.verification.started_kernel import started_kernel

if TYPE_CHECKING:
    from cudabmc.advice import AdviceReport
    from cudabmc.coverage import Coverage
    from cudabmc.frontend.load import Loaded

_Answer = TypeVar("_Answer")


def load(files: Sequence[str], options: Options, *, run_time: Sequence[RunTimeSource] = ()) -> Program:
    """The GOTO program of source files, and of texts that it is known to compile while it runs. Raises SourceError,
    UnsupportedError, UsageError."""
    if options.equivalent:
        from cudabmc.frontend.pair import load_pair

        return load_pair(files, options).program
    from cudabmc.frontend.load import load_program

    return load_program(files, options, run_time)


def verify(
    files: Sequence[str], options: Options | None = None, watch: Watch | None = None, *,
    run_time: Sequence[RunTimeSource] = (),
) -> Result:  # fmt: skip
    """Verify a CUDA program: every property within the bounds, or executions that break some.

    `watch` lets another thread see what the run is doing. `run_time` are texts that the program is known to compile
    while it runs; others are found as runs come to them. Raises the errors of cudabmc.errors for wrong usage and
    programs that are not taken; time and memory that run out give an UNKNOWN result instead.
    """
    def run(files: Sequence[str], options: Options, watch: Watch) -> Result:
        return _with_all_texts(partial(_verify, files, options, watch), tuple(run_time))

    options, watch = options or Options(), watch or Watch()
    if not options.suggests:
        return run(files, options, watch)
    from cudabmc.verification.repairing import with_suggestion

    return with_suggestion(run, files, options, watch)


def _with_all_texts(
    run: Callable[[tuple[RunTimeSource, ...]], _Answer], known: tuple[RunTimeSource, ...] = ()
) -> _Answer:  # fmt: skip
    """What a run answers that is given all texts that the program compiles while it runs: it begins again when it comes
    to one that it was not given."""
    while True:
        try:
            return run(known)
        except SourceNeeded as needed:
            assert needed.source not in known, "a text that was compiled is asked for once more"
            known += (needed.source,)


def _verify(files: Sequence[str], options: Options, watch: Watch, run_time: tuple[RunTimeSource, ...]) -> Result:
    """The answer, or SourceNeeded for a text that is not among `run_time`."""
    from opmodels import registry

    watch.look = lambda: Activity(f"reading {', '.join(map(basename, files))}")
    if options.solver not in ("z3", "portfolio"):  # which stand on z3, always there: it is looked for when needed
        require(options.solver)
    if options.baseline is not None:
        from cudabmc.acceptance.baseline import read_baseline

        read_baseline(options.baseline)  # what is wrong with it is said before anything is run
    start, left_out = perf_counter(), this_clock().left_out()
    try:
        with _saying_where(watch):
            loaded = _loaded(files, options, watch, run_time)
        seconds, library = perf_counter() - start, this_clock().left_out() - left_out
        with terms.terms_of_a_run():
            engine = _engine_for(files, options, run_time)(loaded.program, options, settings_of(options))
            # Before the verification, which may use up the time that there is.
            advice = _advice(loaded.program, options, watch) if options.advises and not options.prove else None
            watch.look = _look_at(engine, loaded.program, options)
            result = engine.run()
            result.advice = advice
            watch.answered()
        if result.coverage is not None:
            result.coverage = _with_the_rest(result.coverage, files, options, loaded)
    finally:
        registry.without_users()
    result.statistics.frontend, result.statistics.frontend_seconds = loaded.how, seconds
    result.statistics.library_seconds = library
    met = [*result.violations, *(s.violation for s in result.suppressed)]
    advised = [one.loc for one in result.advice.given] if result.advice is not None else []
    result.sources = quoted_sources(met, (*files, *loaded.program.files), advised)
    result.question = AskedQuestion(tuple(files), options)
    result.warnings += _stale(result, files, options)
    result.started = _started(loaded.program, options)
    return result


def _loaded(files: Sequence[str], options: Options, watch: Watch, run_time: Sequence[RunTimeSource]) -> "Loaded":
    tell = partial(_tell, watch)
    if options.equivalent:
        from cudabmc.frontend.pair import load_pair  # few runs compare kernels

        return load_pair(files, options, tell)
    from cudabmc.frontend.load import load_with

    return load_with(files, options, tell, run_time)


def _stale(result: Result, files: Sequence[str], options: Options) -> tuple[str, ...]:
    """Entries of the baseline in these files that a complete run did not need any more."""
    if options.baseline is None or result.verdict is not Verdict.SUCCESSFUL:
        return ()
    if options.prove or options.starts_at_kernel:  # a part of what the file is verified for
        return ()
    from cudabmc.acceptance.baseline import unused

    places = [str(entry.loc) for entry in unused(options.baseline, files, result.suppressed)]
    return (f"entries of the baseline that no finding of this run needs: {', '.join(places)}",) if places else ()


def _with_the_rest(coverage: "Coverage", files: Sequence[str], options: Options, loaded: "Loaded") -> "Coverage":
    """Coverage with the functions that the run has not come to; with those that it could come to, if the files cannot
    be read any more."""
    from cudabmc.coverage import together
    from cudabmc.frontend.load import everything
    from cudabmc.verification.covering import nothing_reached

    try:
        program = everything(files, options, loaded)
    except CudabmcError:
        program = loaded.program
    return together((coverage, nothing_reached(loaded.program), nothing_reached(program)))


def _advice(program: Program, options: Options, watch: Watch) -> "AdviceReport":
    """What warps do slowly, from runs of its own."""
    from cudabmc.verification.advising import advise

    _tell(watch, "watching warps, for advice")
    return advise(program, options, settings_of(options))


def quoted_sources(
    violations: Iterable[Violation], files: Sequence[str] = (), places: Iterable[Location] = ()
) -> dict[str, str]:
    """The texts of the files that violations name, and those of other places, by path, so that reports need no file.
    `files` may be texts."""
    named_so = {str(file): file for file in files}
    found: dict[str, str] = {}
    named = list(places)
    for violation in violations:
        named += [violation.object.allocated] if violation.object and violation.object.allocated else []
        for place in violation.places:
            named += [place.loc, *(loc for _, loc in place.stack)]
        named += [step.loc for step in violation.steps]
    for loc in named:
        if loc.file not in found and loc.line:
            with suppress(OSError):
                found[loc.file] = read_source(named_so.get(loc.file, loc.file))
    return found


def _look_at(engine: Engine, program: Program, options: Options) -> Callable[[], Activity]:
    """What an engine is doing, and which launches it will not get past: that is looked for when somebody looks."""

    @cache
    def launches() -> str:
        from cudabmc.verification.large_launches import remark

        return "" if runs_any_size(settings_of(options), native=options.native) else remark(program)

    def look() -> Activity:
        activity = engine.activity()
        return replace(activity, stage=f"{activity.stage}{launches()}")

    return look


def _tell(watch: Watch, text: str) -> None:
    """What takes long before there is an engine."""
    watch.look = lambda: Activity(text)


@contextmanager
def _saying_where(watch: Watch) -> Iterator[None]:
    """A limit that is reached before there is an engine says what was being done."""
    try:
        yield
    except ResourceError as error:
        if error.location:
            raise
        raise ResourceError(f"{error.message}, {watch.look().stage}", hint=error.hint) from None


def _engine_for(files: Sequence[str], options: Options, run_time: Sequence[RunTimeSource]) -> MakeEngine:
    """What answers the question."""
    if options.equivalent and options.advises:
        raise UsageError("--advise is about one program, and --equivalent about two kernels",
            hint="cudabmc advise FILES",
        )  # fmt: skip
    if options.prove:
        if options.covers:
            raise UsageError("--coverage is for runs: a proof is about all executions, and runs none",
                hint="cudabmc --coverage FILES",
            )
        if options.advises:
            raise UsageError("--advise is for runs: a proof runs nothing", hint="cudabmc advise FILES")
        if options.equivalent:
            from cudabmc.verification.proving_equal import ProvingEqual, require_alike

            require_alike(options)
            return partial(ProvingEqual, partial(verify, files, run_time=run_time))
        from cudabmc.verification.proving import Proving

        return partial(Proving, partial(verify, files, run_time=run_time), partial(load, files, run_time=run_time))
    if options.explain_proofs:
        raise UsageError("--explain-proofs is for proofs", hint="cudabmc prove --explain FILES")
    if not options.incremental_bmc:
        return partial(Ladder, Verification)
    from cudabmc.verification.incremental import Incremental

    return partial(Ladder, partial(Incremental, Verification))


def stage_text(files: Sequence[str], options: Options) -> str:
    """What --program-only, --show-vcc and --smt-formula-only print of the first exploration."""
    return _with_all_texts(partial(_stage_text, files, options))


def _stage_text(files: Sequence[str], options: Options, run_time: tuple[RunTimeSource, ...]) -> str:
    from cudabmc.explore import stages

    run = Verification(load(files, options, run_time=run_time), *known_run(options, settings_of(options)))
    run.deciding = options.smt_formula_only
    run.oracle.asked = [] if options.smt_formula_only else None
    run.records = options.program_only
    run.run()
    parts = []
    if options.program_only:
        parts.append(stages.step_list(run.recorded()))
    if options.show_vcc:
        parts.append(stages.condition_list(run.outcomes.conditions))
    if options.smt_formula_only:
        parts.append(stages.query_list(run.oracle.asked or []))
    return "\n".join(parts) + "\n"


def _started(program: Program, options: Options) -> StartedKernel | None:
    """The kernel that no host code launched, if there is one."""
    launch = launch_of(options)
    if launch is None or not program.kernel:
        return None
    kernel = program.functions[program.kernel]
    shared = needed_dynamic_shared(program, kernel, launch, limits_of(options))
    from cudabmc.machine.device_pointers import device_pointers  # only for a kernel without host code

    return started_kernel(program, shared, device_pointers(program, kernel))
