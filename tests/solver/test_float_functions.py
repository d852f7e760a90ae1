"""Queries in which the arithmetic of floats is functions: what they contradict, and what they show."""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cudabmc.explore.oracle import SolverOracle
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F16, F32, I8, I32, FloatType
from cudabmc.solver import Sat, Unknown, Unsat
from cudabmc.solver.content import Content, TermContents
from cudabmc.solver.float_functions import NOT_SHOWN, FloatFunctions
from cudabmc.solver.protocol import SolverAnswer
from cudabmc.terms import Term, TermValue, apply, equal, evaluate, free_vars, ite, lnot, var

sys.path.insert(0, str(Path(__file__).parents[1] / "terms"))
from expressions import Leaf, Node, built, inputs, model_of, tree

a, b, c, d = (var(name, F32) for name in "abcd")
n = var("n", I32)
SMALL = apply(Op.SLT, BOOL, I32, (n, 3))


def choice(condition: TermValue, one: TermValue, other: TermValue) -> TermValue:
    return ite(condition, one, other, F32)


def f32(op: Op, *args: TermValue) -> TermValue:
    return apply(op, F32, F32, args)


def may_differ(one: TermValue, other: TermValue, type: FloatType = F32) -> SolverAnswer:
    return FloatFunctions(SolverOracle().check).check(lnot(equal(one, other, type)), 5000)


