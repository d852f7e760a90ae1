// expect: FAILED
// property: assertion
// N bodies that leave out the first body of each tile.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16 // threads of a block
#define BODIES 16
#define SOFTENING 0.25f

__device__ float3 interaction(float4 me, float4 other, float3 force)
{
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float square = dx * dx + dy * dy + dz * dz + SOFTENING;
    float weight = other.w / (square * sqrtf(square)); // w is the mass
    force.x += dx * weight;
    force.y += dy * weight;
    force.z += dz * weight;
    return force;
}

__global__ void step(float4 *after, float4 *velocity, const float4 *before, int bodies, float dt)
{
    __shared__ float4 tile[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    const float4 me = before[i];

    float3 force = make_float3(0, 0, 0);
    for (int first = 0; first < bodies; first += TILE) {
        tile[threadIdx.x] = before[first + threadIdx.x];
        __syncthreads(); // the tile is loaded
        for (int k = 1; k < TILE; k++)
            force = interaction(me, tile[k], force);
        __syncthreads(); // the tile is used
    }

    float4 v = velocity[i];
    v.x += force.x * dt;
    v.y += force.y * dt;
    v.z += force.z * dt;
    velocity[i] = v;
    after[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}

int main(void)
{
    const size_t bytes = BODIES * sizeof(float4);
    float4 *bodies = (float4 *)malloc(bytes);
    float4 *velocity = (float4 *)malloc(bytes);
    for (int i = 0; i < BODIES; i++) { // pairs of mirrored bodies
        float side = i % 2 ? 1.0f : -1.0f;
        bodies[i] = make_float4(side * (i / 2 + 1), side * (i / 2 % 3), 0.0f, 1.0f);
        velocity[i] = make_float4(0, 0, 0, 0);
    }

    float4 *d_before, *d_after, *d_velocity;
    cudaMalloc((void **)&d_before, bytes);
    cudaMalloc((void **)&d_after, bytes);
    cudaMalloc((void **)&d_velocity, bytes);
    cudaMemcpy(d_before, bodies, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_velocity, velocity, bytes, cudaMemcpyHostToDevice);
    step<<<BODIES / TILE, TILE>>>(d_after, d_velocity, d_before, BODIES, 0.125f);
    cudaMemcpy(bodies, d_after, bytes, cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < BODIES; i += 2)
        wrong += fabsf(bodies[i].x + bodies[i + 1].x) > 0.001f || bodies[i].z != 0.0f;
    printf("%d pairs have lost their symmetry\n", wrong);
    assert(wrong == 0); // violation

    cudaFree(d_before);
    cudaFree(d_after);
    cudaFree(d_velocity);
    free(bodies);
    free(velocity);
    return 0;
}
