"""What of the options concerns the machine, the device and the launch of a kernel without host code."""

from dataclasses import replace

from cudabmc.errors import UsageError
from cudabmc.goto.cfg import loops
from cudabmc.goto.kernels import OPTION
from cudabmc.goto.program import Program
from cudabmc.options.kernel_arguments import Dimensions, KernelLaunch, SizeRange
from cudabmc.options.surroundings import Surroundings
from cudabmc.options.table import Options
from cudabmc.properties import enabled_properties
from cudabmc.state.limits import LIMITS, Limits
from cudabmc.state.settings import Settings


def settings_of(options: Options) -> Settings:
    """What of the options concerns the machine."""
    return Settings(
        enabled=enabled_properties(options),
        unwind=options.unwind,
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
        limits=limits_of(options),
        launch=launch_of(options),
        surroundings=Surroundings(frozenset(options.arbitrary)),
    )


def unknown_loops(program: Program, settings: Settings) -> list[str]:
    """What a user should know about loops that --unwindset names and the program does not have."""
    if not settings.unwindset:
        return []
    known = {loop.id for function in program.functions.values() for loop in loops(function)}
    missing = [name for name in settings.unwindset if name not in known]
    return [f"--unwindset: the program has no loop '{name}' (--show-loops lists them)" for name in missing]


def launch_of(options: Options) -> KernelLaunch | None:
    """The launch of a kernel that has no host code. Raises UsageError for half of one."""
    if not options.starts_at_kernel:
        if (options.arg or options.shared is not None) and not options.prove:
            raise UsageError("--arg and --shared are for a kernel without host code", hint=OPTION)
        if options.may_alias and not options.prove:
            raise UsageError("--may-alias is for proofs", hint="cudabmc prove FILES")
        _nothing_second(options)
        return None
    if options.grid is None or options.block is None:
        raise UsageError(f"the launch of a kernel needs --{'grid' if options.grid is None else 'block'}", hint=OPTION)
    if options.function != "main" or options.args is not None:
        raise UsageError("--function and --args start host code, --kernel, --grid and --block a kernel without it")
    grid, block = (_numbers(name, sizes) for name, sizes in (("grid", options.grid), ("block", options.block)))
    second, reals = _second(options, grid, block), options.floats == "real"
    return KernelLaunch(grid, block, options.shared, options.arg, options.array_size, second, reals=reals)


def _second(options: Options, grid: tuple[int, ...], block: tuple[int, ...]) -> KernelLaunch | None:
    """The launch of the kernel that another one is compared with."""
    if not options.equivalent:
        _nothing_second(options)
        return None
    if options.two_threads:
        raise UsageError("two threads of a kernel do not leave what the kernel leaves: no --two-threads here")
    grid = grid if options.second_grid is None else _numbers("second-grid", options.second_grid)
    block = block if options.second_block is None else _numbers("second-block", options.second_block)
    shared = options.shared if options.second_shared is None else options.second_shared
    return KernelLaunch(grid, block, shared, (), options.array_size)


_COMPARED = "cudabmc equivalent FILE [FILE] --kernel NAME,NAME --grid N --block N"


def _nothing_second(options: Options) -> None:
    """Raises UsageError for the launch of a second kernel where there is one."""
    if any(one is not None for one in (options.second_grid, options.second_block, options.second_shared)):
        raise UsageError(
            "--second-grid, --second-block and --second-shared are for two kernels that are compared",
            hint=_COMPARED,
        )
    if options.floats != "exact" and not options.equivalent:
        raise UsageError(f"--floats {options.floats} is for two kernels that are compared", hint=_COMPARED)


def _numbers(option: str, sizes: Dimensions) -> tuple[int, ...]:
    if any(isinstance(size, SizeRange) for size in sizes):
        raise UsageError(f"--{option}: only proofs take a range", hint="cudabmc prove FILES, or give one size")
    return tuple(size for size in sizes if isinstance(size, int))


def limits_of(options: Options) -> Limits:
    """The limits of the device. Raises UsageError for a compute capability that is not in the table."""
    known = LIMITS.get(options.capability)
    if known is None:
        raise UsageError(f"compute capability {options.capability} is not known", hint=f"known are {', '.join(LIMITS)}")
    return replace(known, is_given=bool(options.compute_capability or options.arch))
