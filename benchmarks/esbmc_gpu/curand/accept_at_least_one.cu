// expect: FAILED
// property: division-by-zero
// options: --arbitrary rand
// Points in the unit square; the tries for a hit are computed, and there may be no hit.
#include <curand_kernel.h>
#include <cuda_runtime.h>

#define THREADS 2
#define TRIES 2

__device__ bool below_diagonal(curandStateMRG32k3a_t *state)
{
    double x = curand_uniform_double(state);
    double y = curand_uniform_double(state);
    return x + y <= 1.0;
}

__global__ void count_hits(int *hits)
{
    curandStateMRG32k3a_t state;
    curand_init(11, threadIdx.x, 0, &state);
    int n = 0;
    for (int t = 0; t < TRIES; t++)
        n += below_diagonal(&state);
    hits[threadIdx.x] = TRIES / n; // violation
}

int main(void)
{
    int hits[THREADS], *d_hits;
    cudaMalloc((void **)&d_hits, sizeof(hits));
    count_hits<<<1, THREADS>>>(d_hits);
    cudaMemcpy(hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
    cudaFree(d_hits);
    return 0;
}
