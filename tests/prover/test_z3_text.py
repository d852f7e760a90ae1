"""Answers to queries in text."""

import os
import signal
import threading
from itertools import combinations

import pytest

from cudabmc.prover.questions import Open, ProofQuestion, Settled, Solving
from cudabmc.solver.z3_library import Z3Error
from cudabmc.solver.z3_text import TextAnswer, TextSession, TextSolver

TWO = """(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun a () Bool)
(declare-fun b () Bool)
(declare-fun c () Bool)
(assert (=> a (< x y)))
(assert (=> b (< y x)))
(assert (=> c (= (+ x y) (- 7))))
"""

HARD = """(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (and (< 2 x) (< 2 y) (< 2 z)))
(assert (= (+ (* x x x) (* y y y)) (* z z z)))
"""


def test_an_answer_is_sat_or_unsat() -> None:
    solver = TextSolver()
    assert solver.check(TWO) == TextAnswer("sat")
    assert solver.check(TWO + "(assert false)\n") == TextAnswer("unsat")
    assert solver.check(TWO, ["a"]) == TextAnswer("sat")
    assert solver.queries == 3


def test_a_contradiction_names_the_assumptions_that_it_takes() -> None:
    assert TextSolver().check(TWO, ["a", "b", "c"]) == TextAnswer("unsat", frozenset({"a", "b"}))
    without = TextSolver().check(TWO + "(assert (< x x))\n", ["a", "c"])
    assert without == TextAnswer("unsat", frozenset())


def test_values_are_told_as_they_are_written_and_none_if_there_are_none() -> None:
    text = TWO + "(assert (= x 5))\n(assert (not b))\n"
    found = TextSolver().check(text, ["c"], ["x", "y", "b", "c"])
    assert found == TextAnswer("sat", values=(("x", "5"), ("y", "(- 12)"), ("b", "false"), ("c", "true")))
    assert TextSolver().check(text, ["c"]).values == ()
    assert TextSolver().check(text + "(assert b)\n", ["c"], ["x"]).values == ()


def test_queries_know_nothing_of_each_other() -> None:
    solver = TextSolver()
    assert solver.check("(declare-fun x () Int)\n(assert (< x 0))\n").status == "sat"
    assert solver.check("(declare-fun x () Bool)\n(assert x)\n").status == "sat"
    with pytest.raises(Z3Error):
        solver.check("(assert x)\n")


def test_a_session_knows_what_was_said_before() -> None:
    solver = TextSolver()
    session = solver.session()
    assert session.check(TWO, wanted=["a"]).status == "sat"
    after_one = solver.work
    assert session.check("(assert a)\n", wanted=["a", "b"]).values == (("a", "true"), ("b", "false"))
    assert session.check("", ["b", "c"]) == TextAnswer("unsat", frozenset({"b"}))
    assert session.check("(assert b)\n") == TextAnswer("unsat")
    assert solver.queries == 4
    assert 0 < after_one < solver.work


def test_the_limit_of_work_is_one_of_each_query_of_a_session() -> None:
    solver = TextSolver()
    session = solver.session()
    for number in (1, 2, 3):
        assert session.check(HARD if number == 1 else "", most=20_000) == TextAnswer("unknown")
        assert 20_000 * number <= solver.work < 20_000 * number + 5_000
    assert session.check("(assert (< x 0))\n", most=20_000) == TextAnswer("unsat")


@pytest.mark.parametrize("text", ["(assert x)\n", "(declare-fun x () Int)\n(assert x)\n", "(assert (\n"])
def test_a_text_that_is_not_valid_is_an_error(text: str) -> None:
    with pytest.raises(Z3Error):
        TextSolver().check(text)
    assert TextSolver().check("(assert true)\n").status == "sat"


def test_an_assumption_without_a_declaration_is_an_error() -> None:
    with pytest.raises(Z3Error):
        TextSolver().check(TWO, ["d"])


def test_a_question_that_takes_too_much_work_has_no_answer() -> None:
    answer = TextSolver().check(HARD, most=20_000)
    assert answer == TextAnswer("unknown")
    solver = TextSolver()
    assert solver.check(HARD, (), ["x"], 20_000) == TextAnswer("unknown")
    assert solver.check(TWO).status == "sat"


def test_a_question_without_conditions_is_open_and_one_with_a_false_one_is_settled() -> None:
    solving = Solving()
    assert solving.settle(ProofQuestion((True,))) == Open()
    assert solving.settle(ProofQuestion((True, False))) == Settled()
    assert solving.refuted([True, False]) and not solving.refuted([True])


@pytest.mark.parametrize("assumptions", [[], ["p0_1"]])
def test_ctrl_c_ends_a_query_as_it_ends_python(assumptions: list[str]) -> None:
    pigeons = range(14)
    names = [[f"p{pigeon}_{hole}" for hole in pigeons[1:]] for pigeon in pigeons]
    hard = "".join(f"(declare-fun {name} () Bool)" for row in names for name in row)
    hard += "".join(f"(assert (or {' '.join(row)}))" for row in names)
    hard += "".join(
        f"(assert (not (and {a} {b})))" for column in zip(*names, strict=True) for a, b in combinations(column, 2)
    )
    signals = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    signals.start()
    with pytest.raises(KeyboardInterrupt):
        TextSolver().check(hard, assumptions, most=1 << 40)
    signals.join()


@pytest.mark.parametrize("most", [1, 100, 10_000])
def test_a_limit_is_for_answers_and_not_for_what_is_told(most: int) -> None:
    session = TextSolver().session()
    many = "".join(f"(declare-const x{n} Int)\n(assert (> x{n} {n}))\n" for n in range(1500))
    session.check(many, most=most)
    session.check("".join(f"(assert (< x{n} {n + 5}))\n" for n in range(1500)), most=most)
    assert session.check("(assert (< x7 4))\n").status == "unsat"


def test_a_tactic_that_fails_at_its_limit_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some say so by an error."""
    evaluated = TextSession._evaluated

    def failing(self: TextSession, commands: str) -> str:
        if "check-sat" in commands:
            raise Z3Error('(error "tactic failed: max. resource limit exceeded")')
        return evaluated(self, commands)

    monkeypatch.setattr(TextSession, "_evaluated", failing)
    solver = TextSolver()
    assert solver.session().check("(declare-const x (_ BitVec 8))\n", tactics=True) == TextAnswer("unknown")
    with pytest.raises(Z3Error):
        solver.session().check("(declare-const x (_ BitVec 8))\n")
