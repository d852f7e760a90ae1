"""Contracts in the text of kernels: proved, never believed, unless they are preconditions."""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from subprocess import run

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import SourceError
from cudabmc.frontend import load
from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.prover.proof import KernelProof, ProofStatus
from cudabmc.result import ProofOutcome, Verdict
from cudabmc.source.text import SourceText
from opmodels.registry import CONTRACTS
from opmodels.verifier_gpuverify import macros_that_check
from tests.prover.proofs import proof_of

pytestmark = pytest.mark.one_in(2)

HEADER = "#include <cudabmc.h>\n"


def _proof(text: str) -> KernelProof:
    return proof_of(HEADER + text)


def _is_proved(text: str) -> bool:
    return _proof(text).status is ProofStatus.PROVED


def _open(text: str) -> set[str]:
    """What could not be excluded."""
    return {candidate.text for candidate in _proof(text).candidates}


# ---------------------------------------------------------------- loops

COUNTS = """__global__ void k(int *a, int n) {{
    int i = 0, j = {first};
    while (cudabmc_invariant({condition}), i < n) {{ i++; j += {step}; }}
    cudabmc_assert({condition});
}}"""


@pytest.mark.parametrize(
    "first, step, condition, holds",
    [
        ("0", "2 * (i & 1)", "j <= 2 * i", True),
        ("0", "2 * (i & 1)", "j < 2 * i", False),  # not in the first round
        ("0", "2 * (i & 1)", "j <= i", False),  # not in the third
        ("0", "i & 3", "j <= 3 * i && 0 <= i", True),
        ("0", "i & 3", "j <= 3 * i && i < 100", False),
        ("n", "n & 1", "j >= n || n < 0", False),  # it overflows
    ],
)
def test_an_invariant_is_shown_by_induction(first: str, step: str, condition: str, *, holds: bool) -> None:
    text = COUNTS.format(first=first, step=step, condition=condition)
    proof = _proof(text)
    assert (proof.status is ProofStatus.PROVED) is (holds or (bool(proof.preconditions) and "n" in first))
    if not holds and proof.status is not ProofStatus.PROVED:
        assert any(candidate.text.startswith("the invariant may not hold") for candidate in proof.candidates)


def test_an_invariant_tells_what_is_not_guessed() -> None:
    text = """__global__ void k(int *a, int n) {
        int step = 1;
        for (int j = 0; j < n; j++) {%s a[4 * threadIdx.x + step] = j; step = 4 - step; }
    }"""
    assert _open(text % "")
    assert not _open(text % "cudabmc_invariant(step == 1 || step == 3);")
    assert _open(text % "cudabmc_invariant(step == 1 || step == 2);") == {
        "the invariant may not hold in a round though it held in the one before"
    }


def test_a_candidate_that_fails_is_dropped_with_all_that_rests_on_it() -> None:
    text = """__global__ void k(int *a, int n) {
        int step = 1;
        for (int j = 0; j < n; j++) {
            cudabmc_candidate(step == 1 || step == 3);
            cudabmc_candidate(step == 1);
            a[4 * threadIdx.x + %s] = j;
            step = 4 - step;
        }
    }"""
    assert _is_proved(text % "step")
    assert not _is_proved(text % "2 * step")


def test_an_assertion_at_the_head_of_a_loop_is_an_invariant() -> None:
    text = """__global__ void k(int *a) {
        int i = 0;
        while (__assert(i <= 100), i < threadIdx.x%s) i++;
    }"""
    assert not _is_proved(text % "")
    assert _is_proved(text % " && i < 100")


@pytest.mark.long
def test_what_loops_share_is_said_once() -> None:
    text = """__global__ void k(int *a, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++) a[4 * threadIdx.x + j] = i;
        %s(__write_implies(a, __write_offset_bytes(a) / 16 == threadIdx.x%s));
    }"""
    assert _is_proved(text % ("__function_wide_invariant", ""))
    assert not _is_proved(text % ("__function_wide_invariant", " + 1"))
    assert _is_proved(text % ("__function_wide_candidate_invariant", " + 1"))


