"""Terms as C: what the text says is what the term is, as long as nothing wraps around."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, I8, I32, I64, IntType, Type
from cudabmc.prover.in_words import LEFT_OUT, CName, TermNames, conditions_in_c, in_c, index_in_c, split_in_c
from cudabmc.terms import BVSort, Kind, Term, TermValue
from cudabmc.terms.term import var_name
from tests.prover.c_expressions import value_of

T = terms.var("threadIdx.x", I32, 0, 1023)
B = terms.var("blockIdx.x", I32, 0, 65535)
D = terms.var("blockDim.x", I32, 1, 1024)
N = terms.var("n", I32)  # signed
M = terms.var("m", I32)  # unsigned
W = terms.var("w", I64)  # signed
C = terms.var("c", I8)
P, Q = terms.var("p", BOOL), terms.var("q", BOOL)
UNKNOWNS = (T, B, D, N, M, W, C, P, Q)


class Names(TermNames):
    """Unknowns by their own names."""

    def name(self, unknown: Term) -> CName:
        signed = {N: True, W: True, M: False, C: False}.get(unknown, False)
        return CName(var_name(unknown), signed)

    def element(self, array, at) -> str:  # type: ignore[no-untyped-def]
        return f"{var_name(array)}[{at(4, ())}]"


NAMES = Names()


def op(what: Op, *args: TermValue, type: Type = I32) -> TermValue:
    """An operator on numbers of one type."""
    compares = what in (Op.EQ, Op.NE, Op.ULT, Op.ULE, Op.SLT, Op.SLE)
    return terms.apply(what, BOOL if compares else type, type, args)


def wide(value: TermValue, how: Op = Op.ZEXT) -> TermValue:
    return terms.apply(how, I64, I32, (value,))


PLACE = op(Op.ADD, op(Op.MUL, B, D), T)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (PLACE, "blockIdx.x * blockDim.x + threadIdx.x"),
        (op(Op.SLT, PLACE, N), "blockIdx.x * blockDim.x + threadIdx.x < n"),
        (terms.lnot(op(Op.SLT, PLACE, N)), "n <= blockIdx.x * blockDim.x + threadIdx.x"),
        (op(Op.SUB, D, 1), "blockDim.x - 1"),
        (op(Op.SUB, 1, T), "1 - threadIdx.x"),
        (op(Op.EQ, op(Op.SUB, T, D), 3), "threadIdx.x == blockDim.x + 3"),
        (op(Op.NE, op(Op.MUL, 4, T), 12), "threadIdx.x != 3"),
        (op(Op.UDIV, D, 2), "blockDim.x / 2"),
        (op(Op.MUL, 2, op(Op.UDIV, D, 2)), "2 * (blockDim.x / 2)"),
        (op(Op.MUL, 2, op(Op.MUL, op(Op.UREM, T, 7), D)), "2 * (threadIdx.x % 7) * blockDim.x"),
        (op(Op.ULT, N, 10), "(unsigned)n < 10"),
        (op(Op.SLT, M, 10), "(int)m < 10"),
        (wide(op(Op.SUB, T, 1)), "(unsigned)(threadIdx.x - 1)"),
        (wide(N, Op.SEXT), "n"),
        (op(Op.AND, op(Op.ADD, T, 1), 31), "(threadIdx.x + 1) & 31"),
        (op(Op.UREM, op(Op.ADD, T, 1), D), "(threadIdx.x + 1) % blockDim.x"),
        (terms.land(P, terms.lnot(Q)), "p && !q"),
        (terms.lnot(terms.land(P, Q)), "!p || !q"),
        (terms.ite(P, N, T, I32), "p ? n : threadIdx.x"),
        (op(Op.MUL, terms.ite(P, N, T, I32), 3), "3 * (p ? n : threadIdx.x)"),
        (op(Op.ASHR, terms.extract(W, 64, 32, 1), 1), "(int)((w >> 1) & 4294967295) >> 1"),
        (terms.apply(Op.TRUNC, I8, I32, (N,)), "(unsigned char)n"),
        (True, "true"),
        (-3, "-3"),
    ],
)
def test_terms_read_as_a_programmer_writes(term: TermValue, text: str) -> None:
    assert in_c(term, NAMES) == text


def test_an_element_of_an_array_has_its_index() -> None:
    array = terms.array_var("a", 64, 32)
    element = terms.select(array, op(Op.MUL, 4, wide(PLACE), type=I64))
    assert in_c(op(Op.NE, element, 0), NAMES) == "a[blockIdx.x * blockDim.x + threadIdx.x] != 0"


def test_floats_have_operators_functions_and_casts() -> None:
    x, y = terms.var("x", F32), terms.var("y", F32)
    total = terms.apply(Op.FADD, F32, F32, (x, y))
    assert in_c(terms.apply(Op.FDIV, F32, F32, (total, x)), NAMES) == "(x + y) / x"
    assert in_c(terms.apply(Op.FABS, F32, F32, (x,)), NAMES) == "fabs(x)"
    assert in_c(terms.apply(Op.SITOFP, F32, I32, (N,)), NAMES) == "(float)n"


ROWS = op(Op.ADD, op(Op.MUL, 68, wide(T), type=I64), op(Op.MUL, 4, W, type=I64), type=I64)


@pytest.mark.parametrize(
    ("offset", "size", "strides", "index"),
    [
        (op(Op.MUL, 4, wide(T), type=I64), 4, (), "threadIdx.x"),
        (op(Op.MUL, 4, wide(T), type=I64), 8, (), None),
        (op(Op.ADD, op(Op.MUL, 4, wide(T), type=I64), 2, type=I64), 4, (), None),
        (ROWS, 4, (17,), "threadIdx.x][w"),
        (76, 4, (17,), "1][2"),
        ((1 << 64) - 4, 4, (), "-1"),
    ],
)
def test_offsets_are_indices_where_elements_begin(
    offset: TermValue, size: int, strides: tuple[int, ...], index: str | None
) -> None:
    assert index_in_c(offset, size, NAMES, strides) == index


def test_offsets_lie_in_records() -> None:
    inside = op(Op.ADD, op(Op.MUL, 24, wide(T), type=I64), 32, type=I64)
    assert split_in_c(inside, 24, NAMES) == ("threadIdx.x + 1", "", 8)
    added = op(Op.ADD, inside, op(Op.MUL, 4, W, type=I64), type=I64)
    assert split_in_c(added, 24, NAMES) == ("threadIdx.x + 1", "4 * w", 8)


def test_conditions_are_joined_and_told_once() -> None:
    either = terms.lnot(terms.land(P, Q))
    assert conditions_in_c([op(Op.EQ, T, 0), either, either], NAMES) == "threadIdx.x == 0 && (!p || !q)"
    assert conditions_in_c([], NAMES) == ""


def test_long_terms_are_cut_and_take_no_longer_than_short_ones() -> None:
    grown: TermValue = N
    for _ in range(200):  # a tree with 2**200 leaves
        grown = terms.ite(op(Op.SLT, grown, M), op(Op.MUL, grown, grown), op(Op.XOR, grown, T), I32)
    text = in_c(op(Op.EQ, T, grown), NAMES)
    assert text.startswith("threadIdx.x == ") and LEFT_OUT in text and len(text) < 1000


# ---------------------------------------------------------------- the text and the term

NUMBERS = {T: (0, 5), B: (0, 5), D: (1, 6), N: (-6, 6), M: (0, 6), W: (-6, 6), C: (0, 6), P: (0, 1), Q: (0, 1)}
OPERATORS = [Op.ADD, Op.SUB, Op.MUL, Op.UDIV, Op.SDIV, Op.UREM, Op.SREM, Op.AND, Op.OR, Op.XOR, Op.LSHR, Op.ASHR]
UNSIGNED = (Kind.UDIV, Kind.UREM, Kind.LSHR)
COMPARISONS = [Op.EQ, Op.NE, Op.ULT, Op.ULE, Op.SLT, Op.SLE]


@st.composite
def numbers(draw: st.DrawFn, width: int, depth: int) -> TermValue:
    """A value with 32 or 64 bits."""
    type = IntType(width)
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        leaves: list[TermValue] = [T, B, D, N, M] if width == 32 else [W]
        number = draw(st.one_of(st.sampled_from(leaves), st.integers(-4, 12)))
        return number if isinstance(number, Term) else int(number) & (1 << width) - 1
    kind = draw(st.integers(0, 9))
    if kind == 0:
        cond = draw(truths(depth - 1))
        return terms.ite(cond, draw(numbers(width, depth - 1)), draw(numbers(width, depth - 1)), type)
    if kind == 1 and width == 64:
        how = draw(st.sampled_from([Op.ZEXT, Op.SEXT]))
        return terms.apply(how, I64, I32, (draw(numbers(32, depth - 1)),))
    if kind == 2 and width == 32:
        return terms.apply(Op.TRUNC, I32, I64, (draw(numbers(64, depth - 1)),))
    if kind == 3 and width == 32:
        narrow = terms.apply(Op.TRUNC, I8, I32, (draw(numbers(32, depth - 1)),))
        return terms.apply(Op.ZEXT, I32, I8, (narrow,))
    what = draw(st.sampled_from(OPERATORS))
    other = draw(st.integers(1, 4)) if what in (Op.LSHR, Op.ASHR) else draw(numbers(width, depth - 1))
    return terms.apply(what, type, type, (draw(numbers(width, depth - 1)), other))


@st.composite
def truths(draw: st.DrawFn, depth: int) -> TermValue:
    """A truth value."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from([P, Q]))
    kind = draw(st.integers(0, 5))
    if kind < 3:
        width = draw(st.sampled_from([32, 32, 64]))
        what = draw(st.sampled_from(COMPARISONS))
        type = IntType(width)
        return terms.apply(what, BOOL, type, (draw(numbers(width, depth - 1)), draw(numbers(width, depth - 1))))
    a, b = draw(truths(depth - 1)), draw(truths(depth - 1))
    return {3: terms.land(a, b), 4: terms.lor(a, b), 5: terms.lnot(a)}[kind]


