"""What an assumption equates with a number is this number from there on: in branches, loops, sizes and launches."""

import pytest

from cudabmc import Verdict, verify, verify_kernel
from cudabmc.options.table import Options
from cudabmc.result import Result

ROWS = """
__global__ void rows(float *a, const float *b, unsigned width, unsigned height) {
    __requires(width == 32);
    __requires(height == HEIGHT);
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    float sum = 0;
    for (unsigned y = 0; y < height; y++) sum += b[y * width + x];
    a[x] = sum;
}
"""
FILL = """
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
__global__ void fill(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), *d, *h = (int *)malloc(512 * sizeof(int));
    __VERIFIER_assume(LIMIT);
    cudaMalloc((void **)&d, n * sizeof(int));
    fill<<<(n + 63) / 64, 64>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) assert(h[i] == i);
    free(h);
    cudaFree(d);
    return 0;
}
"""


def rows(height: int) -> Result:
    source = ROWS.replace("HEIGHT", str(height))
    options = {"arg": {"a": "symbolic:32", "b": "symbolic:3200"}}
    return verify_kernel(source, "rows", grid=1, block=32, **options)


@pytest.mark.long
def test_a_loop_whose_end_a_precondition_says_is_unrolled_whole() -> None:
    assert rows(100).verdict is Verdict.SUCCESSFUL
    result = rows(101)
    assert result.verdict is Verdict.FAILED
    assert {v.prop for v in result.violations} == {"bounds"}


@pytest.mark.parametrize("limit", ["n == 256", "m == 256 && n == m", "n + 1 == 257", "n == 256 && m < n"])
def test_a_launch_of_an_assumed_size_is_one_of_a_known_size(limit: str) -> None:
    result = verify(FILL.replace("LIMIT", limit))
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.statistics.threads == 256


@pytest.mark.long
def test_without_simplification_nothing_is_put_in() -> None:
    assert verify(FILL.replace("LIMIT", "n == 256"), options=Options(simplify=False)).verdict is Verdict.UNKNOWN
    assert verify(FILL.replace("LIMIT", "n == 600")).verdict is Verdict.FAILED