@pytest.mark.parametrize("word", ["__function_wide_invariant", "__ensures"])
def test_what_one_condition_reads_is_not_what_the_next_one_does(word: str) -> None:
    text = f"""__device__ int f(unsigned char *small, long long *large, int n) {{
        {word}(small[0] >= 0);
        {word}(large[0] != 5000000000LL);
        for (int i = 0; i < n; i++) {{ small[n] = 1; large[n] = 5000000000LL; }}
        return n;
    }}
    __global__ void k(unsigned char *small, long long *large, int n) {{ f(small, large, n + threadIdx.x); }}"""
    proof = proof_of(HEADER + text)
    assert any("may not hold" in one.text and one.locations[0].line == 4 for one in proof.candidates)


def test_what_a_round_has_read_says_nothing_of_the_next_one() -> None:
    text = """__global__ void k(int *a, const int *in, int n) {
        for (int i = 0; i < n; i++) {
            int v = a[threadIdx.x];
            cudabmc_invariant(i == 0 || v > 0);
            if (v <= 0) break;
            a[threadIdx.x] = in[i];
        }
    }"""
    assert any("held in the one before" in one for one in _open(text))


def test_what_a_contract_reads_is_no_access() -> None:
    text = """__global__ void k(int *a) {
        a[threadIdx.x] = 1;
        %s(0 * a[threadIdx.x + 1] == 0);
    }"""
    assert _is_proved(text % "cudabmc_invariant")
    assert _is_proved(text % "cudabmc_assert")
    assert not _is_proved(text % "__assert")  # which compilers evaluate


# ---------------------------------------------------------------- accesses


@pytest.mark.parametrize(
    "condition, holds",
    [
        ("cudabmc_implies(cudabmc_written(a), cudabmc_written_element(a) % 8 == 1)", True),
        ("cudabmc_implies(cudabmc_written(a), cudabmc_written_element(a) == 1)", False),
        ("!cudabmc_written(a)", False),
        ("!cudabmc_read(a)", True),
        ("cudabmc_implies(cudabmc_read(b), cudabmc_read_element(b) < i || i <= 0)", True),
        ("cudabmc_implies(cudabmc_read(b), cudabmc_read_element(b) == i || i < 1)", False),
        ("i >= 0 && __read_implies(b, 0 <= cudabmc_read_element(b) && cudabmc_read_element(b) < i)", True),
    ],
)
def test_accesses_so_far(condition: str, *, holds: bool) -> None:
    text = f"""__global__ void k(int *a, const int *b, int n) {{
        int i = 0;
        for (; i < n; i++) {{
            cudabmc_invariant({condition});
            if (b[i] != 7) a[8 * i + 1] = 0;
        }}
    }}"""
    invariants = {one for one in _open(text) if "invariant" in one}
    assert bool(invariants) is not holds


def test_a_barrier_ends_what_has_been_accessed() -> None:
    text = """__global__ void k(int *a) {
        __shared__ int s[1024];
        s[threadIdx.x] = 1;
        %s
        cudabmc_assert(!cudabmc_written(s));
    }"""
    assert _is_proved(text % "__syncthreads();")
    assert not _is_proved(text % "")


# ---------------------------------------------------------------- two threads


@pytest.mark.long
def test_a_fact_about_two_threads_holds_in_the_same_round() -> None:
    text = """__global__ void k(int *a, int n) {
        __shared__ int s[1024];
        int k = %s;
        for (int j = 0; j < n; j++) {
            cudabmc_invariant(cudabmc_uniform(k));
            s[(threadIdx.x + k) %% blockDim.x] = k;
            __syncthreads();
            k = k * 3 + 1;
        }
    }"""
    assert _is_proved(text % "n")
    assert _open(text % "threadIdx.x") == {"the invariant may not hold in the first round"}


@pytest.mark.parametrize(
    "condition, holds",
    [
        ("cudabmc_distinct(x)", True),
        ("cudabmc_uniform(n)", True),
        ("cudabmc_uniform(x)", False),
        ("cudabmc_exclusive(x == n)", True),
        ("cudabmc_exclusive(x > n)", False),
        ("cudabmc_all(x >= 0)", True),
        ("cudabmc_all(x > 0)", False),
        ("cudabmc_implies(x < cudabmc_other(x), x + 2 <= cudabmc_other(x))", True),
        ("cudabmc_implies(x < cudabmc_other(x), x + 3 <= cudabmc_other(x))", False),
    ],
)
def test_words_for_two_threads(condition: str, *, holds: bool) -> None:
    text = f"__global__ void k(int *a, int n) {{ int x = 2 * threadIdx.x; cudabmc_invariant({condition}); }}"
    assert _is_proved(text) is holds


