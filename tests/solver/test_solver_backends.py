"""What every backend does: answers, models, limits."""

import math
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.float_format import float_of
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128
from cudabmc.solver import Sat, Unknown, Unsat
from cudabmc.solver.choose import BACKENDS, backend
from cudabmc.terms import (
    apply,
    array_var,
    const_array,
    equal,
    evaluate,
    free_vars,
    ite_array,
    land,
    lnot,
    select,
    store,
    var,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "terms"))
from expressions import built, constants, tree

x, y = var("x", I32), var("y", I32)


def i32(op, *args):
    return apply(op, I32, I32, args)


def compare(op, *args):
    return apply(op, BOOL, I32, args)


@pytest.fixture(params=BACKENDS)
def name(request):
    pytest.importorskip(request.param)
    return request.param


SOLVERS = {}


@pytest.fixture
def solver(name):
    """One for all tests of a backend: that earlier queries leave nothing behind is tested on the way."""
    return SOLVERS.get(name) or SOLVERS.setdefault(name, backend(name))


def test_constant_assertions_need_no_solver(name):
    solver = backend(name)
    assert solver.check([]) == Sat({})
    assert solver.check([True, True]) == Sat({})
    assert solver.check([compare(Op.ULT, x, 3), False]) == Unsat()
    assert solver.statistics.queries == 0


def test_a_solver_is_not_imported_before_it_is_needed(name):
    program = (
        f"import sys; from cudabmc.solver.choose import backend; s = backend({name!r}); s.check([True, False]);"
        f"sys.exit({name!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_models_satisfy_what_was_asked(solver):
    query = [compare(Op.EQ, i32(Op.MUL, x, y), 35), compare(Op.ULT, 1, x), compare(Op.ULT, x, y)]
    query += [compare(Op.ULT, y, 100)]
    answer = solver.check(query)
    assert isinstance(answer, Sat)
    assert {answer.model[x], answer.model[y]} == {5, 7}
    assert all(evaluate(assertion, answer.model) is True for assertion in query)


def test_contradictions_are_unsat_and_leave_nothing_behind(solver):
    low, high = compare(Op.SLT, x, y), compare(Op.SLT, y, x)
    assert solver.check([low, high]) == Unsat()
    assert isinstance(solver.check([high]), Sat)
    assert isinstance(solver.check([low]), Sat)


def test_declared_bounds_are_added(solver):
    bounded = var("bounded", I32, lo=5, hi=6)
    answer = solver.check([compare(Op.NE, i32(Op.MUL, bounded, x), 5)])
    assert isinstance(answer, Sat) and answer.model[bounded] in (5, 6)
    square = i32(Op.MUL, bounded, bounded)
    assert solver.check([compare(Op.NE, square, 25), compare(Op.NE, square, 36)]) == Unsat()


def test_wide_integers_come_back_whole(solver):
    wide = var("wide", I128)
    answer = solver.check([equal(wide, (1 << 127) + 12345, I128)])
    assert answer == Sat({wide: (1 << 127) + 12345})


@pytest.mark.parametrize("type", [F16, F32, F64], ids=str)
def test_special_floats_come_back_exactly(solver, type):
    f = var(f"f{type}", type)
    for value in constants(type):
        answer = solver.check([equal(f, value, type)])
        assert isinstance(answer, Sat)
        assert repr(answer.model[f]) == repr(value)


def test_array_models_can_be_evaluated(solver):
    a, b = array_var("a", 32, 8), array_var("b", 32, 8)
    p = var("p", BOOL)
    chosen = ite_array(p, store(a, x, 3), store(const_array(32, 8, 1), y, 2))
    query = [
        equal(select(chosen, y), 2, I8),
        equal(select(b, x), select(a, i32(Op.ADD, x, 1)), I8),
        lnot(equal(select(b, y), select(b, x), I8)),
    ]
    answer = solver.check(query)
    assert isinstance(answer, Sat)
    assert all(evaluate(assertion, answer.model) is True for assertion in query)
    assert set(answer.model) == set().union(*map(free_vars, query))


def factors_of_a_prime():
    """A query that keeps every solver busy."""
    a, b = var("a64", I64), var("b64", I64)
    product = apply(Op.MUL, I64, I64, [a, b])
    query = [equal(product, 2**63 - 25, I64)]
    query += [apply(Op.ULT, BOOL, I64, [1, v]) for v in (a, b)]
    return query + [apply(Op.ULT, BOOL, I64, [v, 1 << 32]) for v in (a, b)]


def test_a_query_that_is_too_hard_times_out(solver):
    start = time.perf_counter()
    assert solver.check(factors_of_a_prime(), timeout_ms=150) == Unknown("timeout")
    assert time.perf_counter() - start < 2
    assert isinstance(solver.check([compare(Op.ULT, x, 3)]), Sat)


def test_several_threads_have_solvers_of_their_own(name):
    answers = {}

    def ask(number):
        own = backend(name)
        found = [own.check([equal(i32(Op.MUL, x, x), k * k, I32), compare(Op.ULT, x, 100)]) for k in range(2, 12)]
        answers[number] = [answer.model[x] for answer in found]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: list(range(2, 12)) for number in range(3)}


def test_an_array_with_one_unknown_element_is_decided_or_refused(solver):
    p, e = var("p", BOOL), var("e", I8)
    chosen = array_var("a", 32, 8)
    for k in range(6):  # more choices than a read is pushed into
        chosen = ite_array(compare(Op.ULT, x, k), chosen, store(const_array(32, 8, e), i32(Op.ADD, y, k), k))
    query = [equal(select(chosen, y), 200, I8), lnot(equal(select(chosen, 7), 200, I8)), p]
    answer = solver.check(query)
    if isinstance(answer, Unknown):
        assert "array" in answer.reason
    else:
        assert isinstance(answer, Sat)
        assert all(evaluate(assertion, answer.model) is True for assertion in query)
    assert isinstance(solver.check([p]), Sat)


def float_pairs():
    chooser = random.Random(5)
    return [tuple(float_of(chooser.getrandbits(16), 16) for _ in range(2)) for _ in range(12)]


@pytest.mark.parametrize("a, b", [(5.5, 2.0), (-5.5, 2.0), (1.0, math.inf), (6.0, -3.0), *float_pairs()])
def test_the_float_remainder_is_that_of_c(solver, a, b):
    f, g = var("fa", F16), var("fb", F16)
    rest = apply(Op.FREM, F16, F16, [f, g])
    wrong = lnot(equal(rest, const_function(Op.FREM, F16, F16)(a, b), F16))
    assert solver.check([equal(f, a, F16), equal(g, b, F16), wrong]) == Unsat()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.booleans())
def test_models_of_random_queries_satisfy_them(solver, random, floats):
    query = [
        built(tree(random.choice, BOOL, 2, (I8, I16), (F16,) if floats else ())) for _ in range(random.randint(1, 3))
    ]
    answer = solver.check(query, timeout_ms=1000)
    if isinstance(answer, Sat):
        assert all(evaluate(assertion, answer.model) is True for assertion in query)
    elif answer == Unsat():
        assert evaluate(land(*query), {var("y_i16", I16, lo=2, hi=300): 2}) is False


def test_statistics_count_real_queries(name):
    solver = backend(name)
    solver.check([compare(Op.ULT, x, 3)])
    solver.check([True])
    assert (solver.statistics.queries, solver.statistics.sat) == (1, 1)
    assert solver.statistics.seconds > 0
