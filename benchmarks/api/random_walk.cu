// expect: SUCCESSFUL
// options: --arbitrary rand
// Each thread walks at random from a state of its own, which was initialised.
#include <assert.h>
#include <stdio.h>
#include <curand_kernel.h>
#include <cuda_runtime.h>

#define N 4
#define STEPS 3

__global__ void seed(curandState *states) { curand_init(7, threadIdx.x, 0, &states[threadIdx.x]); }

__global__ void walk(curandState *states, float *position)
{
    curandState state = states[threadIdx.x];
    float x = 0.0f;
    for (int step = 0; step < STEPS; step++)
        x += curand_uniform(&state);
    position[threadIdx.x] = x;
    states[threadIdx.x] = state;
}

int main(void)
{
    curandState *states;
    float *d_position, position[N];
    cudaMalloc((void **)&states, N * sizeof(curandState));
    cudaMalloc((void **)&d_position, sizeof(position));
    seed<<<1, N>>>(states);
    walk<<<1, N>>>(states, d_position);
    cudaMemcpy(position, d_position, sizeof(position), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(position[i] <= 3.0f);
    cudaFree(states);
    cudaFree(d_position);
    return 0;
}
