"""Answers of the solver that are remembered."""

from cudabmc.prover.remembered import RememberedAnswers
from cudabmc.solver.z3_text import TextAnswer
from tests.prover.test_z3_text import HARD, TWO


def test_what_is_asked_again_is_not_answered_again_and_costs_the_same() -> None:
    answers = RememberedAnswers()
    first = answers.session().check(TWO, ["a"], ["a"], 100_000)
    assert first[0] == TextAnswer("sat", values=(("a", "true"),))
    assert first[1] > 0
    assert answers.session().check(TWO, ["a"], ["a"], 200_000) == first
    assert answers.solver.queries == 1


def test_another_text_assumption_or_wanted_value_is_another_query() -> None:
    answers = RememberedAnswers()
    answers.session().check(TWO, ["a"], ["a"], 100_000)
    assert answers.session().check(TWO, ["a", "b"], ["a"], 100_000)[0].status == "unsat"
    assert answers.session().check(TWO, ["a"], ["b"], 100_000)[0].values == (("b", "false"),)
    assert answers.session().check(TWO + "(assert b)\n", ["a"], ["a"], 100_000)[0].status == "unsat"
    assert answers.solver.queries == 4


def test_with_other_work_a_query_without_an_answer_is_asked_again_and_with_too_little_one_that_had_one() -> None:
    answers = RememberedAnswers()
    for most, queries in ((20_000, 1), (20_000, 1), (10_000, 2), (40_000, 3), (40_000, 3)):
        answer, work = answers.session().check(HARD, [], [], most)
        assert answer.status == "unknown"
        assert work >= most
        assert answers.solver.queries == queries
    _, work = answers.session().check(TWO, [], [], 100_000)
    answers.session().check(TWO, [], [], work - 1)
    assert answers.solver.queries == 5


def test_a_session_that_is_continued_where_nothing_is_remembered_knows_what_was_said_before() -> None:
    answers = RememberedAnswers()
    session = answers.session()
    session.check(TWO, [], ["a"], 100_000)
    session.check("(assert a)\n", [], ["a"], 100_000)
    again = answers.session()
    again.check(TWO, [], ["a"], 100_000)
    again.check("(assert a)\n", [], ["a"], 100_000)
    assert answers.solver.queries == 2
    assert again.check("", ["b"], [], 100_000)[0] == TextAnswer("unsat", frozenset({"b"}))
    assert again.text == TWO + "(assert a)\n"
    other = answers.session()
    other.check(TWO, [], ["a"], 100_000)
    assert other.check("", ["b"], [], 100_000)[0].status == "sat"
