"""Two kernels are proved to leave the same for every launch; where that is open, small launches are run that may show a
difference."""

from collections.abc import Iterable
from os.path import basename
from time import perf_counter

from cudabmc.errors import ResourceError, UsageError
from cudabmc.goto.kernels import functions_reached
from cudabmc.goto.merged import second_kernel
from cudabmc.goto.program import Call, Function, Program
from cudabmc.machine.left_by_kernels import OUTPUT
from cudabmc.machine.reals_left_by_kernels import ASSUMED
from cudabmc.options.kernel_arguments import Same
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity
from cudabmc.process.peak_memory import peak_memory
from cudabmc.properties import PROPERTIES
from cudabmc.prover.launch import AXES
from cudabmc.prover.pair_proof import PairProver
from cudabmc.prover.preconditions import in_reading_order
from cudabmc.prover.proof import PROVABLE, KernelProof, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.result import (
    Guarantee,
    ProofOutcome,
    PropertyStatus,
    ProvedKernel,
    Result,
    Statistics,
    Verdict,
    Violation,
)
from cudabmc.state import model_calls
from cudabmc.state.settings import Settings
from cudabmc.verification.confirming import RunLaunch
from cudabmc.verification.differing import difference
from cudabmc.verification.proof_question import proof_scope

_APART = "pointer parameters point to the starts of distinct arrays, which are large enough for all accesses"
_ALIKE = "both kernels are launched alike, with the same arguments and, in arrays of their own, the same contents"
_EXACT = "floats are compared exactly: a sum in another order is another sum"
_PRINTING = frozenset({"printf", "vprintf", "puts", "putchar"})
_HINT = "cudabmc equivalent --prove FILE [FILE] --kernel NAME,NAME"


def require_alike(options: Options) -> None:
    """Raises UsageError for what a comparison for every launch does not take."""
    if any(one is not None for one in (options.second_grid, options.second_block, options.second_shared)):
        raise UsageError("for every launch, both kernels are launched alike: no --second-grid, --second-block and "
            "--second-shared with --prove", hint=_HINT,
        )  # fmt: skip
    if options.may_alias or any(isinstance(value, Same) for _, value in options.arg):
        raise UsageError("for every launch, each pointer leads to an array of its own: no --may-alias and no --arg b=a",
            hint=_HINT,
        )  # fmt: skip
    if options.explain_proofs:
        raise UsageError("--explain-proofs is for proofs of one kernel", hint="cudabmc prove --explain FILES")


class ProvingEqual:
    """The engine of `cudabmc equivalent --prove`."""

    def __init__(self, run: RunLaunch, program: Program, options: Options, settings: Settings) -> None:
        """`run` verifies the same files with other options."""
        self._run = run
        self._program = program
        self._options = options
        self._settings = settings
        self._stage = "proving that two kernels leave the same"
        wanted = options.smt_dir is not None or options.output_dir is not None
        self._solving = Solving(texts=[] if wanted else None)
        self.cut_short = False

    def activity(self) -> Activity:
        """What is being done."""
        return Activity(self._stage, queries=self._solving.solver.queries)

    def run(self) -> Result:
        """The answer. Time and memory that run out make it unknown."""
        start, program = perf_counter(), self._program
        kernels = program.functions[program.kernel], program.functions[second_kernel(program)]
        scope = proof_scope(self._options, self._settings, kernels)
        prover = PairProver(program, kernels, model_calls.find, scope, self._solving)
        proof, found, launch = prover.proof, None, ""
        try:
            proof = prover.run()
            if proof.status is not ProofStatus.PROVED and prover.are_proved_by_themselves:
                self._stage = "looking for a launch in which two kernels differ"
                broken = difference(self._run, self._options, prover)
                found, launch = broken if broken is not None else (None, "")
        except (ResourceError, MemoryError, KeyboardInterrupt) as error:
            self.cut_short = True
            proof.reasons.append(str(error) or "interrupted, or memory ran out (--memlimit)")
        return self._result(kernels, proof, found, launch, perf_counter() - start)

    def _result(
        self, kernels: tuple[Function, Function], proof: KernelProof, found: Violation | None, launch: str,
        seconds: float,
    ) -> Result:  # fmt: skip
        outcome = ProofOutcome.PROVED if proof.status is ProofStatus.PROVED else ProofOutcome.UNKNOWN
        outcome = ProofOutcome.FAULTY if found is not None else outcome
        verdict = {ProofOutcome.PROVED: Verdict.SUCCESSFUL, ProofOutcome.FAULTY: Verdict.FAILED}.get(
            outcome, Verdict.UNKNOWN
        )
        name = _names(kernels)
        answer = ProvedKernel(
            name, outcome, kernels[0].loc,
            in_reading_order(proof.preconditions) if outcome is ProofOutcome.PROVED else (),
            tuple(f"{variable.value}.{AXES[axis]}" for variable, axis in proof.one),
            tuple(proof.reasons) if outcome is ProofOutcome.UNKNOWN else (), launch, seconds,
        )  # fmt: skip
        solver = self._solving.solver
        statistics = Statistics(queries=solver.queries, solver="z3", solver_seconds=solver.seconds, seconds=seconds)
        statistics.memory = peak_memory()
        return Result(
            verdict, () if found is None else (found,), tuple(sorted(PROVABLE)),
            kernels=tuple(kernel.display for kernel in kernels), assumptions=self._assumptions(kernels, proof),
            reason=f"no proof that {name} leave the same" if verdict is Verdict.UNKNOWN else "",
            statistics=statistics, queries=tuple(self._solving.texts or ()),
            statuses=_statuses(verdict, () if found is None else (found.prop,)),
            holds_for=Guarantee.EVERY_LAUNCH if verdict is Verdict.SUCCESSFUL else None, proofs=(answer,),
        )  # fmt: skip

    def _assumptions(self, kernels: Iterable[Function], proof: KernelProof) -> tuple[str, ...]:
        found = [_ALIKE, _APART, ASSUMED if self._options.floats == "real" else _EXACT, *proof.notes]
        if any(self._prints(kernel) for kernel in kernels):
            found.append(OUTPUT)
        if proof.one:
            sizes = ", ".join(f"{variable.value}.{AXES[axis]}" for variable, axis in proof.one)
            found.append(f"{sizes} are 1: neither kernel reads a coordinate along them")
        return (*found, *self._program.assumptions)

    def _prints(self, kernel: Function) -> bool:
        called = (i.callee for one in functions_reached(self._program, kernel) for i in one.body if isinstance(i, Call))
        return any(isinstance(callee, str) and callee in _PRINTING for callee in called)


def _names(kernels: tuple[Function, Function]) -> str:
    """What the two are called, apart."""
    one, other = (kernel.display for kernel in kernels)
    if one != other:
        return f"{one} and {other}"
    files = [basename(kernel.loc.file) for kernel in kernels]
    return f"{one} of {files[0]} and of {files[1]}" if files[0] != files[1] else f"both kernels {one}"


def _statuses(verdict: Verdict, broken: Iterable[str]) -> dict[str, PropertyStatus]:
    rest = PropertyStatus.HOLDS if verdict is Verdict.SUCCESSFUL else PropertyStatus.UNKNOWN
    found = {prop: rest if prop in PROVABLE else PropertyStatus.NOT_CHECKED for prop in PROPERTIES}
    return {**found, **dict.fromkeys(broken, PropertyStatus.BROKEN)}
