"""Values with constants in the place of variables mean what they mean for these inputs."""

from expressions import FLOATS, INTS, assume, built, inputs, model_of, same, tree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I16, I32, I64
from cudabmc.terms import (
    NO_FACTS,
    ArraySort,
    Kind,
    Term,
    apply,
    array_var,
    const_array,
    equal,
    evaluate,
    free_vars,
    ite,
    ite_array,
    land,
    select,
    store,
    var,
)
from cudabmc.terms.evaluate import OPS, type_of
from cudabmc.terms.rename import Renaming, rename
from cudabmc.terms.substitute import _SPECIAL, Substitution, replace, substitute

SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}
TYPES = (BOOL, I8, I16, I32, *FLOATS)


@settings(max_examples=600, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_a_value_with_constants_in_it_is_what_it_is_for_them(random):
    value = built(tree(random.choice, random.choice(TYPES), random.randint(1, 5), INTS, FLOATS))
    model = model_of(free_vars(value), inputs(random.choice))
    known = {variable: constant for variable, constant in model.items() if random.random() < 0.5}
    found = substitute(value, known)
    assert free_vars(found).isdisjoint(known)
    assert same(evaluate(found, model), evaluate(value, model))
    assert not isinstance(substitute(value, model), Term)


@settings(max_examples=200, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_so_is_an_element_of_an_array(random):
    x, y, p, held = var("x", I64), var("y", I64), var("p", BOOL), array_var("held", 64, 8)
    arrays = [held, const_array(64, 8, var("z", I8))]
    for _ in range(4):
        index = random.choice([x, y, 1, 2, apply(Op.ADD, I64, I64, (x, 1))])
        arrays.append(store(random.choice(arrays), index, random.choice([7, var("z", I8), select(arrays[-1], 1)])))
        arrays.append(ite_array(random.choice([p, equal(x, 1, I64)]), *random.sample(arrays, 2)))
    value = select(arrays[-1], random.choice([x, y, 1, 2, 3]))
    model = {x: random.randrange(4), y: random.randrange(4), p: random.random() < 0.5, var("z", I8): 5}
    model[held] = (9, {1: 4, 2: 3})
    scalars = {v: constant for v, constant in model.items() if not isinstance(v.sort, ArraySort)}
    known = {variable: constant for variable, constant in scalars.items() if random.random() < 0.5}
    assert evaluate(substitute(value, known), model) == evaluate(value, model)


def test_every_kind_is_known():
    assert set(OPS) | set(_SPECIAL) == set(Kind) - {Kind.VAR, Kind.CONST}


@settings(max_examples=300, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_facts_that_say_what_a_variable_is_keep_the_value(random):
    value = built(tree(random.choice, random.choice(TYPES), random.randint(1, 5), INTS, FLOATS))
    model = model_of(free_vars(value), inputs(random.choice))
    facts = NO_FACTS
    for variable, constant in model.items():
        if random.random() < 0.6 and type(constant) is int:
            facts = facts.holding(equal(variable, constant, _type(variable)))
    assert same(evaluate(assume(value, facts), model), evaluate(value, model))


def _type(variable):
    return next(type for type in (I8, I16, I32) if type.width == variable.sort.width)


n, m, i = var("n", I32), var("m", I32), var("i", I32)
q = var("q", BOOL)
below = apply(Op.ULT, BOOL, I32, (i, n))


def facts(*known):
    return NO_FACTS.holding(land(*known))


def test_a_variable_that_is_equated_with_a_number_is_this_number():
    fixed = facts(equal(n, 512, I32))
    assert assume(apply(Op.MUL, I32, I32, (n, 4)), fixed) == 2048
    assert assume(below, fixed) is apply(Op.ULT, BOOL, I32, (i, 512))
    assert assume(ite(q, n, m, I32), fixed.beside(facts(equal(m, 512, I32)))) == 512
    assert assume(apply(Op.MUL, I32, I32, (m, 4)), fixed.beside(facts(equal(m, 2, I32)))) == 8
    assert assume(n, facts(equal(n, 512, I32), q).holding(below)) == 512
    assert assume(n, facts(equal(n, m, I32))) is n
    both = facts(equal(n, m, I32), equal(m, i, I32), equal(i, 3, I32))
    assert (assume(n, both), assume(m, both), assume(i, both)) == (3, 3, 3)
    assert assume(n, facts(equal(n, m, I32)).holding(equal(m, 3, I32))) is n
    assert assume(n, facts(equal(m, 3, I32)).holding(equal(n, m, I32))) == 3


def test_facts_decide_values_before_and_after_numbers_are_put_in():
    fixed = facts(equal(n, 512, I32))
    assert assume(below, fixed.holding(below)) is True
    assert assume(below, fixed.holding(apply(Op.ULT, BOOL, I32, (i, 512)))) is True


def chain(start, length=2000):
    """x + 1 ^ 1 ... so deep that nothing that calls itself comes to its end."""
    value = start
    for _ in range(length):
        value = apply(Op.XOR, I32, I32, (apply(Op.MUL, I32, I32, (value, 3)), 1))
    return value


def test_a_deep_value_is_rebuilt():
    x, y, p = var("x", I32), var("y", I32), var("p", I32)
    deep = chain(apply(Op.MUL, I32, I32, (x, p)))
    assert rename(deep, {x: y}) is chain(apply(Op.MUL, I32, I32, (y, p)))
    assert substitute(deep, {x: 5, p: 7}) == chain(35)
    assert replace(deep, {apply(Op.MUL, I32, I32, (x, p)): y}) is chain(y)


@settings(max_examples=200, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_values_with_common_parts_are_renamed_and_substituted_one_after_the_other(random):
    made = [built(tree(random.choice, I32, random.randint(1, 3), INTS, FLOATS)) for _ in range(4)]
    model = model_of(frozenset().union(*map(free_vars, made)), inputs(random.choice))
    others = {v: var(f"other {v.params[0]}", type_of(v.sort)) for v in model}
    renaming, substitution = Renaming({}), Substitution(model)
    for number in range(4):
        value = apply(Op.XOR, I32, I32, (made[number], made[max(0, number - 1)]))
        for variable in free_vars(value):
            renaming.names[variable] = others[variable]
        renamed = renaming.of(value)
        assert free_vars(renamed) == {others[v] for v in free_vars(value)}
        assert same(evaluate(renamed, {others[v]: constant for v, constant in model.items()}), evaluate(value, model))
        assert same(substitution.of(value), evaluate(value, model))


def test_a_part_that_is_replaced_is_so_wherever_it_stands():
    x, y, z = var("x", I32), var("y", I32), var("z", I32)
    part, other = apply(Op.MUL, I32, I32, (x, y)), apply(Op.MUL, I32, I32, (y, z))
    whole = apply(Op.XOR, I32, I32, (apply(Op.UDIV, I32, I32, (part, 3)), apply(Op.AND, I32, I32, (other, part))))
    found = replace(whole, {part: z})
    assert found is apply(Op.XOR, I32, I32, (apply(Op.UDIV, I32, I32, (z, 3)), apply(Op.AND, I32, I32, (other, z))))
    assert replace(whole, {var("w", I32): 1}) is whole
