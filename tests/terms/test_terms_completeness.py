"""Nothing is forgotten: every operator has a function, a term, an SMT-LIB text and a z3 translation."""

import copy
import pickle

import pytest
from expressions import FLOATS, operators, signature

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, I8, I16, I32, I64, FloatType, IntType
from cudabmc.solver.smtlib import to_smtlib
from cudabmc.terms import apply, equal, evaluate, is_term, lnot, var

POINTERS = {op for op in Op if op.name.startswith("PTR")} | {Op.PTRTOINT, Op.INTTOPTR}
TYPES = (BOOL, I8, I16, I32, I64, *FLOATS)
CASES = sorted(
    {(op, type, of) for type in TYPES for op, of in operators(type, TYPES[1:5], FLOATS)}
    | {(Op.COPY, type, type) for type in TYPES}
    | {(Op.UITOFP, F32, BOOL)},
    key=str,
)


def test_the_cases_cover_every_operator_without_pointers():
    assert {op for op, _, _ in CASES} == set(Op) - POINTERS


@pytest.mark.parametrize("op", sorted(set(Op) - POINTERS, key=str), ids=lambda op: op.value)
def test_every_operator_has_all_its_meanings(op):
    z3 = pytest.importorskip("z3")
    import z3_meaning

    translation = z3_meaning.dialect()
    for case, type, of in CASES:
        if case is not op:
            continue
        operands = signature(op, type, of)
        args = [var(f"{'abc'[k]}_{operand}", operand) for k, operand in enumerate(operands)]
        term = apply(op, type, of, args)
        assert is_term(term)
        zeros = [False if t == BOOL else 0 if isinstance(t, IntType) else 0.0 for t in operands]
        assert repr(evaluate(term, {})) == repr(const_function(op, type, of)(*zeros))
        assertion = lnot(equal(term, const_function(op, type, of)(*zeros), type))
        parsed = z3.parse_smt2_string(to_smtlib([assertion]))
        assert len(parsed) >= 1
        assert z3.is_bool(z3_meaning.expression(assertion, translation))


@pytest.mark.parametrize("type", [I32, F32, BOOL], ids=str)
def test_operators_that_a_type_lacks_are_refused(type):
    op = Op.FADD if not isinstance(type, FloatType) else Op.ADD
    with pytest.raises(TypeError):
        apply(op, type, type, [var("a", type), var("b", type)])


def test_terms_stay_unique_when_copied():
    term = apply(Op.ADD, I32, I32, [var("x", I32), var("y", I32)])
    assert copy.deepcopy([term])[0] is term
    assert pickle.loads(pickle.dumps(term)) is term