def test_a_fact_about_two_threads_says_nothing_of_one() -> None:
    """Blocks of one thread have no two."""
    text = """__global__ void k(int *a, int n) {
        cudabmc_requires(blockDim.x == 1);
        cudabmc_invariant(threadIdx.x != cudabmc_other(threadIdx.x) && n > 5 && cudabmc_other(threadIdx.x) < 0);
        cudabmc_assert(n > 5);
    }"""
    assert not _is_proved(text)


@pytest.mark.parametrize(
    "body",
    [
        "int x = n > 5 ? threadIdx.x : 0; if (n > 5) cudabmc_invariant(cudabmc_distinct(x)); a[x] = 1;",
        "int x = threadIdx.x; for (int j = 0; j < n; j++) { cudabmc_invariant(cudabmc_distinct(x)); a[x] = j; x++; }",
    ],
    ids=["where it is claimed", "in the same round"],
)
def test_a_fact_about_two_threads_says_no_more_than_it_does(body: str) -> None:
    assert all("race" in one for one in _open(f"__global__ void k(int *a, int n) {{ {body} }}"))
    assert not _is_proved(f"__global__ void k(int *a, int n) {{ {body} }}")


# ---------------------------------------------------------------- functions

CLAMP = """__device__ int clamp(int x, int n) {
    cudabmc_requires(n > 0);
    cudabmc_ensures(cudabmc_result() >= 0 & cudabmc_result() < n);
    if (x < 0) return 0;
    return x %s n ? n - 1 : x;
}
__global__ void k(const int *a, int *b, int n) {
    %s
    b[blockIdx.x * blockDim.x + threadIdx.x] = a[clamp(threadIdx.x - 9, n)];
}"""


def test_a_function_keeps_what_it_promises_if_its_callers_do() -> None:
    positive = "cudabmc_requires(n > 0);"
    assert _is_proved(CLAMP % (">=", positive))
    assert _open(CLAMP % (">", "cudabmc_requires(n == 16 && blockDim.x == 32);")) == {"the postcondition may not hold"}
    assert _open(CLAMP % (">=", "cudabmc_requires(n <= 0);")) == {"the invariant may not hold"}


def test_a_precondition_that_no_launch_fulfils_proves_nothing() -> None:
    text = "__global__ void k(int *a) { cudabmc_requires(blockDim.x == 64); a[blockIdx.x] = threadIdx.x; }"
    result = verify(HEADER + text, prove=True, block=(32,))
    assert result.verdict is Verdict.UNKNOWN
    assert "no launch that is meant" in result.proofs[0].reasons[0]


def test_launches_of_the_program_fulfil_preconditions_or_that_is_told() -> None:
    text = """__global__ void k(int *a, int n) {
        cudabmc_requires(n == blockDim.x);
        a[blockIdx.x * n + threadIdx.x] = 1;
    }
    int main(void) { int *a; cudaMalloc(&a, 4096); k<<<4, 32>>>(a, %d); }"""
    good, bad = (verify(HEADER + text % n, prove=True) for n in (32, 30))
    assert good.verdict is Verdict.SUCCESSFUL
    assert any("precondition" in one for one in good.assumptions)
    assert bad.verdict is Verdict.UNKNOWN
    assert any("may not fulfil the precondition" in one for one in bad.proofs[0].reasons)


# ---------------------------------------------------------------- barriers

PERMUTATION = """__global__ void k(int *out) {
    __shared__ int to[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
    to[t] = 255 - t;
    %s
    __syncthreads();
    out[to[%s]] = t;
}"""