ALIKE: dict[str, Callable[[], tuple[TermValue, TermValue]]] = {
    "a * b + c, c + b * a": lambda: (
        f32(Op.FADD, f32(Op.FMUL, a, b), c), f32(Op.FADD, c, f32(Op.FMUL, b, a)),
    ),
    "a - b, -b + a": lambda: (f32(Op.FSUB, a, b), f32(Op.FADD, f32(Op.FNEG, b), a)),
    "fma(a, b, c), fma(b, a, c)": lambda: (f32(Op.FMA, a, b, c), f32(Op.FMA, b, a, c)),
    "(n < 3 ? a : b) + c, n < 3 ? c + a : b + c": lambda: (
        f32(Op.FADD, choice(SMALL, a, b), c), choice(SMALL, f32(Op.FADD, c, a), f32(Op.FADD, b, c)),
    ),
    "a / (n < 3 ? b : c) + d, d + (n < 3 ? a / b : a / c)": lambda: (
        f32(Op.FADD, f32(Op.FDIV, a, choice(SMALL, b, c)), d),
        f32(Op.FADD, d, choice(SMALL, f32(Op.FDIV, a, b), f32(Op.FDIV, a, c))),
    ),
    "(int)(a + b), (int)(b + a), as floats": lambda: tuple(
        apply(Op.SITOFP, F32, I32, (apply(Op.FPTOSI, I32, F32, (f32(Op.FADD, *pair),)),)) for pair in ((a, b), (b, a))
    ),
    "(float)(n + n), (float)(2 * n)": lambda: tuple(
        apply(Op.SITOFP, F32, I32, (apply(op, I32, I32, (n, other)),)) for op, other in ((Op.ADD, n), (Op.MUL, 2))
    ),
    "a + b < c ? c : a + b, c > b + a ? c : b + a": lambda: (
        choice(apply(Op.FLT, BOOL, F32, (f32(Op.FADD, a, b), c)), c, f32(Op.FADD, a, b)),
        choice(apply(Op.FLT, BOOL, F32, (f32(Op.FADD, b, a), c)), c, f32(Op.FADD, b, a)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_equal_arguments_have_equal_results(name: str) -> None:
    assert may_differ(*ALIKE[name]()) == Unsat()


APART: dict[str, Callable[[], tuple[TermValue, TermValue]]] = {
    "(a + b) + c, a + (b + c)": lambda: (
        f32(Op.FADD, f32(Op.FADD, a, b), c), f32(Op.FADD, a, f32(Op.FADD, b, c)),
    ),
    "a / b, b / a": lambda: (f32(Op.FDIV, a, b), f32(Op.FDIV, b, a)),
    "a - b, b - a": lambda: (f32(Op.FSUB, a, b), f32(Op.FSUB, b, a)),
    "fma(a, b, c), fma(a, c, b)": lambda: (f32(Op.FMA, a, b, c), f32(Op.FMA, a, c, b)),
    "fma(a, b, c), a * b + c": lambda: (f32(Op.FMA, a, b, c), f32(Op.FADD, f32(Op.FMUL, a, b), c)),
    "(n < 3 ? a : b) + c, n < 4 ? c + a : b + c": lambda: (
        f32(Op.FADD, choice(SMALL, a, b), c),
        choice(apply(Op.SLT, BOOL, I32, (n, 4)), f32(Op.FADD, c, a), f32(Op.FADD, b, c)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", APART)
def test_a_model_is_one_of_floats(name: str) -> None:
    one, other = APART[name]()
    answer = may_differ(one, other)
    assert isinstance(answer, Sat)
    assert evaluate(lnot(equal(one, other, F32)), answer.model) is True
    assert all(not str(variable.params[0]).startswith("float operation") for variable in answer.model)


def test_what_holds_for_floats_alone_is_not_known() -> None:
    assert may_differ(f32(Op.FMUL, a, 0.5), f32(Op.FDIV, a, 2.0)) == NOT_SHOWN
    assert may_differ(f32(Op.FADD, a, a), f32(Op.FMUL, a, 2.0)) == NOT_SHOWN


def test_a_function_keeps_its_variable_from_query_to_query() -> None:
    functions = FloatFunctions(SolverOracle().check)
    assert functions.of(f32(Op.FADD, a, b)) is functions.of(f32(Op.FADD, b, a))
    assert functions.of(f32(Op.FADD, a, b)) is not functions.of(f32(Op.FMUL, a, b))
    assert functions.of(f32(Op.FDIV, a, 0.0)) is not functions.of(f32(Op.FDIV, a, -0.0))
    assert functions.of(f32(Op.FNEG, a)) is f32(Op.FNEG, a)


def test_what_has_no_arithmetic_of_floats_is_no_question_of_theirs() -> None:
    functions = FloatFunctions(SolverOracle().check)
    assert not functions.are_in(apply(Op.FLT, BOOL, F32, (a, b)))
    assert not functions.are_in(True)
    assert functions.are_in(apply(Op.FLT, BOOL, F32, (f32(Op.FADD, a, b), c)))


def test_the_solver_gives_up() -> None:
    functions = FloatFunctions(lambda *assertions, patience=None: Unknown("timeout"))
    assert functions.check(apply(Op.FLT, BOOL, F32, (f32(Op.FADD, a, b), c)), 10) == Unknown("timeout")


DISTRIBUTED = (Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FREM, Op.FMA, Op.FSQRT, Op.FNEG, Op.FABS)
"""A rounding of what is rounded already is no operation any more."""


def rewritten(choose: Callable, node: Node | Leaf) -> Node | Leaf:
    """The same by other operations: operands swapped, a difference as a sum, an operation moved into a choice."""
    if isinstance(node, Leaf):
        return node
    node = replace(node, args=tuple(rewritten(choose, arg) for arg in node.args))
    if node.op in (Op.FADD, Op.FMUL, Op.FMA) and choose((True, False)):
        node = replace(node, args=(node.args[1], node.args[0], *node.args[2:]))
    if node.op is Op.FSUB and choose((True, False)):
        negated = Node(Op.FNEG, node.type, node.type, (node.args[1],))
        node = replace(node, op=Op.FADD, args=(node.args[0], negated))
    for at, arg in enumerate(node.args if node.op in DISTRIBUTED else ()):
        if isinstance(arg, Node) and arg.op is Op.SELECT and choose((True, False)):
            ways = [replace(node, args=(*node.args[:at], way, *node.args[at + 1 :])) for way in arg.args[1:]]
            return Node(Op.SELECT, node.type, node.type, (arg.args[0], *ways))
    return node


@pytest.mark.parametrize("seed", range(60))
def test_what_is_computed_in_the_same_way_is_the_same(seed: int) -> None:
    source = random.Random(seed)
    node = tree(source.choice, F16, 5, (I8,), (F16,))
    one, other = built(node), built(rewritten(source.choice, node))
    assert may_differ(one, other, F16) == Unsat()


@pytest.mark.parametrize("seed", range(150))
def test_what_is_contradicted_holds_for_no_floats(seed: int) -> None:
    """Two values that differ somewhere are never called the same, and a model is checked."""
    source = random.Random(1000 + seed)
    while True:
        value = built(tree(source.choice, BOOL, 4, (I8,), (F16,)))
        if isinstance(value, Term) and Content.ROUNDING in TermContents().of(value):
            break
    answer = FloatFunctions(SolverOracle().check).check(value, 2000)
    samples = [model_of(sorted(free_vars(value), key=lambda v: v.id), inputs(source.choice)) for _ in range(200)]
    if answer == Unsat():
        assert not any(evaluate(value, sample) is True for sample in samples)
    elif isinstance(answer, Sat):
        assert evaluate(value, answer.model) is True
    else:
        assert answer == NOT_SHOWN or answer.reason == "timeout"
