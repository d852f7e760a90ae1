// expect: FAILED
// property: assertion
// How many samples pass each of three limits; the counter is set to zero once, before the first launch.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define SAMPLES 300

__global__ void count_above(const double *samples, int n, double limit, unsigned int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && samples[i] > limit)
        atomicAdd(count, 1);
}

int main(void)
{
    const double limits[] = {-1.0, 74.5, 149.9};
    double samples[SAMPLES], *d_samples;
    unsigned int counts[3], *d_count;
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = i / 2.0;
    cudaMalloc((void **)&d_samples, sizeof(samples));
    cudaMalloc((void **)&d_count, sizeof(unsigned int));
    cudaMemcpy(d_samples, samples, sizeof(samples), cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof(unsigned int));
    for (int k = 0; k < 3; k++) {
        count_above<<<(SAMPLES + 127) / 128, 128>>>(d_samples, SAMPLES, limits[k], d_count);
        cudaMemcpy(&counts[k], d_count, sizeof(unsigned int), cudaMemcpyDeviceToHost);
    }
    assert(counts[0] == 300);
    assert(counts[1] == 150); // violation
    printf("%u\n", counts[2]);
    cudaFree(d_samples);
    cudaFree(d_count);
    return 0;
}
