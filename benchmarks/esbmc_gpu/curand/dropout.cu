// expect: SUCCESSFUL
// options: --arbitrary rand
// Dropout: a value is kept and made larger, or dropped, by a uniform number; states live in an array between launches.
#include <assert.h>
#include <curand_kernel.h>
#include <cuda_runtime.h>

#define N 3

__global__ void seed(curandState_t *states, unsigned long long s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(s, i, 0, &states[i]);
}

__global__ void dropout(curandState_t *states, float *v, float keep)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = curand_uniform(&states[i]) <= keep ? v[i] / keep : 0.0f;
}

int main(void)
{
    float v[N] = {1, 2, 3}, *d_v;
    curandState_t *states;
    cudaMalloc((void **)&states, N * sizeof(curandState_t));
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    seed<<<1, N>>>(states, 5);
    dropout<<<1, N>>>(states, d_v, 0.5f);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(v[i] == 0 || v[i] == 2.0f * (i + 1));
    cudaFree(states);
    cudaFree(d_v);
    return 0;
}
