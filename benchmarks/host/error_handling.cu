// expect: SUCCESSFUL
// Every call goes through a function that reports errors; the program cleans up on each way out.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 50

static int failures = 0;

static bool succeeded(cudaError_t status, const char *what)
{
    if (status == cudaSuccess)
        return true;
    fprintf(stderr, "%s: %s (%s)\n", what, cudaGetErrorName(status), cudaGetErrorString(status));
    failures++;
    return false;
}

__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

int main(void)
{
    int out[N];
    int *d_out = NULL;
    if (!succeeded(cudaMalloc((void **)&d_out, sizeof(out)), "cudaMalloc"))
        return EXIT_FAILURE;

    iota<<<(N + 31) / 32, 32>>>(d_out, N);
    if (!succeeded(cudaGetLastError(), "launch") || !succeeded(cudaDeviceSynchronize(), "kernel")) {
        cudaFree(d_out);
        return EXIT_FAILURE;
    }
    if (succeeded(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost), "cudaMemcpy")) {
        for (int i = 0; i < N; i++)
            assert(out[i] == i);
    }
    succeeded(cudaFree(d_out), "cudaFree");
    succeeded(cudaFree(NULL), "cudaFree of NULL");
    assert(failures == 0);
    return EXIT_SUCCESS;
}
