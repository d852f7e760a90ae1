"""Kernels that are broken are not proved, unless under a condition that the launch that shows it does not meet."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.prover.proof import ProofStatus
from cudabmc.source.text import SourceText
from tests.prover.expectations import ExpectedProof, numbers_of, read_expectations
from tests.prover.proofs import meets, proof_of

FILE = Path(__file__).parent / "traps.cu"
TEXT = FILE.read_text(encoding="utf-8")
TRAPS = read_expectations(FILE)


@pytest.mark.one_in(1)
@pytest.mark.parametrize("expected", TRAPS, ids=lambda expected: expected.kernel)
def test_a_kernel_that_is_broken_is_not_proved(expected: ExpectedProof) -> None:
    launch = expected.launches[0]
    options = parse_arguments([*launch, "k.cu"]).options
    proof = proof_of(TEXT, expected.kernel)
    if proof.status is ProofStatus.PROVED:
        met = meets(proof, options.grid, options.block, numbers_of(launch))
        assert met is False or (met is None and _overflows(expected)), f"proved if {list(proof.preconditions)}"


def _overflows(expected: ExpectedProof) -> bool:
    """Does the launch overflow, which a precondition excludes?"""
    checks = ["--overflow-check", "--unsigned-overflow-check"]
    return bool(_broken(expected, *checks) & {"signed-overflow", "unsigned-overflow"})


def _broken(expected: ExpectedProof, *more: str) -> set[str]:
    words = ["--timeout", "60", *more, *expected.launches[0], "--kernel", expected.kernel, str(FILE)]
    command = parse_arguments(words)
    return {violation.prop for violation in verify(command.files, command.options).violations}


@pytest.mark.long
@pytest.mark.parametrize("expected", TRAPS, ids=lambda expected: expected.kernel)
def test_it_is_broken_in_its_launch(expected: ExpectedProof) -> None:
    assert expected.prop in _broken(expected)


TICKET = """__device__ int taken(int more, int *counter) { return atomicAdd(counter, more); }
__global__ void k(int *a, int n, int *counter) {
    if (taken(n, counter) < 2) a[0] = 1;
}
"""
COUNTED = """__device__ int counter;
__device__ void count(int a, int b, int c, int *counter) { atomicAdd(counter + a, b + c); }
__global__ void k() { count(0, 1, 2, &counter); }
"""
BEFORE = """__global__ void k(int *sum, int *out) {
    int before = *sum;
    atomicAdd(sum, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}
"""


def test_a_read_beside_an_atomic_update_of_the_same_thread_is_not_forgotten() -> None:
    """What another thread updates may be read here; that this thread updates it, too, is no reason to leave it out."""
    assert verify(SourceText(BEFORE, "k.cu"), prove=True, frontend="c").verdict is Verdict.FAILED


@pytest.mark.parametrize(("text", "verdict"), [(TICKET, Verdict.FAILED), (COUNTED, Verdict.SUCCESSFUL)])
def test_an_atomic_function_in_a_function_of_the_device_tells_threads_apart(text: str, verdict: Verdict) -> None:
    """What is known of its arguments is told by the registers of the function that calls it, not of the kernel."""
    assert verify(SourceText(text, "k.cu"), prove=True, frontend="c").verdict is verdict
