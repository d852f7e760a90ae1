// expect: SUCCESSFUL
// options: --arbitrary rand
// Normally distributed numbers come in pairs, so the number of them is rounded up to an even one.
#include <assert.h>
#include <curand.h>
#include <cuda_runtime.h>

#define SAMPLES 5

__global__ void add_noise(float *v, const float *noise, int n)
{
    int i = threadIdx.x;
    if (i < n)
        v[i] += noise[i] > 1.0f ? 1.0f : noise[i] < -1.0f ? -1.0f : noise[i];
}

int main(void)
{
    const int even = (SAMPLES + 1) / 2 * 2;
    float v[SAMPLES] = {10, 20, 30, 40, 50}, *d_v, *d_noise;
    curandGenerator_t generator;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMalloc((void **)&d_noise, even * sizeof(float));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    assert(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW) == CURAND_STATUS_SUCCESS);
    assert(curandGenerateNormal(generator, d_noise, even, 0.0f, 0.5f) == CURAND_STATUS_SUCCESS);
    add_noise<<<1, 32>>>(d_v, d_noise, SAMPLES);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (int i = 0; i < SAMPLES; i++)
        assert(v[i] >= 10.0f * i + 9.0f && v[i] <= 10.0f * i + 11.0f);
    curandDestroyGenerator(generator);
    cudaFree(d_v);
    cudaFree(d_noise);
    return 0;
}
