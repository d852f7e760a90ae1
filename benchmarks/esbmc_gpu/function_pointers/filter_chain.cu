// expect: SUCCESSFUL
// Steps of a filter are structs with a function and its parameter; a null function is a step that does nothing.
#include <assert.h>
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
        if (chain[s].run)
            x = chain[s].run(x, chain[s].parameter);
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
    for (int i = 0; i < SAMPLES; i++)
        assert(samples[i] == 3 * i - 1);
    return 0;
}
