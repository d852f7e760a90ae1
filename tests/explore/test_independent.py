"""Parts of a query that share no input are asked for one by one, with the answer of the whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.explore import oracle as oracle_module
from cudabmc.explore.independent import independent_parts
from cudabmc.explore.oracle import SolverOracle
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8
from cudabmc.solver.protocol import Sat, Unsat
from cudabmc.terms import apply, evaluate, free_vars, land, lnot, var

LITERALS = st.tuples(
    st.sampled_from((Op.EQ, Op.ULT, Op.SLT)), st.integers(0, 7), st.integers(0, 7), st.integers(0, 5), st.booleans()
)


def literal(op: Op, x: int, y: int, more: int, negated: bool) -> terms.TermValue:
    a, b = var(f"x{x}", I8, 0, 9), var(f"x{y}", I8, 0, 9) if x != y else 3
    cond = apply(op, BOOL, I8, [apply(Op.ADD, I8, I8, [a, more]), b])
    return lnot(cond) if negated else cond


@settings(deadline=None, max_examples=200)
@given(st.lists(LITERALS, min_size=1, max_size=9))
def test_parts_share_nothing_and_are_the_whole_together(literals: list) -> None:
    formula = land(*(literal(*parts) for parts in literals))
    if isinstance(formula, bool):
        return
    parts = independent_parts([formula])
    assert land(*(conjunct for part in parts for conjunct in part)) is formula
    seen: set = set()
    for part in parts:
        mine = {variable for conjunct in part for variable in free_vars(conjunct)}
        assert seen.isdisjoint(mine)
        seen |= mine


@settings(deadline=None, max_examples=100)
@given(st.lists(LITERALS, min_size=2, max_size=9))
def test_asked_apart_the_answer_is_that_of_the_whole(literals: list) -> None:
    formula = land(*(literal(*parts) for parts in literals))
    answers = []
    with pytest.MonkeyPatch.context() as patch:
        for many in (1, 1000):
            patch.setattr(oracle_module, "MANY_PARTS", many)
            answers.append(SolverOracle().check(formula))
    assert type(answers[0]) is type(answers[1])
    assert isinstance(answers[0], Sat | Unsat)
    if isinstance(answers[0], Sat):
        whole = land(formula, *terms.var_constraints(formula))
        assert evaluate(whole, answers[0].model) is True


def test_what_holds_for_inputs_at_hand_is_not_asked() -> None:
    oracle = SolverOracle()
    easy = [lnot(apply(Op.ULT, BOOL, I8, [200, var(f"x{i}", I8)])) for i in range(20)]
    answer = oracle.check(*easy, apply(Op.EQ, BOOL, I8, [var("y", I8), 7]))
    assert isinstance(answer, Sat) and answer.model[var("y", I8)] == 7
    assert oracle.queries == 1
