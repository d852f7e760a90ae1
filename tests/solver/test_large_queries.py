"""Queries with float arithmetic: inputs that are tried first, and time limits that hold for large ones."""

from collections.abc import Sequence
from time import perf_counter

import pytest

from cudabmc.explore.oracle import SolverOracle
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32
from cudabmc.solver import Sat, Unknown, Unsat
from cudabmc.solver.choose import make_solver
from cudabmc.solver.large_queries import LARGE, LargeQueriesApart, QuerySizes
from cudabmc.solver.protocol import SolverAnswer, SolverStatistics
from cudabmc.terms import Term, TermValue, apply, evaluate, land, var

a, b = var("a", F32), var("b", F32)


def f32(op: Op, *args: TermValue) -> TermValue:
    return apply(op, F32, F32, args)


def long_sum(count: int) -> Term:
    """Is a sum of products of so many variables ever another one with its summands in reverse order?"""
    products = [f32(Op.FMUL, var(f"x{i}", F32), var(f"y{i}", F32)) for i in range(count)]
    forwards = backwards = 0.0
    for one, other in zip(products, reversed(products), strict=True):
        forwards, backwards = f32(Op.FADD, forwards, one), f32(Op.FADD, backwards, other)
    value = apply(Op.FNE, BOOL, F32, (forwards, backwards))
    assert isinstance(value, Term)
    return value


def hard(count: int) -> Term:
    """Does a product of numbers just above 1, and a half for each, ever exceed twice what it can be?"""
    numbers = [var(f"n{i}", F32) for i in range(count)]
    total: TermValue = 1.0
    for n in numbers:
        total = f32(Op.FADD, f32(Op.FMUL, total, n), 0.5)
    value = apply(Op.FLT, BOOL, F32, (float(2 * count + 2), total))
    for low, high in ((low, high) for n in numbers for low, high in ((1.0, n), (n, 1.0001))):
        value = land(value, apply(Op.FLE, BOOL, F32, (low, high)))
    assert isinstance(value, Term)
    return value


def test_inputs_that_are_tried_answer_for_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = SolverOracle()
    oracle.asked = []
    query = long_sum(40)
    answer = oracle.check(query)
    assert isinstance(answer, Sat) and evaluate(query, answer.model) is True
    assert oracle.costs.queries == 0 and oracle.queries == 1  # no solver has seen it
    assert "sat" in oracle.asked[0]


def test_what_no_trial_shows_goes_to_the_solver() -> None:
    oracle = SolverOracle()
    twice = f32(Op.FADD, a, a)
    differs, number = apply(Op.FNE, BOOL, F32, (twice, f32(Op.FMUL, a, 2.0))), apply(Op.FEQ, BOOL, F32, (a, a))
    assert isinstance(oracle.check(differs, number), Unsat)
    assert oracle.costs.queries == 1


def test_a_large_query_ends_with_its_time() -> None:
    solver = make_solver("z3")
    assert isinstance(solver, LargeQueriesApart)
    query = hard(LARGE)
    assert QuerySizes().is_large([query])
    start = perf_counter()
    try:
        answer = solver.check([query], 1000)
    finally:
        solver.close()
    assert isinstance(answer, Unknown | Unsat) and perf_counter() - start < 10
    assert solver.statistics.queries == 1


class Here:
    """A solver in this process that notes what it is asked."""

    def __init__(self) -> None:
        self.statistics = SolverStatistics()
        self.asked = 0

    def check(self, assertions: Sequence[TermValue], timeout_ms: int | None = None) -> SolverAnswer:
        self.asked += 1
        return Unknown("not asked for this")

    def close(self) -> None:
        pass


def test_a_large_query_is_not_asked_in_this_process() -> None:
    here = Here()
    solver = LargeQueriesApart(here, "z3")
    try:
        assert solver.check([hard(LARGE)], 1000) != Unknown("not asked for this") and here.asked == 0
        assert solver.check([long_sum(20)], 1000) == Unknown("not asked for this") and here.asked == 1
    finally:
        solver.close()


def test_a_small_query_is_not_large() -> None:
    assert not QuerySizes().is_large([long_sum(20)])
