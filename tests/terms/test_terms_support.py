"""Values rest on some of their variables: with those as they are, the others make no difference."""

from expressions import FLOATS, INTS, built, inputs, model_of, same, tree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I16, I32, I64
from cudabmc.terms import (
    apply,
    array_var,
    const_array,
    equal,
    evaluate,
    free_vars,
    ite,
    ite_array,
    land,
    lor,
    select,
    store,
    support,
    var,
)

SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}
TYPES = (BOOL, I8, I16, I32, *FLOATS)
A, B, C = (var(name, I32) for name in "abc")


@settings(max_examples=600, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_other_values_of_the_other_variables_make_no_difference(random):
    value = built(tree(random.choice, random.choice(TYPES), random.randint(1, 6), INTS, FLOATS))
    model, other = (model_of(free_vars(value), inputs(random.choice)) for _ in range(2))
    found = support(value, model)
    assert found <= free_vars(value)
    assert same(evaluate(value, other | {v: model[v] for v in found}), evaluate(value, model))


@settings(max_examples=300, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_nor_do_they_for_elements_of_arrays(random):
    x, y, p, z, held, kept = var("x", I64), var("y", I64), var("p", BOOL), var("z", I8), *two_arrays()
    arrays = [held, kept, const_array(64, 8, z)]
    for _ in range(5):
        index = random.choice([x, y, 1, 2, apply(Op.ADD, I64, I64, (x, 1))])
        arrays.append(store(random.choice(arrays), index, random.choice([7, z, select(arrays[-1], 1)])))
        arrays.append(ite_array(random.choice([p, equal(x, 1, I64)]), *random.sample(arrays, 2)))
    value = select(arrays[-1], random.choice([x, y, 1, 2, 3]))
    model, other = (
        {x: random.randrange(4), y: random.randrange(4), p: random.random() < 0.5, z: random.randrange(3)}
        | {array: (random.randrange(3), {1: random.randrange(3), 2: 3}) for array in (held, kept)}
        for _ in range(2)
    )
    found = support(value, model)
    assert evaluate(value, other | {v: model[v] for v in found}) == evaluate(value, model)


def two_arrays():
    return array_var("held", 64, 8), array_var("kept", 64, 8)


def test_only_the_side_of_a_choice_that_is_taken_counts():
    value = ite(equal(A, 2, I32), equal(B, 3, I32), equal(C, 4, I32), BOOL)
    assert support(value, {A: 2, B: 3, C: 9}) == {A, B}
    assert support(value, {A: 1, B: 3, C: 9}) == {A, C}


def test_one_reason_is_enough():
    both = land(equal(A, 1, I32), equal(B, 1, I32))
    assert support(both, {A: 1, B: 1}) == {A, B}
    assert support(both, {A: 1, B: 0}) == {B}
    either = lor(both, equal(C, 1, I32))
    assert support(either, {A: 1, B: 1, C: 1}) == {C}, "the reason with the fewest variables"
    assert support(apply(Op.MUL, I32, I32, (A, B)), {A: 0, B: 5}) == {A}


def test_only_the_element_that_is_read_counts():
    """An index that is stored to is needed all the same: it could be the one that is read."""
    held, kept = two_arrays()
    x, z = var("x", I64), var("z", I8)
    assert support(select(store(held, 1, z), x), {x: 1}) == {x, z}
    assert support(select(store(held, x, z), 1), {x: 1}) == {x, z}
    assert support(select(store(held, x, z), 1), {x: 2}) == {x, held}
    assert support(select(ite_array(equal(x, 1, I64), held, kept), 5), {x: 1}) == {x, held}


def test_constants_rest_on_nothing():
    assert support(7, {}) == support(True, {}) == frozenset()
