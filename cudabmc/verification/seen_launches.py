"""What is known of the launches of a program for the proofs of its kernels: what its text says, and what runs of its
host code have shown, in order, with known and with arbitrary results of kernels."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from cudabmc.goto.program import Function, Program, Symbol, launching
from cudabmc.goto.registers import used
from cudabmc.goto.types import PtrType
from cudabmc.kernel.instructions import Builtin
from cudabmc.options.table import Options
from cudabmc.prover.launch import LaunchSize
from cudabmc.prover.program_launch import PassedPointer, ProgramLaunch
from cudabmc.prover.proof import ProofScope
from cudabmc.state.settings import Settings
from cudabmc.verification.launch_sizes import KnownLaunch, known_launches
from cudabmc.verification.program_launches import PATIENCE, SECONDS, LaunchesOfProgram, program_launches

AGAIN = 90.0
"""Seconds that host code may run for launches of kernels that were not seen."""

IN_PART_FOR_ANY = (
    "host code was not run to its end with arbitrary results of kernels, and kernels are not launched otherwise behind"
    " that"
)
_IN_PART = "host code was not run to its end, and kernels are not launched otherwise behind that"
_RESULTS, _INPUTS = "results of kernels", "inputs"
_SIZE_OF_RESULTS = f"the size of a launch of the program depends on {_RESULTS}"


class SeenLaunches:
    """`in_text` are the launches of host code, `named` the kernels that it launches, by their names, `blocks` those of
    all launches of a kernel whose blocks are constants, and `ones` the sizes that are 1 in all of them. `are_given`:
    the user has said which launches are meant, and those of the program do not matter. `found` is what a run has shown;
    `pointers` are notes on where pointers lead to no starts of distinct arrays."""

    def __init__(self, program: Program, options: Options, settings: Settings) -> None:
        self._how = program, options, settings
        self.in_text = list(known_launches(program))
        self.named, self.blocks = _launched(program, self.in_text), _launched_blocks(self.in_text)
        self.ones = _ones(self.in_text)
        self.are_given = options.grid is not None or options.block is not None or bool(options.arg or options.may_alias)
        self.found = LaunchesOfProgram()
        self.pointers: list[str] = []
        self._seconds = 0.0
        self._with_any_results: LaunchesOfProgram | None = None

    def are_of(self, kernel: Function) -> bool:
        """Are the launches of a kernel those of the program?"""
        return kernel.name in self.named and not self.are_given

    def look(self) -> Mapping[str, tuple[ProgramLaunch, ...]]:
        """The launches of the program, unless the user has said which ones are meant."""
        if self.are_given or not self.named:
            return {}
        begun = perf_counter()
        self.found = program_launches(*self._how, self.named, SECONDS)
        self._seconds = perf_counter() - begun
        self._note(self.found.known)
        return self.found.known

    def are_unseen(self, kernel: Function) -> bool:
        """Might there be launches of a kernel that a longer run would show?"""
        return kernel.name in self.named - self.found.known.keys() and self.found.is_cut

    def look_longer(self, kernels: Sequence[Function]) -> list[Function]:
        """Run host code for longer, for some kernels, and return those of them whose launches it has shown."""
        before = self.found
        found = program_launches(*self._how, frozenset(one.name for one in kernels), AGAIN, patient=True)
        made = {name: launches for name, launches in found.known.items() if name not in before.known}
        of_any_size = {**before.of_any_size, **found.of_any_size}  # that run came further
        self.found = replace(before, known={**before.known, **made}, of_any_size=of_any_size, is_cut=found.is_cut)
        self._note(made)
        return [kernel for kernel in kernels if kernel.name in made]

    def are_whatever_is_computed(self, kernel: Function) -> bool:
        """Is there a launch of a kernel whatever kernels compute?"""
        if not self.are_of(kernel):
            return False
        return any(kernel.name in some for some in (self._whatever_results.known, self._whatever_results.of_any_size))

    def whatever_is_computed(
        self, kernel: Function, scope: ProofScope
    ) -> tuple[tuple[ProgramLaunch, ...], str, str]:  # fmt: skip
        """The launches that a proof may take from the program, whatever kernels compute, given those that it has taken;
        why it may take none, if that is so; and why it may ask nothing of them, if that is so."""
        pointers = sum(isinstance(type, PtrType) for type in kernel.param_types)
        before, found = self.found, self._whatever_results
        launches = found.known.get(kernel.name, ())
        # A run with any results may not come as far: where it does not, nothing depends on them as far as is known.
        launches += tuple(own for own in scope.launches if not any(one.includes(own) for one in launches))
        sized, any_size = (some.of_any_size.get(kernel.name, ()) for some in (before, found))
        by_inputs = any(len(launch.starts) < pointers for launch in (*scope.launches, *sized))
        why = _why_elsewhere(launches, (*sized, *any_size), pointers, _INPUTS if by_inputs else _RESULTS)
        return launches, why, _SIZE_OF_RESULTS if any_size and not sized else ""

    def note_pointers(self, kernel: Function, launches: Sequence[ProgramLaunch]) -> None:
        """Tell where pointers lead to no starts of distinct arrays."""
        pairs = {(register, array) for launch in launches for register, (array, _) in launch.aliases().items()}
        texts = [
            f"{kernel.params[array].name} and {kernel.params[register].name} of {kernel.display} lead into one array in"
            " the program" for register, array in sorted(pairs)
        ]  # fmt: skip
        passed = {(n, one) for launch in launches for n, one in enumerate(launch.arguments)}
        inside = {n for n, one in passed if isinstance(one, PassedPointer) and (one.offset > 0 or one.variable)}
        texts += [
            f"{kernel.params[n].name} of {kernel.display} leads to where it does in the program, not to a start"
            for n in sorted(inside)
        ]
        self.pointers += [text for text in texts if text not in self.pointers]

    def assumptions(self) -> list[str]:
        """What proofs assume of the launches that no run has come to."""
        if self.found.is_cut:
            return [_IN_PART]
        return [IN_PART_FOR_ANY] if self._with_any_results is not None and self._with_any_results.is_cut else []

    def _note(self, made: Mapping[str, tuple[ProgramLaunch, ...]]) -> None:
        program, _, _ = self._how
        for name, launches in made.items():
            self.note_pointers(program.functions[name], launches)

    @property
    def _whatever_results(self) -> LaunchesOfProgram:
        """What of the launches does not depend on what kernels compute, as far as a run comes in the time that the
        other one has taken: where host code looks at results, it comes less far."""
        if self._with_any_results is None:
            most = self._seconds + PATIENCE
            self._with_any_results = program_launches(*self._how, self.named, most, any_results=True)
        return self._with_any_results


def _why_elsewhere(
    launches: Sequence[ProgramLaunch], of_any_size: Sequence[ProgramLaunch], pointers: int, why: str
) -> str:  # fmt: skip
    """Why pointers may lead elsewhere than where a proof has them; "" if they do not. It is about the `launches` of
    known sizes, or about pointers to the starts of distinct arrays if there are none. There are so many of them."""
    if any(len(launch.starts) < pointers for launch in (*launches, *of_any_size)):
        return f"where its pointers lead in a launch of the program depends on {why}"
    known = {(launch.way, launch.starts) for launch in launches}
    for launch in of_any_size:
        if (launch.way, launch.starts) not in known if known else not launch.is_apart:
            return "its pointers do not lead to distinct arrays in a launch of the program whose size is not known"
    return ""


def _launched(program: Program, launches: Sequence[KnownLaunch]) -> frozenset[str]:
    """The kernels that host code launches, or whose addresses it takes; all of them, if it launches one by an address
    alone."""
    found = {launch.kernel for launch in launches}
    if "" in found:
        return frozenset(function.name for function in program.functions.values() if function.is_kernel)
    named = {
        operand.name for function in launching(program) if function.on_host for i in function.body
        for operand in used(i) if isinstance(operand, Symbol)
    }  # fmt: skip
    by_stub = {kernel for kernel, launcher in program.launchers.items() if launcher in named}
    return frozenset(found | {name for name in (*named, *by_stub) if _is_kernel(program, name)})


def _is_kernel(program: Program, name: str) -> bool:
    if program.outline is not None:
        return name in program.outline.kernels
    return name in program.functions and program.functions[name].is_kernel


def _ones(launches: Sequence[KnownLaunch]) -> dict[str, frozenset[LaunchSize]]:
    """The sizes that are 1 in all launches of each kernel."""
    found = dict[str, frozenset[LaunchSize]]()
    for launch in launches:
        if not launch.kernel:
            return {}
        sizes = ((Builtin.GRID_DIM, launch.grid), (Builtin.BLOCK_DIM, launch.block))
        ones = frozenset((size, axis) for size, extents in sizes for axis in range(3) if extents[axis] == 1)
        found[launch.kernel] = found.get(launch.kernel, ones) & ones
    return found


def _launched_blocks(launches: Sequence[KnownLaunch]) -> dict[str, tuple[tuple[int, int, int], ...]]:
    """The blocks of all launches of each kernel, if all of them are known."""
    found: dict[str, set[tuple[int, int, int]] | None] = {}
    for launch in launches:
        x, y, z = launch.block
        if not launch.kernel:
            return {}
        before = found.setdefault(launch.kernel, set())
        if x is None or y is None or z is None:
            found[launch.kernel] = None
        elif before is not None:
            before.add((x, y, z))
    return {kernel: tuple(sorted(blocks)) for kernel, blocks in found.items() if blocks}
