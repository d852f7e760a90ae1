// expect: FAILED
// property: invalid-free
// Monte-Carlo counting; device memory is given to the free of the host.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 64
#define SAMPLES 20

__device__ unsigned int next_random(unsigned int *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

__global__ void count_hits(unsigned int seed, unsigned int *hits)
{
    unsigned int state = seed + 7919u * (blockIdx.x * blockDim.x + threadIdx.x);
    unsigned int inside = 0;
    for (int s = 0; s < SAMPLES; s++) {
        unsigned int x = next_random(&state) & 0x7fff;
        unsigned int y = next_random(&state) & 0x7fff;
        if (x * x + y * y < 0x8000u * 0x8000u)
            inside++;
    }
    atomicAdd(hits, inside);
}

int main(void)
{
    unsigned int *d_hits, hits = 0;
    cudaMalloc((void **)&d_hits, sizeof(*d_hits));
    cudaMemset(d_hits, 0, sizeof(*d_hits));
    count_hits<<<2, THREADS / 2>>>(2024u, d_hits);
    cudaMemcpy(&hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
    free(d_hits); // violation

    const unsigned int total = THREADS * SAMPLES;
    double pi = 4.0 * hits / total;
    printf("pi is about %f\n", pi);
    assert(hits <= total);
    assert(pi > 2.9 && pi < 3.4);
    return 0;
}
