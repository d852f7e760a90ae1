"""What is known of a variable does not depend on what it was used for before."""

import pytest

from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

SUM = """__global__ void sum(int *sums, const int *in, int n) {{
    __shared__ int part[512];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    {again}
    for (; i > 0; i >>= 1) {{
        if (threadIdx.x < i)
            part[threadIdx.x] += part[threadIdx.x + i];
        __syncthreads();
    }}
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}}"""


@pytest.mark.parametrize(("again", "is_right"), [
    ("i = blockDim.x / 2;", True),
    ("if (n > 3) i = blockDim.x / 2; else i = 0;", True),
    ("if (n > 3) i = blockDim.x / 2;", False),
    ("", False),
])  # fmt: skip
def test_a_variable_that_is_set_anew_is_another_one(again: str, is_right: bool) -> None:
    proof = proof_of(SUM.format(again=again))
    assert (proof.status is ProofStatus.PROVED) is is_right
