"""Dependence on variables, against the evaluation of terms for all values of these."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I32, I64, IntType
from cudabmc.terms import Term, TermValue

BITS, WIDE = IntType(2), IntType(4)
SOURCES = [terms.var(name, BITS) for name in ("u", "v")]
OTHERS = {v: terms.var(f"{v.params[0]}'", BITS) for v in SOURCES}
INPUTS = [terms.var(name, BITS) for name in ("x", "y")]
OPERATORS = [Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.UDIV, Op.SREM]
RELATIONS = [Op.EQ, Op.NE, Op.ULT, Op.ULE, Op.SLT, Op.SLE]

leaves = st.sampled_from([*SOURCES, *SOURCES, *INPUTS, 0, 1, 2, 3])


def _numbers(inner: st.SearchStrategy[TermValue]) -> st.SearchStrategy[TermValue]:
    binary = st.builds(lambda op, a, b: terms.apply(op, BITS, BITS, (a, b)), st.sampled_from(OPERATORS), inner, inner)
    choice = st.builds(lambda c, a, b: terms.ite(c, a, b, BITS), _conditions(inner), inner, inner)
    promoted = st.builds(_promoted, st.sampled_from(OPERATORS), inner, inner, st.booleans(), st.integers(0, 2))
    return st.one_of(binary, choice, promoted, st.builds(_bytes, inner, inner, st.integers(0, 2)))


def _conditions(inner: st.SearchStrategy[TermValue]) -> st.SearchStrategy[TermValue]:
    relation = st.builds(lambda op, a, b: terms.apply(op, BOOL, BITS, (a, b)), st.sampled_from(RELATIONS), inner, inner)
    both = st.builds(lambda a, b: terms.land(a, b), relation, relation)
    return st.one_of(relation, both, st.builds(terms.lnot, both))


def _promoted(op: Op, a: TermValue, b: TermValue, signed: bool, start: int) -> TermValue:
    """Two bits of what C computes after integer promotion."""
    wide = [terms.apply(Op.SEXT if signed else Op.ZEXT, WIDE, BITS, (x,)) for x in (a, b)]
    return terms.extract(terms.apply(op, WIDE, WIDE, tuple(wide)), 4, start + 1, start)


def _bytes(a: TermValue, b: TermValue, start: int) -> TermValue:
    """Two bits out of four that are put together."""
    return terms.extract(terms.concat(a, b, 2, 2), 4, start + 1, start)


numbers = st.recursive(leaves, _numbers, max_leaves=12)


def _results(value: TermValue, model: dict[Term, int]) -> set[object]:
    pairs = product(range(4), repeat=2)
    return {terms.evaluate(value, {**model, **dict(zip(SOURCES, pair, strict=True))}) for pair in pairs}


def _differs(cond: TermValue, model: dict[Term, int]) -> bool:
    """Do two choices for the sources fulfil the condition?"""
    variables = [*SOURCES, *OTHERS.values()]
    return any(
        terms.evaluate(cond, {**model, **dict(zip(variables, choice, strict=True))})
        for choice in product(range(4), repeat=4)
    )


@given(st.one_of(numbers, _conditions(numbers)))
def test_a_value_depends_on_variables_exactly_where_it_changes_with_them(value: TermValue) -> None:
    depends = terms.depends(value, OTHERS)
    for pair in product(range(4), repeat=2):
        model = dict(zip(INPUTS, pair, strict=True))
        assert _differs(depends, model) == (len(_results(value, model)) > 1)


@given(st.one_of(numbers, _conditions(numbers)))
def test_what_surely_depends_changes_with_the_variables(value: TermValue) -> None:
    surely = terms.surely_depends(value, OTHERS)
    for pair in product(range(4), repeat=2):
        model = dict(zip(INPUTS, pair, strict=True))
        if _differs(surely, model):
            assert len(_results(value, model)) > 1


@given(st.one_of(numbers, _conditions(numbers)), st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_a_renamed_value_has_the_value_of_its_other_variables(value: TermValue, choice: list[int]) -> None:
    model = dict(zip([*SOURCES, *OTHERS.values(), *INPUTS], choice, strict=True))
    moved = {**model, **{v: model[other] for v, other in OTHERS.items()}}
    assert terms.evaluate(terms.rename(value, OTHERS), model) == terms.evaluate(value, moved)


def test_an_element_of_an_array_depends_on_what_was_never_stored() -> None:
    array, other = terms.array_var("a", 64, 8), terms.array_var("a'", 64, 8)
    i, j = terms.var("i", I64), terms.var("j", I64)
    value = terms.select(terms.store(array, i, 7), j)
    depends = terms.depends(value, {array: other})
    contents = {array: (1, {}), other: (2, {})}
    assert terms.evaluate(depends, {i: 3, j: 4, **contents}) is True
    assert terms.evaluate(depends, {i: 3, j: 3, **contents}) is False


def test_what_is_computed_without_the_variables_does_not_depend_on_them() -> None:
    x, u = terms.var("x", I8), terms.var("u", I8)
    assert terms.depends(terms.apply(Op.ADD, I8, I8, (x, 1)), {u: terms.var("u'", I8)}) is False
    assert terms.depends(terms.apply(Op.ADD, I8, I8, (x, u)), {u: terms.var("u'", I8)}) is True


def test_integer_promotion_hides_no_dependence() -> None:
    c, u = terms.var("c", BOOL), terms.var("u", I8)
    changed = terms.extract(terms.apply(Op.XOR, I32, I32, (terms.apply(Op.SEXT, I32, I8, (u,)), 1)), 32, 7, 0)
    either = terms.ite(c, changed, u, I8)
    assert terms.surely_depends(terms.apply(Op.EQ, BOOL, I8, (either, 0)), {u: terms.var("u'", I8)}) is True