@pytest.mark.parametrize(
    "claim, read, holds",
    [
        ("cudabmc_barrier_invariant(to[t] == 255 - t);", "t", True),
        ("", "t", False),
        ("cudabmc_barrier_invariant(to[t] == 254 - t);", "t", False),
        ("cudabmc_barrier_invariant(to[(t + 1) % 256] == 255 - (t + 1) % 256);", "t", False),  # not its own
        ("cudabmc_barrier_invariant(to[t] == 255 - t);", "t ^ 1", True),  # each thread has said so
        ("cudabmc_barrier_invariant(to[t] == 255 - t);", "t + 1", False),  # of the last thread
        ("__barrier_invariant_1(to[threadIdx.x] == 255 - threadIdx.x, (t + 1) % 256);", "(t + 1) % 256", True),
        ("cudabmc_barrier_invariant(cudabmc_distinct(to[t]));", "t", True),
        ("cudabmc_barrier_invariant(to[t] == 255 - t); to[t] = 0;", "t", False),  # no longer at the barrier
        ("if (t < 9) to[t] = 0; cudabmc_barrier_invariant(to[t] == 255 - t);", "t", False),
        ("if (t < 9) to[t] = 255 - t; cudabmc_barrier_invariant(to[t] == 255 - t);", "t", True),
    ],
)
def test_a_barrier_invariant_is_about_what_lies_behind_it(claim: str, read: str, *, holds: bool) -> None:
    assert _is_proved(PERMUTATION % (claim, read)) is holds


def test_barrier_invariants_carry_through_loops() -> None:
    text = """__global__ void k(int *out, int n) {
        __shared__ int to[256];
        int t = threadIdx.x;
        cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
        to[t] = t;
        cudabmc_barrier_invariant(to[t] %% 256 == t && to[t] >= 0);
        __syncthreads();
        for (int i = 0; i < n; i++) {
            if (to[t] < 1000000) to[t] += %d;
            cudabmc_barrier_invariant(to[t] %% 256 == t && to[t] >= 0);
            __syncthreads();
        }
        out[to[t] %% 256] = t;
    }"""
    assert _is_proved(text % 256)
    assert not _is_proved(text % 128)


@pytest.mark.parametrize(
    "body",
    [
        """s[t] = 0;
        __barrier_invariant_1(s[threadIdx.x] == 0, (t + 1) % 256);
        __syncthreads();
        s[t] = 1;
        cudabmc_barrier_invariant(s[(t + 1) % 256] == 0);
        __syncthreads();""",
        """for (int i = 0; i < n; i++) {
            s[t] = i == 0 ? t : s[t] + 1;
            cudabmc_barrier_invariant(s[t] == t);
            __syncthreads();
        }""",
        """if (t < 128) s[t] = 7;
        __barrier_invariant_1(threadIdx.x >= 128 || s[threadIdx.x] == 7, t + 256);
        __syncthreads();
        cudabmc_assert(s[t + 256] == 7);""",
    ],
    ids=["what others write", "the barrier itself", "threads that there are not"],
)
def test_a_barrier_invariant_says_nothing_of(body: str) -> None:
    text = """__global__ void k(int *out, int n) {
        __shared__ int s[512];
        int t = threadIdx.x;
        cudabmc_requires(blockDim.x == 256);
        %s
    }"""
    assert any("invariant" in one or "assertion" in one for one in _open(text % body))


def test_what_warps_tell_each_other_is_not_hidden_by_what_a_thread_has_written() -> None:
    text = """__global__ void k(int *out) {
        __shared__ int s[256];
        int t = threadIdx.x;
        cudabmc_requires(blockDim.x == 256);
        s[t] = t;
        __syncwarp();
        s[t ^ 1] = 7;
        __syncwarp();
        cudabmc_barrier_invariant(s[t] == t);
        __syncthreads();
    }"""
    assert not _is_proved(text)


# ---------------------------------------------------------------- what proofs do not fall for

