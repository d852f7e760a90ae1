"""What a template never runs does not count, and an array that a loop indexes hides no pointer beside it."""

import pytest

from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

PARTS = """
struct Part {
    unsigned *place;
    int thread;
    unsigned kept[4];
    __device__ Part(unsigned *all) : place(all), thread(threadIdx.x) {}
};

__device__ void put(Part &part) {
    for (int i = 0; i < 4; i++) part.place[STRIDE * part.thread + i] = part.kept[i];
}

__global__ void __launch_bounds__(256) k(unsigned *out) {
    __shared__ unsigned all[1024];
    Part part(all);
    unsigned first = 4 * (blockIdx.x * blockDim.x + part.thread);
    for (int i = 0; i < 4; i++) part.kept[i] = out[first + i];
    put(part);
    __syncthreads();
    for (int i = 0; i < 4; i++) out[first + i] = all[1023 - (4 * part.thread + i)];
}
"""


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("stride", "status"), [(4, ProofStatus.PROVED), (3, ProofStatus.CANDIDATE)])
def test_a_pointer_beside_an_array_that_a_loop_indexes(stride: int, status: ProofStatus) -> None:
    proof = proof_of(PARTS.replace("STRIDE", str(stride)), work=30_000_000)
    assert proof.status is status
    assert not proof.reasons


ROWS = """
__device__ int row(int rows) {
    if (rows == 1) return 0;
    return threadIdx.y;
}

__global__ void k(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = row(ROWS);
}
"""


def test_a_coordinate_that_is_never_read_is_taken_as_one() -> None:
    assert (Builtin.BLOCK_DIM, 1) in proof_of(ROWS.replace("ROWS", "1")).one


def test_a_coordinate_that_may_be_read_is_not() -> None:
    for rows in ("2", "out[0]"):
        proof = proof_of(ROWS.replace("ROWS", rows), work=10_000_000)
        assert (Builtin.BLOCK_DIM, 1) not in proof.one
        assert proof.status is ProofStatus.CANDIDATE
