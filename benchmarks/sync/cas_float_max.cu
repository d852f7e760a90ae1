// expect: SUCCESSFUL
// options: --context-bound 2
// Atomic maximum of floats built from atomicCAS on their bits, as the programming guide shows it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define THREADS 3

__device__ void atomic_max_float(float *address, float value)
{
    int *bits = (int *)address;
    int old = atomicAdd(bits, 0);
    while (__int_as_float(old) < value) {
        int seen = atomicCAS(bits, old, __float_as_int(value));
        if (seen == old)
            break;
        old = seen;
    }
}

__global__ void maximum(const float *in, float *result)
{
    atomic_max_float(result, in[threadIdx.x]);
}

int main(void)
{
    float in[THREADS] = {1.5f, 8.25f, 4.0f};
    float result = 0.0f;
    float *d_in, *d_result;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_result, sizeof(float));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemcpy(d_result, &result, sizeof(float), cudaMemcpyHostToDevice);
    maximum<<<1, THREADS>>>(d_in, d_result);
    cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost);
    printf("maximum %f\n", result);
    assert(result == 8.25f);
    cudaFree(d_in);
    cudaFree(d_result);
    return 0;
}
