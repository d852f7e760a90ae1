"""Programs for ESBMC's mode for CUDA: launches by ESBMC_verify_kernel, and the headers that they include."""

import pytest

from cudabmc import Verdict, verify

PROGRAM = """\
#include <call_kernel.h>
#include <stdio.h>
#include <assert.h>
#include "cuda_runtime_api.h"
#include "device_functions.h"
#include "sm_atomic_functions.h"
#define BLOCKS 2
#define N 2

__global__ void count(int *sum) {
    atomicAdd(sum, blockIdx.x * BLOCKS + threadIdx.x);
}
__global__ void fill(float *a, const int n, float value) {
    if (threadIdx.x < n) a[threadIdx.x] = value;
}
__global__ void nothing() {}
int main() {
    int sum = 0, *dev;
    float *a, h[N];
    cudaMalloc((void **)&dev, sizeof(int));
    cudaMemcpy(dev, &sum, sizeof(int), cudaMemcpyHostToDevice);
    ESBMC_verify_kernel(count, BLOCKS, N, dev);
    cudaMemcpy(&sum, dev, sizeof(int), cudaMemcpyDeviceToHost);
    assert(sum == 6);
    cudaMalloc((void **)&a, N * sizeof(float));
    ESBMC_verify_kernel_with_three_args(fill, dim3(1, 1), dim3(N), a, N, 2.5f);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    __ESBMC_assert(h[1] == WANTED, "filled");
    ESBMC_verify_kernel_no_params(nothing, 1, N);
    cudaFree(a);
    cudaFree(dev);
    return 0;
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_call_with_any_suffix_is_a_launch(frontend: str) -> None:
    result = verify(PROGRAM.replace("WANTED", "2.5f"), frontend=frontend)
    assert result.verdict is Verdict.SUCCESSFUL, result.reason
    assert result.kernels == ("count", "fill", "nothing") and result.statistics.launches == 3


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_what_is_wrong_is_reported_at_its_line(frontend: str) -> None:
    (violation,) = verify(PROGRAM.replace("WANTED", "2"), frontend=frontend).violations
    assert violation.prop == "assertion" and violation.places[0].loc.line == 28
