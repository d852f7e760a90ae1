// expect: SUCCESSFUL
// options: --arbitrary rand
// Uniform numbers of the host API choose one of eight bins; 1.0 may come, and counts in the last one.
#include <assert.h>
#include <curand.h>
#include <cuda_runtime.h>

#define N 4
#define BINS 8

__global__ void choose(const float *u, int *bins)
{
    int k = (int)(u[threadIdx.x] * BINS);
    if (k == BINS)
        k--;
    atomicAdd(&bins[k], 1);
}

int main(void)
{
    float *d_u;
    int bins[BINS], *d_bins, total = 0;
    curandGenerator_t generator;
    cudaMalloc((void **)&d_u, N * sizeof(float));
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemset(d_bins, 0, sizeof(bins));
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandGenerateUniform(generator, d_u, N);
    choose<<<1, N>>>(d_u, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    for (int b = 0; b < BINS; b++)
        total += bins[b];
    assert(total == N);
    curandDestroyGenerator(generator);
    cudaFree(d_u);
    cudaFree(d_bins);
    return 0;
}
