"""What kernels call: models that touch memory, where an approximation is any value and a copy accesses all bytes; code
of templates; and functions by pointers."""

import pytest

from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

HEAD = """#include <string.h>
__global__ void k(float *x, float *y, char *to, const char *from, const float *angle, float one, size_t n) {
    __shared__ float both[128];
    int t = threadIdx.x;
    float s, c;
"""

PROVED = [
    "sincosf(angle[t], &s, &c); float u = x[t]; x[t] = c * u - s * y[t]; y[t] = s * u + c * y[t];",
    "sincosf(angle[t], &x[t], &y[t]);",
    "if (t < 64) sincosf(one, &both[t], &both[64 + t]);",
    "sincosf(angle[t], &s, &c); if (s > 0.5f) x[t] = c;",
    "sincosf(one, &s, &c); if (s > 0.5f) __syncthreads();",
    "int e; x[t] = frexpf(angle[t], &e); y[t] = e;",
    "memcpy(to + 8 * (size_t)t, from, 8);",
    "if (n <= 8) memcpy(to + 8 * (size_t)t, from + n, n);",
    "if (n <= 8) memmove(to + 8 * (size_t)t, from, n);",
    "memcpy(&s, &one, 4); x[t] = s;",
    "if (n == 0) memcpy(to, from, n); to[t] = 1;",
    "int v[3] = {1, 2, n}; memmove(v + 1, v, 8); if (v[2] == 1) x[0] = t;",
    "x[t] = ((float *)memcpy(&y[t], &angle[t], 4))[0];",
    "if (t == 0) cudaGraphSetConditional(1, n > 3); x[t] = 1;",
]

OPEN = {
    "sincosf(angle[t], &s, &c); if (s > 0.5f) __syncthreads();": "barrier-divergence",
    "sincosf(one, &s, &c); x[(int)(1000 * s)] = t;": "data-race",
    "sincosf(angle[t], &x[t / 2], &y[t]);": "data-race",
    "sincosf(one, &both[t], &both[2 * t + 1]);": "data-race",
    "memcpy(to + 8 * (size_t)t, from, 9);": "data-race",
    "if (n <= 9) memcpy(to + 8 * (size_t)t, from, n);": "data-race",
    "if (n <= 8) memcpy(to + 8 * (size_t)t, to + 4096, n); to[4096 + t] = 1;": "data-race",
    "if (n <= 8) memmove(to + 8 * (size_t)t, to + 8 * (size_t)t + 1, n);": "data-race",
    "int v[3] = {1, 2, n}; memmove(v + 1, v, 8); if (v[2] == 2) x[0] = t;": "data-race",
    "int v[3] = {1, 2, n}, *p = n ? v + 1 : v; memmove(p, v, 8); if (v[2] == 2) x[0] = t;": "data-race",
    "unsigned short v[3] = {1, 2, 3}; memmove((char *)v + 2, v, 4); if (v[2] == 2) x[0] = t;": "data-race",
    "if (n <= 200 && t == 0) memcpy((char *)both + 460, from, n);": "bounds",
}


@pytest.mark.parametrize("body", PROVED)
def test_what_models_write_is_where_pointers_lead(body: str) -> None:
    assert proof_of(HEAD + body + "}").status is ProofStatus.PROVED


@pytest.mark.parametrize("body", OPEN)
def test_what_they_break_is_seen(body: str) -> None:
    found = proof_of(HEAD + body + "}", work=60_000_000)
    assert OPEN[body] in {candidate.prop for candidate in found.candidates}


@pytest.mark.parametrize("line", ["if (sum > 1) break; ADD", "ADD if (sum > 1) break;"])
def test_functions_that_store_are_as_uniform_as_those_that_return(line: str) -> None:
    """The sine of one number is the same for all threads, be it returned or stored."""
    found = []
    for call in ("s = sinf(one);", "sincosf(one, &s, &c);"):
        added = line.replace("ADD", f"{call} sum += s;")
        body = f"float sum = 0; for (int i = 0; i < 3; i++) {{ {added} __syncthreads(); }} x[t] = sum;"
        proof = proof_of(HEAD + body + "}", work=60_000_000)
        found.append((proof.status, {candidate.prop for candidate in proof.candidates}))
    assert found[0] == found[1]


VIEW = """
template <class T, int N> struct Rows { T at[N]; __device__ T &operator[](int i) { return at[i]; } };
template <class T> __device__ const T &larger(const T &a, const T &b) { return a < b ? b : a; }
template <int I> struct Place { template <class R> static __device__ auto of(R &rows) { return rows[I + 1]; } };
struct Policy { Rows<float *, 3> rows; int left; __device__ Policy(Rows<float *, 3> r, int n) : rows(r), left(n) {} };
template <class P> __device__ void take(P policy) {
    P kept = policy;
    Place<0>::of(kept.rows)[threadIdx.x] = Place<1>::of(kept.rows)[threadIdx.x STEP];
}
__global__ void k(Rows<float *, 3> rows, int n, int m) {
    if (threadIdx.x < larger(n, m)) take(Policy(rows, n));
}
"""


def test_pointers_in_structures_that_templates_pass_on_are_followed() -> None:
    assert proof_of(VIEW.replace("STEP", ""), work=60_000_000).status is ProofStatus.PROVED


def test_and_so_is_what_races_behind_them() -> None:
    text = VIEW.replace("STEP", "").replace("[threadIdx.x] =", "[threadIdx.x / 2] =")
    found = proof_of(text, work=60_000_000)
    assert "data-race" in {candidate.prop for candidate in found.candidates}


CALLED = """
__device__ int same(int i) { return i; }
__device__ int half(int i) { return i / 2; }
template <class F> __device__ int twice(F f, int i) { return f(f(i)); }
__global__ void k(int *a, int n) {
    int (*f)(int) = FUNCTION;
    for (int i = 0; i < n; i++) { a[twice(f, threadIdx.x)] = i; CHANGE }
}
"""


@pytest.mark.parametrize(
    ("function", "change", "status"),
    [
        ("same", "", ProofStatus.PROVED),
        ("half", "", ProofStatus.CANDIDATE),
        ("same", "f = half;", ProofStatus.UNKNOWN),
        ("n ? same : half", "", ProofStatus.UNKNOWN),
    ],
)
def test_a_pointer_that_leads_to_one_function_is_a_call_of_it(function: str, change: str, status: ProofStatus) -> None:
    text = CALLED.replace("FUNCTION", function).replace("CHANGE", change)
    assert proof_of(text, work=60_000_000).status is status


LANES = """
__global__ void k(int *a) {
    __shared__ int sums[32];
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == 0) sums[threadIdx.x / 32] = a[threadIdx.x];
}
"""


def test_the_number_of_a_lane_says_nothing_of_a_second_axis() -> None:
    found = proof_of(LANES)
    assert found.status is ProofStatus.PROVED and not found.preconditions
    assert proof_of(LANES.replace("/ 32", "/ 64"), work=60_000_000).status is ProofStatus.CANDIDATE


def test_but_it_tells_threads_apart() -> None:
    """Each warp has such a lane."""
    text = """__global__ void k(int *a) {
        unsigned lane;
        asm("mov.u32 %0, %%laneid;" : "=r"(lane));
        if (lane == 0) a[0] = 1;
    }"""
    assert proof_of(text).status is ProofStatus.CANDIDATE
