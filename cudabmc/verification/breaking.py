"""Executions that break what proofs could not exclude."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from cudabmc.errors import CudabmcError
from cudabmc.frontend.load import has_contracts
from cudabmc.goto.program import Function, Program
from cudabmc.options.table import Options
from cudabmc.process.limits import remaining
from cudabmc.prover.proof import Candidate, KernelProof, ProofScope
from cudabmc.prover.questions import Solving
from cudabmc.result import Violation
from cudabmc.state import model_calls
from cudabmc.state.settings import Settings
from cudabmc.verification.confirming import RunLaunch, SmallLaunch, as_launched, confirmed, launches_of, tried
from cudabmc.verification.permission_violation import of_permissions
from cudabmc.verification.written_launches import broken_as_written

DATA_RACE = "data-race"

Broken = tuple[Violation, SmallLaunch]
"""What an execution breaks, and in which launch."""


class Breaking:
    """Looks for executions, with what the solver of the proofs knows."""

    def __init__(
        self, run: RunLaunch, read: Callable[[Options], Program], program: Program, options: Options,
        settings: Settings, solving: Solving,
    ) -> None:  # fmt: skip
        """`run` verifies a launch of a kernel of the same files, and `read` reads these for other options."""
        self._run = run
        self._read = read
        self._program = program
        self._options = options
        self._settings = settings
        self._solving = solving

    def in_any(
        self, kernel: Function, proof: KernelProof, scope: ProofScope
    ) -> Iterator[Broken]:  # fmt: skip
        """Executions that break what the proof could not exclude, one for each property, in any launches."""
        races = False
        for candidates in _by_property(proof):
            with suppress(CudabmcError):
                options = _checking(self._options, candidates)
                found = confirmed(self._run, options, kernel, candidates, scope, self._solving)
                if found is not None:
                    races |= found[0].prop == DATA_RACE
                    yield found
        found = None if races else self._of_permissions(kernel, proof, scope)  # which would tell less
        if found is not None:
            yield found

    def launch_without_permission(
        self, kernel: Function, proof: KernelProof, scope: ProofScope
    ) -> SmallLaunch | None:  # fmt: skip
        """A launch for the first question about permissions that is open, of which no run says more."""
        first = next((one for one in proof.candidates if one.permission), None)
        if first is None or not _is_time():
            return None
        return next(launches_of([first], scope, self._solving, kernel), None)

    def _of_permissions(self, kernel: Function, proof: KernelProof, scope: ProofScope) -> Broken | None:
        """An execution in which a thread accesses what another one has a permission for, or both have one."""
        candidates, options = self._using_permissions(proof)
        with suppress(CudabmcError):
            found = confirmed(self._run, options, kernel, candidates, scope, self._solving) if candidates else None
            if found is not None:
                return of_permissions(found[0], proof.permitted), found[1]
        return None

    def _using_permissions(self, proof: KernelProof) -> tuple[list[Candidate], Options]:
        """The candidates that are about permissions, for runs in which each thread accesses all that it may access at
        first: a race then is one of permissions. There are none if no run can look at them."""
        candidates = [replace(one, prop=DATA_RACE) for one in proof.candidates if one.permission]
        if not candidates or not proof.permitted or not _is_time():
            return [], self._options
        from opmodels.verifier_gpuverify import macros_that_use_permissions

        return candidates, replace(self._options, defines=(*macros_that_use_permissions(), *self._options.defines))

    def as_written(self, kernel: Function, proof: KernelProof) -> Broken | None:
        """The same in a launch that stands in host code, whatever it gets."""
        if proof.launch is None:
            return None
        run = partial(tried, self._run, self._options, kernel)
        violation = broken_as_written(self._program, kernel, model_calls.find, proof, run)
        return None if violation is None else (violation, as_launched(proof.launch, self._program, kernel))

    def in_program(
        self, kernel: Function, proof: KernelProof
    ) -> Iterator[Broken]:  # fmt: skip
        """The same in the launch of the program that a proof is about."""
        found, races = None, False
        for candidates in _by_property(proof):
            found = self._in_program(kernel, proof, candidates, _checking(self._options, candidates))
            if found is not None:
                races |= found[0].prop == DATA_RACE
                yield found
        candidates, options = self._using_permissions(proof)
        if candidates and not races:
            found = self._in_program(kernel, proof, candidates, options)
            if found is not None:
                yield of_permissions(found[0], proof.permitted), found[1]

    def _in_program(
        self, kernel: Function, proof: KernelProof, candidates: Sequence[Candidate], options: Options
    ) -> Broken | None:  # fmt: skip
        """What breaks the property of some candidates in that launch."""
        from cudabmc.verification.part_runs import broken_in_program

        with suppress(CudabmcError):
            as_run = replace(options, prove=False, kernel=None)
            program = self._read(as_run) if has_contracts(self._program) else self._program
            violation = broken_in_program(program, options, self._settings, kernel, proof, candidates, self._solving)
            if violation is not None and proof.launch is not None:
                return violation, as_launched(proof.launch, self._program, kernel)
        return None


def _by_property(proof: KernelProof) -> Iterator[list[Candidate]]:
    """The candidates of each property, as long as there is time for a run."""
    candidates = [one for one in proof.candidates if not one.permission]
    for prop in dict.fromkeys(candidate.prop for candidate in candidates):
        if not _is_time():
            return
        yield [one for one in candidates if one.prop == prop]


def _is_time() -> bool:
    """Is there time for a run?"""
    left = remaining()
    return left is None or left >= 1


def _checking(options: Options, candidates: Sequence[Candidate]) -> Options:
    """With the contracts of candidates looked at."""
    lines = {loc.line for one in candidates if one.contract for loc in one.locations}
    lines -= {loc.line for one in candidates if not one.contract for loc in one.locations}  # what no thread can look at
    if not lines:
        return options
    from opmodels.verifier_gpuverify import macros_that_check

    return replace(options, defines=(*macros_that_check(sorted(lines)), *options.defines))
