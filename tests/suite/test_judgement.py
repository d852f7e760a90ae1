"""An answer is right if everything that the suite says holds, and the table counts it as the literature does."""

import pytest
from suite_samples import case, outcome, suite_run

from cudabmc.result import ProofOutcome
from cudabmc.suite.answer import Answer, Ending, Found, KernelAnswer
from cudabmc.suite.case import Expectation, Expected, Line
from cudabmc.suite.judgement import Category, judge
from cudabmc.suite.text_table import conclusion, text_table

GOOD = Expectation(Expected.SUCCESSFUL)
BAD = Expectation(Expected.FAILED)
RACE = Expectation(Expected.FAILED, ("data-race",), None, (Line(18), Line(20)))
BOUNDS = Expectation(Expected.FAILED, ("bounds",), Line(17))


def race(*lines: int) -> Found:
    return Found("data-race", "data race on 'a'", tuple(("x/a.cu", line) for line in lines))


def bounds(*lines: int, file: str = "x/a.cu") -> Found:
    return Found("bounds", "outside", tuple((file, line) for line in lines))


@pytest.mark.parametrize(
    ("expectation", "ending", "found", "category", "expected"),
    [
        (GOOD, "SUCCESSFUL", [], "true correct", True),
        (GOOD, "FAILED", [bounds(17)], "false incorrect", False),
        (GOOD, "UNKNOWN", [], "unknown", False),
        (GOOD, "ERROR", [], "not supported", False),
        (GOOD, "CRASHED", [], "crashed", False),
        (BAD, "FAILED", [bounds(17)], "false correct", True),
        (BAD, "SUCCESSFUL", [], "true incorrect", False),
        (BAD, "UNKNOWN", [], "unknown", False),
        (BAD, "FAILED", [], "false incorrect", False),
        (BOUNDS, "FAILED", [bounds(17)], "false correct", True),
        (BOUNDS, "FAILED", [bounds(17), bounds(17)], "false correct", True),
        (BOUNDS, "FAILED", [bounds(18)], "false incorrect", False),
        (BOUNDS, "FAILED", [bounds(18, 17)], "false incorrect", False),  # the first place is the one
        (BOUNDS, "FAILED", [bounds(17), bounds(19)], "false incorrect", False),
        (BOUNDS, "FAILED", [race(17, 17)], "false incorrect", False),
        (BOUNDS, "FAILED", [bounds(17), race(17, 17)], "false incorrect", False),
        (RACE, "FAILED", [race(18, 20)], "false correct", True),
        (RACE, "FAILED", [race(20, 18), race(20, 20)], "false correct", True),
        (RACE, "FAILED", [race(18, 21)], "false incorrect", False),
        (RACE, "SUCCESSFUL", [], "true incorrect", False),
        (Expectation(Expected.FAILED, ("data-race",), Line(20)), "FAILED", [race(18, 20)], "false correct", True),
        (Expectation(Expected.FAILED, ("data-race",), Line(21)), "FAILED", [race(18, 20)], "false incorrect", False),
        (
            Expectation(Expected.FAILED, ("bounds", "data-race")),
            "FAILED",
            [race(1, 2), bounds(3)],
            "false correct",
            True,
        ),
        (Expectation(Expected.FAILED, (), Line(17, "a.cu")), "FAILED", [bounds(17)], "false correct", True),
        (Expectation(Expected.FAILED, (), Line(17, "x/a.cu")), "FAILED", [bounds(17)], "false correct", True),
        (Expectation(Expected.FAILED, (), Line(17, "b.cu")), "FAILED", [bounds(17)], "false incorrect", False),
        (Expectation(Expected.FAILED, (), Line(17, ".cu")), "FAILED", [bounds(17)], "false incorrect", False),
        (Expectation(Expected.UNKNOWN), "UNKNOWN", [], "unknown", True),
        (Expectation(Expected.UNKNOWN), "SUCCESSFUL", [], "unjudged", False),
        (Expectation(Expected.ERROR), "ERROR", [], "not supported", True),
        (Expectation(Expected.ERROR), "FAILED", [bounds(17)], "unjudged", False),
        (Expectation(Expected.ERROR), "CRASHED", [], "crashed", False),
    ],
)
def test_an_answer_is_counted_and_compared(
    expectation: Expectation, ending: str, found: list[Found], category: str, expected: bool
) -> None:
    judgement = judge(expectation, Answer(Ending(ending), "", tuple(found)))
    assert (judgement.category.value, judgement.expected) == (category, expected)
    assert bool(judgement.because) is not expected


PROVED, FAULTY, OPEN = ProofOutcome.PROVED, ProofOutcome.FAULTY, ProofOutcome.UNKNOWN


