"""What integers do not settle, bits do: indices that are made of masks and shifts."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, I32, I64
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.bits import as_bits
from cudabmc.prover.integers import Overlap
from cudabmc.prover.proof import ProofScope, ProofStatus
from cudabmc.prover.questions import Solving
from cudabmc.terms import TermValue, var
from tests.prover.proofs import proof_of

BLOCK_OF_128 = ProofScope(sizes={(Builtin.BLOCK_DIM, 0): 128, (Builtin.BLOCK_DIM, 1): 1, (Builtin.BLOCK_DIM, 2): 1})


@pytest.mark.parametrize(("place", "is_apart"), [
    ("(t & ~63) | ((t & 15) << 2) | ((t & 48) >> 4)", True),
    ("(t & ~63) | ((t & 15) << 2) | ((t & 48) >> 5)", False),
    ("t ^ (t >> 1)", True),
    ("t & (t >> 1)", False),
    ("((t & 1) << 6) | (t >> 1)", True),
])  # fmt: skip
def test_bits_in_another_order_are_another_place(place: str, is_apart: bool) -> None:
    kernel = f"""__global__ void k(const int *in) {{
        __shared__ unsigned char bins[128 * 64];
        int t = threadIdx.x;
        bins[({place}) + (in[t] >> 2 & 63) * 128]++;
    }}"""
    proof = proof_of(kernel, scope=BLOCK_OF_128)
    assert (proof.status is ProofStatus.PROVED) is is_apart


def _refuted(*conditions: TermValue, overlaps: tuple[Overlap, ...] = ()) -> bool:
    return Solving().refuted_as_bits(conditions, overlaps)


def test_conditions_that_bits_are_not_good_for_are_left_out() -> None:
    with terms.terms_of_a_run():
        x, y, f, g = var("x", I32, 0, 3), var("y", I32), var("f", F32), var("g", F32)
        product = terms.apply(Op.EQ, BOOL, I32, (terms.apply(Op.MUL, I32, I32, (x, y)), 7))
        large, below = terms.apply(Op.ULT, BOOL, I32, (5, x)), terms.apply(Op.FLT, BOOL, F32, (f, g))
        assert as_bits([product], ()) is None and as_bits([below], ()) is None
        masked = terms.apply(Op.EQ, BOOL, I32, (terms.apply(Op.AND, I32, I32, (y, 6)), 1))
        assert _refuted(product, masked) and _refuted(below, masked)
        assert large is False or _refuted(large)
        assert not _refuted(terms.apply(Op.EQ, BOOL, I32, (terms.apply(Op.AND, I32, I32, (y, 6)), 2)))
        wide = [terms.apply(Op.ZEXT, I64, I32, (value,)) for value in (x, y)]
        place = Overlap(True, terms.apply(Op.MUL, I64, I64, wide), 4, 0, 4)
        assert as_bits([masked], [place]) is None, "where accesses meet is not left out"


@given(st.randoms(use_true_random=True))
@settings(max_examples=10, deadline=None)
def test_accesses_meet_where_they_have_a_byte_in_common(random: Random) -> None:
    with terms.terms_of_a_run():
        x = var("x", I64)
        for _ in range(10):
            start, other = (random.choice([0, 1, 2, 5, 7, (1 << 64) - 2]) for _ in range(2))
            size, other_size = random.choice([1, 2, 4]), random.choice([1, 2, 4, 8])
            met = {(start + n) % (1 << 64) for n in range(size)} & {(other + n) % (1 << 64) for n in range(other_size)}
            is_start = terms.apply(Op.EQ, BOOL, I64, (x, start))
            assert _refuted(is_start, overlaps=(Overlap(True, x, size, other, other_size),)) is not bool(met)