WRONG = {
    "a fact that rests on the race in question": """__shared__ int s[256];
        cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
        int f = g[t] & 255;
        s[f] = t;
        cudabmc_barrier_invariant(cudabmc_distinct(s[f]));
        __syncthreads();
        out[f] = t;""",
    "a fact that rests on the barrier in question": """__shared__ int s[256];
        cudabmc_requires(blockDim.x == 2 && gridDim.x == 1);
        int f = g[t] > 0, i = f ? 1 - t : t;
        if (f) __syncthreads();
        s[i] = t;
        cudabmc_barrier_invariant(cudabmc_distinct(s[i]));
        __syncthreads();
        out[i] = t;""",
    "what some threads claim": """__shared__ int s[300];
        cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
        s[t] = t == 0 ? 1 : 2;
        for (int i = 0; i < 1 - t; i++) { __barrier_invariant_2(s[threadIdx.x] == 1, t + 1, t + 2); }
        __syncthreads();
        if (t == 0) cudabmc_assert(s[1] == 1);""",
    "a claim for the first round of a barrier": """__shared__ int s[256];
        cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
        s[t] = 0;
        cudabmc_barrier_invariant(s[t] == 0);
        for (int i = 0; i < n; i++) {
            __syncthreads();
            cudabmc_assert(s[t] == 0);
            s[t] = 1;
        }""",
    "what others wrote in front of a loop with a barrier": """__shared__ int s[256];
        cudabmc_requires(blockDim.x == 256 && gridDim.x == 1 && n > 0);
        s[t] = 0;
        cudabmc_barrier_invariant(s[t] == 0);
        __syncthreads();
        int x = s[255 - t];
        __syncthreads();
        s[t] = x + 1;
        for (int i = 0; i < n; i++) __syncthreads();
        int y = s[255 - t];
        cudabmc_assert(x == y);""",
    "writes behind a candidate that fails": """int y = out[blockIdx.x * blockDim.x + t];
        cudabmc_candidate(0);
        out[blockIdx.x * blockDim.x + t] = y + 1;
        cudabmc_assert(out[blockIdx.x * blockDim.x + t] == y);""",
    "counters that a candidate bounds that fails": """cudabmc_candidate(n <= 1);
        int j = 0;
        for (int r = 0; r < n; r++) { j += 5; out[blockIdx.x * blockDim.x + t] = j; }
        cudabmc_assert(j <= 5);""",
    "a contract that sets a variable": """int x = 0;
        cudabmc_invariant((x = blockIdx.x * blockDim.x + t) == x);
        out[x] = t;""",
    "a contract that is left": """for (int i = 0; i < n; i++) { cudabmc_invariant(({ if (n > 5) break; true; })); n++; }
        out[0] = t;""",
    "parts of an element": """__shared__ long long s[256];
        cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
        s[t] = 0;
        cudabmc_barrier_invariant(s[t] == 0);
        __syncthreads();
        int2 v = ((int2 *)s)[t];
        s[t] = 0x100000005LL;
        int2 w = ((int2 *)s)[t];
        cudabmc_assert(v.y == w.y);""",
    "threads in different rounds": """for (int i = 0; i < t; i++) cudabmc_invariant(cudabmc_exclusive(i == 1));""",
    "the parts of a vector": """((int2 *)out)[blockIdx.x * blockDim.x + t] = make_int2(1, 2);
        cudabmc_assert(cudabmc_implies(cudabmc_written(out), cudabmc_written_element(out) % 2 == 0));""",
    "what an atomic function reads": """atomicAdd(out, 1); cudabmc_assert(!cudabmc_read(out));""",
    "fractions": """float x = t & 1 ? 0.25f : 0.5f; cudabmc_invariant(cudabmc_uniform(x));""",
    "accesses of earlier rounds of a contract": """__shared__ int s[257];
        cudabmc_requires(blockDim.x == 4 && gridDim.x == 1);
        s[t] = 0;
        cudabmc_barrier_invariant(s[t] <= 0);
        __syncthreads();
        s[t + 1] = 1;
        cudabmc_barrier_invariant(({ bool all = true; for (int i = t; i < t + 1; i++) all = all && s[i] <= 0; all; }));
        __syncthreads();
        if (s[t] > 0) out[0] = t;""",
    "a contract that does not end": "cudabmc_invariant(({ while (n != 5) ; true; })); if (n != 5) out[0] = t;",
    "pointers that nothing compares": "cudabmc_invariant((out + g[t] < out) | 1); if (g[t] < -9) out[0] = t;",
    "a precondition that sets a variable": """int x = 0;
        cudabmc_requires((x = blockIdx.x * blockDim.x + t) == x);
        out[x] = t;""",
    "a barrier in an assertion": """cudabmc_requires(gridDim.x == 1);
        out[t] = 1;
        cudabmc_assert((__syncthreads(), true));
        out[t + 1] = 2;""",
    "shared memory that others write": """__shared__ int s[257];
        cudabmc_requires(blockDim.x == 4 && gridDim.x == 1);
        s[t] = 0;
        cudabmc_barrier_invariant(s[t] == 0);
        __syncthreads();
        s[t + 1] = 1;
        cudabmc_invariant(s[t] == 0);""",
    "accesses that a warp barrier does not end": """__shared__ int s[32];
        cudabmc_requires(blockDim.x == 32 && gridDim.x == 1);
        out[t] = 1;
        __syncwarp();
        cudabmc_assume(cudabmc_written(out));
        s[0] = t;
        __syncwarp();""",
    "assumptions that contradict each other": "cudabmc_requires(n > 5); cudabmc_assume(n < 3); out[0] = t;",
}
"""Kernels that are wrong, and what a proof could rest on."""


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
def test_nothing_is_proved_by(body: str) -> None:
    assert not _is_proved(f"__global__ void k(int *out, const int *g, int n) {{ int t = threadIdx.x; {body} }}")


