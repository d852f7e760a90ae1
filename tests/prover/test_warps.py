"""What threads of a warp tell each other orders their accesses, if all of them do, and nobody waits forever."""

import pytest

from cudabmc.prover.proof import KernelProof, ProofStatus
from tests.prover.proofs import meets, proof_of

pytestmark = pytest.mark.one_in(2)

HEAD = """
#define ALL 0xffffffffu
__global__ void k(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
"""


def proof(body: str) -> KernelProof:
    return proof_of(f"{HEAD}    {body}\n}}\n", work=60_000_000)


def is_proved_for(body: str, *blocks: int) -> bool:
    found = proof(body)
    return found.status is ProofStatus.PROVED and all(meets(found, [1], [block], {}) is not False for block in blocks)


def open_pairs(body: str) -> set[str]:
    return {candidate.text.partition(" by ")[2] for candidate in proof(body).candidates}


FIRST, READ = "if (lane == 0) s[warp] = n;", "int v = s[warp];"


@pytest.mark.parametrize(
    "body",
    [
        f"{FIRST} __syncwarp(); {READ}",
        f"{FIRST} __syncwarp(ALL); {READ}",
        f"unsigned all = ALL; {FIRST} __syncwarp(all); {READ}",
        f"if (warp == 1) {{ {FIRST} __syncwarp(); {READ} }}",
        f"for (int i = 0; i < n; i++) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); }}",
        f"for (int i = warp; i < n; i++) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); }}",
        f"for (int i = 0; i < n; i++) {{ __syncthreads(); {FIRST} __syncwarp(); {READ} }}",
        f"while (__any_sync(ALL, in[t])) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); }}",
        f"if (__ballot_sync(ALL, in[t]) & 1) {{ {FIRST} __syncwarp(); {READ} }}",
        f"if (t == 0) s[64] = 1; __syncthreads(); {FIRST} __syncwarp(); {READ}",
        "if (lane == 0) out[blockIdx.x * 32 + warp] = n; __syncwarp(); int v = out[blockIdx.x * 32 + warp];",
    ],
)
def test_threads_of_a_warp_are_ordered_where_all_of_them_wait(body: str) -> None:
    assert is_proved_for(body, 20, 32, 64, 100)


@pytest.mark.parametrize(
    "body",
    [
        f"{FIRST} {READ}",
        f"__syncwarp(); {FIRST} {READ}",
        f"{FIRST} {READ} __syncwarp();",
        f"{FIRST} __syncwarp(0x7fffffff); {READ}",
        f"{FIRST} __syncwarp(n); {READ}",
        f"{FIRST} __syncwarp(__activemask()); {READ}",
        f"{FIRST} int u = __shfl_sync(ALL, t, 0); {READ}",
        f"{FIRST} int u = __any_sync(ALL, t); {READ}",
        f"{FIRST} if (lane < 16) __syncwarp(); {READ}",
        f"{FIRST} if (in[t]) __syncwarp(); {READ}",
        f"{FIRST} if (lane < 16) __syncwarp(); else __syncwarp(); if (lane == 1) s[warp] = 1;",
        f"if (lane == 1) {{ s[warp] = n; return; }} __syncwarp(); {READ}",
        f"for (int i = 0; i < n; i++) {{ {FIRST} __syncwarp(); {READ} }}",
        f"for (int i = lane; i < n; i++) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); }}",
        f"while (__any_sync(3, in[t])) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); }}",
        f"while (in[t]) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); }}",
        f"if (__shfl_sync(ALL, lane, lane)) {{ {FIRST} __syncwarp(); {READ} }}",
        f"if (lane == 0) __syncwarp(); __syncwarp(); if (lane == 1) s[warp] = n; __syncwarp(); {READ}",
        f"if (lane == 0) __syncwarp(n); __syncwarp(); if (lane == 1) s[warp] = n; __syncwarp(); {READ}",
        f"for (int i = 0; i < 2; i++) {{ {FIRST} __syncwarp(); {READ} __syncwarp(); if (lane == i) __syncwarp(); }}",
        f"if (lane == 0) __any_sync(ALL, 0); if (__any_sync(ALL, in[t])) {{ {FIRST} __syncwarp(); {READ} }}",
        "if (lane == 0) s[warp] = n; __syncwarp(); int v = s[0];",
        "if (lane == 0) s[warp] = n; __syncwarp(); int v = s[warp ^ 1];",
        "if (t == 0) s[0] = n; __syncwarp(); int v = s[0];",
    ],
)
def test_threads_of_a_warp_are_not_ordered_otherwise(body: str) -> None:
    assert not is_proved_for(body, 64)


def test_which_threads_are_left_is_told() -> None:
    assert open_pairs("if (lane == 0) s[warp] = n; __syncwarp(); int v = s[0];") == {
        "threads of different warps of one block may race"
    }
    late = "if (lane == 0) s[warp] = n; __syncwarp(); int v = s[warp]; if (lane == 1) s[warp] = 1;"
    assert open_pairs(late) == {"threads of one warp may race"}
    assert open_pairs(f"{FIRST} {READ}") == {"threads of one block may race"}
    astray = "if (lane == 0) __syncwarp(n); __syncwarp(); if (lane == 1) s[warp] = n; __syncwarp(); int v = s[warp];"
    assert "threads of one block may race" in open_pairs(astray)
    assert open_pairs(f"{FIRST} if (in[t]) __syncwarp(); {READ}") == {"threads of one block may race"}


