"""Is the answer the expected one, and how does the literature count it?

The names of the classes are those of the tables of ESBMC-GPU (Pereira et al., 2016) and of SV-COMP: the first
word is the verifier's answer about "the program is correct", the second says whether that answer is right.
"""

from collections.abc import Iterator
from enum import Enum

from cudabmc.late_dataclass import dataclass
from cudabmc.properties import PROPERTIES
from cudabmc.result import ProofOutcome
from cudabmc.suite.answer import Answer, Ending, Found
from cudabmc.suite.case import Expectation, Expected


class Category(Enum):
    """A column of the result table; the value is its heading, `meaning` its definition."""

    TRUE_CORRECT = "true correct"
    FALSE_CORRECT = "false correct"
    TRUE_INCORRECT = "true incorrect"
    FALSE_INCORRECT = "false incorrect"
    NOT_SUPPORTED = "not supported"
    UNKNOWN = "unknown"
    CRASHED = "crashed"
    UNJUDGED = "unjudged"

    @property
    def meaning(self) -> str:
        """What is counted, in one sentence."""
        return _MEANINGS[self]

    @property
    def words(self) -> str:
        """The heading, and what a user calls that."""
        return f"{self.value} ({_CALLED[self]})" if self in _CALLED else self.value


_CALLED = {
    Category.TRUE_CORRECT: "verified",
    Category.FALSE_CORRECT: "found",
    Category.TRUE_INCORRECT: "missed",
    Category.FALSE_INCORRECT: "false alarm",
}

_MEANINGS = {
    Category.TRUE_CORRECT: "a correct program was verified",
    Category.FALSE_CORRECT: "the defect of a faulty program was found (its property, at its lines, if the suite says)",
    Category.TRUE_INCORRECT: "missed bug: a faulty program was called correct",
    Category.FALSE_INCORRECT: "false alarm: a violation in a correct program, or not the one of a faulty program",
    Category.NOT_SUPPORTED: "the program was refused with a message, before an answer",
    Category.UNKNOWN: "no answer within the bounds, the time or the memory",
    Category.CRASHED: "the verifier ended with an internal error, or was killed",
    Category.UNJUDGED: "an answer for a program for which the suite expects none (UNKNOWN or ERROR)",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """`expected`: the answer is as the suite says; if not, `because` says in words what is wrong with it."""

    category: Category
    expected: bool
    because: str = ""


def judge(expectation: Expectation, answer: Answer) -> Judgement:
    """Compare an answer with the expectation.

    A case is right if the verdict is, and every violation that was reported is one that the suite describes: the
    property and the lines, as far as they are given; and if each kernel that the suite names is what it says. The way
    in which a program has no answer (UNKNOWN, ERROR) is counted as that, whatever was expected.
    """
    judgement = _judged(expectation, answer)
    wrong = list(_wrong_kernels(expectation, answer))
    if not wrong:
        return judgement
    because = "; ".join([*([judgement.because] if judgement.because else []), *(one.text for one in wrong)])
    worse = [one.category for one in wrong if one.category is not None]
    return Judgement(worse[0] if worse else judgement.category, False, because)


@dataclass(frozen=True, slots=True)
class _WrongKernel:
    """What is wrong with the answer for a kernel, and what that counts as, if it is worse than no answer."""

    text: str
    category: Category | None = None


def _wrong_kernels(expectation: Expectation, answer: Answer) -> Iterator[_WrongKernel]:
    found = {kernel.name: kernel for kernel in answer.kernels}
    for name, outcome in expectation.kernels if answer.ending not in (Ending.ERROR, Ending.CRASHED) else ():
        kernel = found.get(name)
        if kernel is None:
            yield _WrongKernel(f"expected {name} {outcome.value}, got no answer for it")
        elif kernel.outcome is not outcome:
            category = _WORSE.get((outcome, kernel.outcome))
            yield _WrongKernel(f"expected {name} {outcome.value}, got {kernel}", category)


_WORSE = {
    (ProofOutcome.PROVED, ProofOutcome.FAULTY): Category.FALSE_INCORRECT,
    (ProofOutcome.FAULTY, ProofOutcome.PROVED): Category.TRUE_INCORRECT,
}


def _judged(expectation: Expectation, answer: Answer) -> Judgement:
    """By the verdict and the violations."""
    right = answer.ending.value == expectation.verdict.value
    wrong = "" if right else f"expected {expectation}, got {_told(answer)}"
    if answer.ending in _NO_ANSWER:
        return Judgement(_NO_ANSWER[answer.ending], right, wrong)
    if expectation.verdict in (Expected.UNKNOWN, Expected.ERROR):
        return Judgement(Category.UNJUDGED, False, wrong)
    if answer.ending is Ending.SUCCESSFUL:
        return Judgement(Category.TRUE_CORRECT if right else Category.TRUE_INCORRECT, right, wrong)
    others = [found for found in answer.violations if not _fits(found, expectation)]
    if right and (others or not answer.violations):
        right, wrong = False, f"expected {expectation}, got {_several(others) or 'no violation'}"
    return Judgement(Category.FALSE_CORRECT if right else Category.FALSE_INCORRECT, right, wrong)


_NO_ANSWER = {
    Ending.UNKNOWN: Category.UNKNOWN,
    Ending.ERROR: Category.NOT_SUPPORTED,
    Ending.CRASHED: Category.CRASHED,
}


def _fits(found: Found, expectation: Expectation) -> bool:
    """Is a violation the one that the expectation describes?"""
    if expectation.properties and found.property not in expectation.properties:
        return False
    prop = PROPERTIES.get(found.property)
    places = found.places if prop is not None and prop.two_places else found.places[:1]
    if expectation.line and not any(expectation.line.is_at(*place) for place in places):
        return False
    lines = expectation.lines
    return not lines or all(any(line.is_at(*place) for line in lines) for place in places)


def _told(answer: Answer) -> str:
    if answer.violations:
        return _several(answer.violations)
    return f"{answer.ending.value}: {answer.reason}" if answer.reason else answer.ending.value


def _several(violations: tuple[Found, ...] | list[Found]) -> str:
    shown = "; ".join(str(found) for found in violations[:3])
    more = len(violations) - 3
    return f"{shown} and {more} more" if more > 0 else shown
