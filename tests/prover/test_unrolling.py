"""Loops with barriers whose rounds are known in a launch of the program."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.result import ProofOutcome, ProvedKernel

pytestmark = pytest.mark.one_in(5)

SUMS = """__global__ void sums(int *out, const int *in, int n) {
    __shared__ int t[32];
    int i = threadIdx.x, step = 1;
    t[2 * i] = in[2 * i];
    t[2 * i + 1] = in[2 * i + 1];
    for (int d = n / 2; d > 0; d /= 2) {
        UP
        if (i < d) {
            int left = step * (2 * i + 1) - 1, right = step * (2 * i + 2) - 1;
            t[right] += t[left];
        }
        step *= 2;
    }
    if (i == 0) t[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        step /= 2;
        DOWN
        if (i < d) {
            int left = step * (2 * i + FIRST) - 1, right = step * (2 * i + 2) - 1, was = t[left];
            t[left] = t[right];
            t[right] += was;
        }
    }
    __syncthreads();
    out[2 * i] = t[2 * i];
    out[2 * i + 1] = t[2 * i + 1];
}
int main() {
    int *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    sums<<<1, 16>>>(a, b, LENGTH);
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "k.cu"


def _proof(file: Path, text: str, **words: str) -> ProvedKernel:
    for word, by in words.items():
        text = text.replace(word, by)
    file.write_text(text)
    (proof,) = verify(str(file), prove=True).proofs
    return proof


GOOD = {"UP": "__syncthreads();", "DOWN": "__syncthreads();", "FIRST": "1", "LENGTH": "32"}


@pytest.mark.long
def test_a_scan_whose_steps_double_is_proved_for_its_launch(file: Path) -> None:
    proof = _proof(file, SUMS, **GOOD)
    assert proof.outcome is ProofOutcome.PROVED
    assert proof.preconditions == ("blockDim.x == 16 && n == 32",)


@pytest.mark.long
@pytest.mark.parametrize(
    "changed",
    [{"LENGTH": "64"}, {"FIRST": "0"}, {"UP": ""}, {"DOWN": ""}, {"UP": "if (d > 2) __syncthreads();"}],
)
def test_scans_that_are_wrong_are_not(file: Path, changed: dict[str, str]) -> None:
    assert _proof(file, SUMS, **{**GOOD, **changed}).outcome is ProofOutcome.FAULTY


def test_rounds_that_threads_leave_apart_are_a_divergence(file: Path) -> None:
    text = """__global__ void k(int *a, int n) {
        for (int d = 1; d < n; d *= 2) {
            if (d == 4 && threadIdx.x == 3) break;
            __syncthreads();
            a[threadIdx.x * n + d] = d;
        }
    }
    int main() { int *a; cudaMalloc(&a, 4096); k<<<1, 16>>>(a, 16); }
    """
    assert _proof(file, text).outcome is not ProofOutcome.PROVED
    assert _proof(file, text.replace("threadIdx.x == 3", "n == 16")).outcome is ProofOutcome.PROVED
