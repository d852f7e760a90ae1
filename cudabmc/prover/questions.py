"""Questions of a proof, each about one thread or about two, and their answers.

A question is a list of conditions that can hold together only if a property is broken. It is settled if they cannot:
for all launches, or for those that fulfil preconditions. The solver gets it over integers (`integers.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from cudabmc import terms
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import bits
from cudabmc.prover.definitions import Defined
from cudabmc.prover.instances import instances
from cudabmc.prover.integers import ExactResult, IntegerQuery, Overlap
from cudabmc.prover.query_starts import QueryStarts
from cudabmc.prover.remembered import RememberedAnswers, RememberedSession
from cudabmc.prover.unknowns import TwoThreads
from cudabmc.solver.smtlib import asserted
from cudabmc.solver.z3_text import MOST_WORK, TextAnswer, TextSolver, as_script
from cudabmc.terms import BoolSort, BVSort, Term, TermValue

LITTLE_WORK = MOST_WORK // 8
"""What most contradictions take far less than."""

CLAIM_WORK = LITTLE_WORK // 2
"""What the solver may do for guesses about a loop together. Most are wrong, and what holds is mostly shown with a tenth
of it."""


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """All of `conditions` hold, and one of `overlaps` if there are any. It is about one thread, or about `two`. A
    precondition for which one of `met` cannot hold is no answer: what the question is about is never done then. It is
    `supposed` that arithmetic does not overflow, but for results that may be `wrapping`."""

    conditions: tuple[TermValue, ...]
    overlaps: tuple[Overlap, ...] = ()
    two: TwoThreads | None = None
    met: tuple[tuple[TermValue, ...], ...] = ()
    supposed: tuple["Precondition", ...] = ()
    wrapping: frozenset[Term] = frozenset()

    def with_numbers(self, numbers: terms.Substitution) -> "ProofQuestion":
        """The question, apart from `met`, where unknowns are known."""
        of = numbers.of
        overlaps = (
            replace(o, where=of(o.where), offset=of(o.offset), other_offset=of(o.other_offset)) for o in self.overlaps
        )
        return replace(self, conditions=tuple(map(of, self.conditions)), overlaps=tuple(overlaps), met=())

    @property
    def unknowns(self) -> list[Term]:
        """The unknowns that it is about, the oldest first."""
        values = [*self.conditions, *(value for overlap in self.overlaps for value in overlap.values)]
        found = frozenset[Term]().union(*(terms.free_vars(value) for value in values if isinstance(value, Term)))
        return sorted(found, key=lambda term: term.id)


@dataclass(frozen=True, slots=True)
class Precondition:
    """A condition under which something is proved, of one thread. `text` is what a user reads. It is about unknowns of
    one region, or about sizes and arguments `everywhere`; one about the extent of blocks along an `axis` replaces
    another one: it says that the extent is at `most` a number. An unknown that it `fixes` is a number, or another one.
    `parameters` are those of the kernel that a condition on sizes is about. It may say that results are `exact`, and
    then no more than what is `besides`; or that an unknown has `one_bit` set at most."""

    text: str
    cond: TermValue
    everywhere: bool = False
    axis: str = ""
    most: int | None = None
    fixes: tuple[Term, TermValue] | None = None
    parameters: frozenset[str] = frozenset()
    exact: tuple[ExactResult, ...] = ()
    besides: TermValue = True
    one_bit: Term | None = None

    def and_also(self, other: "Precondition") -> "Precondition":
        """The same condition, of more."""
        cond, besides = terms.land(self.cond, other.cond), terms.land(self.besides, other.besides)
        return replace(self, cond=cond, exact=(*self.exact, *other.exact), besides=besides)


@dataclass(frozen=True, slots=True)
class Settled:
    """The conditions contradict each other, given these preconditions."""

    needed: tuple[Precondition, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing is shown. `why` is empty if the solver has found values; it may have given up instead."""

    why: str = ""


