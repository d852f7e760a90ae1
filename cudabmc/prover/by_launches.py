"""The proof of a kernel whose launches in a program are known.

Each of a few is proved for itself, with its sizes and numbers: if one is not, nothing more can be. Then all launches
are tried, with what those of the program have in common as preconditions. If that does not go through, the proof is one
for the launches of the program, each of which is then proved for itself, if they are not too many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cudabmc.goto.kernels import functions_reached
from cudabmc.goto.program import Call, Function, Program
from cudabmc.goto.types import IntType
from cudabmc.kernel.inlining import FindModel
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.argument_names import argument_name
from cudabmc.prover.kernel_proof import WORK, WORK_WHEN_OPEN, KernelProver, made_along
from cudabmc.prover.known_arguments import KnownArguments
from cudabmc.prover.launch import AXES, LaunchSize, read_coordinates, sizes_taken_as_one
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import Precondition, Solving

MOST_SINGLE = 4
"""Launches of the program that are proved one by one, before all."""

MOST_AT_LAST = 32
"""Launches of the program that are proved one by one if there is no proof for all. Of more, the first ones are looked
at for one that is open."""

LITTLE = 1_000_000
"""What the solver may do for one launch at first: half a second."""

MOST_SHOWN = 4
"""Launches that a precondition tells."""

MOST_KINDS = 3
"""Ways in which the launches of a program let pointers lead to one array, at most, that a kernel is proved for."""


def prove_kernel(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving, work: int = WORK
) -> KernelProof:  # fmt: skip
    """The proof of a kernel, as far as it goes with so much `work`. If that was not enough, `solving` is exhausted."""
    each = prove_launches(program, kernel, find, scope, solving, work)
    return prove_in_general(program, kernel, find, scope, solving, work, each)


def prove_launches(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving, work: int = WORK
) -> list[KernelProof]:  # fmt: skip
    """The proofs of the launches of the program, if these are few, each for itself, up to one that does not go
    through."""
    solving.exhausted = False
    launches = scope.launches if len(scope.launches) <= MOST_SINGLE else ()
    return _each_of(program, kernel, find, scope, solving, work // 2, launches)


def _each_of(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving, work: int,
    launches: Sequence[ProgramLaunch],
) -> list[KernelProof]:  # fmt: skip
    """The proofs of some launches, up to one that does not go through, which says of which it is."""
    found: list[KernelProof] = []
    for launch in launches:
        found.append(_of_one(program, kernel, find, _fixed(kernel, scope, launch), solving, work // len(launches)))
        if found[-1].status is not ProofStatus.PROVED:
            break
    for proof, launch in zip(found, launches, strict=False):
        _is_about(proof, [launch], program, kernel)
        proof.launch = None if proof.status is ProofStatus.PROVED else launch
    return found


def _of_one(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving, work: int
) -> KernelProof:  # fmt: skip
    """The proof of one launch. What is open may not be where loops are straight code, for which the launch tells the
    rounds. Where threads wait for each other in loops, that is tried when little work has not been enough."""
    before, first = solving.exhausted, min(work, LITTLE) if _may_wait(program, kernel, find) else work
    (proof,) = _proved(program, kernel, find, [scope], solving, first)
    if proof.status is ProofStatus.PROVED:
        return proof
    is_over, was_enough = first == work or not solving.exhausted, not solving.exhausted
    solving.exhausted = before
    straight = replace(scope, unrolled=True, all_or_nothing=True)
    (unrolled,) = _proved(program, kernel, find, [straight], solving, work)
    if unrolled.status is ProofStatus.PROVED:
        return unrolled
    if is_over:
        solving.exhausted = before or not was_enough
        return proof
    solving.exhausted = before
    (proof,) = _proved(program, kernel, find, [scope], solving, work)
    return proof


def _may_wait(program: Program, kernel: Function, find: FindModel) -> bool:
    """Does a kernel or what it calls name a function in which threads wait for each other?"""
    calls = (i for function in functions_reached(program, kernel) for i in function.body if isinstance(i, Call))
    models = (find(i.callee, i.signature) for i in calls if isinstance(i.callee, str) and i.signature)
    return any(model is not None and model.waits for model in models)


def are_proved(each: Sequence[KernelProof]) -> bool:
    """Are there launches, and is each of them proved? The last one may be none."""
    return bool(each) and each[-1].status is ProofStatus.PROVED


def of_launches(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, each: Sequence[KernelProof]
) -> KernelProof:  # fmt: skip
    """The proof of a kernel for the launches of the program, of which each is proved."""
    found = _together(each)
    found.one = sizes_taken_as_one(read_coordinates(program, kernel, find) | made_along(scope.launches), scope.sizes)
    text = _any_of(program, kernel, scope.launches, found.one)
    found.preconditions[text] = Precondition(text, True, True)
    return found


def prove_in_general(
    program: Program, kernel: Function, find: FindModel, scope: ProofScope, solving: Solving, work: int,
    each: Sequence[KernelProof],
) -> KernelProof:  # fmt: skip
    """The proof of a kernel with what its launches have in common, or else for these alone, of which `each` is
    known."""
    if each and not are_proved(each):
        return each[-1]  # what is not shown for one launch is not for all
    kinds, launches = _by_aliases(scope), scope.launches
    if each:  # that is enough, should there be no other proof
        kinds = [replace(kind, all_or_nothing=True) for kind in kinds]
    share = work // 2 if each else work
    general = _in_one_block_size(program, kernel, find, kinds[:MOST_KINDS], solving, share, is_last=work >= WORK)
    if not each and general[-1].status is not ProofStatus.PROVED and (work >= WORK or not solving.exhausted):
        straight = [replace(kind, unrolled=True, all_or_nothing=True) for kind in kinds[:MOST_KINDS]]
        again = _proved(program, kernel, find, straight, solving, work // 2)
        if again[-1].status is ProofStatus.PROVED:
            general = again
    for proof, kind in zip(general, kinds, strict=False) if len(kinds) > 1 else ():
        _is_about(proof, kind.launches, program, kernel)
    suspects_more = any(proof.suspected for proof in general) and not any(proof.suspected for proof in each)
    if general[-1].status is ProofStatus.PROVED and len(kinds) <= MOST_KINDS and not (each and suspects_more):
        return _together(general)
    if len(launches) > MOST_SINGLE and (work >= WORK or not solving.exhausted):  # if not, there will be more work
        first = launches if len(launches) <= MOST_AT_LAST else launches[:MOST_SINGLE]
        each = _each_of(program, kernel, find, scope, solving, work, first)
        if not are_proved(each):
            return each[-1]
    if len(each) < len(launches) or not each:
        if general[-1].status is ProofStatus.PROVED:
            text = f"its pointers lead to each other's arrays in {len(kinds)} ways, of which {MOST_KINDS} are looked at"
            general[-1].reasons.append(text)
        return general[-1]
    return of_launches(program, kernel, find, scope, each)


def _proved(
    program: Program, kernel: Function, find: FindModel, parts: Sequence[ProofScope], solving: Solving, work: int
) -> list[KernelProof]:  # fmt: skip
    """The proofs of some scopes, with equal shares of work, up to one that does not go through."""
    found: list[KernelProof] = []
    for part in parts:
        solving.left = work // len(parts)
        found.append(KernelProver(program, kernel, find, part, solving).run())
        if found[-1].status is not ProofStatus.PROVED:
            break
    return found


def _in_one_block_size(
    program: Program, kernel: Function, find: FindModel, parts: Sequence[ProofScope], solving: Solving, work: int,
    *, is_last: bool,
) -> list[KernelProof]:  # fmt: skip
    """The proofs of some scopes, for blocks of the one size that stands in all launches of the text if little work is
    not enough for blocks of any size, and none of the launches is known. Which warps are whole, and which strides are
    powers of two, is told then."""
    sizes = list[dict[LaunchSize, int]]()
    if work > LITTLE and not any(part.launches or len(part.blocks) != 1 for part in parts):
        read = read_coordinates(program, kernel, find)
        sizes = [_block_in_text(part, sizes_taken_as_one(read, part.sizes)) for part in parts]
    if not sizes or not all(sizes):
        return _along_few_axes(program, kernel, find, parts, solving, work, is_last=is_last)
    before = solving.exhausted
    found = _along_few_axes(program, kernel, find, parts, solving, LITTLE, is_last=is_last)
    if found[-1].status is ProofStatus.PROVED or not solving.exhausted:
        return found
    solving.exhausted = before
    known = [replace(part, sizes={**part.sizes, **fixed}) for part, fixed in zip(parts, sizes, strict=True)]
    if is_last:
        known = [replace(part, all_or_nothing=True) for part in known]
    in_one = _proved(program, kernel, find, known, solving, work // 2)
    is_proved = in_one[-1].status is ProofStatus.PROVED
    if is_proved:
        _need_sizes(in_one, sizes)
    if not is_last:
        solving.exhausted = True
        return in_one if is_proved else found
    solving.exhausted = before
    if is_proved:  # that is enough, should there be no other proof
        parts = [replace(part, all_or_nothing=True) for part in parts]
    found = _along_few_axes(program, kernel, find, parts, solving, work // 2 if is_proved else work, is_last=True)
    if is_proved and found[-1].status is not ProofStatus.PROVED:
        solving.exhausted = before
        return in_one
    return found


def _block_in_text(scope: ProofScope, one: Sequence[LaunchSize]) -> dict[LaunchSize, int]:
    """The extents of the only block that the text tells, but for those that are said already, or taken as 1."""
    (block,) = scope.blocks
    told = {(Builtin.BLOCK_DIM, axis): extent for axis, extent in enumerate(block)}
    return {size: extent for size, extent in told.items() if size not in scope.sizes and size not in one}


def _need_sizes(proofs: Sequence[KernelProof], sizes: Sequence[Mapping[LaunchSize, int]]) -> None:
    """Let proofs tell the sizes that they are about."""
    for proof, fixed in zip(proofs, sizes, strict=True):
        for (variable, axis), extent in sorted(fixed.items(), key=lambda item: (item[0][0].value, item[0][1])):
            text = f"{variable.value}.{AXES[axis]} == {extent}"
            proof.preconditions[text] = Precondition(text, True, True)


def _along_few_axes(
    program: Program, kernel: Function, find: FindModel, parts: Sequence[ProofScope], solving: Solving, work: int,
    *, is_last: bool,
) -> list[KernelProof]:  # fmt: skip
    """The proofs of some scopes, first with 1 for the extents along y and z that are 1 in all launches that are known.

    The number of a thread in its block is a product of three unknowns otherwise, for whoever asks for it, such as tiles
    of a group. What is open then is open for any extents; what is proved takes that as a precondition, unless it can
    soon be proved without, which may wait until the last time that this is asked.
    """
    read = read_coordinates(program, kernel, find)
    ones = [dict.fromkeys(_ones(part) - set(sizes_taken_as_one(read, part.sizes)), 1) for part in parts]
    if not all(ones):
        return _proved(program, kernel, find, parts, solving, work)
    flat = [replace(part, sizes={**part.sizes, **fixed}) for part, fixed in zip(parts, ones, strict=True)]
    found = _proved(program, kernel, find, flat, solving, work)
    if found[-1].status is not ProofStatus.PROVED:
        return found
    _need_sizes(found, ones)
    if not is_last:
        solving.exhausted = True
        return found
    before, whole = solving.exhausted, [replace(part, all_or_nothing=True) for part in parts]
    wider = _proved(program, kernel, find, whole, solving, min(work, WORK_WHEN_OPEN))
    solving.exhausted = before
    is_better = wider[-1].status is ProofStatus.PROVED and all(
        len(one.preconditions) <= len(other.preconditions) for one, other in zip(wider, found, strict=True)
    )
    return wider if is_better else found


def _ones(scope: ProofScope) -> frozenset[LaunchSize]:
    """The extents along y and z that are 1 in all launches that are known, where nothing else is said of them."""
    found = scope.ones
    if scope.launches:
        every = [{size for size, extent in launch.sizes.items() if extent == 1} for launch in scope.launches]
        found = frozenset.intersection(*map(frozenset, every))
    return frozenset(size for size in found if size[1] > 0 and size not in scope.sizes)


def _by_aliases(scope: ProofScope) -> list[ProofScope]:
    """The question for each way in which pointers lead to one array, to variables, or nowhere."""
    kinds: dict[object, list[ProgramLaunch]] = {}
    for launch in scope.launches:
        kinds.setdefault(launch.way, []).append(launch)
    groups = kinds.values()
    general = replace(scope, contents={})  # of any launch nothing is known of that
    return [replace(general, launches=tuple(group), aliases=group[0].aliases()) for group in groups] or [general]


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
    first = replace(
        first, preconditions=dict(first.preconditions), assumed=dict(first.assumed), reasons=list(first.reasons),
        suspected=list(first.suspected),
    )  # fmt: skip
    for other in others:
        first.preconditions.update(other.preconditions)
        first.assumed.update(other.assumed)
        first.suspected += other.suspected
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
