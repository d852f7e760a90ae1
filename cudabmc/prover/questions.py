"""Questions of a proof, each about one thread or about two, and their answers.

A question is a list of conditions that can hold together only if a property is broken. It is settled if they cannot:
for all launches, or for those that fulfil preconditions. The solver gets it over integers (`integers.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import field

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


@dataclass(frozen=True, slots=True)
class Precondition:
    """A condition under which something is proved, of one thread. `text` is what a user reads. It is about unknowns of
    one region, or about sizes and arguments `everywhere`; one about the extent of blocks along an `axis` replaces
    another one."""

    text: str
    cond: TermValue
    everywhere: bool = False
    axis: str = ""


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

    def settle(self, question: ProofQuestion, allowed: Sequence[Precondition] = ()) -> Settled | Open:
        """Is a question settled, with as few of the preconditions as possible?"""
        if any(cond is False for cond in question.conditions):
            return Settled()
        answer = self._ask(question, allowed)
        if isinstance(answer, Open):
            return answer
        needed = list(answer.needed)
        for one in list(needed):
            fewer = [other for other in needed if other is not one]
            found = self._ask(question, fewer, hard=False)
            if isinstance(found, Settled):
                needed = [other for other in fewer if other in found.needed]
        return Settled(tuple(needed))

    def refuted(self, conditions: Sequence[TermValue]) -> bool:
        """Do conditions contradict each other?"""
        if any(cond is False for cond in conditions):
            return True
        query = IntegerQuery()
        for cond in conditions:
            query.add(cond)
        return self._check(query.text(), (), (), MOST_WORK // 2).status == "unsat"

    def values(self, question: ProofQuestion, wanted: Sequence[Term]) -> Mapping[Term, int | bool] | None:
        """Values of unknowns for which all conditions hold, if the solver finds some. Products are its own."""
        query = _query(question, exact=True)
        text = query.text()
        names = {query.variables[unknown]: unknown for unknown in wanted if unknown in query.variables}
        answer = self._check(text, (), list(names))
        if answer.status != "sat":
            return None
        return {names[name]: _number(value) for name, value in answer.values if name in names}

    def _ask(
        self, question: ProofQuestion, allowed: Sequence[Precondition], *, hard: bool = True
    ) -> Settled | Open:  # fmt: skip
        """With `hard`, products are the solver's own if their lemmas do not suffice."""
        query = _query(question)
        names = {f"a{number}": one for number, one in enumerate(allowed)}
        for name, one in names.items():
            query.assume(name, one.cond)
        answer = self._check(query.text(), list(names))
        if hard and answer.status == "sat" and query.has_products:
            exact = _query(question, exact=True)
            for name, one in names.items():
                exact.assume(name, one.cond)
            answer = self._check(exact.text(), list(names))
        if answer.status == "unsat":
            return Settled(tuple(names[name] for name in sorted(answer.needed)))
        return Open("" if answer.status == "sat" else "the solver gave up")

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
