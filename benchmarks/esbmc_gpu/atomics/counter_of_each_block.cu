// expect: SUCCESSFUL
// Each block counts the hits among its shots in a place of its own: atomics of block scope are wide enough.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SHOTS 512
#define BLOCK 128
#define BLOCKS (SHOTS / BLOCK)

__global__ void hits(const float2 *shots, unsigned int *counts)
{
    float2 p = shots[blockIdx.x * blockDim.x + threadIdx.x];
    if (p.x * p.x + p.y * p.y <= 1.0f)
        atomicAdd_block(&counts[blockIdx.x], 1u);
}

int main(void)
{
    float2 shots[SHOTS], *d_shots;
    unsigned int counts[BLOCKS], expected[BLOCKS] = {0}, *d_counts;
    for (int i = 0; i < SHOTS; i++) {
        shots[i].x = (i % 32) / 32.0f;
        shots[i].y = (i / 32) / 16.0f;
        if (shots[i].x * shots[i].x + shots[i].y * shots[i].y <= 1.0f)
            expected[i / BLOCK]++;
    }
    cudaMalloc((void **)&d_shots, sizeof(shots));
    cudaMalloc((void **)&d_counts, sizeof(counts));
    cudaMemcpy(d_shots, shots, sizeof(shots), cudaMemcpyHostToDevice);
    cudaMemset(d_counts, 0, sizeof(counts));
    hits<<<BLOCKS, BLOCK>>>(d_shots, d_counts);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BLOCKS; b++)
        assert(counts[b] == expected[b]);
    cudaFree(d_shots);
    cudaFree(d_counts);
    return 0;
}
