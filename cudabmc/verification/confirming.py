"""What a proof cannot exclude is run by the bounded engine: a small launch in which it seems to happen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import lcm

from cudabmc import terms
from cudabmc.errors import ResourceError, UsageError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function, Program
from cudabmc.goto.types import BOOL, IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.late_dataclass import dataclass
from cudabmc.memory.bounds_text import is_in_front
from cudabmc.options.argument_text import argument_text
from cudabmc.options.kernel_arguments import Extent, Given, KnownNumber, Same
from cudabmc.options.table import Options
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.properties import PROPERTIES
from cudabmc.prover.argument_names import argument_name
from cudabmc.prover.launch import AXES
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import Candidate, ProofScope
from cudabmc.prover.questions import ProofQuestion, Solving
from cudabmc.prover.unknowns import name_of
from cudabmc.result import Result, Violation
from cudabmc.terms import BoolSort, BVSort, Term, TermValue

SECONDS = 3.0
"""What one run may take."""

MOST_RUNS = 2
"""Launches of a kernel that are tried for one property."""

ELEMENTS = 1 << 24
"""Elements of the arrays of such a launch: more than it is likely to come to. What nobody reads costs nothing."""

OF_MEMORY = frozenset({"bounds", "invalid-pointer", "memory-space", "null-dereference", "use-after-free"})
"""Properties of accesses. Behind one that breaks them a run would go on with any values, which the kernel never reads:
so they are looked at in each run, and end what breaks them."""

BLOCKS = (2, 3, 4, 8, 16, 32, 64, 5, 128, 256)
GRIDS = (1, 2, 3)
ARGUMENTS = ((1, 8), (1, 64), (0, 1 << 16))
"""Least and largest whole numbers among the arguments: sizes above 0 come first, as in real launches."""


@dataclass(frozen=True, slots=True)
class SmallLaunch:
    """A launch, by its sizes, and the arguments that matter; `shared` is its dynamic shared memory in bytes, if it is
    known."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    arguments: tuple[Given, ...]
    shared: int | None = None

    def __str__(self) -> str:
        grid, block = (_in_short(size) for size in (self.grid, self.block))
        numbers = (argument for argument in self.arguments if isinstance(argument[1], KnownNumber))
        given = ", ".join(argument_text(argument).replace("=", " = ", 1) for argument in numbers)
        return f"<<<{grid}, {block}>>>{f' with {given}' if given else ''}"


def _in_short(size: tuple[int, int, int]) -> str:
    x, y, z = size
    return f"{x}" if y == z == 1 else f"({x}, {y}, {z})" if z > 1 else f"({x}, {y})"


RunLaunch = Callable[[Options], Result]
"""Verifies the launch of a kernel that the options name."""


def confirmed(
    run: RunLaunch, options: Options, kernel: Function, candidates: Sequence[Candidate], scope: ProofScope,
    solving: Solving,
) -> tuple[Violation, SmallLaunch] | None:  # fmt: skip
    """An execution that breaks the property of the candidates, and its launch; None if none was found in the time for
    that. Blocks are those that the program launches, if they are known."""
    for launch in islice(launches_of(candidates, scope, solving, kernel), MOST_RUNS):
        violation = tried(run, options, kernel, launch, candidates[0].prop)
        if violation is not None:
            return violation, launch
    return None


def as_launched(made: ProgramLaunch, program: Program, kernel: Function) -> SmallLaunch:
    """A launch of the program, with its numbers."""
    numbers = (
        (argument_name(program, kernel, register), KnownNumber(n)) for register, n in made.numbers(kernel).items()
    )
    return SmallLaunch(made.grid, made.block, tuple(numbers))


def tried(
    run: RunLaunch, options: Options, kernel: Function, launch: SmallLaunch, prop: str, seconds: float = SECONDS
) -> Violation | None:  # fmt: skip
    """What breaks a property in a launch."""
    left = remaining()
    seconds = seconds if left is None else max(0.1, min(seconds, left / 2))
    asked = replace(
        options, prove=False, explain_proofs=False, kernel=kernel.display, grid=launch.grid, block=launch.block,
        shared=launch.shared, arg=launch.arguments, function="main", args=None,
        array_size=Extent(ELEMENTS, ELEMENTS), check=(),
        no_check=tuple(p for p in PROPERTIES if p != prop and p not in OF_MEMORY), timeout=None, memlimit=None,
        context_bound=min(options.context_bound, 2),
    )  # fmt: skip
    # An internal error of the other engine confirms nothing, and is not the end of the proofs. Nor is an array that
    # cannot be given from outside.
    with suppress(ResourceError, UsageError, AssertionError), deadline(seconds):
        every = met(run(asked))
        found = [v for v in every if v.prop == prop and v.replayed and not _is_of_given(v, kernel)]
        return found[0] if found else None
    return None


def met(result: Result) -> list[Violation]:
    """What a run has met: what nothing accepts comes first."""
    return [*result.violations, *(suppressed.violation for suppressed in result.suppressed)]


