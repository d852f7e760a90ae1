"""Arrays: reads see the writes that they must see."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I32
from cudabmc.terms import Kind, apply, array_var, const_array, evaluate, is_term, ite_array, select, store, var

i, j, value = var("i", I32), var("j", I32), var("value", I8)
p = var("p", BOOL)
array = array_var("array", 32, 8)


def plus(a, b):
    return apply(Op.ADD, I32, I32, [a, b])


def test_a_read_finds_the_write_to_its_index():
    written = store(store(array, i, value), plus(i, 1), 7)
    assert select(written, i) is value
    assert select(written, plus(i, 1)) == 7
    assert select(written, plus(i, 2)) is select(array, plus(i, 2))


def test_a_read_stops_at_a_write_that_may_be_to_its_index():
    read = select(store(array, i, 1), j)
    assert is_term(read) and read.kind is Kind.SELECT and read.args[0].kind is Kind.STORE


def test_indices_in_disjoint_ranges_are_different():
    low, high = var("low", I32, hi=9), var("high", I32, lo=10)
    assert select(store(array, low, 1), high) is select(array, high)


def test_a_constant_array_has_one_value():
    zeros = const_array(32, 8, 0)
    assert select(zeros, i) == 0
    assert store(zeros, i, 0) is zeros


def test_writes_that_change_nothing_are_not_kept():
    assert store(array, i, select(array, i)) is array
    assert store(store(array, i, 1), i, 2) is store(array, i, 2)


def test_choices_between_arrays():
    assert ite_array(True, array, const_array(32, 8, 0)) is array
    assert select(ite_array(p, const_array(32, 8, 1), const_array(32, 8, 0)), i).kind is Kind.ITE


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([0, 1, 2, i, j, plus(i, 1), plus(j, 2)]), st.integers(0, 255)), max_size=6),
    st.sampled_from([0, 1, 3, i, j, plus(i, 1), plus(j, 1)]),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_reads_after_writes_are_those_of_a_dict(writes, index, at_i, at_j):
    model = {i: at_i, j: at_j, array: (9, {0: 4, 5: 6})}
    expected = {0: 4, 5: 6}
    built = array
    for at, element in writes:
        built = store(built, at, element)
        expected[evaluate(at, model)] = element
    assert evaluate(select(built, index), model) == expected.get(evaluate(index, model), 9)
