"""Kernels whose threads tell each other values within warps, compared block by block for every grid."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Verdict, equivalent, symbolic

WIDE = 64

NAIVE = """__global__ void k(const TYPE *in, TYPE *out) {
    TYPE sum = 0;
    for (int i = 0; i < 64; i++)
        sum += in[64 * blockIdx.x + i];
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}"""

DOWN = """__global__ void k(const TYPE *in, TYPE *out) {
    __shared__ TYPE part[2];
    int t = threadIdx.x;
    TYPE sum = in[64 * blockIdx.x + t];
    for (int d = 16; d > LAST; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = part[0] + part[1];
}"""

SYNCWARP = """__global__ void k(const TYPE *in, TYPE *out) {
    __shared__ TYPE part[64];
    int t = threadIdx.x;
    part[t] = in[64 * blockIdx.x + t];
    __syncwarp();
    for (int d = 16; d > LAST; d /= 2) {
        TYPE other = t % 32 < d ? part[t + d] : 0;
        __syncwarp();
        part[t] += other;
        __syncwarp();
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = part[0] + part[32];
}"""


def text(source: str, last: int = 0, type: str = "int") -> str:
    return source.replace("TYPE", type).replace("LAST", str(last))


@pytest.mark.parametrize("fast", (DOWN, SYNCWARP), ids=("shuffles", "syncwarp"))
@pytest.mark.parametrize("type, floats", (("int", "exact"), ("float", "real")))
def test_sums_within_warps_are_those_of_a_loop(fast: str, type: str, floats: str) -> None:
    same = equivalent(text(NAIVE, type=type), text(fast, type=type), prove=True, floats=floats)
    assert same.verdict is Verdict.SUCCESSFUL, str(same)
    assert "blockDim.x == 64" in str(same)
    wrong = equivalent(text(NAIVE, type=type), text(fast, 1, type), prove=True, floats=floats)
    assert wrong.verdict is Verdict.FAILED


VOTE = """__global__ void k(const int *in, int *out) {
    int t = threadIdx.x, x = in[t];
    out[t] = VOTE;
}"""


@pytest.mark.parametrize("one, other, same", [
    ("__ballot_sync(~0u, x > 3)", "__ballot_sync(0xffffffff, !(x <= 3))", True),
    ("__ballot_sync(~0u, x > 3)", "__ballot_sync(0xffffffff, x > 2)", False),
    ("__any_sync(~0u, x > 3)", "!__all_sync(~0u, x <= 3)", True),
    ("__any_sync(~0u, x > 3)", "__all_sync(~0u, x > 3)", False),
    ("__any_sync(~0u, x > 3) != 0", "__ballot_sync(~0u, x > 3) != 0", None),
])  # fmt: skip
def test_votes_are_compared_as_they_are_made(one: str, other: str, same: bool | None) -> None:
    sources = [VOTE.replace("VOTE", vote) for vote in (one, other)]
    found = equivalent(*sources, prove=True, block=(WIDE,)).verdict
    assert found is {True: Verdict.SUCCESSFUL, False: Verdict.FAILED, None: Verdict.UNKNOWN}[same]


SHUFFLES = ("__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync")


def source_lane(name: str, lane: int, argument: int, width: int) -> int:
    """PTX ISA, `shfl.sync`: the lane of the segment that is read from, or the own one."""
    first, last = lane & ~(width - 1), lane | (width - 1)
    found = {
        "__shfl_sync": first | argument & (width - 1),
        "__shfl_up_sync": lane - argument,
        "__shfl_down_sync": lane + argument,
        "__shfl_xor_sync": lane ^ argument,
    }[name]
    inside = found >= first if name == "__shfl_up_sync" else found <= last
    return found if inside else lane


@settings(max_examples=20)
@given(st.sampled_from(SHUFFLES), st.integers(0, 31), st.sampled_from((2, 4, 8, 16, 32)), st.integers(0, 3))
def test_a_shuffle_reads_from_the_lane_that_the_documents_say(name: str, argument: int, width: int, off: int) -> None:
    lanes = [source_lane(name, lane, argument, width) for lane in range(32)]
    lanes[5] = (lanes[5] + off) % 32
    table = " : ".join(f"t % 32 == {lane} ? {source}" for lane, source in enumerate(lanes[:-1])) + f" : {lanes[-1]}"
    simple = f"""__global__ void k(const int *in, int *out) {{
        int t = threadIdx.x;
        int source = {table};
        out[t] = in[t / 32 * 32 + source];
    }}"""
    fast = f"""__global__ void k(const int *in, int *out) {{
        int v = in[threadIdx.x];
        out[threadIdx.x] = {name}(0xffffffff, v, {argument}, {width});
    }}"""
    proved = equivalent(simple, fast, prove=True, block=(WIDE,), grid=(1,)).verdict
    run = equivalent(simple, fast, grid=(1,), block=(WIDE,), args=[symbolic(WIDE), symbolic(WIDE)]).verdict
    assert proved is run is (Verdict.FAILED if off else Verdict.SUCCESSFUL)


@pytest.mark.parametrize("mask", ("0x0000ffff", "0xffffffff"))
def test_lanes_that_do_not_come_are_no_proof(mask: str) -> None:
    half = f"""__global__ void k(const int *in, int *out) {{
        int v = in[threadIdx.x];
        if (threadIdx.x < 16)
            v = __shfl_xor_sync({mask}, v, 1);
        out[threadIdx.x] = v;
    }}"""
    simple = """__global__ void k(const int *in, int *out) {
        out[threadIdx.x] = in[threadIdx.x < 16 ? threadIdx.x ^ 1 : threadIdx.x];
    }"""
    found = equivalent(simple, half, prove=True, block=(32,), grid=(1,)).verdict
    assert (found is Verdict.SUCCESSFUL) == (mask == "0x0000ffff")
