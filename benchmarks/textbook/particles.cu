// expect: SUCCESSFUL
// options: --nan-check
// Particles with float4 position (w is the mass) and float3 velocity fall for a few time steps.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define COUNT 100

__device__ float3 accelerate(float3 v, float3 g, float dt)
{
    return make_float3(v.x + g.x * dt, v.y + g.y * dt, v.z + g.z * dt);
}

__global__ void step(float4 *position, float3 *velocity, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float3 gravity = make_float3(0.0f, 0.0f, -8.0f);
    float3 v = accelerate(velocity[i], gravity, dt);
    float4 p = position[i];
    p.x += v.x * dt;
    p.y += v.y * dt;
    p.z += v.z * dt;
    if (p.z < 0.0f) {
        p.z = 0.0f;
        v.z = -v.z * 0.5f;
    }
    position[i] = p;
    velocity[i] = v;
}

int main(void)
{
    float4 position[COUNT];
    float3 velocity[COUNT];
    for (int i = 0; i < COUNT; i++) {
        position[i] = make_float4((float)i, 0.0f, 10.0f + i, 1.0f + i % 3);
        velocity[i] = make_float3(1.0f, -2.0f, 0.0f);
    }

    float4 *d_position;
    float3 *d_velocity;
    cudaMalloc((void **)&d_position, sizeof(position));
    cudaMalloc((void **)&d_velocity, sizeof(velocity));
    cudaMemcpy(d_position, position, sizeof(position), cudaMemcpyHostToDevice);
    cudaMemcpy(d_velocity, velocity, sizeof(velocity), cudaMemcpyHostToDevice);
    for (int t = 0; t < 4; t++)
        step<<<(COUNT + 31) / 32, 32>>>(d_position, d_velocity, COUNT, 0.25f);
    cudaMemcpy(position, d_position, sizeof(position), cudaMemcpyDeviceToHost);

    for (int i = 0; i < COUNT; i++) {
        assert(position[i].x == i + 1.0f);
        assert(position[i].y == -2.0f);
        assert(fabsf(position[i].z - (5.0f + i)) < 1e-5f);
        assert(position[i].w == 1.0f + i % 3);
    }
    cudaFree(d_position);
    cudaFree(d_velocity);
    return 0;
}
