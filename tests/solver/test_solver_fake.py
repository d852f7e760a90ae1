"""The scripted solver."""

import pytest

from cudabmc.goto.types import BOOL
from cudabmc.solver import Sat, Solver, Unknown, Unsat
from cudabmc.solver.fake import FakeSolver
from cudabmc.terms import var

p, q = var("p", BOOL), var("q", BOOL)


def test_the_fake_answers_by_its_script_and_records_the_queries():
    solver: Solver = FakeSolver([Unsat(), Unknown("timeout")])
    assert solver.check([True]) == Sat({})
    assert solver.check([p, False]) == Unsat()
    assert solver.check([p, True, p]) == Unsat()
    assert solver.check([q]) == Unknown("timeout")
    assert solver.queries == [(p,), (q,)]


def test_a_script_that_is_too_short_is_reported():
    with pytest.raises(AssertionError, match="no answer left"):
        FakeSolver().check([p])
