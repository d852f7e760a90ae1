// expect: SUCCESSFUL
// Kernels leave their results in variables of the device, which the host fetches by name.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BINS 10

__device__ int bins[BINS];
__device__ int total = 1000;

static void check(cudaError_t status, int line)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
        exit(1);
    }
}
#define CHECK(call) check(call, __LINE__)

__global__ void tally(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[i % BINS], 1);
    if (i == 0)
        total += n;
}

int main(void)
{
    int h_bins[BINS], h_total;
    tally<<<2, 128>>>(200);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(h_bins, bins, sizeof(h_bins)));
    CHECK(cudaMemcpyFromSymbol(&h_total, total, sizeof(h_total)));
    for (int b = 0; b < BINS; b++)
        assert(h_bins[b] == 20);
    assert(h_total == 1200);
    return 0;
}
