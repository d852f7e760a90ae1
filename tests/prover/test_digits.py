"""Offsets in rows of a known pitch are told apart by their digits, and only where these are digits."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover import digits, linear
from cudabmc.prover.digits import ConditionalBounds
from cudabmc.prover.integers import IntegerQuery
from cudabmc.prover.known_arguments import KnownArguments
from cudabmc.prover.linear import Bound, Linear
from cudabmc.prover.proof import ProofScope, ProofStatus
from cudabmc.prover.remembered import RememberedAnswers
from cudabmc.terms import TermValue, var
from tests.prover.proofs import proof_of

ATOMS = range(4)
Box = list[tuple[int, int]]


def bounds_in(box: Box) -> digits.BoundsOf:
    def bounds(form: Linear) -> tuple[Bound, Bound]:
        ends = [sorted((factor * box[atom][0], factor * box[atom][1])) for atom, factor in form.pairs]
        return form.constant + sum(least for least, _ in ends), form.constant + sum(most for _, most in ends)

    return bounds


def value(form: Linear, point: list[int]) -> int:
    return form.constant + sum(factor * point[atom] for atom, factor in form.pairs)


forms = st.builds(
    lambda constant, factors: linear.of(constant, dict(enumerate(factors))),
    st.integers(-9, 9), st.lists(
        st.sampled_from([0, 1, -1, 2, 3, 4, -4, 5, 7, 8, -15, 16, -16, 32, 33]), min_size=4, max_size=4
    ),
)  # fmt: skip
boxes = st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 5)).map(lambda b: (b[0], b[0] + b[1])), min_size=4,
                 max_size=4)  # fmt: skip


@settings(max_examples=300)
@given(
    forms, boxes, st.lists(forms, max_size=2), st.lists(forms, max_size=1), st.integers(-5, 0), st.integers(1, 5),
    st.data(),
)  # fmt: skip
def test_what_is_told_to_be_0_is_so_at_each_point(
    form: Linear, box: Box, most_zero: list[Linear], zero: list[Linear], above: int, below: int, data: st.DataObject
) -> None:
    limits = ConditionalBounds(bounds_in(box), most_zero, zero)
    told = list(digits.zeros(form, above, below, limits.of))
    least, most = limits.of(form)
    for _ in range(20):
        point = [data.draw(st.integers(*ends)) for ends in box]
        if any(value(one, point) > 0 for one in most_zero) or any(value(one, point) for one in zero):
            continue
        assert least is not None and most is not None and least <= value(form, point) <= most
        if above < value(form, point) < below:
            assert [value(one, point) for one in told] == [0] * len(told)


def test_a_number_that_a_condition_tells_takes_the_place_of_one_without_bounds() -> None:
    box: Box = [(0, 1 << 62), (0, 9), (0, 99)]  # the rounds of a loop, where its counter begins, and what it is
    limits = ConditionalBounds(bounds_in(box), (), [linear.of(0, {0: 1, 1: 1, 2: -1})])
    form = linear.of(7, {0: 5000, 1: 4999})
    assert limits.without_rounds(form) == linear.of(7, {1: -1, 2: 5000})


def test_coefficients_near_a_multiple_are_digits_too() -> None:
    rows = linear.of(0, {0: 1, 1: -1, 2: 1, 3: -1})  # 5000 * (row + column) + column, of two threads
    form = linear.of(0, {0: 5000, 1: -5000, 2: 5001, 3: -5001})
    box: Box = [(0, 1 << 20), (0, 1 << 20), (0, 2499), (0, 2499)]
    assert set(digits.zeros(form, -1, 1, bounds_in(box))) == {rows, linear.of(0, {2: 1, 3: -1})}


def test_a_number_is_0_if_all_its_digits_are() -> None:
    form = linear.of(0, {0: 4096, 1: -4096, 2: 64, 3: -64})
    box: Box = [(0, 1 << 20), (0, 1 << 20), (0, 63), (0, 63)]
    rows, columns = linear.of(0, {0: 1, 1: -1}), linear.of(0, {2: 1, 3: -1})
    assert set(digits.zeros(form, -1, 1, bounds_in(box))) == {rows, columns}
    assert rows not in set(digits.zeros(form, -1, 1, bounds_in([*box[:3], (0, 64)])))
    width = ConditionalBounds(bounds_in([*box[:3], (0, 1 << 20)]), [linear.of(-63, {3: 1})])
    assert set(digits.zeros(form, -1, 1, width.of)) == {rows, columns}


KERNEL = """
__global__ void k(float *d) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16, column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
    int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    if (column < COLUMNS)
        for (int i = 0; i < HELD; i++)
            d[(row + lane / 2) * PITCH + column + lane % 2 * 8 + i] = 1;
}"""


@pytest.mark.parametrize(
    ("columns", "held", "pitch", "blocks", "proved"),
    [
        (4096, 8, 4096, 64, True),
        (2000, 8, 2000, 64, True),
        (128, 9, 128, 2, False),
        (112, 8, 111, 2, False),
        (113, 8, 112, 2, False),
    ],
)
def test_tiles_of_a_matrix_are_told_apart(columns: int, held: int, pitch: int, blocks: int, proved: bool) -> None:
    text = KERNEL.replace("COLUMNS", str(columns)).replace("HELD", str(held)).replace("PITCH", str(pitch))
    grid = {(Builtin.GRID_DIM, axis): size for axis, size in enumerate((blocks, blocks, 1))}
    block = {(Builtin.BLOCK_DIM, axis): size for axis, size in enumerate((128, 4, 1))}
    found = proof_of(text, work=30_000_000, scope=ProofScope({**grid, **block}))
    assert (found.status is ProofStatus.PROVED) == proved


QUOTIENTS = """
__global__ void k(float *out, unsigned heads, unsigned each) {
    unsigned id = blockIdx.x * 128 + threadIdx.x, row = id / each, column = id % each;
    unsigned token = row / heads, head = row % COUNT;
    out[token * heads * each + head * each + column] = 0;
}
"""


@pytest.mark.parametrize(("count", "status"), [("heads", ProofStatus.PROVED), ("16", ProofStatus.CANDIDATE)])
def test_quotients_of_quotients_need_little_work(count: str, status: ProofStatus) -> None:
    sizes = {(size, axis): 1 for size in (Builtin.GRID_DIM, Builtin.BLOCK_DIM) for axis in range(3)}
    sizes |= {(Builtin.GRID_DIM, 0): 4096, (Builtin.BLOCK_DIM, 0): 128}
    scope = ProofScope(sizes, KnownArguments({"heads": 32, "each": 24}))
    assert proof_of(QUOTIENTS.replace("COUNT", count), work=1_000_000, scope=scope).status is status


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 40), min_size=2, max_size=2), st.lists(st.integers(1, 12), min_size=1, max_size=3),
    st.lists(st.integers(0, 30), min_size=3, max_size=3),
)  # fmt: skip
def test_quotients_and_remainders_are_those_of_the_numbers(
    point: list[int], divisors: list[int], factors: list[int]
) -> None:
    """Of any sum of two unknowns and a constant, divided again and again, with something added each time."""
    with terms.terms_of_a_run():
        unknowns = [var(name, I64, 0, 40) for name in ("x", "y")]
        facts = [terms.apply(Op.EQ, BOOL, I64, pair) for pair in zip(unknowns, point, strict=True)]

        def summed(values: Sequence[TermValue]) -> TermValue:
            found: TermValue = factors[2]
            for value, factor in zip(values, factors, strict=False):
                found = terms.apply(Op.ADD, I64, I64, (found, terms.apply(Op.MUL, I64, I64, (value, factor))))
            return found

        form, number, same = summed(unknowns), summed(point), list[TermValue]()
        for divisor in divisors:
            for op in (Op.UDIV, Op.UREM):
                right = terms.apply(op, I64, I64, (number, divisor))
                same.append(terms.apply(Op.EQ, BOOL, I64, (terms.apply(op, I64, I64, (form, divisor)), right)))
            form, number = (
                terms.apply(Op.ADD, I64, I64, (terms.apply(Op.UDIV, I64, I64, (value, divisor)), other))
                for value, other in ((form, unknowns[0]), (number, point[0]))
            )
        for wanted, condition in (("sat", terms.land(*same)), ("unsat", terms.lnot(terms.land(*same)))):
            query = IntegerQuery()
            for fact in (*facts, condition):
                query.add(fact)
            answer, _ = RememberedAnswers().session().check(query.text(), [], [], 2_000_000, tactics=False)
            assert answer.status == wanted


RINGS = """
__global__ void k(float *matrix) {
    const int n = 5000;
    int layer = blockIdx.x * blockDim.x + threadIdx.x;
    if (layer >= n / 2) return;
    int last = n - 1 - layer;
    for (int i = layer; i < last; ++i) {
        int offset = i - layer;
        float top = matrix[layer * n + i];
        matrix[layer * n + i] = matrix[(last - offset) * n + layer];
        matrix[(last - offset) * n + layer] = matrix[last * n + (last - offset)];
        matrix[last * n + (last - offset)] = matrix[i * n + last];
        matrix[i * n + last - FEWER] = top;
    }
}"""


@pytest.mark.parametrize(("fewer", "proved"), [(0, True), (1, False)])
def test_rings_of_a_matrix_are_apart(fewer: int, proved: bool) -> None:
    scope = ProofScope(sizes={(Builtin.GRID_DIM, 0): 10, (Builtin.BLOCK_DIM, 0): 256})
    proof = proof_of(RINGS.replace("FEWER", str(fewer)), scope=scope, work=10_000_000)
    assert (proof.status is ProofStatus.PROVED) == proved
