"""Values taken apart and put together at random, and what is known of them, against their evaluation."""

from functools import reduce

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.terms import (
    NO_FACTS,
    Assumption,
    Facts,
    apply,
    concat,
    difference,
    evaluate,
    extract,
    ite,
    land,
    lnot,
    signed_range,
    split_linear,
    unsigned_range,
    var,
)

SETTINGS = {"deadline": None, "suppress_health_check": list(HealthCheck)}
x, y, small, p, q = var("x", I32), var("y", I32), var("small", I32, lo=3, hi=40), var("p", BOOL), var("q", BOOL)
EDGES = [0, 1, 2, 7, 127, 128, 255, 256, 0xFF00, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF, 0x01020304]


def models(random):
    numbers = {name: random.choice([*EDGES, random.getrandbits(32)]) for name in (x, y)}
    return {**numbers, small: random.randint(3, 40), p: random.random() < 0.5, q: random.random() < 0.5}


def leaf(random):
    return random.choice([x, y, small, apply(Op.ZEXT, I32, BOOL, [p]), ite(q, 0x1234, 0xFF, I32), *EDGES[:9]])


def arithmetic(random, depth):
    """A random value of 32 bits."""
    if depth == 0:
        return leaf(random)
    op = random.choice([Op.ADD, Op.SUB, Op.MUL, Op.SHL, Op.AND, Op.LSHR, Op.UDIV, Op.UREM, Op.OR, Op.XOR, Op.NEG])
    a = arithmetic(random, depth - 1)
    if op is Op.NEG:
        return apply(op, I32, I32, [a])
    constants = op in (Op.SHL, Op.LSHR, Op.UDIV, Op.UREM, Op.MUL, Op.AND) or random.random() < 0.5
    b = random.choice([1, 2, 3, 4, 8, 12, 16, 24, 255]) if constants else arithmetic(random, depth - 1)
    return apply(op, I32, I32, [a, b])


def number(value, model):
    return evaluate(value, model)


@settings(max_examples=400, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_pieces_are_what_they_are_cut_from(random):
    value, other = arithmetic(random, 2), arithmetic(random, 2)
    wide, width = concat(value, other, 32, 32), 64
    pieces = []
    for _ in range(4):
        lo = random.choice([0, 8, 16, 24, 32, 40, 5])
        hi = random.choice([h for h in (7, 15, 23, 31, 39, 47, 63, 12) if h >= lo])
        pieces.append((extract(wide, width, hi, lo), lo, hi - lo + 1))
    joined, size = pieces[0][0], pieces[0][2]
    for piece, _, piece_size in pieces[1:]:
        joined, size = concat(joined, piece, size, piece_size), size + piece_size
    for _ in range(3):
        model = models(random)
        whole = number(value, model) << 32 | number(other, model)
        expected = 0
        for _, lo, piece_size in pieces:
            expected = expected << piece_size | (whole >> lo & ((1 << piece_size) - 1))
        assert number(joined, model) == expected


@settings(max_examples=400, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_differences_splits_and_ranges_are_true(random):
    a, b = arithmetic(random, 2), arithmetic(random, 2)
    b = random.choice([b, apply(Op.ADD, I32, I32, [a, 5])])
    op = random.choice([Op.ZEXT, Op.SEXT])
    wide = [apply(op, I64, I32, [v]) for v in (a, b)]
    for _ in range(3):
        model = models(random)
        for (m, n), width in (((a, b), 32), (wide, 64)):
            distance = difference(m, n, width)
            actual = to_signed((number(m, model) - number(n, model)) % (1 << width), width)
            assert distance in (None, actual)
            symbolic, constant = split_linear(m, width)
            rest = 0 if symbolic is None else number(symbolic, model)
            assert (rest + constant) % (1 << width) == number(m, model)
            lo, hi = unsigned_range(m, width)
            assert lo <= number(m, model) <= hi
            lo, hi = signed_range(m, width)
            assert lo <= to_signed(number(m, model), width) <= hi


@settings(max_examples=300, **SETTINGS)
@given(st.randoms(use_true_random=False))
def test_assumed_values_are_equal_where_the_facts_hold(random):
    conditions = [p, q, *(apply(Op.ULT, BOOL, I32, [leaf(random), leaf(random)]) for _ in range(2))]

    def truth():
        a, b = random.choice(conditions), random.choice(conditions)
        return random.choice([a, lnot(a), land(a, b), lnot(land(a, b)), ite(a, b, lnot(b), BOOL)])

    values = [leaf(random)]
    for _ in range(4):
        values.append(ite(truth(), *random.sample([values[-1], arithmetic(random, 1)], 2), I32))
    facts = [fact for fact in (truth() for _ in range(2)) if not isinstance(fact, bool)]
    assumption = Assumption(reduce(Facts.holding, facts, NO_FACTS))
    assumed = [(value, assumption.value(value)) for value in random.sample(values, len(values))]
    for _ in range(6):
        model = models(random)
        if all(evaluate(fact, model) for fact in facts):
            assert all(number(simpler, model) == number(value, model) for value, simpler in assumed)
