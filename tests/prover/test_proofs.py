"""The kernels of benchmarks/prover, as the prover answers for them.

What is expected to be proved is, but for those in `RESISTS`; what is expected to be faulty is never proved for a launch
that shows the fault.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from cudabmc import terms
from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.prover.kernel_proof import KernelProver
from cudabmc.prover.proof import KernelProof, ProofScope, ProofStatus
from cudabmc.prover.questions import ProofQuestion, Solving
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load
from tests.prover.expectations import ExpectedProof, expected_proofs, launched

pytestmark = pytest.mark.one_in(2)

EXPECTED = expected_proofs()
RESISTS = {
    "value_of_the_next_thread": "what one thread writes and another reads behind a barrier is arbitrary",
    "keep_odd_in_shared_memory": "tickets are not known to be unique",
    "exclusive_scan_in_a_tree": "an invariant about the product of two registers does not go through",
    "numbers_of_twisters": "that there are at most as many threads as a loop has between two places is not tried",
}
"""The kernels that are right and not proved, and why."""

NARROW = {
    "behind_an_offset": "that the offset is positive is kept, although not negative is enough",
    "half_produce_and_half_consume": "that blocks are even is not tried, only that they have a certain size",
    "each_warp_reverses_some_rows": "the product of rounds and warps takes a block of a known size",
}
"""The kernels that are proved for fewer launches than they are right for."""


@cache
def program_of(file: Path) -> Program:
    return load([str(file)], Options(prove=True))


def proof_of(expected: ExpectedProof) -> KernelProof:
    program = program_of(expected.file)
    kernel = next(f for f in list(program.functions.values()) if f.is_kernel and f.display == expected.kernel)
    with terms.terms_of_a_run():
        proof = KernelProver(program, kernel, model_calls.find, ProofScope(), Solving()).run()
        proof.candidates = [replace(c, question=ProofQuestion(())) for c in proof.candidates]  # terms stay here
        return proof


def meets(launch: tuple[str, ...], precondition: str) -> bool:
    """Does a launch meet a precondition, with each end of its ranges? What is not told by its numbers, it does."""
    return all(_holds(precondition, names) for names in launched(launch))


def may_meet(launch: tuple[str, ...], preconditions: Sequence[str]) -> bool:
    """Does a launch meet preconditions with an end of its ranges? What is not told by its numbers, it does."""
    return any(all(_holds(text, names) for text in preconditions) for names in launched(launch))


def _holds(precondition: str, names: dict[str, object]) -> bool:
    try:
        return bool(eval(precondition.replace("&&", "and"), dict(names)))
    except (NameError, SyntaxError):
        return True


@pytest.mark.one_in(20)
@pytest.mark.parametrize(
    "expected", [pytest.param(e, id=f"{e.file.stem}-{e.kernel}") for e in EXPECTED if e.verdict == "proved"]
)
def test_what_is_right_is_proved(expected: ExpectedProof) -> None:
    proof = proof_of(expected)
    if expected.kernel in RESISTS:
        assert proof.status is not ProofStatus.PROVED, "it is proved now: take it out of RESISTS"
        return
    assert proof.status is ProofStatus.PROVED, (proof.candidates, proof.reasons)
    assert not proof.preconditions or expected.condition, proof.preconditions
    for launch in expected.launches if expected.kernel not in NARROW else ():
        assert all(meets(launch, text) for text in proof.preconditions), (launch, proof.preconditions)


@pytest.mark.one_in(20)
@pytest.mark.parametrize(
    "expected", [pytest.param(e, id=f"{e.file.stem}-{e.kernel}") for e in EXPECTED if e.verdict == "faulty"]
)
def test_what_is_faulty_is_not_proved_for_a_launch_that_shows_it(expected: ExpectedProof) -> None:
    proof = proof_of(expected)
    if proof.status is ProofStatus.PROVED:
        assert not may_meet(expected.launches[0], proof.preconditions), proof.preconditions
