// expect: FAILED
// property: data-race
// All blocks count in one place, but by atomics of block scope, which are not atomic between blocks.
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
        atomicAdd_block(counts, 1u); // violation
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
    printf("%u hits, %u in the first part\n", counts[0], expected[0]);
    cudaFree(d_shots);
    cudaFree(d_counts);
    return 0;
}
