"""Kernels are proved for every launch, one after the other; what a proof cannot exclude is tried on small launches."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from math import prod
from time import perf_counter

from cudabmc.errors import CudabmcError, ResourceError, UsageError
from cudabmc.frontend.load import has_contracts
from cudabmc.goto.kernels import choose_kernel, listed
from cudabmc.goto.program import Call, Function, Program, Symbol, launching
from cudabmc.goto.registers import used
from cudabmc.goto.types import IntType, PtrType
from cudabmc.kernel.instructions import Builtin
from cudabmc.options.kernel_arguments import Arbitrary, KnownNumber, Range, Same, SizeRange
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.process.peak_memory import peak_memory
from cudabmc.properties import PROPERTIES
from cudabmc.prover.by_launches import are_proved, of_launches, prove_in_general, prove_kernel, prove_launches
from cudabmc.prover.kernel_proof import PROVABLE, WORK, Candidate, KernelProof, ProofScope, ProofStatus
from cudabmc.prover.known_arguments import KnownArguments
from cudabmc.prover.launch import AXES, MOST_BLOCK, MOST_GRID, MOST_THREADS, LaunchSize
from cudabmc.prover.preconditions import in_reading_order
from cudabmc.prover.program_launch import PassedPointer, ProgramLaunch
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
from cudabmc.verification.confirming import RunLaunch, SmallLaunch, as_launched, confirmed, tried
from cudabmc.verification.launch_contents import asked_about, launch_contents
from cudabmc.verification.launch_sizes import KnownLaunch, known_launches
from cudabmc.verification.program_launches import (
    PATIENCE,
    SECONDS,
    LaunchesOfProgram,
    launches_of_siblings,
    program_launches,
    template_of,
)
from cudabmc.verification.written_launches import broken_as_written, written_launches

CONFIRMING = 5_000_000
"""What the solver may do to find launches in which a kernel may be broken: some two seconds."""

LEAST_GENERAL = 1.0
"""Seconds that a proof for more than the launches of the program may take before other kernels have had their turn."""

FIRST_SHARE = 2.0
LEAST_SHARE = 10.0
"""Seconds that each of several kernels may take at first and later, if there are so many left."""

LEAST_WORK = 1_000_000
"""What the solver may do for each of several kernels before the others have had their turn."""

AGAIN = 90.0
"""Seconds that host code may run for launches of kernels that were not seen."""

MOST_NAMES = 5
"""Kernels that a sentence names."""

_LIMITS = "--grid, --block and --arg say which launches are meant"
_APART = "pointer parameters point to the starts of distinct arrays, which are large enough for all accesses"
_AS_MADE = "pointer parameters point to distinct arrays or as in the program, large enough for all accesses"
_RESULTS, _INPUTS = "results of kernels", "inputs"
_SIZE_OF_RESULTS = f"the size of a launch of the program depends on {_RESULTS}"
_IN_PART = "host code was not run to its end, and kernels are not launched otherwise behind that"
_IN_PART_FOR_ANY = (
    "host code was not run to its end with arbitrary results of kernels, and kernels are not launched otherwise behind"
    " that"
)
_BOUNDS = "bounds are checked for arrays whose size the program tells: shared ones and variables of the device"


class Proving:
    """The engine of `cudabmc prove`."""

    def __init__(
        self, run: RunLaunch, read: Callable[[Options], Program], program: Program, options: Options, settings: Settings
    ) -> None:  # fmt: skip
        """`run` verifies a launch of a kernel of the same files, and `read` reads these for other options."""
        self._run = run
        self._read = read
        self._program = program
        self._options = options
        self._settings = settings
        launches = list(known_launches(program))
        self._launched, self._blocks = _launched(program, launches), _launched_blocks(launches)
        self._limited = options.grid is not None or options.block is not None or bool(options.arg or options.may_alias)
        self._stage = "proving kernels"
        self._one_array: list[str] = []  # assumptions on pointers, from launches of the program
        self._assumed: list[str] = []  # what kernels say of their launches
        self._like: Mapping[str, tuple[ProgramLaunch, ...]] = {}  # of kernels that have none: siblings', or written
        self._as_sibling: dict[str, KernelProof] = {}  # their proofs for these launches alone
        self._as_written: dict[str, tuple[Violation, SmallLaunch]] = {}  # what breaks them there, whatever they get
        self._launches = LaunchesOfProgram()  # as far as they were looked for
        self._search = 0.0  # seconds that this has taken
        self._open: dict[str, KernelProof] = {}  # what proofs have left open in launches of the program
        wanted = options.smt_dir is not None or options.output_dir is not None
        self._solving = Solving(texts=[] if wanted else None)
        self.cut_short = False

    def activity(self) -> Activity:
        """Which kernel is being proved."""
        return Activity(self._stage, queries=self._solving.solver.queries)

    def run(self) -> Result:
        """Answer for all kernels; those that no time is left for are unknown."""
        start = perf_counter()
        kernels = self._kernels()
        scope = self._scope(kernels)
        made = self._program_launches()
        if not self._limited:
            written = written_launches(kernels, known_launches(self._program), made)
            self._like = {**written, **launches_of_siblings(kernels, made)}
        # Those that the program launches are first, should the time be over before the last one.
        # Short ones are before long ones, which would have all the time.
        left = sorted(kernels, key=lambda one: (
            one.name not in made, one.name not in self._like, _size(self._program, one)))  # fmt: skip
        answers, violations = dict[str, ProvedKernel](), list[Violation]()
        for work in (_first_work(len(kernels)), WORK) if len(kernels) > 1 else (WORK,):
            scopes = {kernel.name: self._scope_of(kernel, scope) for kernel in left}
            left = self._round(left, scopes, work, answers, violations)
            left.sort(key=lambda kernel: kernel.name in answers)  # those may become better at best
        self._look_again(kernels, scope, answers, violations)
        self._run_open_launches(kernels, answers, violations)
        return self._result([answers[kernel.name] for kernel in kernels], violations, scope, perf_counter() - start)

    def _round(
        self, kernels: Sequence[Function], scopes: Mapping[str, ProofScope], work: int,
        answers: dict[str, ProvedKernel], violations: list[Violation],
    ) -> list[Function]:  # fmt: skip
        """Add answers for kernels, each with so much work. The kernels that took all of it, or all of their time, are
        left; instances of a template of which one is left come behind others."""
        waiting, left, hard = list(kernels), list[Function](), Counter[str]()
        least = LEAST_SHARE if work >= WORK else FIRST_SHARE
        while waiting:
            kernel = min(waiting, key=lambda one: hard[template_of(one.display)])
            self._stage = f"proving {kernel.display} ({len(kernels) - len(waiting) + 1} of {len(kernels)})"
            share, begun = _share(len(waiting) + len(left), least), perf_counter()
            try:
                if remaining() == 0:  # the end came in a run that has its own limit
                    raise ResourceError("time ran out (--timeout)")
                with deadline(share):
                    answer, found, is_whole = self._prove(kernel, scopes[kernel.name], work)
            except (ResourceError, KeyboardInterrupt) as error:
                seconds = perf_counter() - begun
                if share is None or seconds < share or not isinstance(error, ResourceError):
                    self.cut_short = True
                    why = str(error) or "interrupted"
                    for one in (*waiting, *left):
                        answers.setdefault(one.name, _unknown(one, why))
                    return []
                reason = f"{share:.2g} s, its share of the time, ran out (--timeout)"
                before, as_sibling = answers.get(kernel.name), self._as_sibling.get(kernel.name)
                if before is None or before.outcome is ProofOutcome.UNKNOWN:
                    answers[kernel.name] = (
                        self._answer(kernel, as_sibling, ProofOutcome.PROVED, (), "", seconds)
                        if as_sibling is not None else before or _unknown(kernel, reason, seconds)
                    )  # fmt: skip
                is_whole = False
            else:
                violations += found
                before = answers.get(kernel.name)
                if answer.outcome is not ProofOutcome.UNKNOWN or (
                    is_whole and (before is None or before.outcome is ProofOutcome.UNKNOWN)
                ):
                    answers[kernel.name] = answer
            waiting.remove(kernel)
            if not is_whole:
                left.append(kernel)
                hard[template_of(kernel.display)] += 1
        return left

    def _look_again(
        self, kernels: Sequence[Function], scope: ProofScope, answers: dict[str, ProvedKernel],
        violations: list[Violation],
    ) -> None:  # fmt: skip
        """Run host code for longer, if it had no time to come to the launches of kernels that are unknown, and prove
        these with what it tells."""
        known = self._launches.known
        unseen = [
            kernel for kernel in kernels
            if answers[kernel.name].outcome is ProofOutcome.UNKNOWN and kernel.name in self._launched - known.keys()
        ]  # fmt: skip
        left = remaining()
        if not unseen or not self._launches.is_cut or self.cut_short or (left is not None and left < LEAST_SHARE):
            return
        try:
            found = self._seen_launches(frozenset(kernel.name for kernel in unseen), AGAIN, patient=True)
        except KeyboardInterrupt:
            self.cut_short = True
            return
        made = {name: launches for name, launches in found.known.items() if name not in known}
        of_any_size = {**self._launches.of_any_size, **found.of_any_size}  # that run came further
        self._launches = replace(self._launches, known={**known, **made}, of_any_size=of_any_size, is_cut=found.is_cut)
        for name, launches in made.items():
            self._note_pointers(self._program.functions[name], launches)
        seen = [kernel for kernel in unseen if kernel.name in made]
        self._round(seen, {kernel.name: self._scope_of(kernel, scope) for kernel in seen}, WORK, answers, violations)

    def _run_open_launches(
        self, kernels: Sequence[Function], answers: dict[str, ProvedKernel], violations: list[Violation]
    ) -> None:
        """Try what proofs have left open in launches of the program, in the time that is left."""
        open_ = [k for k in kernels if k.name in self._open and answers[k.name].outcome is ProofOutcome.UNKNOWN]
        for number, kernel in enumerate(open_):
            self._stage = f"looking for an execution that breaks {kernel.display}"
            self._solving.left, begun, answer = CONFIRMING, perf_counter(), answers[kernel.name]
            try:
                if self.cut_short or remaining() == 0:
                    return
                with deadline(_share(len(open_) - number, LEAST_SHARE)):
                    found = list(self._broken_in_program(kernel, self._open[kernel.name]))
            except ResourceError:
                continue
            except KeyboardInterrupt:
                self.cut_short = True
                return
            if found:
                violations += [violation for violation, _ in found]
                answers[kernel.name] = replace(
                    answer, outcome=ProofOutcome.FAULTY, launch=str(found[0][1]), reasons=answer.reasons[1:],
                    seconds=answer.seconds + perf_counter() - begun,
                )  # fmt: skip

    # ------------------------------------------------------------ the question

    def _program_launches(self) -> Mapping[str, tuple[ProgramLaunch, ...]]:
        """The launches of the program, unless the user has said which ones are meant."""
        if self._limited or not self._launched:
            return {}
        begun = perf_counter()
        self._launches = self._seen_launches(self._launched, SECONDS)
        self._search = perf_counter() - begun
        for name, launches in self._launches.known.items():
            self._note_pointers(self._program.functions[name], launches)
        return self._launches.known

    def _seen_launches(
        self, named: frozenset[str], most: float, *, patient: bool = False
    ) -> LaunchesOfProgram:  # fmt: skip
        self._stage = "looking for launches in host code"
        return program_launches(self._program, self._options, self._settings, named, most, patient=patient)

    def _note_pointers(self, kernel: Function, launches: Sequence[ProgramLaunch]) -> None:
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
        self._one_array += [text for text in texts if text not in self._one_array]

    @cached_property
    def _whatever_results(self) -> LaunchesOfProgram:
        """What of the launches does not depend on what kernels compute, as far as a run comes in the time that the
        other one has taken: where host code looks at results, it comes less far."""
        return program_launches(
            self._program, self._options, self._settings, self._launched, self._search + PATIENCE, any_results=True
        )

    def _scope(self, kernels: Sequence[Function]) -> ProofScope:
        options = self._options
        sizes: dict[LaunchSize, int | SizeRange] = {}
        for variable, given in ((Builtin.GRID_DIM, options.grid), (Builtin.BLOCK_DIM, options.block)):
            if given is not None:
                sizes |= {(variable, axis): (*given, 1, 1)[axis] for axis in range(3)}
        if any(size == 0 for size in sizes.values()):
            raise UsageError("a launch without threads proves nothing", hint="give --grid and --block sizes above 0")
        _are_launched(sizes)
        known = _known_arguments(options)
        _fit(known, kernels)
        asked = frozenset(prop.id for prop in self._settings.enabled) & PROVABLE
        return ProofScope(
            sizes, known, asked, same_value_races=options.allow_same_value_races,
            blocks_apart=options.intra_block_only, volatile_is_plain=self._settings.volatile_is_plain,
            explained=options.explain_proofs,
        )  # fmt: skip

    def _scope_of(self, kernel: Function, scope: ProofScope) -> ProofScope:
        """The question with what is known of the launches of a kernel."""
        launches = self._launches.known.get(kernel.name, ())
        return replace(scope, blocks=self._blocks.get(kernel.name, ()), launches=launches)

    def _kernels(self) -> list[Function]:
        outline, functions = self._program.outline, self._program.functions
        names = list(functions) if outline is None else outline.kernels
        found = {name: functions[name] for name in names if functions[name].is_kernel}
        if self._options.kernel is not None or not found:
            name = choose_kernel(self._options.kernel, {name: f.display for name, f in found.items()})
            return [found[name]]
        return list(found.values())

    # ------------------------------------------------------------ one kernel

    def _prove(
        self, kernel: Function, scope: ProofScope, work: int
    ) -> tuple[ProvedKernel, list[Violation], bool]:  # fmt: skip
        """The answer for a kernel, what breaks it, and whether that is all that can be said: more work changes
        nothing."""
        start = perf_counter()
        proof, is_whole = self._proof(kernel, scope, work)
        if proof.launch is not None and proof.candidates and is_whole:
            proof, scope = self._with_contents(kernel, proof, scope, work)
        if proof.status is ProofStatus.PROVED and kernel.name in self._launched and not self._limited:
            proof = self._whatever_is_computed(kernel, proof, scope)
        found = list[tuple[Violation, SmallLaunch]]()
        outcome, reasons = ProofOutcome.UNKNOWN, tuple(proof.reasons)
        if kernel.name in self._as_written:
            found, outcome = [self._as_written[kernel.name]], ProofOutcome.FAULTY
        elif proof.status is ProofStatus.PROVED:
            outcome = ProofOutcome.PROVED
        elif proof.candidates and is_whole:
            self._stage = f"looking for an execution that breaks {kernel.display}"
            self._solving.left = CONFIRMING
            reasons = (*(_in_words(c) for c in proof.candidates), *reasons)
            if proof.launch is not None:
                self._open[kernel.name] = proof
                shown = as_launched(proof.launch, self._program, kernel)
                reasons = (f"open in a launch of the program: {shown}", *reasons)
            elif kernel.name in self._launched and not self._limited:
                # Only a run of the program tells whether it launches the kernel otherwise.
                other = self._confirm_in_any(kernel, proof, scope)
                broken = dict.fromkeys(f"{violation.prop} in a launch {launch}" for violation, launch in other)
                why = f"the program is not known to launch it so: {self._launches.why_not_otherwise(kernel.name)}"
                if broken:
                    reasons = (f"{'; '.join(broken)}, but {why} ({_LIMITS})", *reasons)
            else:
                found = list(self._confirm_in_any(kernel, proof, scope))
            outcome = ProofOutcome.FAULTY if found else outcome
        if outcome is ProofOutcome.UNKNOWN and kernel.name in self._as_sibling:
            outcome, proof, reasons = ProofOutcome.PROVED, self._as_sibling[kernel.name], ()
        broken_in = str(found[0][1]) if found else ""
        answer = self._answer(kernel, proof, outcome, reasons, broken_in, perf_counter() - start)
        return answer, [violation for violation, _ in found], is_whole

    def _answer(
        self, kernel: Function, proof: KernelProof, outcome: ProofOutcome, reasons: tuple[str, ...], launch: str,
        seconds: float,
    ) -> ProvedKernel:  # fmt: skip
        """The answer that rests on a proof."""
        one = tuple(f"{variable.value}.{AXES[axis]}" for variable, axis in proof.one)
        conditions = in_reading_order(proof.preconditions) if outcome is ProofOutcome.PROVED else ()
        assumed = [
            f"launches of {kernel.display} fulfil the precondition at {loc}" if required
            else f"executions of {kernel.display} count that fulfil the assumption at {loc}"
            for loc, required in proof.assumed.items()
        ]  # fmt: skip
        self._assumed += [note for note in (*proof.notes, *assumed) if note not in self._assumed]
        return ProvedKernel(
            kernel.display, outcome, kernel.loc, conditions, one, reasons, launch, seconds,
            explanations=proof.explanations,
        )

    def _proof(self, kernel: Function, scope: ProofScope, work: int) -> tuple[KernelProof, bool]:
        """The proof of a kernel, and whether it is all that can be said. If it is proved for the launches of the
        program, or for those of a sibling, one for others takes no more than half of the time that is left, so that
        there is an answer."""
        how = self._program, kernel, model_calls.find
        begun = perf_counter()
        special = replace(scope, launches=scope.launches or self._like.get(kernel.name, ()))
        each = prove_launches(*how, special, self._solving, work)
        is_proved = are_proved(each)
        if not scope.launches and each:
            if is_proved and not self._may_be_launched(kernel):
                self._as_sibling[kernel.name] = of_launches(*how, special, each)
            if kernel.name in self._launched and self._is_broken_as_written(kernel, each[-1]):
                return each[-1], True
            each = []  # it is not the sibling that is asked about, and what is faulty otherwise is so
            is_proved = kernel.name in self._as_sibling
            self._solving.exhausted = False
        left = remaining()
        seconds = left / 2 if left is not None and is_proved else None
        if seconds is not None and work < WORK:
            seconds = min(seconds, max(LEAST_GENERAL, 2 * (perf_counter() - begun)))
        try:
            with deadline(seconds):
                proof = prove_in_general(*how, scope, self._solving, work, each)
        except ResourceError:
            if not is_proved or remaining() == 0:
                raise
            return self._as_sibling.get(kernel.name) or of_launches(*how, scope, each), False
        return proof, work >= WORK or not self._solving.exhausted

    def _with_contents(
        self, kernel: Function, proof: KernelProof, scope: ProofScope, work: int
    ) -> tuple[KernelProof, ProofScope]:  # fmt: skip
        """A proof that takes what arrays hold at the launches of the program, if there is one, and its question."""
        wanted = asked_about(proof)
        if not wanted:
            return proof, scope
        self._stage = f"looking for what arrays of {kernel.display} hold"
        held, run = launch_contents(
            self._program, self._options, self._settings, kernel.name, scope.launches, wanted, SECONDS
        )
        how, known = (self._program, kernel, model_calls.find), replace(scope, contents=held)
        each = prove_launches(*how, known, self._solving, work) if held else []
        if not are_proved(each):
            return proof, scope
        if run.is_cut and _IN_PART_FOR_ANY not in self._assumed:
            self._assumed.append(_IN_PART_FOR_ANY)
        return of_launches(*how, known, each), known

    def _may_be_launched(self, kernel: Function) -> bool:
        """Is there a launch of a kernel whatever kernels compute? Its pointers may lead elsewhere than a sibling's."""
        if kernel.name not in self._launched or self._limited:
            return False
        return any(kernel.name in some for some in (self._whatever_results.known, self._whatever_results.of_any_size))

    def _whatever_is_computed(self, kernel: Function, proof: KernelProof, scope: ProofScope) -> KernelProof:
        """The proof, if nothing that it takes from launches of the program depends on results of kernels; one that
        takes nothing of that otherwise."""
        pointers = sum(isinstance(type, PtrType) for type in kernel.param_types)
        if not proof.preconditions and not pointers:
            return proof
        self._stage = f"looking for launches of {kernel.display} that depend on results"
        before, found = self._launches, self._whatever_results
        launches = found.known.get(kernel.name, ())
        # A run with any results may not come as far: where it does not, nothing depends on them as far as is known.
        launches += tuple(own for own in scope.launches if not any(one.includes(own) for one in launches))
        sized, any_size = (some.of_any_size.get(kernel.name, ()) for some in (before, found))
        by_inputs = any(len(launch.starts) < pointers for launch in (*scope.launches, *sized))
        why = _why_elsewhere(launches, (*sized, *any_size), pointers, _INPUTS if by_inputs else _RESULTS)
        if why:
            proof.reasons.append(why)
            return proof
        if set(launches) != set(scope.launches):
            again = replace(scope, launches=launches)
            proof = prove_kernel(self._program, kernel, model_calls.find, again, self._solving)
            self._note_pointers(kernel, launches)
        if any_size and not sized and proof.preconditions:
            conditions = " && ".join(in_reading_order(proof.preconditions))
            proof.reasons.append(f"{_SIZE_OF_RESULTS}, and it is proved only if {conditions}")
        return proof

    def _confirm_in_any(
        self, kernel: Function, proof: KernelProof, scope: ProofScope
    ) -> Iterator[tuple[Violation, SmallLaunch]]:  # fmt: skip
        """Executions that break what the proof could not exclude, one for each property, in any launches."""
        for candidates in _by_property(proof):
            with suppress(CudabmcError):
                options = _checking(self._options, candidates)
                found = confirmed(self._run, options, kernel, candidates, scope, self._solving)
                if found is not None:
                    yield found

    def _is_broken_as_written(self, kernel: Function, proof: KernelProof) -> bool:
        """Is there an execution that breaks a launch in the text, whatever it gets? It is kept."""
        if proof.launch is None:
            return False
        self._stage = f"looking for an execution that breaks {kernel.display}"
        run = partial(tried, self._run, self._options, kernel)
        violation = broken_as_written(self._program, kernel, model_calls.find, proof, run)
        if violation is not None:
            launch = as_launched(proof.launch, self._program, kernel)
            self._as_written[kernel.name] = violation, launch
            self._assumed.append(f"{kernel.display} is launched in {launch}, as host code says where no run came")
        return violation is not None

    def _broken_in_program(
        self, kernel: Function, proof: KernelProof
    ) -> Iterator[tuple[Violation, SmallLaunch]]:  # fmt: skip
        """The same in the launch of the program that a proof is about."""
        from cudabmc.verification.part_runs import broken_in_program

        for candidates in _by_property(proof):
            options = _checking(self._options, candidates)
            with suppress(CudabmcError):
                program = self._read(replace(options, prove=False)) if has_contracts(self._program) else self._program
                violation = broken_in_program(
                    program, options, self._settings, kernel, proof, candidates, self._solving
                )
                if violation is not None and proof.launch is not None:
                    yield violation, as_launched(proof.launch, self._program, kernel)

    # ------------------------------------------------------------ the answer

    def _result(
        self, proofs: list[ProvedKernel], violations: list[Violation], scope: ProofScope, seconds: float
    ) -> Result:  # fmt: skip
        unknown = [proof for proof in proofs if proof.outcome is ProofOutcome.UNKNOWN]
        verdict = Verdict.SUCCESSFUL if proofs and not unknown else Verdict.UNKNOWN
        if violations:
            verdict = Verdict.FAILED
        reason = ""
        if unknown:
            reason = f"no proof of {listed((proof.name for proof in unknown), MOST_NAMES)}"
        solver = self._solving.solver
        statistics = Statistics(queries=solver.queries, solver="z3", solver_seconds=solver.seconds, seconds=seconds)
        statistics.memory = peak_memory()
        return Result(
            verdict, tuple(violations), tuple(sorted(scope.properties)),
            kernels=tuple(proof.name for proof in proofs),
            assumptions=self._assumptions(proofs, scope),
            reason=reason, statistics=statistics, queries=tuple(self._solving.texts or ()),
            statuses=self._statuses(verdict, violations, scope),
            holds_for=Guarantee.EVERY_LAUNCH if verdict is Verdict.SUCCESSFUL else None,
            proofs=tuple(proofs),
        )  # fmt: skip

    def _assumptions(self, proofs: Sequence[ProvedKernel], scope: ProofScope) -> tuple[str, ...]:
        found = [_AS_MADE if self._one_array else _APART]
        for group in scope.arguments.may_alias:
            found.append(f"{' and '.join(group)} may lead into one array (--may-alias)")
        for name, other in scope.arguments.same.items():
            found.append(f"{name} is the array of {other} (--arg)")
        if "bounds" in scope.properties:
            found.append(_BOUNDS)
        found += [*self._one_array, *self._assumed]
        if self._launches.is_cut:
            found.append(_IN_PART)
        elif "_whatever_results" in vars(self) and self._whatever_results.is_cut:
            found.append(_IN_PART_FOR_ANY)
        ones: dict[tuple[str, ...], list[str]] = {}
        for proof in proofs:
            if proof.taken_as_one:
                ones.setdefault(proof.taken_as_one, []).append(proof.name)
        for sizes, names in ones.items():
            shown = listed(names, MOST_NAMES)
            found.append(f"{', '.join(sizes)} are 1 in launches of {shown}: no coordinate along them is read")
        return (*found, *self._program.assumptions)

    def _statuses(
        self, verdict: Verdict, violations: Sequence[Violation], scope: ProofScope
    ) -> dict[str, PropertyStatus]:  # fmt: skip
        rest = PropertyStatus.HOLDS if verdict is Verdict.SUCCESSFUL else PropertyStatus.UNKNOWN
        found = {prop: rest if prop in scope.properties else PropertyStatus.NOT_CHECKED for prop in PROPERTIES}
        return {**found, **dict.fromkeys((v.prop for v in violations), PropertyStatus.BROKEN)}


