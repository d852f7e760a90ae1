"""Queries whose answers are remembered.

Many are asked more than once: of a kernel that is proved again with more work, of instances of a template, and of
accesses that are alike. An answer that is remembered counts as the work that it took, so that what a proof finds does
not depend on what was asked before.
"""

from collections.abc import Sequence
from hashlib import blake2b

from cudabmc.late_dataclass import dataclass
from cudabmc.solver.z3_text import TextAnswer, TextSession, TextSolver


@dataclass(frozen=True, slots=True)
class _Given:
    """An answer, what it took, and what it could have taken."""

    answer: TextAnswer
    work: int
    most: int

    def is_that_of(self, most: int) -> bool:
        """Would the solver say the same with so much work?"""
        if self.answer.status == "unknown":
            return most == self.most <= self.work  # otherwise time ran out
        return self.work <= most


class RememberedAnswers:
    """What a solver of one's own has answered, by digests of the queries."""

    def __init__(self) -> None:
        self.solver = TextSolver()
        self.given: dict[bytes, _Given] = {}

    def session(self) -> "RememberedSession":
        """Queries to come, of which each has what those before have."""
        return RememberedSession(self)


class RememberedSession:
    """As that of a solver, which is not begun before something is asked that is not known."""

    def __init__(self, answers: RememberedAnswers) -> None:
        self._answers = answers
        self._digest = blake2b(digest_size=16)
        self._session: TextSession | None = None
        self._before: list[tuple[str, Sequence[str], Sequence[str], int]] = []
        self.text = ""
        """All that has been told."""

    def check(
        self, text: str, assumptions: Sequence[str], wanted: Sequence[str], most: int, *, tactics: bool = False
    ) -> tuple[TextAnswer, int]:  # fmt: skip
        """As that of a solver, with the work that the answer took."""
        self.text += text
        for part in (text, " ".join(assumptions), " ".join(wanted)):
            self._digest.update(f"{len(part)} {part}".encode())
        key = self._digest.digest()
        known = self._answers.given.get(key)
        if known is None or not known.is_that_of(most):
            known = self._answers.given[key] = self._asked(text, assumptions, wanted, most, tactics=tactics)
        self._before.append((text, assumptions, wanted, most))
        return known.answer, known.work

    def _asked(
        self, text: str, assumptions: Sequence[str], wanted: Sequence[str], most: int, *, tactics: bool
    ) -> _Given:  # fmt: skip
        if self._session is None:
            self._session = self._answers.solver.session()
            for earlier in self._before:  # what the solver has learned there may matter
                self._session.check(*earlier)
        before = self._answers.solver.work
        answer = self._session.check(text, assumptions, wanted, most, tactics=tactics)
        return _Given(answer, self._answers.solver.work - before, most)
