"""Kernels are proved for every launch, one after the other; what a proof cannot exclude is tried on small launches."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from cudabmc.acceptance.accepted import Accepted
from cudabmc.errors import ResourceError, UsageError
from cudabmc.goto.kernels import functions_reached, listed
from cudabmc.goto.program import Function, Program
from cudabmc.goto.types import PtrType
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import is_lack_of_memory, remaining
from cudabmc.process.peak_memory import peak_memory
from cudabmc.properties import PROPERTIES
from cudabmc.prover.by_launches import are_proved, of_launches, prove_in_general, prove_kernel, prove_launches
from cudabmc.prover.kernel_proof import WORK
from cudabmc.prover.launch import AXES
from cudabmc.prover.preconditions import in_reading_order
from cudabmc.prover.program_launch import ProgramLaunch
from cudabmc.prover.proof import Candidate, KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.result import (
    Guarantee,
    ProofOutcome,
    PropertyStatus,
    ProvedKernel,
    Result,
    Statistics,
    Suppressed,
    Verdict,
    Violation,
)
from cudabmc.source.brief_names import brief_names
from cudabmc.source.files import SourceFiles
from cudabmc.state import model_calls
from cudabmc.state.settings import Settings
from cudabmc.verification.breaking import Breaking, Broken
from cudabmc.verification.confirming import RunLaunch, as_launched
from cudabmc.verification.launch_contents import asked_about, launch_contents
from cudabmc.verification.program_launches import SECONDS, launches_of_siblings, program_launches, template_of
from cudabmc.verification.proof_question import kernels_to_prove, proof_scope
from cudabmc.verification.seen_launches import IN_PART_FOR_ANY, SeenLaunches
from cudabmc.verification.written_launches import written_launches

CONFIRMING = 5_000_000
"""What the solver may do to find launches in which a kernel may be broken: some two seconds."""

FIRST_SHARE = 1.0
SECOND_SHARE = 3.0
LEAST_SHARE = 10.0
"""Seconds that each of several kernels may take at first, then, and at last, if there are so many left."""

LEAST_WORK = 1_000_000
"""What the solver may do for each of several kernels before the others have had their turn."""

MOST_NAMES = 5
"""Kernels that a sentence names."""

COMPILES = "nvrtcCompileProgram"
"""What a program calls that compiles text while it runs."""

_NO_MEMORY = "memory ran out (--memlimit)"
_LIMITS = "--grid, --block and --arg say which launches are meant"
_APART = "pointer parameters point to the starts of distinct arrays, which are large enough for all accesses"
_AS_MADE = "pointer parameters point to distinct arrays or as in the program, large enough for all accesses"
_BOUNDS = (
    "bounds are checked for arrays whose size the program tells: shared ones and variables of the device;"
    " of others, that no access lies in front of them"
)


@dataclass(frozen=True, slots=True)
class _Turn:
    """What each kernel gets when it is its turn: what the solver may do, and seconds, if there are so many left. In the
    first one, proofs for other launches than those of the program wait."""

    work: int
    share: float
    is_first: bool = False

    @property
    def is_last(self) -> bool:
        return self.work >= WORK


class Proving:
    """The engine of `cudabmc prove`."""

    def __init__(
        self, run: RunLaunch, read: Callable[[Options], Program], program: Program, options: Options, settings: Settings
    ) -> None:  # fmt: skip
        """`run` verifies a launch of a kernel of the same files, and `read` reads these for other options."""
        self._program = program
        self._options = options
        self._settings = settings
        self._launches = SeenLaunches(program, options, settings)
        self._stage = "proving kernels"
        self._assumed: list[str] = []  # what kernels say of their launches
        self._like: Mapping[str, tuple[ProgramLaunch, ...]] = {}  # of kernels that have none: siblings', or written
        self._as_sibling: dict[str, KernelProof] = {}  # their proofs for these launches alone
        self._of_launches: dict[tuple[str, tuple[ProgramLaunch, ...]], list[KernelProof]] = {}  # of each for itself
        self._as_written: dict[str, Broken] = {}  # what breaks them there, whatever they get
        self._open: dict[str, KernelProof] = {}  # what proofs have left open in launches of the program
        self._accepted = Accepted(SourceFiles(program.files).line, options.baseline)
        self._suppressed: list[Suppressed] = []
        wanted = options.smt_dir is not None or options.output_dir is not None
        self._solving = Solving(texts=[] if wanted else None)
        self._breaking = Breaking(run, read, program, options, settings, self._solving)
        self.cut_short = False

    def activity(self) -> Activity:
        """Which kernel is being proved."""
        return Activity(self._stage, queries=self._solving.solver.queries)

    def run(self) -> Result:
        """Answer for all kernels; those that no time is left for are unknown."""
        start = perf_counter()
        kernels = self._kernels()
        scope = proof_scope(self._options, self._settings, kernels)
        answers, violations = dict[str, ProvedKernel](), list[Violation]()
        try:
            self._answer_all(kernels, scope, answers, violations)
        except (ResourceError, MemoryError) as error:
            self.cut_short = True
            for kernel in kernels:
                answers.setdefault(kernel.name, _unknown(kernel, str(error) or _NO_MEMORY))
        return self._result([answers[kernel.name] for kernel in kernels], violations, scope, perf_counter() - start)

    def _kernels(self) -> list[Function]:
        """The kernels that are asked for. Those of texts that the program compiles while it runs are known once a run
        has come to these: it ends by SourceNeeded."""
        try:
            return kernels_to_prove(self._program, self._options)
        except UsageError:
            outline = self._program.outline
            if outline is not None and COMPILES in outline.models:
                program_launches(self._program, self._options, self._settings, frozenset(), SECONDS)
            raise

    def _answer_all(
        self, kernels: Sequence[Function], scope: ProofScope, answers: dict[str, ProvedKernel],
        violations: list[Violation],
    ) -> None:  # fmt: skip
        """Add an answer for each kernel, and what is broken, until the time is over."""
        self._stage = "looking for launches in host code"
        made = self._launches.look()
        if not self._launches.are_given:
            written = written_launches(kernels, self._launches.in_text, made)
            self._like = {**written, **launches_of_siblings(kernels, made, self._launches.in_text)}
        # Those that the program launches are first, should the time be over before the last one.
        # Short ones are before long ones, which would have all the time.
        size = {one.name: sum(len(each.body) for each in functions_reached(self._program, one)) for one in kernels}
        left = sorted(kernels, key=lambda one: (one.name not in made, one.name not in self._like, size[one.name]))
        for turn in _turns(len(kernels)):
            scopes = {kernel.name: self._scope_of(kernel, scope) for kernel in left}
            left = self._round(left, scopes, turn, answers, violations)
            left.sort(key=lambda kernel: kernel.name in answers)  # those may become better at best
        self._look_again(kernels, scope, answers, violations)
        self._run_open_launches(kernels, answers, violations)

    def _round(
        self, kernels: Sequence[Function], scopes: Mapping[str, ProofScope], turn: _Turn,
        answers: dict[str, ProvedKernel], violations: list[Violation],
    ) -> list[Function]:  # fmt: skip
        """Add answers for kernels. Those that took all of their work or time are left, and in the first round those
        that are proved for their launches alone. Instances of a template of which one has no answer come behind others,
        and wait for a round with more: what they take would be lost, too."""
        waiting, left, hard = list(kernels), list[Function](), Counter[str]()
        while waiting:
            kernel = min(waiting, key=lambda one: hard[template_of(one.display)])
            if hard[template_of(kernel.display)] and not turn.is_last:
                return left + waiting
            self._stage = f"proving {kernel.display} ({len(kernels) - len(waiting) + 1} of {len(kernels)})"
            share, begun = _share(len(waiting) + len(left), turn.share), perf_counter()
            try:
                if remaining() == 0:  # the end came in a run that has its own limit
                    raise ResourceError("time ran out (--timeout)")
                with deadline(share):
                    answer, found, is_whole = self._prove(kernel, scopes[kernel.name], turn)
            except (ResourceError, KeyboardInterrupt, MemoryError) as error:
                seconds, no_memory = perf_counter() - begun, is_lack_of_memory(error)
                is_over = share is None or seconds < share or isinstance(error, KeyboardInterrupt)
                if is_over and not no_memory:
                    raise ResourceError(str(error) or "interrupted") from None
                reason = _NO_MEMORY if no_memory else f"{share:.2g} s, its share of the time, ran out (--timeout)"
                before, as_sibling = answers.get(kernel.name), self._as_sibling.get(kernel.name)
                if before is None or before.outcome is ProofOutcome.UNKNOWN:
                    answers[kernel.name] = (
                        self._answer(kernel, as_sibling, ProofOutcome.PROVED, (), "", seconds)
                        if as_sibling is not None else before or _unknown(kernel, reason, seconds)
                    )  # fmt: skip
                is_whole = no_memory
            else:
                violations += found
                before = answers.get(kernel.name)
                if answer.outcome is not ProofOutcome.UNKNOWN or (
                    is_whole and (before is None or before.outcome is ProofOutcome.UNKNOWN)
                ):
                    answers[kernel.name] = answer
                elif turn.is_last:
                    answers.setdefault(kernel.name, answer)
            waiting.remove(kernel)
            if not is_whole:
                left.append(kernel)
                answered = answers.get(kernel.name)
                hard[template_of(kernel.display)] += answered is None or answered.outcome is ProofOutcome.UNKNOWN
        return left

    def _look_again(
        self, kernels: Sequence[Function], scope: ProofScope, answers: dict[str, ProvedKernel],
        violations: list[Violation],
    ) -> None:  # fmt: skip
        """Run host code for longer, if it had no time to come to the launches of kernels that are unknown, and prove
        these with what it tells."""
        unseen = [
            kernel for kernel in kernels
            if answers[kernel.name].outcome is ProofOutcome.UNKNOWN and self._launches.are_unseen(kernel)
        ]  # fmt: skip
        left = remaining()
        if not unseen or self.cut_short or (left is not None and left < LEAST_SHARE):
            return
        self._stage = "looking for launches in host code"
        try:
            seen = self._launches.look_longer(unseen)
        except KeyboardInterrupt:
            self.cut_short = True
            return
        scopes = {kernel.name: self._scope_of(kernel, scope) for kernel in seen}
        self._round(seen, scopes, _last_turn(), answers, violations)

    def _run_open_launches(
        self, kernels: Sequence[Function], answers: dict[str, ProvedKernel], violations: list[Violation]
    ) -> None:
        """Try what proofs have left open in launches of the program, in the time that is left."""
        open_ = [k for k in kernels if k.name in self._open and _is_open(answers[k.name])]
        for number, kernel in enumerate(open_):
            self._stage = f"looking for an execution that breaks {kernel.display}"
            self._solving.left, begun, answer = CONFIRMING, perf_counter(), answers[kernel.name]
            try:
                if self.cut_short or remaining() == 0:
                    return
                with deadline(_share(len(open_) - number, LEAST_SHARE)):
                    found = self._not_accepted(self._breaking.in_program(kernel, self._open[kernel.name]))
            except ResourceError:
                continue
            except KeyboardInterrupt:
                self.cut_short = True
                return
            if found:
                violations += [violation for violation, _ in found]
                answers[kernel.name] = replace(
                    answer, outcome=ProofOutcome.FAULTY, launch=str(found[0][1]), reasons=answer.reasons[1:],
                    accepted=(),
                    seconds=answer.seconds + perf_counter() - begun,
                )  # fmt: skip

    # ------------------------------------------------------------ the question

    def _scope_of(self, kernel: Function, scope: ProofScope) -> ProofScope:
        """The question with what is known of the launches of a kernel."""
        launches = self._launches.found.known.get(kernel.name, ())
        ones = self._launches.ones.get(kernel.name, frozenset()) if not self._launches.are_given else frozenset()
        return replace(scope, blocks=self._launches.blocks.get(kernel.name, ()), launches=launches, ones=ones)

    # ------------------------------------------------------------ one kernel

    def _prove(
        self, kernel: Function, scope: ProofScope, turn: _Turn
    ) -> tuple[ProvedKernel, list[Violation], bool]:  # fmt: skip
        """The answer for a kernel, what breaks it, and whether that is all that can be said: more work changes
        nothing."""
        start = perf_counter()
        proof, is_whole = self._proof(kernel, scope, turn)
        if proof.launch is not None and proof.candidates and is_whole:
            proof, scope = self._with_contents(kernel, proof, scope, turn.work)
        if proof.status is ProofStatus.PROVED and self._launches.are_of(kernel):
            proof = self._whatever_is_computed(kernel, proof, scope)
        found = list[Broken]()
        outcome, reasons, accepted = ProofOutcome.UNKNOWN, tuple(proof.reasons), tuple[str, ...]()
        if kernel.name in self._as_written:
            found, outcome = [self._as_written[kernel.name]], ProofOutcome.FAULTY
        elif proof.status is ProofStatus.PROVED:
            found = self._suspected(kernel, proof, scope)
            outcome = ProofOutcome.FAULTY if found else ProofOutcome.PROVED
        elif proof.candidates and is_whole:
            self._stage = f"looking for an execution that breaks {kernel.display}"
            self._solving.left = CONFIRMING
            accepted = self._are_accepted(proof)
            reasons = (*(_in_words(c) for c in proof.candidates), *reasons)
            if proof.launch is not None:
                self._open[kernel.name] = proof
                shown = as_launched(proof.launch, self._program, kernel)
                reasons = (f"open in a launch of the program: {shown}", *reasons)
            elif self._launches.are_of(kernel):
                # Only a run of the program tells whether it launches the kernel otherwise.
                other = self._not_accepted(self._breaking.in_any(kernel, proof, scope))
                broken = dict.fromkeys(f"{violation.prop} in a launch {launch}" for violation, launch in other)
                why = f"the program is not known to launch it so: {self._launches.found.why_not_otherwise(kernel.name)}"
                if broken:
                    reasons = (f"{'; '.join(broken)}, but {why} ({_LIMITS})", *reasons)
            else:
                found = self._not_accepted(self._breaking.in_any(kernel, proof, scope))
                if not found and (launch := self._breaking.launch_without_permission(kernel, proof, scope)):
                    first = next(one for one in proof.candidates if one.permission)
                    hint = f"{_in_words(first)}, as it seems in {launch}"
                    reasons = tuple(hint if reason == _in_words(first) else reason for reason in reasons)
            if found:
                outcome = ProofOutcome.FAULTY
            elif accepted:
                outcome, reasons = ProofOutcome.PROVED, ()
        if outcome is ProofOutcome.UNKNOWN and kernel.name in self._as_sibling:
            outcome, proof, reasons = ProofOutcome.PROVED, self._as_sibling[kernel.name], ()
        broken_in = str(found[0][1]) if found else ""
        answer = self._answer(kernel, proof, outcome, reasons, broken_in, perf_counter() - start)
        if outcome is ProofOutcome.PROVED:
            answer = replace(answer, accepted=accepted)
        return answer, [violation for violation, _ in found], is_whole

    def _suspected(self, kernel: Function, proof: KernelProof, scope: ProofScope) -> list[Broken]:
        """Executions that break a precondition which is about the kernel itself, in launches that may be meant."""
        if not proof.suspected or self._launches.are_of(kernel):
            return []
        self._stage = f"looking for an execution that breaks {kernel.display}"
        self._solving.left = CONFIRMING
        return self._not_accepted(self._breaking.in_any(kernel, replace(proof, candidates=proof.suspected), scope))

    def _are_accepted(self, proof: KernelProof) -> tuple[str, ...]:
        """What a proof has left open, if all of that is accepted."""
        if proof.reasons:
            return ()
        for one in proof.candidates:
            if not self._accepted.accepts_all(PROPERTIES[one.prop], one.locations):
                return ()
        found = (f"{one.prop} at {', '.join(dict.fromkeys(map(str, one.locations)))}" for one in proof.candidates)
        return tuple(dict.fromkeys(found))

    def _not_accepted(self, found: Iterable[Broken]) -> list[Broken]:
        """What is accepted is kept apart."""
        left = []
        for violation, launch in found:
            suppressed = self._accepted.accepting(violation)
            if suppressed is None:
                left.append((violation, launch))
            else:
                self._suppressed.append(suppressed)
        return left

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

    def _proof(
        self, kernel: Function, scope: ProofScope, turn: _Turn
    ) -> tuple[KernelProof, bool]:  # fmt: skip
        """The proof of a kernel, and whether it is all that can be said. If it is proved for the launches of the
        program, or for those of a sibling, one for others waits in a first round until all kernels have had their turn,
        and takes no more than half of the time that is left later, so that there is an answer."""
        how = self._program, kernel, model_calls.find
        special = replace(scope, launches=scope.launches or self._like.get(kernel.name, ()))
        known = kernel.name, tuple(special.launches)
        each = self._of_launches.get(known) or prove_launches(*how, special, self._solving, turn.work)
        is_proved = are_proved(each)
        if is_proved:
            self._of_launches[known] = each
        if not scope.launches and each:
            # Where a launch of its own may be, its pointers may lead elsewhere than a sibling's.
            if is_proved and not self._launches.are_whatever_is_computed(kernel):
                self._as_sibling[kernel.name] = of_launches(*how, special, each)
            if kernel.name in self._launches.named and self._is_broken_as_written(kernel, each[-1]):
                return each[-1], True
            each = []  # it is not the sibling that is asked about, and what is faulty otherwise is so
            is_proved = kernel.name in self._as_sibling
            self._solving.exhausted = False
        if is_proved and turn.is_first:
            return self._as_sibling.get(kernel.name) or of_launches(*how, scope, each), False
        left = remaining()
        try:
            with deadline(left / 2 if left is not None and is_proved else None):
                proof = prove_in_general(*how, scope, self._solving, turn.work, each)
        except ResourceError:
            if remaining() == 0:
                raise ResourceError("time ran out (--timeout)") from None
            if not is_proved:
                raise
            return self._as_sibling.get(kernel.name) or of_launches(*how, scope, each), False
        return proof, turn.is_last or not self._solving.exhausted

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
        if run.is_cut and IN_PART_FOR_ANY not in self._assumed:
            self._assumed.append(IN_PART_FOR_ANY)
        return of_launches(*how, known, each), known

    def _whatever_is_computed(self, kernel: Function, proof: KernelProof, scope: ProofScope) -> KernelProof:
        """The proof, if nothing that it takes from launches of the program depends on results of kernels; one that
        takes nothing of that otherwise."""
        if not proof.preconditions and not any(isinstance(type, PtrType) for type in kernel.param_types):
            return proof
        self._stage = f"looking for launches of {kernel.display} that depend on results"
        launches, why_none, why_any = self._launches.whatever_is_computed(kernel, scope)
        if why_none:
            proof.reasons.append(why_none)
            return proof
        if set(launches) != set(scope.launches):
            again = replace(scope, launches=launches)
            proof = prove_kernel(self._program, kernel, model_calls.find, again, self._solving)
            self._launches.note_pointers(kernel, launches)
        if why_any and proof.preconditions:
            conditions = " && ".join(in_reading_order(proof.preconditions))
            proof.reasons.append(f"{why_any}, and it is proved only if {conditions}")
        return proof

    def _is_broken_as_written(self, kernel: Function, proof: KernelProof) -> bool:
        """Is there an execution that breaks a launch in the text, whatever it gets? It is kept."""
        self._stage = f"looking for an execution that breaks {kernel.display}"
        broken = self._breaking.as_written(kernel, proof)
        if broken is None or not self._not_accepted([broken]):
            return False
        self._as_written[kernel.name] = broken
        self._assumed.append(f"{kernel.display} is launched in {broken[1]}, as host code says where no run came")
        return True

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
            brief = brief_names(proof.name for proof in proofs)
            reason = f"no proof of {listed((brief[proof.name] for proof in unknown), MOST_NAMES)}"
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
            suppressed=tuple(self._suppressed),
            warnings=tuple(self._accepted.warnings),
        )  # fmt: skip

    def _assumptions(self, proofs: Sequence[ProvedKernel], scope: ProofScope) -> tuple[str, ...]:
        found = [_AS_MADE if self._launches.pointers else _APART]
        for group in scope.arguments.may_alias:
            found.append(f"{' and '.join(group)} may lead into one array (--may-alias)")
        for name, other in scope.arguments.same.items():
            found.append(f"{name} is the array of {other} (--arg)")
        if "bounds" in scope.properties:
            found.append(_BOUNDS)
        found += [*self._launches.pointers, *self._assumed, *self._launches.assumptions()]
        ones: dict[tuple[str, ...], list[str]] = {}
        brief = brief_names(proof.name for proof in proofs)
        for proof in proofs:
            if proof.taken_as_one:
                ones.setdefault(proof.taken_as_one, []).append(brief[proof.name])
        for sizes, names in ones.items():
            shown = listed(names, MOST_NAMES)
            found.append(f"{', '.join(sizes)} are 1 in launches of {shown}: no coordinate along them is read")
        return (*found, *self._program.assumptions)

    def _statuses(
        self, verdict: Verdict, violations: Sequence[Violation], scope: ProofScope
    ) -> dict[str, PropertyStatus]:  # fmt: skip
        rest = PropertyStatus.HOLDS if verdict is Verdict.SUCCESSFUL else PropertyStatus.UNKNOWN
        found = {prop: rest if prop in scope.properties else PropertyStatus.NOT_CHECKED for prop in PROPERTIES}
        broken = (*violations, *(suppressed.violation for suppressed in self._suppressed))
        return {**found, **dict.fromkeys((v.prop for v in broken), PropertyStatus.BROKEN)}


def _turns(kernels: int) -> Sequence[_Turn]:
    """The turns of so many kernels. One in between is for proofs that take seconds, if the first one is too short for
    them."""
    if kernels == 1:
        return (_last_turn(),)
    work, left = _first_work(kernels), remaining()
    first, second = _Turn(work, FIRST_SHARE, is_first=True), _Turn(max(work, WORK // 4), SECOND_SHARE)
    if left is None or 2 * left / kernels >= SECOND_SHARE:
        return first, _last_turn()
    return first, second, _last_turn()


def _last_turn() -> _Turn:
    return _Turn(WORK, LEAST_SHARE)


def _first_work(kernels: int) -> int:
    """What the solver may do for each of several kernels at first: all of them together take twice what one may take,
    or the least that is worth it."""
    return min(WORK // 4, max(LEAST_WORK, 2 * WORK // kernels))


def _share(kernels: int, least: float) -> float | None:
    """The seconds that the next one of so many kernels may take, some at least, as long as that leaves time for others;
    None if it may take all that there are."""
    left = remaining()
    if left is None or kernels == 1 or left <= FIRST_SHARE:
        return None
    return max(min(least, left / 3), 2 * left / kernels)


def _is_open(answer: ProvedKernel) -> bool:
    return answer.outcome is ProofOutcome.UNKNOWN or bool(answer.accepted)


def _unknown(kernel: Function, reason: str, seconds: float = 0.0) -> ProvedKernel:
    return ProvedKernel(kernel.display, ProofOutcome.UNKNOWN, kernel.loc, reasons=(reason,), seconds=seconds)


def _in_words(candidate: Candidate) -> str:
    places = ", ".join(dict.fromkeys(str(loc) for loc in candidate.locations))
    return f"{places}: {candidate.text}" + (f" ({candidate.why})" if candidate.why else "")