def _by_property(proof: KernelProof) -> Iterator[list[Candidate]]:
    """The candidates of each property, as long as there is time for a run."""
    for prop in dict.fromkeys(candidate.prop for candidate in proof.candidates):
        left = remaining()
        if left is not None and left < 1:
            return
        yield [one for one in proof.candidates if one.prop == prop]


def _checking(options: Options, candidates: Sequence[Candidate]) -> Options:
    """With the contracts of candidates looked at."""
    lines = {loc.line for one in candidates if one.contract for loc in one.locations}
    lines -= {loc.line for one in candidates if not one.contract for loc in one.locations}  # what no thread can look at
    if not lines:
        return options
    from opmodels.verifier_gpuverify import macros_that_check

    return replace(options, defines=(*macros_that_check(sorted(lines)), *options.defines))


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


def _first_work(kernels: int) -> int:
    """What the solver may do for each of several kernels at first: all of them together take twice what one may take,
    or the least that is worth it."""
    return min(WORK // 4, max(LEAST_WORK, 2 * WORK // kernels))


def _share(kernels: int, least: float) -> float | None:
    """The seconds that the next one of so many kernels may take, some at least; None if it may take all that there
    are."""
    left = remaining()
    if left is None or kernels == 1 or left <= least:
        return None
    return max(least, 2 * left / kernels)


def _size(program: Program, kernel: Function) -> int:
    """How long a kernel is, with all that it calls."""
    found, left, size = {kernel.name}, [kernel], 0
    while left:
        function = left.pop()
        size += len(function.body)
        for i in function.body:
            if isinstance(i, Call) and i.callee in program.functions and i.callee not in found:
                found.add(i.callee)
                left.append(program.functions[i.callee])
    return size


def _unknown(kernel: Function, reason: str, seconds: float = 0.0) -> ProvedKernel:
    return ProvedKernel(kernel.display, ProofOutcome.UNKNOWN, kernel.loc, reasons=(reason,), seconds=seconds)


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


def _in_words(candidate: Candidate) -> str:
    places = ", ".join(dict.fromkeys(str(loc) for loc in candidate.locations))
    return f"{places}: {candidate.text}" + (f" ({candidate.why})" if candidate.why else "")
