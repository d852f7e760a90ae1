// expect: FAILED
// property: null-dereference
// Steps of a filter are structs with a function and its parameter; one of them has no function.
#include <cuda_runtime.h>

#define SAMPLES 512
#define STEPS 3

typedef int (*StepFunction)(int, int);

struct Step {
    StepFunction run;
    int parameter;
};

__device__ int scale(int x, int by) { return x * by; }
__device__ int offset(int x, int by) { return x + by; }

__device__ struct Step chain[STEPS] = {{scale, 3}, {0, 0}, {offset, -1}};

__global__ void filter(int *samples, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = samples[i];
    for (int s = 0; s < STEPS; s++)
        x = chain[s].run(x, chain[s].parameter); // violation
    samples[i] = x;
}

int main(void)
{
    int samples[SAMPLES], *d;
    for (int i = 0; i < SAMPLES; i++)
        samples[i] = i;
    cudaMalloc((void **)&d, sizeof(samples));
    cudaMemcpy(d, samples, sizeof(samples), cudaMemcpyHostToDevice);
    filter<<<SAMPLES / 128, 128>>>(d, SAMPLES);
    cudaMemcpy(samples, d, sizeof(samples), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return 0;
}
