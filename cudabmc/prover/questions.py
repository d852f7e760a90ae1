"""Questions of a proof, each about one thread or about two, and their answers.

A question is a list of conditions that can hold together only if a property is broken. It is settled if they cannot:
for all launches, or for those that fulfil preconditions. The solver gets it over integers (`integers.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from cudabmc import terms
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.integers import IntegerQuery, Overlap
from cudabmc.solver.z3_text import MOST_WORK, TextAnswer, TextSolver
from cudabmc.terms import Term, TermValue


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """All of `conditions` hold, and one of `overlaps` if there are any. It is about one thread, or about two, of the
    `same_block` or of different ones. A precondition for which one of `met` cannot hold is no answer: what the question
    is about is never done then."""

    conditions: tuple[TermValue, ...]
    overlaps: tuple[Overlap, ...] = ()
    same_block: bool | None = None
    met: tuple[tuple[TermValue, ...], ...] = ()

    def with_numbers(self, numbers: Mapping[Term, TermValue]) -> "ProofQuestion":
        """The question, apart from `met`, where unknowns are known."""

        def of(value: TermValue) -> TermValue:
            return terms.substitute(value, numbers)

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
    another one: it says that the extent is at `most` a number, or is one, which it `fixes`."""

    text: str
    cond: TermValue
    everywhere: bool = False
    axis: str = ""
    most: int | None = None
    fixes: tuple[Term, int] | None = None


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
    """How questions are asked. `left` is the work that the solver may do in all queries to come (`TextSolver.work`)."""

    solver: TextSolver = field(default_factory=TextSolver)
    texts: list[str] | None = None  # of all queries, if somebody wants to see them
    left: int = 1 << 40

    def settle(
        self, question: ProofQuestion, *allowed: Sequence[Precondition], most: int = MOST_WORK
    ) -> Settled | Open:  # fmt: skip
        """Is a question settled, with as few preconditions as possible? They are tried in tiers: some, then more. The
        solver may do the work `most` for each query."""
        if any(cond is False for cond in question.conditions):
            return Settled()
        names: dict[str, Precondition] = {}
        answer = TextAnswer("unknown")
        for tier in allowed or ((),):
            names |= {f"a{number}": one for number, one in enumerate(tier, len(names))}
            text, products = self._text(question, names)
            answer = self._check(text, list(names), most=most)
            if answer.status == "sat" and products:
                answer = self._check(self._text(question, names, exact=True)[0], list(names), most=most)
            if answer.status == "unsat":
                return Settled(tuple(names[name] for name in self._fewest(text, answer, list(names))))
        return Open("" if answer.status == "sat" else "the solver gave up")

    def _fewest(self, text: str, answer: TextAnswer, tried: Sequence[str]) -> list[str]:
        """The assumptions that a contradiction takes, without any that lemmas show to be too much."""
        needed = [name for name in tried if name in answer.needed]
        for name in list(needed):
            fewer = [other for other in needed if other != name]
            found = self._check(text, fewer)
            if found.status == "unsat":
                needed = [other for other in fewer if other in found.needed]
        return needed

    def refuted(self, conditions: Sequence[TermValue], most: int = MOST_WORK // 2) -> bool:
        """Do conditions contradict each other?"""
        if any(cond is False for cond in conditions):
            return True
        query = _query(ProofQuestion(tuple(conditions)))
        return self._check(query.text(), most=most).status == "unsat"

    def failing(self, conditions: Sequence[TermValue], claims: Sequence[TermValue]) -> frozenset[int] | None:
        """Some of the claims that may fail where conditions hold, by their positions; none if all hold then. None if
        the solver gives up."""
        query = _query(ProofQuestion(tuple(conditions)))
        names = query.claim_one_fails(claims)
        answer = self._check(query.text(), wanted=names, most=MOST_WORK // 2)
        if answer.status == "unknown":
            return None
        failed = {name for name, value in answer.values if value == "false"}
        return frozenset(number for number, name in enumerate(names) if name in failed)

    def values(self, question: ProofQuestion, wanted: Sequence[Term]) -> Mapping[Term, int | bool] | None:
        """Values of unknowns for which all conditions hold, if the solver finds some. Products are its own."""
        query = _query(question, exact=True)
        names = {query.variables[unknown]: unknown for unknown in wanted if unknown in query.variables}
        answer = self._check(query.text(), wanted=list(names))
        if answer.status != "sat":
            return None
        return {names[name]: _number(value) for name, value in answer.values if name in names}

    def _text(
        self, question: ProofQuestion, names: Mapping[str, Precondition], *, exact: bool = False
    ) -> tuple[str, bool]:  # fmt: skip
        """A query with preconditions by names, and whether it has products. With `exact`, these are the solver's."""
        query = _query(question, exact=exact)
        for name, one in names.items():
            query.assume(name, one.cond)
        return query.text(), query.has_products

    def _check(
        self, text: str, assumptions: Sequence[str] = (), wanted: Sequence[str] = (), most: int = MOST_WORK
    ) -> TextAnswer:  # fmt: skip
        if self.texts is not None:
            self.texts.append(text)
        if self.left <= 0:
            return TextAnswer("unknown")
        before = self.solver.work
        try:
            return self.solver.check(text, assumptions, wanted, min(most, self.left))
        finally:
            self.left -= self.solver.work - before


def _query(question: ProofQuestion, *, exact: bool = False) -> IntegerQuery:
    query = IntegerQuery(products=exact)
    for cond in question.conditions:
        query.add(cond)
    if question.overlaps:
        query.add_overlaps(question.overlaps)
    return query


def _number(text: str) -> int | bool:
    if text in ("true", "false"):
        return text == "true"
    return -int(text.strip("()- ")) if text.startswith("(") else int(text)