def subterms(value: TermValue) -> set[Term]:
    found: set[Term] = set()
    left = [value] if isinstance(value, Term) else []
    while left:
        term = left.pop()
        if term not in found:
            found.add(term)
            left += term.args
    return found


@given(st.one_of(truths(4), numbers(32, 4), numbers(64, 4)), st.data())
def test_the_text_has_the_value_of_the_term_where_nothing_wraps_around(value: TermValue, data: st.DataObject) -> None:
    values = {unknown: data.draw(st.integers(*limits)) for unknown, limits in NUMBERS.items()}
    model = {
        unknown: bool(number) if unknown in (P, Q) else number & (1 << unknown.sort.width) - 1  # type: ignore[union-attr]
        for unknown, number in values.items()
    }
    for term in subterms(value):
        if isinstance(term.sort, BVSort):
            width = term.sort.width
            result = terms.evaluate(term, model)
            assert isinstance(result, int)
            number = result if term.kind in UNSIGNED else to_signed(result, width)
            assume(abs(number) < (1 << 30 if width == 32 else 1 << 40) or width < 32)
    text = in_c(value, NAMES, 10_000)
    try:
        found = value_of(text, {var_name(unknown): number for unknown, number in values.items()})
    except ZeroDivisionError:
        assume(False)  # what C leaves open
    expected = terms.evaluate(value, model)
    if isinstance(expected, bool):
        assert bool(found) is expected, text
    else:
        assert isinstance(expected, int)
        width = value.sort.width if isinstance(value, Term) and isinstance(value.sort, BVSort) else 64
        assert (found - expected) % (1 << width) == 0 or not isinstance(value, Term), text