def test_a_precondition_of_a_function_at_the_place_of_that_of_a_kernel_is_shown() -> None:
    text = """#define BOTH __device__ int f(int x) { cudabmc_requires(x == 0); return x; } \\
        __global__ void k(int *out, int n) { cudabmc_requires(n != n + 1); out[f(threadIdx.x)] = threadIdx.x; }
    BOTH
    """
    assert not _is_proved(text)


CHOSEN = """__device__ int f(int x, int n) {
    cudabmc_ensures(%s);
    if (x < 0) return 0;
    return x >= n ? n - 1 : x;
}
__global__ void k(const int *a, int n) {
    cudabmc_requires(n == 16 && blockDim.x == 32);
    int x = threadIdx.x - 9, y = f(x, n);
    cudabmc_assert(%s);
}"""


@pytest.mark.parametrize(
    "promised, known, holds",
    [
        ("n <= 0 || (cudabmc_result() >= 0 && cudabmc_result() < n)", "y >= 0 && y < n", True),
        ("n <= 0 || (cudabmc_result() >= 0 && cudabmc_result() < n)", "y > 0", False),
        ("n <= 0 || (cudabmc_result() > 0 && cudabmc_result() < n)", "true", False),
        ("x < 0 ? cudabmc_result() == 0 : cudabmc_result() <= x", "threadIdx.x >= 9 || y == 0", True),
        ("x < 0 ? cudabmc_result() == 0 : cudabmc_result() < x", "true", False),
        ("x < 0 || (n > 5 && x > 3 ? cudabmc_result() >= 4 : n <= 0 || cudabmc_result() >= 0)", "true", True),
        ("x < 0 || (n > 5 && x > 3 ? cudabmc_result() >= 6 : n <= 0 || cudabmc_result() >= 0)", "true", False),
        ("cudabmc_result() == 0 || cudabmc_result() == x || cudabmc_result() == n - 1", "true", True),
        ("cudabmc_result() == 0 || cudabmc_result() == x", "true", False),
    ],
)
def test_postconditions_may_choose(promised: str, known: str, *, holds: bool) -> None:
    assert _is_proved(CHOSEN % (promised, known)) is holds


@pytest.mark.long
def test_what_all_loops_share_may_choose() -> None:
    text = """__global__ void k(int *a, int n) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++) a[4 * threadIdx.x + j] = i;
        __function_wide_invariant(!__write(a) || __write_offset_bytes(a) / 16 == threadIdx.x%s);
    }"""
    assert _is_proved(text % "")
    assert not _is_proved(text % " + 1")


def test_a_sum_that_does_not_overflow_may_be_required() -> None:
    text = """__global__ void k(int *a, int n) {
        __requires(__add_noovfl(n, (int)threadIdx.x)%s);
        if (n + (int)threadIdx.x < n) a[0] = threadIdx.x;
    }"""
    assert _is_proved(text % "")
    assert not _proof(text % "").preconditions
    assert _proof(text % " || n > 9").preconditions  # the same as a guess


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_an_axiom_is_refused_with_the_reason(frontend: str) -> None:
    text = "__axiom(blockDim.x == 64);\n__global__ void k(int *a) { *a = 1; }"
    with pytest.raises(SourceError, match="__requires"):
        verify([SourceText(text, "k.cu")], prove=True, frontend=frontend)


