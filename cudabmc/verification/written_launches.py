"""Launches whose sizes stand in host code, for kernels that no run of it has launched.

    k<<<dim3(4, 4), 128>>>(a, b)            behind fopen("data.bin"), which fails

Host code may have had no time to come there, or lacks a file. A proof for these sizes says so in its preconditions, and
takes pointers for those to distinct arrays, as it does where no launch is known. So it needs nothing that the launch
passes.

A fault is one of such a launch if no argument matters: all of them are pointers, no number that is not known decides
where the accesses are made and what they access, no pointer is compared, as it may be null, and the number of blocks is
not read. A run with fewer blocks then is how an execution of the launch may begin, as nothing orders the blocks of a
grid.
"""

from collections.abc import Callable, Iterable, Mapping

from cudabmc.goto.kernels import reached
from cudabmc.goto.op import POINTER_OPS, Op
from cudabmc.goto.program import Assign, Function, Program
from cudabmc.goto.types import PtrType
from cudabmc.kernel.inlining import FindModel
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.by_launches import MOST_SINGLE
from cudabmc.prover.launch import Extents, read_coordinates
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import Candidate, KernelProof
from cudabmc.prover.unknowns import name_of
from cudabmc.result import Violation
from cudabmc.verification.confirming import SmallLaunch
from cudabmc.verification.launch_sizes import KnownLaunch, known_launches

MOST_BLOCKS = 2
"""Blocks of such a launch along each axis that run."""

RunSmall = Callable[[SmallLaunch, str], Violation | None]
"""Looks for a violation of a property in a launch of the kernel at hand."""

_OF_ADDRESSES = POINTER_OPS - {Op.PTRADD, Op.PTRDIFF}
"""What tells a null pointer, or where an array lies."""

_COORDINATES = (f"{Builtin.THREAD_IDX.value}.", f"{Builtin.BLOCK_IDX.value}.")


def written_launches(
    kernels: Iterable[Function], launches: Iterable[KnownLaunch], made: Mapping[str, object]
) -> dict[str, tuple[ProgramLaunch, ...]]:  # fmt: skip
    """The launches of kernels that have none that are `made`, if the sizes of all of them are constants, and if they
    are few."""
    written: dict[str, dict[tuple[Extents, Extents, int] | None, None]] = {}
    for launch in launches:
        written.setdefault(launch.kernel, {})[launch.sizes] = None
    if "" in written:  # any kernel may be launched there
        return {}
    found: dict[str, tuple[ProgramLaunch, ...]] = {}
    for kernel in kernels:
        sizes = list(written.get(kernel.name, ()))
        known = [one for one in sizes if one is not None]
        if kernel.name not in made and 0 < len(known) == len(sizes) <= MOST_SINGLE:
            found[kernel.name] = tuple(
                ProgramLaunch(grid, block, (None,) * len(kernel.params), shared) for grid, block, shared in known
            )
    return found


def broken_as_written(
    program: Program, kernel: Function, find: FindModel, proof: KernelProof, run: RunSmall
) -> Violation | None:
    """An execution of the launch that a proof is about which breaks one of its candidates, whatever its arguments
    are."""
    launch = proof.launch
    written = [one.sizes for one in known_launches(program) if one.kernel == kernel.name]
    if launch is None or (launch.grid, launch.block, launch.shared) not in written:
        return None  # it may be that of another instance
    if not all(isinstance(type, PtrType) for type in kernel.param_types):
        return None
    if any(variable is Builtin.GRID_DIM for variable, _ in read_coordinates(program, kernel, find)):
        return None
    if _looks_at_addresses(program, kernel):
        return None
    x, y, z = (min(extent, MOST_BLOCKS) for extent in launch.grid)
    candidates = [one for one in proof.candidates if _is_by_place_alone(one)]
    for prop in dict.fromkeys(one.prop for one in candidates):
        wanted = [set(one.locations) for one in candidates if one.prop == prop]
        for grid in dict.fromkeys(((1, 1, 1), (x, y, z))):  # threads of one block are enough for most
            violation = run(SmallLaunch(grid, launch.block, (), launch.shared), prop)
            if violation is not None and {place.loc for place in violation.places} in wanted:
                return violation
    return None


def _is_by_place_alone(candidate: Candidate) -> bool:
    """Has the solver found threads for it, of which nothing but their coordinates is told?"""
    names = map(name_of, candidate.question.unknowns)
    return not candidate.why and not candidate.contract and all(name.startswith(_COORDINATES) for name in names)


def _looks_at_addresses(program: Program, kernel: Function) -> bool:
    functions = [program.functions[name] for name in reached(program, kernel) if name in program.functions]
    code = (i for function in (kernel, *functions) for i in function.body)
    return any(isinstance(i, Assign) and i.op in _OF_ADDRESSES for i in code)
