"""Inputs that a model takes apart into their values: how many there may be, and what counts as one."""

import re

from cudabmc import Verdict, verify

INTERLEAVED = """\
__device__ int x;
__global__ void lost_updates(void) {
    int seen = atomicAdd(&x, 0);
    atomicExch(&x, seen + 1 + threadIdx.x);
}
int main(void) {
    int which = nondet_int();
    lost_updates<<<1, 3>>>();
    cudaDeviceSynchronize();
    assert(cudaGetErrorString((cudaError_t)(which & 3)) != 0);
    return 0;
}
"""

MANY = """\
__global__ void idle(void) {}
int main(void) {
    unsigned which = nondet_uint();
    __ESBMC_assume(which < COUNT);
    idle<<<1, 1>>>();
    assert(cudaGetErrorString((cudaError_t)which) != 0);
    return 0;
}
"""


def test_values_are_counted_anew_in_each_interleaving() -> None:
    result = verify(INTERLEAVED, state_hashing=False, order_abstraction=False)
    assert result.verdict is Verdict.SUCCESSFUL, result.reason
    assert result.statistics.interleavings > 16  # with four values each


def test_values_are_taken_apart_without_simplification() -> None:
    assert verify(MANY.replace("COUNT", "4"), simplify=False).verdict is Verdict.SUCCESSFUL


def test_as_many_values_as_are_allowed() -> None:
    assert verify(MANY.replace("COUNT", "64")).verdict is Verdict.SUCCESSFUL


def test_one_value_more_than_is_allowed() -> None:
    result = verify(MANY.replace("COUNT", "65"))
    assert result.verdict is Verdict.UNKNOWN
    assert re.search(r":6:12: more than 64 values are possible here", result.reason)