@pytest.mark.parametrize("condition", ["cudabmc_result() == x", "cudabmc_result() >= 0 && cudabmc_result() == x"])
def test_a_postcondition_that_cannot_be_evaluated_at_returns_is_refused(condition: str) -> None:
    text = f"""__device__ int f(int x) {{ cudabmc_ensures({condition}); x = 7; return x; }}
    __global__ void k(int *a, int n) {{ a[blockIdx.x * blockDim.x + threadIdx.x] = f(n); }}"""
    proof = _proof(text)
    assert proof.reasons and proof.status is not ProofStatus.PROVED


def test_contracts_in_headers_count(tmp_path: Path) -> None:
    (tmp_path / "k.cuh").write_text(HEADER + "__global__ void k(int *a) { cudabmc_invariant(threadIdx.x < 77); }\n")
    (tmp_path / "k.cu").write_text('#include "k.cuh"\n')
    assert verify(str(tmp_path / "k.cu"), prove=True).verdict is Verdict.FAILED


def test_floats_in_barrier_invariants() -> None:
    text = """__global__ void k(float *out) {
        __shared__ float s[256];
        int t = threadIdx.x;
        cudabmc_requires(blockDim.x == 256);
        s[t] = 1.5f;
        cudabmc_barrier_invariant(s[t] == %s);
        __syncthreads();
        cudabmc_assert(s[t] == 1.5f);
    }"""
    assert _is_proved(text % "1.5f")
    assert not _is_proved(text % "1.25f")


# ---------------------------------------------------------------- what runs say


