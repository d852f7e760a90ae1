"""Random trees: what the builders make of them means what the operators mean."""

import z3
import z3_meaning
from expressions import FLOATS, INTS, Leaf, built, inputs, model_of, run, same, tree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.types import BOOL, F16, I8, I16, I32, BoolType, FloatType, IntType
from cudabmc.terms import evaluate, free_vars, is_term, signed_range, unsigned_range, var_constraints
from cudabmc.terms.float_range import float_range

SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@settings(max_examples=600, **SETTINGS)
@given(st.randoms(use_true_random=False), st.booleans())
def test_terms_evaluate_to_what_the_operators_compute(random, floats):
    types = (BOOL, I8, I16, I32, *(FLOATS if floats else ()))
    node = tree(random.choice, random.choice(types), random.randint(1, 4), INTS, FLOATS if floats else ())
    value = built(node)
    for _ in range(4):
        given_inputs = inputs(random.choice)
        expected = run(node, given_inputs)
        assert same(evaluate(value, model_of(free_vars(value), given_inputs)), expected)
        if isinstance(node.type, IntType):
            width = node.type.width
            lo, hi = unsigned_range(value, width)
            assert lo <= expected <= hi
            lo, hi = signed_range(value, width)
            assert lo <= to_signed(expected, width) <= hi
        if isinstance(node.type, FloatType):
            bounds = float_range(value)
            assert bounds.nan if expected != expected else bounds.low <= expected <= bounds.high


def raw(node):
    """The tree in z3, nothing simplified."""
    if isinstance(node, Leaf):
        if node.name is None:
            return z3_meaning.constant(node.value, node.type)
        return z3.Const(node.name, z3_meaning.sort_of(node.type))
    return z3_meaning.meaning(node.op, node.type, node.of, [raw(arg) for arg in node.args])


def translated(value, type, dialect):
    if not is_term(value):
        return z3_meaning.constant(value, type)
    return z3_meaning.expression(value, dialect)


def differ(node):
    """Whether z3 finds inputs for which the built term is not the tree."""
    dialect = z3_meaning.dialect()
    value = built(node)
    solver = z3.SimpleSolver()
    solver.set("timeout", 300)
    if is_term(value):
        solver.add(*[translated(bound, BOOL, dialect) for bound in var_constraints(value)])
    bounded = z3.BitVec("y_i16", 16)
    solver.add(z3.UGE(bounded, 2), z3.ULE(bounded, 300))
    left, right = translated(value, node.type, dialect), raw(node)
    solver.add(left != right if isinstance(node.type, BoolType | IntType) else z3.Not(left == right))
    return solver.check() == z3.sat


@settings(max_examples=250, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_integer_terms_are_equivalent_to_unsimplified_z3(random):
    ints = random.choice([(I8,), (I8, I16)])
    assert not differ(tree(random.choice, random.choice((BOOL, *ints)), random.randint(1, 3), ints, ()))


def without_remainder(node):
    return isinstance(node, Leaf) or (node.op.name != "FREM" and all(map(without_remainder, node.args)))


@settings(max_examples=60, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_float_terms_are_equivalent_to_unsimplified_z3(random):
    node = tree(random.choice, random.choice((BOOL, F16, I16)), random.randint(1, 2), (I8, I16), (F16,))
    if without_remainder(node):
        assert not differ(node)