@pytest.mark.parametrize(
    ("stated", "verdict", "answered", "category", "expected"),
    [
        ({"a": PROVED}, "SUCCESSFUL", {"a": PROVED, "b": PROVED}, "true correct", True),
        ({"a": PROVED}, "SUCCESSFUL", {"b": PROVED}, "true correct", False),
        ({"a": PROVED, "b": FAULTY}, "FAILED", {"a": PROVED, "b": FAULTY}, "false correct", True),
        ({"a": PROVED, "b": FAULTY}, "FAILED", {"a": OPEN, "b": FAULTY}, "false correct", False),
        ({"a": PROVED, "b": FAULTY}, "FAILED", {"a": FAULTY, "b": PROVED}, "false incorrect", False),
        ({"a": FAULTY, "b": FAULTY}, "FAILED", {"a": FAULTY, "b": PROVED}, "true incorrect", False),
        ({"a": OPEN}, "UNKNOWN", {"a": OPEN}, "unknown", True),
        ({"a": OPEN}, "UNKNOWN", {"a": PROVED, "b": OPEN}, "unknown", False),
    ],
)
def test_kernels_are_compared_one_by_one(
    stated: dict[str, ProofOutcome], verdict: str, answered: dict[str, ProofOutcome], category: str, expected: bool
) -> None:
    kernels = tuple(KernelAnswer(name, outcome) for name, outcome in answered.items())
    violations = (bounds(17),) if verdict == "FAILED" else ()
    expectation = Expectation(Expected(verdict), kernels=tuple(stated.items()))
    judgement = judge(expectation, Answer(Ending(verdict), "", violations, kernels))
    assert (judgement.category.value, judgement.expected) == (category, expected)
    assert bool(judgement.because) is not expected


def test_a_kernel_that_is_not_as_expected_is_said_in_words() -> None:
    kernels = (KernelAnswer("a", PROVED, ("n > 0", "m > 0")),)
    judgement = judge(
        Expectation(Expected.SUCCESSFUL, kernels=(("a", OPEN), ("b", PROVED))),
        Answer(Ending.SUCCESSFUL, "", (), kernels),
    )
    assert judgement.because == (
        "expected a unknown, got a proved if n > 0 && m > 0; expected b proved, got no answer for it"
    )


def test_what_is_wrong_is_said_in_words() -> None:
    assert judge(BOUNDS, Answer(Ending.SUCCESSFUL)).because == "expected FAILED, bounds at line 17, got SUCCESSFUL"
    assert (
        judge(RACE, Answer(Ending.FAILED, "", (race(3, 4), race(18, 20)))).because
        == "expected FAILED, data-race at lines 18, 20, got data-race at x/a.cu:3 and x/a.cu:4"
    )
    assert (
        judge(GOOD, Answer(Ending.UNKNOWN, "time ran out")).because == "expected SUCCESSFUL, got UNKNOWN: time ran out"
    )


def test_every_category_has_a_meaning() -> None:
    assert all(category.meaning for category in Category)


def test_every_ending_has_a_category_for_every_expectation() -> None:
    for verdict in Expected:
        for ending in Ending:
            assert judge(Expectation(verdict), Answer(ending)).category in Category


def test_the_table_counts_in_total_by_property_and_by_folder() -> None:
    a, b = case("a", folder="one"), case("b", folder="one")
    c, d, e = case("c", RACE, "two"), case("d", RACE, "two"), case("e", BOUNDS, "two")
    run = suite_run(
        (a, outcome(a, Ending.SUCCESSFUL, seconds=2)),
        (b, outcome(b, Ending.FAILED, bounds(1))),
        (c, outcome(c, Ending.FAILED, race(18, 20), seconds=0.5)),
        (d, outcome(d, Ending.SUCCESSFUL)),
        (e, outcome(e, Ending.CRASHED)),
    )
    assert text_table(run.counts) == (
        "                           as     true    false       true      false        not\n"
        "              cases  expected  correct  correct  incorrect  incorrect  supported  unknown  crashed   time\n"
        "total             5         2        1        1          1          1          -        -        1  5.5 s\n"
        "\n"
        "by property\n"
        "bounds            1         0        -        -          -          -          -        -        1  1.0 s\n"
        "data-race         2         1        -        1          1          -          -        -        -  1.5 s\n"
        "no violation      2         1        1        -          -          1          -        -        -  3.0 s\n"
        "\n"
        "by folder\n"
        "one               2         1        1        -          -          1          -        -        -  3.0 s\n"
        "two               3         1        -        1          1          -          -        -        1  2.5 s\n"
    )
    assert conclusion(run.counts, 0) == "5 cases, 3 not as expected"
    assert conclusion(run.counts, 2) == "5 cases, 3 not as expected; 2 not run"
