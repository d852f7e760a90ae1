"""All solvers give the same answers, and what they answer is what the terms evaluate to."""

import random
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32
from cudabmc.solver import Error, Sat, Unknown, Unsat
from cudabmc.solver.choose import BACKENDS, installed, make_solver
from cudabmc.terms import (
    apply,
    array_var,
    const_array,
    equal,
    evaluate,
    free_vars,
    ite_array,
    lnot,
    select,
    store,
    var,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "terms"))
from expressions import built, inputs, model_of, tree

pytestmark = pytest.mark.skipif(sum(map(installed, BACKENDS)) < 2, reason="one solver has nobody to agree with")

SOLVERS = {name: make_solver(name) for name in BACKENDS if installed(name)}
SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def agreed(query, samples, timeout_ms=1000):
    """The kinds of answers of all solvers: at most one of them is Sat or Unsat, and models and samples fit it."""
    kinds = {}
    for name, solver in SOLVERS.items():
        answer = solver.check(query, timeout_ms)
        assert not isinstance(answer, Error), (name, answer)
        if isinstance(answer, Sat):
            assert [evaluate(assertion, answer.model) for assertion in query] == [True] * len(query), (name, answer)
        if not isinstance(answer, Unknown):
            kinds[name] = type(answer)
    assert len(set(kinds.values())) <= 1, kinds
    if Unsat in kinds.values():
        assert not any(all(evaluate(assertion, sample) is True for assertion in query) for sample in samples), kinds
    return kinds


def samples_for(query, choose, count=20):
    variables = set().union(*map(free_vars, query))
    return [model_of(variables, inputs(choose)) for _ in range(count)]


def trees(chooser, ints, floats, depth):
    return [built(tree(chooser.choice, BOOL, depth, ints, floats)) for _ in range(chooser.randint(1, 3))]


@settings(max_examples=60, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_on_integers(chooser):
    query = trees(chooser, (I8, I16, I32), (), 2)
    agreed(query, samples_for(query, chooser.choice))


@settings(max_examples=40, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_on_halves(chooser):
    query = trees(chooser, (I8, I16), (F16,), 2)
    agreed(query, samples_for(query, chooser.choice))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_on_deep_terms_of_all_types(seed):
    chooser = random.Random(seed)
    decided = 0
    for _ in range(60):
        floats = chooser.choice([(), (F16,), (F32,), (F16, F32, F64)])
        query = trees(chooser, (I8, I16, I32), floats, chooser.choice([2, 3, 4]))
        decided += len(agreed(query, samples_for(query, chooser.choice), 2000)) > 1
    assert decided > 30


A, B = array_var("a", 16, 8), array_var("b", 16, 8)
INDICES = [var("i", I16), var("j", I16), 0, 1, 0xFFFF]
ELEMENTS = [var("e", I8), var("f", I8), 0, 7, 255]


def array(chooser, depth):
    kind = chooser.randint(0, 3) if depth else 0
    if kind == 0:
        return chooser.choice([A, B, const_array(16, 8, chooser.choice([0, 7, 255]))])
    if kind == 1:
        return ite_array(fact(chooser), array(chooser, depth - 1), array(chooser, depth - 1))
    return store(array(chooser, depth - 1), chooser.choice(INDICES), element(chooser, depth - 1))


def element(chooser, depth):
    if depth and chooser.random() < 0.5:
        return select(array(chooser, depth), chooser.choice(INDICES))
    return chooser.choice(ELEMENTS)


def fact(chooser):
    return apply(chooser.choice([Op.ULT, Op.EQ]), BOOL, I16, [INDICES[0], chooser.choice(INDICES[1:])])


def array_query(chooser):
    facts = [equal(element(chooser, 3), element(chooser, 3), I8) for _ in range(chooser.randint(1, 4))]
    return [chooser.choice([value, lnot(value)]) for value in facts]


def array_sample(chooser):
    elements = {A: (chooser.choice([0, 7]), {0: 1, 3: 255}), B: (0, {chooser.randrange(4): 7})}
    return elements | {v: chooser.choice([0, 1, 3, 7, 255]) for v in (*INDICES[:2], *ELEMENTS[:2])}


@settings(max_examples=60, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_on_arrays(chooser):
    query = array_query(chooser)
    agreed(query, [array_sample(chooser) for _ in range(10)])


def test_the_test_sees_a_wrong_model_and_a_wrong_unsat(monkeypatch):
    x = var("x", I32)
    query = [apply(Op.ULT, BOOL, I32, [x, 3])]

    class Wrong:
        def __init__(self, answer):
            self.answer = answer

        def check(self, query, timeout_ms):
            return self.answer

    for answer in (Sat({x: 3}), Unsat()):
        monkeypatch.setitem(SOLVERS, "wrong", Wrong(answer))
        with pytest.raises(AssertionError):
            agreed(query, [{x: 0}])
    monkeypatch.setattr(sys.modules[__name__], "SOLVERS", {"wrong": Wrong(Unsat())})
    with pytest.raises(AssertionError):
        agreed(query, [{x: 0}])