@dataclass(slots=True)
class Solving:
    """How questions are asked. `left` is the work that the solver may do in all queries to come (`TextSolver.work`). It
    was `exhausted` if nothing was left. Unknowns with `definitions` are what these say."""

    answers: RememberedAnswers = field(default_factory=RememberedAnswers)
    texts: list[str] | None = None  # all queries as scripts, if somebody wants to see them
    left: int = 1 << 40
    exhausted: bool = False
    definitions: Mapping[Term, Defined] = field(default_factory=dict)
    _starts: QueryStarts = field(default_factory=QueryStarts)

    @property
    def solver(self) -> TextSolver:
        """Who answers what is not known."""
        return self.answers.solver

    def settle(
        self, question: ProofQuestion, *allowed: Sequence[Precondition], most: int = MOST_WORK, spent: int = MOST_WORK
    ) -> Settled | Open:  # fmt: skip
        """Is a question settled, with as few preconditions as possible? They are tried in tiers: some, then more. The
        solver may do the work `most` for each query, and that is `spent` at most on preconditions that are not soon
        seen to be too much."""
        if any(cond is False for cond in question.conditions):
            return Settled()
        if self._is_over():
            return Open("the solver gave up")
        offered = [one for tier in allowed for one in tier]
        tried: list[Precondition] = []
        told: ProofQuestion | None = None
        answer = TextAnswer("unknown")
        for tier in allowed or ((),):
            tried += tier
            text = self._text(question, tried, offered)
            if text.short:
                answer = self._check(text.short, text.names, most=most // 4)
                if answer.status == "unsat":
                    text = replace(text, text=text.short)
                    return Settled(tuple(self._fewest(question, text, answer, offered, spent)))
            answer = self._check(text.text, text.names, most=most)
            if answer.status == "sat" and told is None:
                told = self._told(question)
                if told.conditions != question.conditions:
                    question = told
                    text = self._text(question, tried, offered)
                    answer = self._check(text.text, text.names, most=most)
            if answer.status == "sat" and text.has_products:
                text = self._text(question, tried, offered, products=True)
                answer = self._check(text.text, text.names, most=most)
            if answer.status == "unsat":
                return Settled(tuple(self._fewest(question, text, answer, offered, spent)))
        return Open("" if answer.status == "sat" else "the solver gave up")

    def _fewest(
        self, question: ProofQuestion, text: "_QueryText", answer: TextAnswer, offered: Sequence[Precondition],
        spent: int,
    ) -> list[Precondition]:  # fmt: skip
        """The preconditions that a contradiction takes, without any that is seen to be too much."""
        names, built_in = [name for name in text.names if name in answer.needed], list(text.built_in)
        for most in (LITTLE_WORK, spent) if spent else (LITTLE_WORK // 4,):
            end = self.left - spent if most == spent else 0
            for name in list(names):
                if name in names and self.left > end:
                    fewer = [other for other in names if other != name]
                    found = self._check(text.text, fewer, most=most)
                    names = [other for other in fewer if other in found.needed] if found.status == "unsat" else names
            left = [text.names[name] for name in names]
            for one in list(built_in):
                fewer_built_in = [other for other in built_in if other is not one]
                if self.left > end:
                    tried = self._text(question, [*left, *fewer_built_in], offered)
                    few_lemmas = text.text == text.short and tried.short
                    again = tried.short if few_lemmas else tried.text
                    if self._check(again, tried.names, most=most).status == "unsat":
                        built_in = fewer_built_in
        return [*left, *built_in]

    def refuted(self, conditions: Sequence[TermValue], most: int = MOST_WORK // 2) -> bool:
        """Do conditions contradict each other?"""
        if any(cond is False for cond in conditions):
            return True
        if self._is_over():
            return False
        question = ProofQuestion(tuple(conditions))
        status = self._check(self._query(question).text(), most=most).status
        told = self._told(question) if status == "sat" else question
        if told.conditions != question.conditions:
            status = self._check(self._query(told).text(), most=most).status
        return status == "unsat"

    def refuted_as_bits(
        self, conditions: Sequence[TermValue], overlaps: Sequence[Overlap], most: int = bits.WORK
    ) -> bool:  # fmt: skip
        """Do conditions contradict each other, with each of some overlaps, as far as bits tell?"""
        text = None if self._is_over() else bits.as_bits(conditions, overlaps)
        return text is not None and self._check(text, most=most, tactics=True).status == "unsat"

    def surviving(
        self, conditions: Sequence[TermValue], claims: Sequence[TermValue], assumed: Sequence[TermValue] = ()
    ) -> tuple[list[int], bool]:  # fmt: skip
        """The claims that no model refutes where conditions hold, by their positions, and whether they follow: the
        solver may give up before that is known. Of those `assumed`, one for each claim, what belongs to the claims that
        are left holds, too: so these hold together, whenever they did before."""
        if self._is_over():
            return list(range(len(claims))), False
        query = self._query(ProofQuestion(tuple(conditions)))
        names = query.name_claims(claims)
        before = [f"a{number}" for number in range(len(assumed))]
        for name, value in zip(before, assumed, strict=True):
            query.assume(name, value)
        left, text, session = list(range(len(claims))), query.text(), self.answers.session()
        while left:
            one_fails = f"(assert (not (and true {' '.join(names[n] for n in left)})))\n"
            supposed = [before[n] for n in left] if before else []
            answer = self._check(text + one_fails, supposed, names, CLAIM_WORK, session)
            if answer.status != "sat":
                return left, answer.status == "unsat"
            failed = {name for name, value in answer.values if value == "false"}
            left, text = [n for n in left if names[n] not in failed], ""
        return left, True

    def can_hold(self, conditions: Sequence[TermValue], most: int) -> bool:
        """Does the solver find bit vectors for which all conditions hold? What says something of floats or of contents
        of arrays does not count. Where sizes are known, this is easier than to find whole numbers."""
        if any(cond is False for cond in conditions) or self._is_over():
            return False
        told = self._told(ProofQuestion(tuple(conditions)))
        parts = [part for cond in told.conditions if cond is not True for part in terms.conjuncts(cond)]
        kept = [part for part in parts if all(isinstance(v.sort, BVSort | BoolSort) for v in terms.free_vars(part))]
        return self._check(asserted(kept), most=most, tactics=True).status == "sat"

    def values(self, question: ProofQuestion, wanted: Sequence[Term]) -> Mapping[Term, int | bool] | None:
        """Values of unknowns for which all conditions hold, if the solver finds some. Products are its own."""
        query = self._query(self._told(question), products=True)
        names = {query.variables[unknown]: unknown for unknown in wanted if unknown in query.variables}
        answer = self._check(query.text(), wanted=list(names))
        if answer.status != "sat":
            return None
        return {names[name]: _number(value) for name, value in answer.values if name in names}

    def _is_over(self) -> bool:
        """Is no work left? To write a query down would be lost."""
        self.exhausted |= self.left <= 0
        return self.left <= 0

    def _text(
        self, question: ProofQuestion, supposed: Sequence[Precondition], offered: Sequence[Precondition],
        *, products: bool = False,
    ) -> "_QueryText":  # fmt: skip
        """A query with preconditions, by names or built into it. `products` are the solver's."""
        exact = [*question.supposed, *(one for one in supposed if one.exact)]
        chosen = set(map(id, supposed))  # to compare them takes long
        # What is computed elsewhere, or otherwise, too, is not exact there.
        wraps = {r.result for one in offered if id(one) not in chosen for r in one.exact} | question.wrapping
        wraps |= _computed_twice(exact)
        results = [r for one in exact for r in one.exact if r.result not in wraps]
        besides = [one.cond if any(r.result in wraps for r in one.exact) else one.besides for one in exact]
        query = self._query(question, results, besides, products=products)
        names = {f"a{number}": one for number, one in enumerate(supposed) if not one.exact}
        for name, one in names.items():
            query.assume(name, one.cond)
        short = query.text(few_lemmas=True) if query.tells_rows and not products else ""
        text = query.text()
        used = [
            one for one in exact
            if id(one) in chosen
            and (one.besides is not True or any(r in query.used or r.result in wraps for r in one.exact))
        ]  # fmt: skip
        return _QueryText(text, names, used, query.has_products, short)

    def _query(
        self, question: ProofQuestion, exact: Sequence[ExactResult] = (), besides: Sequence[TermValue] = (),
        *, products: bool = False,
    ) -> IntegerQuery:  # fmt: skip
        overlaps = (question.overlaps,) if question.overlaps else ()
        return self._starts.query((*question.conditions, *overlaps, *besides), exact, products=products)

    def _told(self, question: ProofQuestion) -> ProofQuestion:
        """The question with what definitions say of its elements."""
        values = [*question.conditions, *(value for overlap in question.overlaps for value in overlap.values)]
        return replace(question, conditions=(*question.conditions, *instances(self.definitions, values)))

    def _check(
        self, text: str, assumptions: Iterable[str] = (), wanted: Sequence[str] = (), most: int = MOST_WORK,
        session: RememberedSession | None = None, *, tactics: bool = False,
    ) -> TextAnswer:  # fmt: skip
        session = self.answers.session() if session is None else session
        if self._is_over():
            return TextAnswer("unknown")
        names, whole, answer = list(assumptions), session.text + text, TextAnswer("unknown")
        try:
            answer, work = session.check(text, names, wanted, min(most, self.left), tactics=tactics)
            self.left -= work
            self.exhausted |= self.left <= 0
            return answer
        finally:
            if self.texts is not None:
                self.texts.append(as_script(whole, names, answer.status))


@dataclass(frozen=True, slots=True)
class _QueryText:
    """The text of a query, its preconditions by names and those that are built into it, as far as it makes use of
    them."""

    text: str
    names: Mapping[str, Precondition]
    built_in: Sequence[Precondition]
    has_products: bool
    short: str = ""


def _computed_twice(supposed: Iterable[Precondition]) -> set[Term]:
    """The results that are what several operations have."""
    ways: dict[Term, set[tuple[TermValue, bool]]] = {}
    for one in supposed:
        for result in one.exact:
            ways.setdefault(result.result, set()).add((result.exact, result.signed))
    return {result for result, found in ways.items() if len(found) > 1}


def _number(text: str) -> int | bool:
    if text in ("true", "false"):
        return text == "true"
    return -int(text.strip("()- ")) if text.startswith("(") else int(text)
