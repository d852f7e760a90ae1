// expect: FAILED
// property: data-race
// Tree reduction without the barrier between loading and the first round.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 128

__global__ void reduce_max(const int *in, int *result, int n)
{
    __shared__ int best[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    best[tid] = i < n ? in[i] : INT_MIN; // violation

    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (tid < half && best[tid + half] > best[tid]) // violation
            best[tid] = best[tid + half]; // violation
        __syncthreads();
    }
    if (tid == 0)
        atomicMax(result, best[0]);
}

int main(void)
{
    const int n = 300;
    int *in = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1009 - 500;
    in[217] = 4242;

    int *d_in, *d_result;
    int result = INT_MIN;
    cudaMalloc((void **)&d_in, n * sizeof(int));
    cudaMalloc((void **)&d_result, sizeof(int));
    cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_result, &result, sizeof(int), cudaMemcpyHostToDevice);
    reduce_max<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_result, n);
    cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);

    printf("maximum %d\n", result);
    cudaFree(d_in);
    cudaFree(d_result);
    free(in);
    return 0;
}
