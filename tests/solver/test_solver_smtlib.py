"""Queries as text: z3 reads them, and answers as it does to the query itself."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, I8, I16, I32
from cudabmc.solver import Sat, Unsat
from cudabmc.solver.smtlib import to_smtlib
from cudabmc.solver.z3_solver import Z3Solver
from cudabmc.terms import apply, array_var, const_array, equal, ite_array, lnot, select, store, var

sys.path.insert(0, str(Path(__file__).parents[1] / "terms"))
from expressions import built, tree

z3 = pytest.importorskip("z3")
x = var("x", I32)
p = var("p", BOOL)


def answer(text):
    solver = z3.SimpleSolver()
    solver.set("timeout", 1000)
    solver.from_string(text)
    return solver.check()


def test_the_text_of_a_small_query():
    bounded = var("n", I32, hi=9)
    text = to_smtlib([apply(Op.ULT, BOOL, I32, [apply(Op.ADD, I32, I32, [bounded, x]), 3])], ["why: a\nb"])
    assert text == (
        "; why: a\n"
        "; b\n"
        "(set-logic QF_ABVFP)\n"
        "(declare-const |n| (_ BitVec 32))\n"
        "(define-fun t1 () Bool (bvult (_ bv9 32) |n|))\n"
        "(define-fun t2 () Bool (not t1))\n"
        "(declare-const |x| (_ BitVec 32))\n"
        "(define-fun t4 () (_ BitVec 32) (bvadd |x| |n|))\n"
        "(define-fun t5 () Bool (bvult t4 (_ bv3 32)))\n"
        "(assert t2)\n"
        "(assert t5)\n"
        "(check-sat)\n"
        "(get-model)\n"
    )


def test_a_false_assertion_is_printed_as_such():
    assert "(assert false)" in to_smtlib([p, False])
    assert answer(to_smtlib([True])) == z3.sat


def test_odd_names_are_quoted():
    odd = var("buf[3].x|\\", I32)
    assert answer(to_smtlib([apply(Op.ULT, BOOL, I32, [odd, x])])) == z3.sat


def test_arrays_are_printed():
    a = ite_array(p, array_var("a", 32, 8), const_array(32, 8, 7))
    assert answer(to_smtlib([equal(select(store(a, x, 1), 5), 7, I8), lnot(p)])) == z3.sat


def test_long_chains_do_not_nest():
    value = x
    for k in range(5000):
        value = apply(Op.XOR, I32, I32, [apply(Op.MUL, I32, I32, [value, x]), k + 1])
    text = to_smtlib([apply(Op.ULT, BOOL, I32, [value, 10])])
    assert max(map(len, text.splitlines())) < 100


SOLVER = Z3Solver()


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.booleans())
def test_the_text_has_the_answer_of_the_query(random, floats):
    query = [built(tree(random.choice, BOOL, 2, (I8, I16), (F16,) if floats else ())) for _ in range(2)]
    result = SOLVER.check(query, timeout_ms=1000)
    expected = {Sat: z3.sat, Unsat: z3.unsat}.get(type(result))
    assert answer(to_smtlib(query)) in (expected, z3.unknown) or expected is None
