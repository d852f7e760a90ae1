// expect: SUCCESSFUL
// options: --arbitrary rand
// Points in the unit square: a device function says whether one is below the diagonal, and the kernel counts.
#include <assert.h>
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
    hits[threadIdx.x] = n;
}

int main(void)
{
    int hits[THREADS], *d_hits;
    cudaMalloc((void **)&d_hits, sizeof(hits));
    count_hits<<<1, THREADS>>>(d_hits);
    cudaMemcpy(hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
    cudaFree(d_hits);
    for (int t = 0; t < THREADS; t++)
        assert(hits[t] >= 0 && hits[t] <= TRIES);
    return 0;
}
