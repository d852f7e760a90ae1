"""Functions that are called by their contracts: these are shown once, and what stands in the body does not matter."""

import pytest

from cudabmc import Verdict, verify
from cudabmc.prover.proof import KernelProof, ProofStatus
from tests.prover.proofs import proof_of

HEADER = "#include <cudabmc.h>\n"
CLAMPED = "cudabmc_requires(n > 0); cudabmc_ensures(cudabmc_result() >= 0 && cudabmc_result() < n);"
BODY = "return x < 0 ? 0 : x >= n ? n - 1 : x;"
PARTED = "for (int r = 0; r < 100; r++) x = x * 7 ^ r;" + BODY
STORE = "__shared__ int s[64]; s[%s] = 1; __syncthreads(); out[blockIdx.x * blockDim.x + threadIdx.x] = s[0];"


def _proof(function: str, kernel: str) -> KernelProof:
    body = f"cudabmc_requires(blockDim.x == 1); {kernel}"
    return proof_of(f"{HEADER}{function}\n__global__ void k(int *out, const int *in, int n) {{ {body} }}", "k")


def _function(body: str, contract: str = CLAMPED, word: str = "cudabmc_by_contract();") -> str:
    return f"__device__ int clamped(int x, int n) {{ {word} {contract} {body} }}"


def test_a_call_is_what_the_function_promises() -> None:
    kernel = STORE % "clamped(in[0], 64)"
    assert _proof(_function(PARTED), kernel).status is ProofStatus.PROVED
    assert _proof(_function(PARTED), STORE % "clamped(in[0], 65)").status is not ProofStatus.PROVED


def test_nothing_else_is_known_of_a_result() -> None:
    kernel = "int x = clamped(5, 64); cudabmc_assert(x == 5); out[blockIdx.x] = 0;"
    assert _proof(_function(BODY), kernel).status is ProofStatus.CANDIDATE
    assert _proof(_function(BODY, word=""), kernel).status is ProofStatus.PROVED


def test_two_calls_may_have_different_results() -> None:
    kernel = "int x = clamped(in[0], 64), y = clamped(in[0], 64); cudabmc_assert(%s); out[blockIdx.x] = 0;"
    assert _proof(_function(BODY), kernel % "x == y").status is ProofStatus.CANDIDATE
    assert _proof(_function(BODY), kernel % "x - y < 64").status is ProofStatus.PROVED


@pytest.mark.parametrize(("function", "why"), [
    (_function("return x < 0 ? 0 : x > n ? n - 1 : x;"), "the postcondition may not hold"),
    (_function(BODY, CLAMPED.replace("cudabmc_requires(n > 0);", "")), "it holds only if n > 0"),
    (_function(f"__shared__ int own; own = x; {BODY}"), "accesses memory"),
    (_function(f"__syncthreads(); {BODY}"), "waits for other threads"),
    (_function("cudabmc_assert(x > 0);" + BODY), "it holds only if x > 0"),
    (_function("return n > 1 ? clamped(x, n - 1) : 0;"), "call of clamped"),
    ("__device__ int other(int x, int n); " + _function("return other(x, n);")
     + _function("return clamped(x, n);").replace("int clamped", "int other"), "it calls itself"),
    (_function("return blockDim.y;", "cudabmc_ensures(cudabmc_result() == 1);"), "the postcondition may not hold"),
    (_function(BODY, f"if (x < 0) return 0; {CLAMPED}"), "does not stand at its start"),
])  # fmt: skip
def test_a_contract_that_is_not_shown_leaves_its_callers_unknown(function: str, why: str) -> None:
    proof = _proof(function, "if (n > 0) out[blockIdx.x] = clamped(in[0], n);")
    assert proof.status is ProofStatus.UNKNOWN
    assert why in "; ".join(proof.reasons)


def test_what_a_function_requires_is_shown_where_it_is_called() -> None:
    proof = _proof(_function(BODY), "out[blockIdx.x] = clamped(in[0], in[1]);")
    assert proof.status is ProofStatus.CANDIDATE


def test_coordinates_that_a_body_reads_count() -> None:
    contract = "cudabmc_by_contract(); cudabmc_ensures(cudabmc_result() >= 0);"
    function = f"__device__ int row(void) {{ {contract} return threadIdx.y; }}"
    text = f"{HEADER}{function} __global__ void k(int *out) {{ out[blockIdx.x * blockDim.x + threadIdx.x] = row(); }}"
    assert proof_of(text, "k").status is ProofStatus.CANDIDATE  # threads along y write one element


def test_what_a_body_assumes_is_told() -> None:
    proof = _proof(_function(f"cudabmc_assume(x < 5); {BODY}"), "out[blockIdx.x] = clamped(in[0], 5);")
    assert proof.status is ProofStatus.PROVED
    assert list(proof.assumed.values()).count(False) == 1


def test_a_run_executes_the_body() -> None:
    main = "int main(void) { int *a; cudaMalloc(&a, 8); k<<<1, 1>>>(a); cudaFree(a); }"
    kernel = "__global__ void k(int *a) { a[0] = clamped(7, 5); cudabmc_assert(a[0] == 4); }"
    assert verify(f"{HEADER}{_function(BODY)}{kernel}{main}").verdict is Verdict.SUCCESSFUL
