"""The proof of a kernel whose launches in a program are known.

Each of a few is proved for itself, with its sizes and numbers: if one is not, nothing more can be. Then all launches
are tried, with what those of the program have in common as preconditions. If that does not go through, the proof is one
for the launches of the program, each of which is then proved for itself, if they are not too many.
"""

from collections.abc import Sequence
from dataclasses import replace

from cudabmc.goto.program import Function, Program
from cudabmc.goto.types import IntType
from cudabmc.kernel.inlining import FindModel
from cudabmc.prover.argument_names import argument_name
from cudabmc.prover.kernel_proof import WORK, KernelProof, KernelProver, ProofScope, ProofStatus
from cudabmc.prover.known_arguments import KnownArguments
from cudabmc.prover.launch import AXES, LaunchSize
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.questions import Precondition, Solving

MOST_SINGLE = 4
"""Launches of the program that are proved one by one, before all."""

MOST_AT_LAST = 32
"""Launches of the program that are proved one by one if there is no proof for all. Of more, the first ones are looked
at for one that is open."""

MOST_SHOWN = 4
"""Launches that a precondition tells."""

MOST_KINDS = 3
"""Ways in which the launches of a program let pointers lead to one array, at most, that a kernel is proved for."""


def prove_kernel(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving, work: int = WORK
) -> KernelProof:  # fmt: skip
    """The proof of a kernel, as far as it goes with so much `work`. If that was not enough, `solving` is exhausted."""
    solving.exhausted = False

    def proved(parts: Sequence[ProofScope], work: int) -> list[KernelProof]:
        found: list[KernelProof] = []
        for part in parts:
            solving.left = work // len(parts)
            found.append(KernelProver(program, kernel, find, part, solving).run())
            if found[-1].status is not ProofStatus.PROVED:
                break
        return found

    def each_of(launches: Sequence[ProgramLaunch], work: int) -> list[KernelProof]:
        """Proofs for these launches, up to the first one that does not go through."""
        found = proved([_fixed(kernel, scope, launch) for launch in launches], work)
        for proof, launch in zip(found, launches, strict=False):
            _is_about(proof, [launch], program, kernel)
            proof.launch = None if proof.status is ProofStatus.PROVED else launch
        return found

    launches = scope.launches
    each = each_of(launches if len(launches) <= MOST_SINGLE else (), work // 2)
    if each and each[-1].launch is not None:
        return each[-1]  # what is not shown for one launch is not for all
    kinds = _by_aliases(scope)
    general = proved(kinds[:MOST_KINDS], work // 2 if each else work)
    for proof, kind in zip(general, kinds, strict=False) if len(kinds) > 1 else ():
        _is_about(proof, kind.launches, program, kernel)
    if general[-1].status is ProofStatus.PROVED and len(kinds) <= MOST_KINDS:
        return _together(general)
    if len(launches) > MOST_SINGLE and (work >= WORK or not solving.exhausted):  # if not, there will be more work
        each = each_of(launches if len(launches) <= MOST_AT_LAST else launches[:MOST_SINGLE], work)
        if each[-1].launch is not None:
            return each[-1]
    if len(each) < len(launches) or not each:
        if general[-1].status is ProofStatus.PROVED:
            text = f"its pointers lead to each other's arrays in {len(kinds)} ways, of which {MOST_KINDS} are looked at"
            general[-1].reasons.append(text)
        return general[-1]
    found = _together(each)
    text = _any_of(program, kernel, scope.launches, general[0].one)
    found.preconditions[text] = Precondition(text, True, True)
    found.one = general[0].one
    return found


def _by_aliases(scope: ProofScope) -> list[ProofScope]:
    """The question for each way in which pointers lead to one array, to variables, or nowhere."""
    kinds: dict[object, list[ProgramLaunch]] = {}
    for launch in scope.launches:
        kinds.setdefault(launch.way, []).append(launch)
    groups = kinds.values()
    return [replace(scope, launches=tuple(group), aliases=group[0].aliases()) for group in groups] or [scope]


def _fixed(kernel: Function, scope: ProofScope, launch: ProgramLaunch) -> ProofScope:
    """The question for one launch."""
    numbers = {
        register: value
        for register, (type, value) in enumerate(zip(kernel.param_types, launch.arguments, strict=True))
        if isinstance(type, IntType) and isinstance(value, int)
    }
    return replace(
        scope, sizes=launch.sizes, arguments=KnownArguments(passed=numbers), launches=(launch,),
        aliases=launch.aliases(),
    )  # fmt: skip


def _together(proofs: Sequence[KernelProof]) -> KernelProof:
    """One proof of what each of several is about."""
    first, *others = proofs
    for other in others:
        first.preconditions.update(other.preconditions)
        first.assumed.update(other.assumed)
        first.explanations += other.explanations
    first.one = tuple(size for size in first.one if all(size in other.one for other in others))
    return first


def _is_about(proof: KernelProof, launches: Sequence[ProgramLaunch], program: Program, kernel: Function) -> None:
    """Let the explanation of a proof tell for which launches it is."""
    text = _any_of(program, kernel, launches, proof.one)
    proof.explanations = tuple(replace(one, launch=text) for one in proof.explanations)


def _any_of(
    program: Program, kernel: Function, launches: Sequence[ProgramLaunch], one: Sequence[LaunchSize]
) -> str:  # fmt: skip
    """Several launches."""
    found = list(dict.fromkeys(_in_c(program, kernel, launch, one) for launch in launches))
    more = len(found) - MOST_SHOWN
    return " || ".join(found[:MOST_SHOWN] + [f"{more} more launches of the program"] * (more > 0))


def _in_c(program: Program, kernel: Function, launch: ProgramLaunch, one: Sequence[LaunchSize]) -> str:
    """A launch, without the sizes that are 1 anyway."""
    sizes = [f"{size[0].value}.{AXES[size[1]]} == {extent}" for size, extent in launch.sizes.items() if size not in one]
    numbers = [
        f"{argument_name(program, kernel, register)} == {value}"
        for register, value in launch.numbers(kernel).items() if isinstance(kernel.param_types[register], IntType)
    ]
    return " && ".join([*sizes, *numbers])
