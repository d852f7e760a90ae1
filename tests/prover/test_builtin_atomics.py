"""Atomic loads and stores of a scope, in kernels that are proved."""

import pytest

from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

pytestmark = pytest.mark.one_in(2)

SMALLEST = """__device__ void smallest(float *at, float value) {
    unsigned *bits = (unsigned *)at, seen = READ;
    while (value < __uint_as_float(seen)) {
        unsigned old = seen;
        seen = atomicCAS(bits, old, __float_as_uint(value));
        if (seen == old) break;
    }
}
__global__ void k(float *least, const float *values, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) smallest(least, values[i]);
}
"""
FLAGS = """__global__ void k(int *flags, int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    WRITE;
    out[t] = __nv_atomic_load_n(flags, __NV_ATOMIC_RELAXED, WHERE);
}
"""
DEVICE = "__NV_THREAD_SCOPE_DEVICE"


def _status(text: str) -> ProofStatus:
    return proof_of(text).status


@pytest.mark.parametrize("read", ["__nv_atomic_load_n(bits, __NV_ATOMIC_RELAXED)", "atomicAdd(bits, 0)"])
def test_a_minimum_that_reads_atomically_is_proved(read: str) -> None:
    assert _status(SMALLEST.replace("READ", read)) is ProofStatus.PROVED


@pytest.mark.parametrize("read", ["*bits", "__nv_atomic_load_n(bits, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK)"])
def test_one_that_reads_otherwise_is_not(read: str) -> None:
    assert _status(SMALLEST.replace("READ", read)) is not ProofStatus.PROVED


@pytest.mark.parametrize(
    ("write", "scope", "is_proved"),
    [
        ("__nv_atomic_store_n(flags, 1, __NV_ATOMIC_RELAXED)", DEVICE, True),
        ("__nv_atomic_store_n(flags, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE)", DEVICE, True),
        ("__nv_atomic_max(flags, t, __NV_ATOMIC_RELAXED)", DEVICE, True),
        ("flags[0] = 1", DEVICE, False),
        ("__nv_atomic_store_n((char *)flags, (char)1, __NV_ATOMIC_RELAXED); flags[1] = 0", DEVICE, False),
        ("__nv_atomic_store_n(flags, 1, __NV_ATOMIC_RELAXED)", "__NV_THREAD_SCOPE_BLOCK", False),
        ("__nv_atomic_store_n(out + t / 2, 1, __NV_ATOMIC_RELAXED)", DEVICE, False),
    ],
)
def test_atomic_stores_race_with_what_is_not_atomic(write: str, scope: str, is_proved: bool) -> None:
    proof = _status(FLAGS.replace("WRITE", write).replace("WHERE", scope))
    assert (proof is ProofStatus.PROVED) == is_proved


def test_what_is_read_atomically_may_be_anything() -> None:
    """Two threads need not see the same."""
    text = FLAGS.replace("out[t] = ", "if (t == 0 && ").replace("WHERE);", "WHERE)) flags[1 + t] = t;")
    text = text.replace("WRITE", "if (__nv_atomic_load_n(flags, __NV_ATOMIC_RELAXED, WHERE)) __syncthreads()")
    assert _status(text.replace("WHERE", DEVICE)) is not ProofStatus.PROVED
