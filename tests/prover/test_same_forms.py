"""Values of one form are the same, whatever their unknowns are."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import F32, I8, I16, I32, IntType
from cudabmc.prover.same_forms import SameForms
from cudabmc.terms import TermValue

WIDTHS = (8, 16, 32)
NAMES = "abcd"
Tree = str | int | tuple[str, "Tree", "Tree"] | tuple[str, "Tree"]


def trees() -> st.SearchStrategy[Tree]:
    leaves = st.sampled_from(NAMES) | st.integers(0, 3)
    return st.recursive(
        leaves,
        lambda inner: st.tuples(st.sampled_from(("add", "sub", "mul", "xor")), inner, inner)
        | st.tuples(st.sampled_from(("sext", "zext")), inner),
        max_leaves=8,
    )


def value(tree: Tree, width: int) -> TermValue:
    """An expression of a width; what is made wider has been half as wide."""
    type = IntType(width)
    if isinstance(tree, str):
        narrow = terms.var(f"{tree}8", I8)
        return narrow if width == 8 else terms.apply(Op.SEXT, type, I8, (narrow,))
    if isinstance(tree, int):
        return tree
    if len(tree) == 2:
        if width == 8:  # the low half of a wider value
            return terms.apply(Op.TRUNC, I8, I16, (value(tree[1], 16),))
        half = IntType(width // 2)
        return terms.apply(Op[tree[0].upper()], type, half, (value(tree[1], width // 2),))
    return terms.apply(Op[tree[0].upper()], type, type, (value(tree[1], width), value(tree[2], width)))


def like(tree: Tree, chosen: random.Random) -> Tree:
    """An expression that may be the same: operands are swapped here and there, and few operators changed."""
    if not isinstance(tree, tuple):
        return tree
    operator, *operands = tree
    if chosen.random() < 0.1:
        operator = {"sext": "zext", "zext": "sext", "add": "sub", "sub": "add", "mul": "xor", "xor": "mul"}[operator]
    return (operator, *(like(one, chosen) for one in chosen.sample(operands, len(operands))))


@settings(max_examples=600, deadline=None)
@given(trees(), st.sampled_from(WIDTHS), st.integers(0, 1 << 30))
def test_values_of_one_form_are_equal_for_all_inputs_that_are_tried(one: Tree, width: int, seed: int) -> None:
    chosen = random.Random(seed)
    a, b = value(one, width), value(like(one, chosen), width)
    same = SameForms().are_same(a, b)
    for _ in range(60 if same else 0):
        given_ = {name: chosen.choice((0, 1, 127, 128, 255, chosen.randrange(256))) for name in NAMES}
        numbers = {terms.var(f"{name}8", I8): number for name, number in given_.items()}
        left, right = (terms.evaluate(one_, numbers) if isinstance(one_, terms.Term) else one_ for one_ in (a, b))
        assert left == right


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 90), st.integers(1, 250)), min_size=1, max_size=80), st.randoms())
def test_sums_of_any_length_have_one_form_in_any_order(summands: list[tuple[int, int]], chosen: random.Random) -> None:
    def added(parts: list[TermValue]) -> TermValue:
        if len(parts) == 1:
            return parts[0]
        at = chosen.randrange(1, len(parts))
        return terms.apply(Op.ADD, I8, I8, (added(parts[:at]), added(parts[at:])))

    parts = [terms.apply(Op.MUL, I8, I8, (terms.var(f"x{name}", I8), factor)) for name, factor in summands]
    others = chosen.sample(parts, len(parts))
    assert SameForms().are_same(added(parts), added(others))
    more = terms.apply(Op.ADD, I8, I8, (added(others), 1))
    assert not SameForms().are_same(added(parts), more)


def test_the_low_bits_of_wide_sums_and_products_are_those_of_narrow_ones() -> None:
    a, b = (terms.var(name, I8) for name in "ab")
    wide = [terms.apply(Op.SEXT, I32, I8, (one,)) for one in (a, b)]
    for op in (Op.ADD, Op.MUL):
        cut = terms.apply(Op.TRUNC, I8, I32, (terms.apply(op, I32, I32, wide),))
        assert SameForms().are_same(cut, terms.apply(op, I8, I8, (b, a)))


def test_numbers_that_were_made_wider_in_another_way_are_others() -> None:
    a, b = (terms.var(name, I8) for name in "ab")

    def low_half(first: Op, second: Op) -> TermValue:
        both = (terms.apply(first, I32, I8, (a,)), terms.apply(second, I32, I8, (b,)))
        return terms.apply(Op.TRUNC, I16, I32, (terms.apply(Op.ADD, I32, I32, both),))

    assert SameForms().are_same(low_half(Op.SEXT, Op.ZEXT), low_half(Op.SEXT, Op.ZEXT))
    assert not SameForms().are_same(low_half(Op.SEXT, Op.ZEXT), low_half(Op.ZEXT, Op.SEXT))


def test_floats_are_added_up_in_one_order() -> None:
    a, b, c = (terms.var(name, F32) for name in "abc")

    def plus(x: TermValue, y: TermValue) -> TermValue:
        return terms.apply(Op.FADD, F32, F32, (x, y))

    assert SameForms().are_same(plus(plus(a, b), c), plus(c, plus(b, a)))
    assert not SameForms().are_same(plus(plus(a, b), c), plus(a, plus(b, c)))
    assert not SameForms().are_same(0.0, -0.0)
    assert not SameForms().are_same(1, True)
