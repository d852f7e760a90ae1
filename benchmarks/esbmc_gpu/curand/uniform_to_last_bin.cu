// expect: FAILED
// property: bounds
// options: --arbitrary rand
// Uniform numbers of the host API choose one of eight bins; they are from (0, 1], and 1.0 has no bin.
#include <curand.h>
#include <cuda_runtime.h>

#define N 4
#define BINS 8

__global__ void choose(const float *u, int *bins)
{
    int k = (int)(u[threadIdx.x] * BINS);
    atomicAdd(&bins[k], 1); // violation
}

int main(void)
{
    float *d_u;
    int bins[BINS], *d_bins;
    curandGenerator_t generator;
    cudaMalloc((void **)&d_u, N * sizeof(float));
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemset(d_bins, 0, sizeof(bins));
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandGenerateUniform(generator, d_u, N);
    choose<<<1, N>>>(d_u, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    curandDestroyGenerator(generator);
    cudaFree(d_u);
    cudaFree(d_bins);
    return 0;
}