@pytest.mark.parametrize("height", [2, 8])
def test_rows_of_32_threads_are_warps(height: int) -> None:
    kernel = """
__global__ void k(int *out) {
    __shared__ int s[32];
    if (threadIdx.x == 0) s[threadIdx.y] = 1;
    __syncwarp();
    out[threadIdx.y] = s[threadIdx.y];
}"""
    found = proof_of(kernel.replace("out[threadIdx.y] =", "int v ="))
    assert found.status is ProofStatus.PROVED
    assert meets(found, [1], [32, height], {}) and meets(found, [1], [16, height], {}) is False


STUCK = [
    "if (t == 0) __syncwarp(3); __syncthreads();",
    "if (t == 0) __syncwarp(3); __syncwarp();",
    "if (in[t]) __syncwarp(); __syncthreads();",
    "if (lane < 15) __syncwarp(0xffff); __syncthreads();",
    "__syncwarp(lane == 0 ? ALL : 0xfffffffeu);",
    "for (int i = 0; i < in[t]; i++) __syncwarp(); __syncthreads();",
    "if (in[t]) __syncwarp(); else __any_sync(ALL, 1); __syncthreads();",
    "unsigned w = __ballot_sync(ALL, t < n); if (t + 1 < n) __syncwarp(w); __syncthreads();",
    "unsigned w = __ballot_sync(0xff, t < n); if (t < n) __syncwarp(w); __syncthreads();",
    "if (in[t]) __syncwarp(n); else __syncwarp(n + 1);",
    "unsigned w = ALL; for (int i = 0; i < n; i++) { if (in[t]) __syncwarp(w); w = __ballot_sync(ALL, in[t] + i); }",
]


@pytest.mark.parametrize("body", STUCK)
def test_threads_of_a_warp_that_may_wait_in_vain_are_seen(body: str) -> None:
    found = proof(body)
    assert found.status is ProofStatus.CANDIDATE
    assert {candidate.prop for candidate in found.candidates} == {"barrier-divergence"}


@pytest.mark.parametrize(
    "body",
    [
        "if (lane < 7) __syncwarp();",
        "if (lane < 7) return; __syncwarp();",
        "if (lane & 1) __syncwarp(); else __syncwarp();",
        "if (lane < 16) __syncwarp(0xffff); __syncthreads();",
        "if (lane > 3 && lane < 8 || lane == 31) __syncwarp(0x800000f0); __syncthreads();",
        "unsigned w = __ballot_sync(ALL, t < n); if (t < n) __syncwarp(w); __syncthreads();",
        "if (t < n) { unsigned w = __activemask(); __syncwarp(w); }",
        "if (lane < n) __syncwarp((1u << n) - 1); __syncthreads();",
        "int most = blockDim.x / 32; if (lane < most) __shfl_up_sync((1 << most) - 1, t, 1, most); __syncthreads();",
        "int v = __shfl_down_sync(ALL, t, 1, n); __syncthreads();",
        "if (warp < 3) __syncwarp(); __syncthreads();",
        "for (int i = warp; i < n; i += 3) __shfl_sync(ALL, t, 0); __syncthreads();",
        "while (__any_sync(ALL, in[t])) __syncwarp(); __syncthreads();",
    ],
)
def test_threads_of_a_warp_that_find_each_other_are_proved(body: str) -> None:
    assert is_proved_for(body, 20, 32, 64)


@pytest.mark.parametrize(
    "body",
    [
        "if (lane + 1 < n) __syncwarp((1u << n) - 1); __syncthreads();",
        "if (t < n) __syncwarp((1u << n) - 1); __syncthreads();",
        "if (lane < n) __syncwarp((2u << n) - 1); __syncthreads();",
        "if (lane < n) __syncwarp(0xffffu >> n); __syncthreads();",
        "if (lane < in[t]) __syncwarp((1u << in[t]) - 1); __syncthreads();",
        "if (lane < n) __syncwarp((1u << in[t]) - 1); __syncthreads();",
        "int most = lane == 0 ? 5 : 0; if (lane < most) __syncwarp((1 << most) - 1); __syncthreads();",
    ],
)
def test_masks_of_some_first_lanes_are_told_from_others(body: str) -> None:
    assert not is_proved_for(body, 40)


@pytest.mark.parametrize(
    ("size", "end", "status"),
    [
        (8, 16, "PROVED"),
        (8, 12, "CANDIDATE"),
        pytest.param(32, 32, "PROVED", marks=pytest.mark.long),
        pytest.param(32, 16, "CANDIDATE", marks=pytest.mark.long),
    ],
)
def test_tiles_wait_for_their_own_threads(size: int, end: int, status: str) -> None:
    kernel = """
#include <cooperative_groups.h>
__global__ void k(int *out) {
    auto tile = cooperative_groups::tiled_partition<SIZE>(cooperative_groups::this_thread_block());
    int v = tile.shfl_xor((int)threadIdx.x, 1);
    if (threadIdx.x % 32 < END) v = tile.shfl_xor(v, 0);
    __syncthreads();
}"""
    found = proof_of(kernel.replace("SIZE", str(size)).replace("END", str(end)), "k")
    assert found.status is ProofStatus[status] or meets(found, [1], [64], {}) is False
