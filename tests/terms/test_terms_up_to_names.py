"""Terms that differ in the names of their variables alone have one shape, and no others have it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I16, IntType
from cudabmc.terms import Term, TermValue, apply, evaluate, free_vars, var
from cudabmc.terms.up_to_names import shape

NAMES = ("a", "b", "c")
OPERATORS = (Op.ADD, Op.MUL, Op.AND, Op.XOR, Op.UDIV, Op.SHL)


@st.composite
def terms_of(draw: st.DrawFn, depth: int = 3) -> TermValue:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.one_of(st.sampled_from([var(name, I8) for name in NAMES]), st.integers(0, 255)))
    args = (draw(terms_of(depth - 1)), draw(terms_of(depth - 1)))
    return apply(draw(st.sampled_from(OPERATORS)), I8, I8, args)


def conditions(values: tuple[TermValue, TermValue]) -> TermValue:
    return apply(Op.ULT, BOOL, I8, values)


def test_what_each_thread_computes_from_an_element_of_its_own_has_one_shape() -> None:
    def of_thread(number: int) -> TermValue:
        x, y = var(f"x[{number}]", I8), var(f"y[{number}]", I8)
        product = apply(Op.MUL, I8, I8, (x, y))
        return conditions((apply(Op.UDIV, I8, I8, (product, y)), apply(Op.XOR, I8, I8, (x, 5))))

    assert len({shape(of_thread(number)) for number in range(20)}) == 1


@settings(max_examples=500, deadline=None)
@given(st.tuples(terms_of(), terms_of()).map(conditions), st.tuples(terms_of(), terms_of()).map(conditions))
def test_of_two_terms_of_one_shape_one_is_the_other_with_other_names(one: TermValue, other: TermValue) -> None:
    if not isinstance(one, Term) or not isinstance(other, Term) or shape(one) != shape(other):
        return
    pairs = dict(zip(_in_order(one), _in_order(other), strict=True))
    assert len(set(pairs.values())) == len(pairs)
    for values in ({v: 7 * n + 1 for n, v in enumerate(pairs)}, {v: 255 - n for n, v in enumerate(pairs)}):
        assert evaluate(one, values) == evaluate(other, {pairs[v]: number for v, number in values.items()})


def _in_order(term: Term) -> list[Term]:
    """The variables of a term in the order in which its arguments come to them."""
    if not term.args:
        return [term] if term in free_vars(term) else []
    return list(dict.fromkeys(variable for arg in term.args for variable in _in_order(arg)))


def test_one_variable_is_not_like_two() -> None:
    a, b = var("a", I8), var("b", I8)
    assert shape(apply(Op.ULT, BOOL, I8, (a, apply(Op.MUL, I8, I8, (a, 3))))) != shape(
        apply(Op.ULT, BOOL, I8, (a, apply(Op.MUL, I8, I8, (b, 3))))
    )


def test_types_and_bounds_are_part_of_a_shape() -> None:
    def below(name: str, type: IntType, high: int | None = None) -> TermValue:
        return apply(Op.ULT, BOOL, type, (3, var(name, type, None, high)))

    assert shape(below("a", I8)) == shape(below("b", I8))
    assert shape(below("a", I8)) != shape(below("b", I16))
    assert shape(below("a", I8, 9)) != shape(below("b", I8, 10))


def test_a_large_term_has_no_shape() -> None:
    value: TermValue = var("a", I8)
    for _ in range(50):
        value = apply(Op.UDIV, I8, I8, (value, var("b", I8)))
    assert shape(value, 10) is None and shape(value, 1000) is not None
