"""Masks of sizes that rounds halve or double, as in `t & (stride - 1)`."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I8, I32, I64
from cudabmc.prover.bits import as_bits, has_masks, made_of
from cudabmc.prover.integers import Overlap
from cudabmc.prover.one_bit import OneBitRegisters, one_bit_registers
from cudabmc.prover.proof import KernelProof, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.terms import Term, TermValue, var
from tests.prover.proofs import meets, proof_of

pytestmark = pytest.mark.one_in(4)

WORK = 30_000_000

MERGE = """
__global__ void k(int *keys, unsigned n) {
    __shared__ int pool[512];
    unsigned t = threadIdx.x;
    keys += 512 * blockIdx.x;
    pool[t] = keys[t];
    pool[t + 256] = keys[t + 256];
    for (unsigned stride = FIRST; stride > 0; NEXT) {
        __syncthreads();
        unsigned low = 2 * t - (t & (MASK)), high = low + stride;
        int a = pool[low], b = pool[high];
        if (a > b) { pool[low] = b; pool[high] = a; }
    }
    __syncthreads();
    keys[t] = pool[t];
    keys[t + 256] = pool[t + 256];
}
"""

def _merged(first: str = "256", following: str = "stride /= 2", mask: str = "stride - 1") -> KernelProof:
    kernel = MERGE.replace("FIRST", first).replace("NEXT", following).replace("MASK", mask)
    return proof_of(kernel, work=WORK)


def test_strides_that_are_halved_keep_one_bit() -> None:
    proof = _merged()
    assert proof.status is ProofStatus.PROVED
    assert "blockDim.x <= 256" in proof.preconditions


@pytest.mark.long
@pytest.mark.one_in(8)
@pytest.mark.parametrize(("first", "following", "mask"), [
    ("192", "stride /= 2", "stride - 1"),
    ("256", "stride = stride / 2 & ~1u", "stride"),
    ("256", "stride = stride * 3 / 8", "stride - 1"),
    ("256", "stride -= stride / 4 + 1", "stride - 1"),
    ("256", "stride = stride / 2 ^ stride / 4", "stride - 1"),
])  # fmt: skip
def test_others_do_not(first: str, following: str, mask: str) -> None:
    assert _merged(first, following, mask).status is not ProofStatus.PROVED


@pytest.mark.long
def test_a_size_that_is_passed_is_a_power_of_two() -> None:
    proof = _merged("n / 2")
    assert proof.status is ProofStatus.PROVED
    assert {"(n & (n - 1)) == 0", "n <= 512"} <= set(proof.preconditions)


@pytest.mark.parametrize(("following", "is_proved"), [
    ("stride >>= 1", True),
    ("stride /= 2", True),
    ("stride = stride > 8 ? stride / 4 : stride / 2", True),
    ("stride = stride > 8 ? stride / 3 : stride / 2", False),
])  # fmt: skip
def test_strides_with_a_sign_keep_one_bit_while_they_are_positive(following: str, is_proved: bool) -> None:
    kernel = MERGE.replace("FIRST", "256").replace("NEXT", following).replace("MASK", "stride - 1")
    proof = proof_of(kernel.replace("unsigned stride", "int stride"), work=WORK)
    assert (proof.status is ProofStatus.PROVED) is is_proved


SORT = """
__global__ void k(int *keys) {
    __shared__ int pool[64];
    unsigned t = threadIdx.x;
    keys += 64 * blockIdx.x;
    pool[t] = keys[t];
    pool[t + 32] = keys[t + 32];
    for (unsigned run = 2; run <= 64; run GROWS)
        for (unsigned stride = run / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned low = 2 * t - (t & (stride - 1)), high = low + stride;
            int a = pool[low], b = pool[high];
            if (a > b) { pool[low] = b; pool[high] = a; }
        }
    __syncthreads();
    keys[t] = pool[t];
    keys[t + 32] = pool[t + 32];
}
"""


@pytest.mark.parametrize(("grows", "is_proved"), [("<<= 1", True), ("+= 2", False), ("= 3 * run", False)])
def test_strides_of_an_inner_loop_begin_with_what_the_outer_one_doubles(grows: str, is_proved: bool) -> None:
    proof = proof_of(SORT.replace("GROWS", grows), work=WORK)
    assert (proof.status is ProofStatus.PROVED) is is_proved


QUANTIZE = """
__global__ void k(float *cells, int stride) {
    __shared__ float table[64];
    int x = threadIdx.x, y = threadIdx.y;
    table[8 * y + x] = 1.0f;
    int place = (8 * blockIdx.y + y) * stride + 8 * blockIdx.x + x;
    cells[place] *= table[8 * y + x];
}
"""


@pytest.mark.long
def test_there_are_launches_without_overflow_for_a_stride_that_is_passed() -> None:
    proof = proof_of(QUANTIZE, work=WORK)
    assert proof.status is ProofStatus.PROVED
    assert "gridDim.x * blockDim.x <= stride" in proof.preconditions


STEP = """
__global__ void k(int *keys, unsigned stride) {
    unsigned pair = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned low = LOW, high = HIGH;
    if (WHERE) {
        keys[low] = 1;
        keys[high] = 2;
    }
}
"""


@pytest.mark.long
@pytest.mark.one_in(5)
@pytest.mark.parametrize(("low", "high", "where", "least"), [
    ("2 * pair - (pair & (stride - 1))", "low + stride", "stride > 0", 50),
    ("2 * pair - (pair & (stride - 1))", "low + stride / 2", "stride > 1", None),
    ("2 * pair - (pair & stride)", "low + stride", "stride > 0", None),
    ("pair", "pair ^ stride", "stride && (pair & stride) == 0", 50),
    ("pair", "pair | stride", "stride", 20),
])  # fmt: skip
def test_a_stride_that_is_passed_is_one_of_all_powers_of_two(
    low: str, high: str, where: str, least: int | None
) -> None:  # fmt: skip
    """Those of bitonic sort, one launch for each; brute force over launches that the proof is about, if there is one:
    at `least` so many."""
    proof = proof_of(STEP.replace("LOW", low).replace("HIGH", high).replace("WHERE", where), work=WORK)
    assert (proof.status is ProofStatus.PROVED) == (least is not None)
    if least is None:
        return
    places = eval(f"lambda pair, stride: (low := {low}, {high}) if {where.replace('&&', 'and')} else ()")
    looked_at = 0
    for blocks, threads, stride in product((1, 2, 3), (1, 2, 4, 5, 8), range(1, 17)):
        if meets(proof, [blocks], [threads], {"stride": stride}) is not False:
            looked_at += 1
            found = [at for pair in range(blocks * threads) for at in places(pair, stride)]
            assert len(found) == len(set(found)), (blocks, threads, stride)
    assert looked_at >= least


def _overlap(offset: TermValue, other: TermValue, size: int, other_size: int = 0) -> Overlap:
    return Overlap(True, offset, size, other, other_size or size)


def test_offsets_that_are_multiples_of_a_size_are_equal_or_apart() -> None:
    with terms.terms_of_a_run():
        x, y = (terms.apply(Op.ZEXT, I64, I32, (var(name, I32),)) for name in "xy")
        four, eight = terms.apply(Op.MUL, I64, I64, (x, 4)), terms.apply(Op.MUL, I64, I64, (y, 8))
        other = terms.apply(Op.MUL, I64, I64, (y, 4))
        assert "bvult" not in (as_bits((), [_overlap(four, other, 4)]) or "bvult")
        odd = terms.apply(Op.ADD, I64, I64, (eight, 4))
        solving = Solving()
        assert solving.refuted_as_bits((), [_overlap(eight, odd, 4)])
        assert not solving.refuted_as_bits((), [_overlap(eight, odd, 8)])
        assert not solving.refuted_as_bits((), [_overlap(eight, odd, 8, 4)])
        assert not solving.refuted_as_bits((), [_overlap(four, terms.apply(Op.ADD, I64, I64, (other, 2)), 4)])
        assert not solving.refuted_as_bits((), [_overlap(four, other, 3)])


def test_a_mask_is_made_of_one_unknown() -> None:
    with terms.terms_of_a_run():
        x, y, z = (var(name, I64) for name in "xyz")
        less = terms.apply(Op.SUB, I64, I64, (y, 1))
        mask = terms.apply(Op.AND, I64, I64, (terms.apply(Op.ADD, I64, I64, (x, z)), less))
        assert made_of([_overlap(terms.apply(Op.ADD, I64, I64, (mask, x)), 0, 4)]) == {y}
        assert made_of([_overlap(0, terms.apply(Op.AND, I64, I64, (x, y)), 4)]) == {x, y}
        assert made_of([_overlap(x, less, 4)]) == set()


def test_only_what_bits_of_two_unknowns_decide_is_a_mask() -> None:
    with terms.terms_of_a_run():
        x, y = var("x", I64), var("y", I64)
        for op in (Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR):
            value = terms.apply(op, I64, I64, (x, y))
            assert has_masks([_overlap(terms.apply(Op.ADD, I64, I64, (value, y)), 0, 4)])
            assert has_masks([_overlap(0, value, 4)])
            assert not has_masks([_overlap(terms.apply(op, I64, I64, (x, 3)), x, 4)])


def _next(random: Random, registers: Sequence[Term], depth: int = 2) -> TermValue:
    """What a round may make of some registers."""
    value = random.choice([*registers, *registers, 0, 1, 6, 8, 1 << 7])
    for _ in range(random.randrange(depth + 1)):
        by = random.choice([0, 1, 2, 3, 7, 8, registers[0]])
        op = random.choice([Op.SHL, Op.LSHR, Op.LSHR, Op.ASHR, Op.ASHR, Op.SDIV, Op.UDIV, Op.MUL, Op.ADD, Op.XOR])
        if op in (Op.SDIV, Op.UDIV, Op.MUL):
            by = random.choice([1, 2, 3, 4, 1 << 7])
        value = terms.apply(op, I8, I8, (value, by))
    if depth and random.random() < 0.3:
        cond = terms.apply(Op.SLT, BOOL, I8, (random.choice(registers), random.choice([0, 4, registers[0]])))
        value = terms.ite(cond, value, _next(random, registers, depth - 1), I8)
    return value


@given(st.randoms(use_true_random=True))
@settings(max_examples=20, deadline=None)
def test_each_round_makes_registers_of_one_bit_that_have(random: Random) -> None:
    """What is said of registers holds of what a round makes of them, if it holds of these."""
    types = [I8, I8, I8]
    for _ in range(15):
        with terms.terms_of_a_run():
            registers = [var(name, I8) for name in "abc"]
            values = dict(enumerate(registers))
            end = {n: _next(random, registers) for n in values}
            first = {n: random.choice([1, 1, 1, 6, 1 << 7]) for n in values}
            found = one_bit_registers(types, values, first, end)
            claims, after = (terms.land(*found.facts(types, of, first)) for of in (values, end))
            step = terms.land(claims, terms.lnot(after))
            assert step is False or Solving().refuted_as_bits([step], ())


def test_registers_of_one_bit_are_found() -> None:
    with terms.terms_of_a_run():
        a, b, c, d = (var(name, I32) for name in "abcd")
        end = {
            0: terms.apply(Op.ASHR, I32, I32, (a, 2)), 1: terms.apply(Op.MUL, I32, I32, (a, 8)),
            2: terms.apply(Op.ASHR, I32, I32, (b, 1)), 3: terms.apply(Op.SHL, I32, I32, (1, d)),
        }  # fmt: skip
        first = dict.fromkeys(end, 1)
        found = one_bit_registers([I32] * 4, {0: a, 1: b, 2: c, 3: d}, first, end)
        assert found == OneBitRegisters(frozenset({0}), frozenset({1, 3}))
        assert list(OneBitRegisters(frozenset({4})).facts([I32] * 5, {}, {})) == []
