"""What atomic additions return is different for each, as long as nothing else is done to the counter."""

import pytest

from cudabmc import verify
from cudabmc.prover.proof import ProofStatus
from cudabmc.source.text import SourceText
from tests.prover.proofs import proof_of

ONE = "no more than 2147483647 in the counter in line 2 of k.cu"


def proved(text: str) -> tuple[bool, list[str]]:
    proof = proof_of(text, work=20_000_000)
    return proof.status is ProofStatus.PROVED, list(proof.preconditions)


APART = pytest.mark.parametrize(
    "body",
    [
        "out[atomicAdd(n, 1)] = 1;",
        "if (in[threadIdx.x] > 0) out[atomicAdd(n, 1)] = in[threadIdx.x];",
        "int at = atomicAdd(n, 2); out[at] = 1; out[at + 1] = 2;",
        "int at = 3 * atomicAdd(n, 1); out[at] = 1; out[at + 2] = 2;",
        "unsigned at = atomicAdd((unsigned *)n, 1u); out[at] = 1;",
        "if (threadIdx.x % 2) out[atomicAdd(n, 1)] = 1; else { int at = atomicAdd(n, 2); out[at + 1] = 2; }",
        "for (int i = 0; i < in[threadIdx.x]; i++) out[atomicAdd(n, 1)] = i;",
        "int *c = n + in[0]; out[atomicAdd(c, 1)] = 1;",
        "out[atomicAdd(&n[in[0]], 1)] = 1;",
    ],
)


def kernel(body: str) -> str:
    return f"__global__ void k(int *out, const int *in, int *n) {{\n{body} }}"


@APART
def test_places_by_tickets_are_apart(body: str) -> None:
    is_proved, needed = proved(kernel(body))
    assert is_proved and ONE in needed


def test_a_counter_of_64_bits_has_more_room() -> None:
    is_proved, needed = proved(kernel("out[atomicAdd((unsigned long long *)n, 1ull)] = 1;"))
    assert is_proved and "no more than 9223372036854775807 in the counter in line 2 of k.cu" in needed


@pytest.mark.long
@APART
def test_no_execution_of_a_small_launch_breaks_that(body: str) -> None:
    source = SourceText(kernel(body.replace("in[threadIdx.x]; i++", "2; i++")), "k.cu")
    result = verify(source, kernel="k", grid=(2, 1, 1), block=(2, 1, 1), timeout=100)
    assert "data-race" not in {violation.prop for violation in result.violations}
    assert result.statistics.threads >= 4


@pytest.mark.parametrize(
    "body",
    [
        "int at = atomicAdd(n, 1); out[at] = 1; out[at + 1] = 2;",
        "int at = atomicAdd(n, 2); out[at] = 1; out[at + 2] = 2;",
        "out[atomicAdd(n, 1) / 2] = 1;",
        "out[atomicAdd(n, 0)] = 1;",
        "out[atomicAdd(n, in[threadIdx.x])] = 1;",
        "out[atomicAdd(&n[threadIdx.x % 2], 1)] = 1;",
        "if (threadIdx.x == 5) n[0] = 0; out[atomicAdd(n, 1)] = 1;",
        "if (threadIdx.x == 5) atomicExch(n, 0); out[atomicAdd(n, 1)] = 1;",
        "if (threadIdx.x % 2) atomicSub(n, 1); out[atomicAdd(n, 1)] = 1;",
        "out[atomicAdd(n, 1)] = 1; out[atomicAdd(n + 1, 1)] = 2;",
        "out[atomicAdd_block(n, 1)] = 1;",
        "out[atomicInc((unsigned *)n, 7)] = 1;",
        "n[in[threadIdx.x]] = 0; out[atomicAdd(n, 1)] = 1;",
        "out[atomicAdd((unsigned long long *)n, 1ull)] = 1; atomicAdd(n, 1);",
    ],
)
def test_others_are_not(body: str) -> None:
    is_proved, _ = proved(kernel(body))
    assert not is_proved


IN_SHARED_MEMORY = """__global__ void k(int *out) {
    __shared__ int count;
    __shared__ int places[64];
    for (int round = 0; round < 5; round++) {
        if (threadIdx.x == 0) count = 0;
        FIRST
        places[atomicAdd(&count, 1)] = threadIdx.x;
        SECOND
    }
}"""


@pytest.mark.parametrize(
    ("first", "second", "is_apart"),
    [
        ("__syncthreads();", "__syncthreads();", True),
        ("", "__syncthreads();", False),
        ("__syncthreads();", "", False),
        ("__syncthreads(); if (threadIdx.x == 3) count = 0;", "__syncthreads();", False),
    ],
)
def test_a_counter_in_shared_memory_begins_anew_behind_a_barrier(first: str, second: str, is_apart: bool) -> None:
    proof = proof_of(IN_SHARED_MEMORY.replace("FIRST", first).replace("SECOND", second), work=20_000_000)
    assert any(candidate.prop == "data-race" for candidate in proof.candidates) == (not is_apart)
