// expect: FAILED
// property: assertion
// Least of 256 floats of both signs by atomicMin on their bits, which order negative numbers the other way round.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256

__global__ void least(const float *values, float *result)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMin((int *)result, __float_as_int(values[i]));
}

int main(void)
{
    float values[N], result = 0.0f, best = 0.0f;
    for (int i = 0; i < N; i++) {
        values[i] = (float)((i * 31) % 509) / 8 - 20;
        if (values[i] < best)
            best = values[i];
    }
    float *d_values, *d_result;
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMalloc((void **)&d_result, sizeof(float));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(d_result, &result, sizeof(float), cudaMemcpyHostToDevice);
    least<<<N / 128, 128>>>(d_values, d_result);
    cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost);
    assert(result == best); // violation
    cudaFree(d_values);
    cudaFree(d_result);
    return 0;
}
