"""What is true of bit vectors with known values is not refuted when it is asked about integers."""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I16, I32, I64, IntType
from cudabmc.prover.integers import IntegerQuery
from cudabmc.solver.z3_text import TextSolver
from cudabmc.terms import Term, TermValue, free_vars
from tests.terms.expressions import Leaf, Node, constants, run, tree

INTS = (I8, I16, I32, I64)
BOUNDS = {"y_i16": (2, 300), "y_i32": (0, 1023), "y_i64": (0, 1 << 62)}
"""Unknowns that are known to lie between two numbers, as coordinates and rounds do."""

DIVISIONS = (Op.SDIV, Op.UDIV, Op.SREM, Op.UREM)
SOLVER = TextSolver()


def _built(node: Node | Leaf) -> TermValue:
    if isinstance(node, Leaf):
        lo, hi = BOUNDS.get(node.name or "", (None, None))
        return node.value if node.name is None else terms.var(node.name, node.type, lo=lo, hi=hi)
    return terms.apply(node.op, node.type, node.of, [_built(arg) for arg in node.args])


def _divides_by_zero(node: Node | Leaf, inputs: dict[str, int | bool]) -> bool:
    if isinstance(node, Leaf):
        return False
    if node.op in DIVISIONS and run(node.args[1], inputs) == 0:
        return True
    return any(_divides_by_zero(arg, inputs) for arg in node.args)


def _inputs(choose: random.Random) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for letter in "xyz":
        found[f"{letter}_{BOOL}"] = choose.choice([False, True])
        for type in INTS:
            lo, hi = BOUNDS.get(f"{letter}_{type}", (0, (1 << type.width) - 1))
            near = [lo, lo + 1, hi, hi - 1, lo + choose.randrange(40), hi - choose.randrange(40)]
            found[f"{letter}_{type}"] = choose.choice([*near, *(n for n in constants(type) if lo <= n <= hi)])
    return found


def _equal(unknown: Term, value: int | bool) -> TermValue:
    type = BOOL if isinstance(value, bool) else IntType(unknown.sort.width)
    return terms.apply(Op.EQ, BOOL, type, (unknown, value))


@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_a_truth_is_not_refuted(choose: random.Random) -> None:
    with terms.terms_of_a_run():
        inputs, unknowns = _inputs(choose), set[Term]()
        query = IntegerQuery(products=choose.random() < 0.3)
        nodes = [tree(choose.choice, BOOL, choose.randint(2, 5), INTS, ()) for _ in range(choose.randint(1, 3))]
        for node in nodes:
            value = _built(node)
            if isinstance(value, Term) and not _divides_by_zero(node, inputs):
                unknowns |= free_vars(value)
                query.add(value if run(node, inputs) else terms.lnot(value))
        for unknown in unknowns:
            query.add(_equal(unknown, inputs[unknown.params[0]]))
        text = query.text()
    assert SOLVER.check(text).status != "unsat", text
