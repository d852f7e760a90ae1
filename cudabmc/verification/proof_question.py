"""What `cudabmc prove` is asked: which kernels, for which launches, and which properties."""

from collections.abc import Mapping, Sequence
from math import prod

from cudabmc.errors import UsageError
from cudabmc.goto.kernels import choose_kernel
from cudabmc.goto.program import Function, Program
from cudabmc.goto.types import IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.options.kernel_arguments import Arbitrary, KnownNumber, Range, Same, SizeRange
from cudabmc.options.table import Options
from cudabmc.prover.known_arguments import KnownArguments
from cudabmc.prover.launch import AXES, MOST_BLOCK, MOST_GRID, MOST_THREADS, LaunchSize
from cudabmc.prover.proof import PROVABLE, ProofScope
from cudabmc.state.settings import Settings


def kernels_to_prove(program: Program, options: Options) -> list[Function]:
    """All kernels, or the one that is chosen (--kernel)."""
    outline, functions = program.outline, program.functions
    names = list(functions) if outline is None else outline.kernels
    found = {name: functions[name] for name in names if functions[name].is_kernel}
    if options.kernel is not None or not found:
        name = choose_kernel(options.kernel, {name: f.display for name, f in found.items()})
        return [found[name]]
    return list(found.values())


def proof_scope(options: Options, settings: Settings, kernels: Sequence[Function]) -> ProofScope:
    """The question that all kernels have in common. Raises UsageError for what no launch has."""
    sizes: dict[LaunchSize, int | SizeRange] = {}
    for variable, given in ((Builtin.GRID_DIM, options.grid), (Builtin.BLOCK_DIM, options.block)):
        if given is not None:
            sizes |= {(variable, axis): (*given, 1, 1)[axis] for axis in range(3)}
    if any(size == 0 for size in sizes.values()):
        raise UsageError("a launch without threads proves nothing", hint="give --grid and --block sizes above 0")
    _are_launched(sizes)
    known = _known_arguments(options)
    _fit(known, kernels)
    asked = frozenset(prop.id for prop in settings.enabled) & PROVABLE
    return ProofScope(
        sizes, known, asked, same_value_races=options.allow_same_value_races,
        blocks_apart=options.intra_block_only, volatile_is_plain=settings.volatile_is_plain,
        explained=options.explain_proofs, reals=options.floats == "real",
    )  # fmt: skip


def _are_launched(sizes: Mapping[LaunchSize, int | SizeRange]) -> None:
    """Raises UsageError for sizes that no device launches."""
    least = {
        size: given if isinstance(given, int) else -(-given.low // given.multiple_of) * given.multiple_of
        for size, given in sizes.items()
    }
    for variable, most in ((Builtin.GRID_DIM, MOST_GRID), (Builtin.BLOCK_DIM, MOST_BLOCK)):
        for axis in range(3):
            if least.get((variable, axis), 1) > most[axis]:
                raise UsageError(f"{variable.value}.{AXES[axis]} is at most {most[axis]} on any device")
    if prod(least.get((Builtin.BLOCK_DIM, axis), 1) for axis in range(3)) > MOST_THREADS:
        raise UsageError(f"a block has at most {MOST_THREADS} threads on any device")


def _fit(known: KnownArguments, kernels: Sequence[Function]) -> None:
    """Raises UsageError for what no parameter is, and for numbers that are not of its type."""
    own = {variable.name for kernel in kernels for variable in kernel.params}
    if missing := sorted(known.names - own):
        raise UsageError(f"no kernel that is proved has a parameter '{missing[0]}'")
    ranges = {**{name: (number, number) for name, number in known.numbers.items()}, **known.ranges}
    for kernel in kernels:
        for variable, type in zip(kernel.params, kernel.param_types, strict=True):
            if variable.name not in ranges:
                continue
            if not isinstance(type, IntType) or variable.record:
                raise UsageError(f"--arg {variable.name}: the parameter of {kernel.display} is no whole number")
            half = 1 << type.width - 1
            least, most = (-half, half - 1) if variable.signed else (0, 2 * half - 1)
            low, high = ranges[variable.name]
            if not least <= low <= high <= most:
                text = f"--arg {variable.name}: the parameter of {kernel.display} is from {least} to {most}"
                raise UsageError(text, hint="--kernel chooses a kernel")


def _known_arguments(options: Options) -> KnownArguments:
    """What --arg and --may-alias say. Raises UsageError for what proofs do not take."""
    numbers, ranges, same = dict[str, int](), dict[str, tuple[int, int]](), dict[str, str]()
    for name, value in options.arg:
        match name, value:
            case str(), KnownNumber(value=int(number)):
                numbers[name] = int(number)
            case str(), Range(low=low, high=high):
                ranges[name] = low, high
            case str(), Same(parameter=str(other)) if other != name:
                same[name] = other
            case str(), Arbitrary():
                pass
            case _:
                raise UsageError(
                    f"--arg {name}: proofs take whole numbers, ranges of them, and arrays of other parameters",
                    hint="--arg n=100, --arg n=1..100, --arg b=a",
                )
    for name, other in same.items():
        if other in same:
            raise UsageError(f"--arg {name}: it is to be the array of '{other}', which has none of its own")
    groups: list[tuple[str, ...]] = []
    for group in options.may_alias:
        met = [known for known in groups if not set(known).isdisjoint(group)]
        groups = [known for known in groups if known not in met]
        groups.append(tuple(dict.fromkeys(name for known in (*met, group) for name in known)))
    return KnownArguments(numbers, ranges, same, tuple(groups))
