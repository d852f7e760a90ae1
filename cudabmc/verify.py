"""From files to a result: the whole pipeline, one call a stage."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from os.path import basename
from time import perf_counter

from cudabmc import terms
from cudabmc.activity import Activity, Watch
from cudabmc.checks import PROPERTIES, enabled_properties
from cudabmc.errors import UsageError
from cudabmc.goto.kernels import OPTION
from cudabmc.goto.program import Program
from cudabmc.kernel_arguments import KernelLaunch
from cudabmc.machine.limits import LIMITS, Limits
from cudabmc.machine.settings import Settings
from cudabmc.machine.shared_usage import needed_dynamic_shared
from cudabmc.options import Options
from cudabmc.result import Result, StartedKernel, Violation
from cudabmc.solver.choose import require
from cudabmc.source.text import read_source
from cudabmc.started_kernel import started_kernel
from cudabmc.verification import Verification


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
    if options.solver not in ("z3", "portfolio"):  # which stand on z3, always there: it is looked for when needed
        require(options.solver)
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
    result.started = _started(loaded.program, options)
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
        if run.reason or result.violations or not result.bounds or unwind >= 4096:
            return result
        unwind *= 2


def stage_text(files: Sequence[str], options: Options) -> str:
    """What --program-only, --show-vcc and --smt-formula-only print of the first exploration."""
    from cudabmc.explore import stages

    run = Verification(load(files, options), options, settings_of(options))
    run.deciding = options.smt_formula_only
    run.oracle.asked = [] if options.smt_formula_only else None
    run.records = options.program_only
    run.run()
    parts = []
    if options.program_only:
        parts.append(stages.step_list(run.recorded()))
    if options.show_vcc:
        parts.append(stages.condition_list(run.conditions))
    if options.smt_formula_only:
        parts.append(stages.query_list(run.oracle.asked or []))
    return "\n".join(parts) + "\n"


def settings_of(options: Options, unwind: int | None = None) -> Settings:
    """What of the options concerns the machine."""
    return Settings(
        enabled=enabled_properties(options),
        unchecked={prop.id: prop.unchecked for prop in PROPERTIES.values()},
        unwind=options.unwind if unwind is None else unwind,
        unwindset=dict(options.unwindset),
        unwinding_assertions=options.unwinding_assertions,
        por=options.por,
        simplify=options.simplify,
        same_value_races=options.allow_same_value_races,
        intra_block_only=options.intra_block_only,
        atomics_synchronise=options.atomics_synchronise,
        volatile_is_plain=options.volatile == "plain",
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
        if options.arg or options.shared is not None:
            raise UsageError("--arg and --shared are for a kernel without host code", hint=OPTION)
        return None
    if options.grid is None or options.block is None:
        raise UsageError(f"the launch of a kernel needs --{'grid' if options.grid is None else 'block'}", hint=OPTION)
    if options.function != "main" or options.args is not None:
        raise UsageError("--function and --args start host code, --kernel, --grid and --block a kernel without it")
    return KernelLaunch(options.grid, options.block, options.shared, options.arg, options.array_size)


def _started(program: Program, options: Options) -> StartedKernel | None:
    """The kernel that no host code launched, if there is one."""
    launch = _launch_of(options)
    if launch is None or not program.kernel:
        return None
    kernel = program.functions[program.kernel]
    shared = needed_dynamic_shared(program, kernel, launch, _limits_of(options))
    from cudabmc.machine.device_pointers import device_pointers  # only for a kernel without host code

    return started_kernel(program, shared, device_pointers(program, kernel))


def _limits_of(options: Options) -> Limits:
    """The limits of the device. Raises UsageError for a compute capability that is not in the table."""
    known = LIMITS.get(options.capability)
    if known is None:
        raise UsageError(f"compute capability {options.capability} is not known", hint=f"known are {', '.join(LIMITS)}")
    return known