def test_a_wrong_contract_is_shown_by_an_execution() -> None:
    text = """__global__ void k(int *a) {
        int i = 0;
        while (cudabmc_invariant(i <= 20), i < threadIdx.x) i++;
    }"""
    result = verify(HEADER + text, prove=True)
    assert result.verdict is Verdict.FAILED
    assert result.violations[0].message == "the contract does not hold"
    assert result.violations[0].places[0].loc.line == 4


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_contracts_touch_nothing_in_a_run(frontend: str) -> None:
    text = """__global__ void k(int *a) {
        __shared__ int s[32];
        for (int i = 0; cudabmc_invariant(s[(threadIdx.x + 1) % 32] == cudabmc_other(i)), i < 3; i++)
            s[threadIdx.x] = i;
        cudabmc_barrier_invariant(s[(threadIdx.x + 1) % 32] == 2);
        __syncthreads();
        a[threadIdx.x] = s[threadIdx.x];
    }
    int main(void) { int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); cudaDeviceSynchronize(); }"""
    result = verify(HEADER + text, frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL
    assert any("cudabmc prove" in one for one in result.assumptions)


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_program_runs_whose_kernels_require_facts_about_two_threads(frontend: str) -> None:
    text = """__global__ void k(int *a, const int *place) {
        cudabmc_requires(cudabmc_distinct(place[threadIdx.x]));
        a[place[threadIdx.x]] = 1;
    }
    int main(void) {
        int *a, *place, order[] = {2, 0, 1};
        cudaMalloc(&a, 12);
        cudaMalloc(&place, 12);
        cudaMemcpy(place, order, 12, cudaMemcpyHostToDevice);
        k<<<1, 3>>>(a, place);
        cudaDeviceSynchronize();
    }"""
    assert verify(HEADER + text, frontend=frontend).verdict is Verdict.SUCCESSFUL
    assert _is_proved(text.partition("int main")[0])
    assert not _is_proved(text.partition("int main")[0].replace("cudabmc_distinct", "(bool)"))


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_launches_of_a_program_that_break_a_precondition_are_errors(frontend: str) -> None:
    text = """__global__ void k(int *a, int n) { cudabmc_requires(n == blockDim.x); a[threadIdx.x] = n; }
    int main(void) { int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a, %d); cudaDeviceSynchronize(); }"""
    assert verify(HEADER + text % 32, frontend=frontend).verdict is Verdict.SUCCESSFUL
    broken = verify(HEADER + text % 30, frontend=frontend)
    assert [violation.message for violation in broken.violations] == ["the contract does not hold"]


@pytest.mark.long
def test_front_ends_agree_on_contracts() -> None:
    barrier = PERMUTATION % ("cudabmc_barrier_invariant(to[t] == 255 - t);", "t")
    for text in (CLAMP % (">=", "cudabmc_requires(n > 0);"), barrier):
        outcomes = {verify(HEADER + text, prove=True, frontend=one).proofs[0].outcome for one in ("c", "clang")}
        assert outcomes == {ProofOutcome.PROVED}


# ---------------------------------------------------------------- random ones

_TERMS = ("i", "j", "n", "threadIdx.x", "0", "1", "2", "7", "i + j", "2 * i", "j - i")
_COMPARED = ("<", "<=", "==", "!=", ">=", ">")
_STEPS = ("1", "2", "i & 1", "(int)threadIdx.x", "-1", "n")


def _random_loop(choose: random.Random) -> str:
    conditions = [f"{choose.choice(_TERMS)} {choose.choice(_COMPARED)} {choose.choice(_TERMS)}" for _ in range(2)]
    condition = choose.choice([" && ", " || "]).join(conditions[: choose.choice([1, 2, 2])])
    claim = f"cudabmc_invariant({condition});"
    inside, behind = (claim, "") if choose.random() < 0.6 else ("", claim)
    jump = choose.choice(["", "if (j > 5) break;", "if (i == 2) continue;"])
    return f"""__global__ void k(int *a, int n) {{
        int j = {choose.choice(['0', '1', 'n', 'threadIdx.x'])};
        for (int i = {choose.choice(['0', '1', 'threadIdx.x'])}; i < n; i += {choose.choice(['1', '2'])}) {{
            {inside}
            {jump}
            j += {choose.choice(_STEPS)};
            {behind}
        }}
    }}"""


@pytest.mark.long
@given(st.randoms(use_true_random=False))
def test_a_proved_invariant_holds_in_every_run(choose: random.Random) -> None:
    text = HEADER + _random_loop(choose)
    proof = proof_of(text)
    if proof.status is not ProofStatus.PROVED or any(known != "n > 0" for known in proof.preconditions):
        return
    line = 1 + text[: text.index("cudabmc_invariant")].count("\n")
    for n in (1, 5) if proof.preconditions else (choose.choice([0, 1, 2, 3]), 5):
        defines = [f"-D{macro}" for macro in macros_that_check([line])]
        words = ["--kernel", "k", "--grid", "1", "--block", "3", "--arg", f"n={n}", "--timeout", "5", *defines, "k.cu"]
        result = verify([SourceText(text, "k.cu")], parse_arguments(words).options)
        assert result.verdict is not Verdict.FAILED, text


@pytest.mark.skipif(not which("nvcc"), reason="there is no nvcc")
def test_nvcc_makes_nothing_of_contracts(tmp_path: Path) -> None:
    words = re.findall(r"#define (cudabmc_\w+)\(\.\.\.\)", (CONTRACTS / "cudabmc.h").read_text(encoding="utf-8"))
    statements = [f"{word}(n > 0 && nobody_knows(n));" for word in dict.fromkeys(words)]
    lines = [*statements, "while (cudabmc_invariant(cudabmc_uniform(n)), n-- > 0) *a = n;"]
    found = []
    for number, body in enumerate(("\n".join(lines), "while (n-- > 0) *a = n;")):
        file = tmp_path / f"{number}.cu"
        file.write_text(f"{HEADER}__global__ void k(int *a, int n) {{ {body} }}\n")
        words = ["-I", str(CONTRACTS), "-Werror", "all-warnings", "--ptx", "-o", file.with_suffix(".ptx"), file]
        run(["nvcc", *words], check=True)
        found.append([one for one in file.with_suffix(".ptx").read_text().splitlines() if not one.startswith("//")])
    assert len(statements) == 13
    assert found[0] == found[1]


@pytest.mark.parametrize(("text", "compiled"), [
    ("#include <cudabmc.h>\n__global__ void k(int n) { cudabmc_requires(n > 0); assert(n > 0); }", 1),
    ("__global__ void k(int n) { __requires(n > 0); assert(n > 0); }", 1),
    ("__global__ void k(int n) { for (; __invariant(n > 0), n > 1; n--); }", 2),
])  # fmt: skip
def test_files_that_include_the_header_of_contracts_are_compiled_once(
    text: str, compiled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Options] = []
    through_c = load._through_c

    def counting(files: Sequence[str], options: Options) -> Program:
        seen.append(options)
        return through_c(files, options)

    monkeypatch.setattr(load, "_through_c", counting)
    program = load.load_program([SourceText(text, "k.cu")], Options(prove=True, frontend="c"))
    assert len(seen) == compiled and any(f.is_kernel for f in program.functions.values())
