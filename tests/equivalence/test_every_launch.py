"""Kernels that are proved to leave the same for every launch do so, as far as the bounded engine sees."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cudabmc import Verdict, equivalent, symbolic
from cudabmc.prover.proof import KernelProof, ProofStatus
from tests.equivalence.every_launch import PAIRS, Pair, mutant, proof_of_pair
from tests.prover.proofs import meets


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_leave_the_same_for_every_launch(name: str) -> None:
    proof = proof_of_pair(PAIRS[name].source())
    assert proof.status is ProofStatus.PROVED, proof.reasons


def holds_in_a_small_launch(pair: Pair, source: str, proof: KernelProof, sizes: tuple[int, int, int, int, int]) -> bool:
    """Does the bounded engine find no difference in a launch, if that is one that the proof is about?"""
    gx, gy, bx, by, n = sizes
    grid, block = ((gx, gy), (bx, by)) if pair.axes == 2 else ((gx,), (bx,))
    if meets(proof, grid, block, {"n": n}) is False:
        return True
    result = equivalent(
        source, kernel=("simple", "fast"), grid=grid, block=block, args=[symbolic(160), symbolic(160), n], frontend="c"
    )
    return result.verdict is not Verdict.FAILED or any(v.prop == "bounds" for v in result.violations)


SIZES = st.tuples(st.integers(1, 3), st.integers(1, 2), st.integers(1, 8), st.integers(1, 4), st.integers(0, 12))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(PAIRS)), st.integers(0, 10_000), SIZES)
def test_mutants_that_are_proved_leave_the_same_in_small_launches(
    name: str, seed: int, sizes: tuple[int, int, int, int, int]
) -> None:
    pair = PAIRS[name]
    source = pair.source(mutant(pair.fast, seed))
    proof = proof_of_pair(source)
    if proof.status is ProofStatus.PROVED:
        for more in (sizes, (2, 2, 4, 4, 8), (2, 1, 8, 1, 15), (1, 1, 4, 4, 3)):
            assert holds_in_a_small_launch(pair, source, proof, more), (source, proof.preconditions.keys())


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(PAIRS)), SIZES)
@example("transpose", (2, 1, 4, 4, 8))
@example("stencil", (2, 1, 8, 1, 15))
def test_pairs_that_are_proved_leave_the_same_in_small_launches(
    name: str, sizes: tuple[int, int, int, int, int]
) -> None:
    pair = PAIRS[name]
    assert holds_in_a_small_launch(pair, pair.source(), proof_of_pair(pair.source()), sizes)