def _is_of_given(violation: Violation, kernel: Function) -> bool:
    """Is it about the end of an array that the run has made for a parameter, which is as large as it happens?"""
    parameters = {parameter.name for parameter in kernel.params}
    of_array = violation.prop == "bounds" and violation.object is not None and violation.object.name in parameters
    return of_array and not is_in_front(violation.message)


def launches_of(
    candidates: Sequence[Candidate], scope: ProofScope, solving: Solving, kernel: Function
) -> Iterator[SmallLaunch]:
    """Launches in which a candidate seems to be broken, the smallest first."""
    seen: set[SmallLaunch] = set()
    for candidate in candidates:
        if candidate.prop not in scope.properties:
            continue
        unknowns = _sizes_and_arguments(candidate.question)
        for limits in ARGUMENTS:
            found = next(_of_one(candidate.question, unknowns, scope, limits, solving, kernel), None)
            if found is not None and found not in seen:
                seen.add(found)
                yield found
            if found is not None:
                break


def _of_one(
    question: ProofQuestion, unknowns: Mapping[str, Term], scope: ProofScope, limits: tuple[int, int],
    solving: Solving, kernel: Function,
) -> Iterator[SmallLaunch]:  # fmt: skip
    launched = [_open_sizes(block, unknowns) for block in scope.blocks]
    whole = lcm(*kernel.cluster)  # a grid consists of whole clusters
    for blocks in launched or _shapes("blockDim", BLOCKS, unknowns):
        for grids in _shapes("gridDim", [whole * grid for grid in GRIDS], unknowns):
            fixed = {unknowns[name]: size for name, size in (blocks | grids).items()}
            values = solving.values(_with(question, fixed, unknowns, limits), list(unknowns.values()))
            if values is not None:
                yield SmallLaunch(
                    _sizes(Builtin.GRID_DIM, grids, scope), _sizes(Builtin.BLOCK_DIM, blocks, scope),
                    _arguments(unknowns, values, scope, kernel),
                )  # fmt: skip


def _open_sizes(block: tuple[int, int, int], unknowns: Mapping[str, Term]) -> dict[str, int]:
    """What is not known yet of the extents of a block."""
    names = {f"blockDim.{axis}": extent for axis, extent in zip("xyz", block, strict=True)}
    return {name: extent for name, extent in names.items() if name in unknowns}


def _shapes(name: str, sizes: Sequence[int], unknowns: Mapping[str, Term]) -> Iterator[dict[str, int]]:
    """Sizes of the axes that are not known, the same for all."""
    open_ = [f"{name}.{axis}" for axis in "xyz" if f"{name}.{axis}" in unknowns]
    if not open_:
        yield {}
        return
    for size in sizes:
        if size ** len(open_) <= 1024:
            yield dict.fromkeys(open_, size)


def _with(
    question: ProofQuestion, fixed: Mapping[Term, TermValue], unknowns: Mapping[str, Term], limits: tuple[int, int]
) -> ProofQuestion:  # fmt: skip
    """The question for a launch of known sizes, with arguments that are small."""
    least, most = limits
    small = []
    for name, unknown in unknowns.items():
        if name.startswith("argument.") and isinstance(unknown.sort, BVSort) and unknown.sort.width >= 32:
            type = IntType(unknown.sort.width)
            small += [terms.apply(Op.ULE, BOOL, type, pair) for pair in ((least, unknown), (unknown, most))]
    folded = question.with_numbers(terms.Substitution(fixed))
    return replace(folded, conditions=(*folded.conditions, *small))


def _sizes_and_arguments(question: ProofQuestion) -> dict[str, Term]:
    found = {}
    for unknown in question.unknowns:
        name = name_of(unknown)
        wanted = name.startswith(("argument.", "blockDim.", "gridDim.")) and isinstance(unknown.sort, BVSort | BoolSort)
        if wanted:
            found[name] = unknown
    return found


def _sizes(variable: Builtin, found: Mapping[str, int], scope: ProofScope) -> tuple[int, int, int]:
    given = [scope.sizes.get((variable, axis)) for axis in range(3)]
    x, y, z = (
        size if isinstance(size, int) else found.get(f"{variable.value}.{AXES[axis]}", 1)
        for axis, size in enumerate(given)
    )
    return x, y, z


def _arguments(
    unknowns: Mapping[str, Term], values: Mapping[Term, int | bool], scope: ProofScope, kernel: Function
) -> tuple[Given, ...]:  # fmt: skip
    own, known = {variable.name for variable in kernel.params}, scope.arguments
    found: dict[str, Given] = {n: (n, KnownNumber(value)) for n, value in known.numbers.items() if n in own}
    found |= {name: (name, Same(array)) for name, array in known.aliases(kernel).items()}
    for name, unknown in unknowns.items():
        if name.startswith("argument.") and unknown in values:
            parameter = name.split(".", 2)[2]
            found[parameter] = (parameter, KnownNumber(values[unknown]))
    return tuple(found.values())


