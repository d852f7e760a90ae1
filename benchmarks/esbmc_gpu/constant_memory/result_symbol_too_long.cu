// expect: FAILED
// property: bounds
// The host fetches a variable of the device by name, and more of it than there is.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BINS 10

__device__ int bins[BINS - 1];
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
        atomicAdd(&bins[i % (BINS - 1)], 1);
    if (i == 0)
        total += n;
}

int main(void)
{
    int h_bins[BINS], h_total;
    tally<<<2, 128>>>(200);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(h_bins, bins, sizeof(h_bins))); // violation
    CHECK(cudaMemcpyFromSymbol(&h_total, total, sizeof(h_total)));
    assert(h_total == 1200);
    return 0;
}
