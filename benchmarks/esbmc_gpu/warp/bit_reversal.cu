// expect: SUCCESSFUL
// The lanes of each warp trade complex numbers in bit-reversed order, as before a transform of 32 points.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128

__global__ void reorder(float2 *points)
{
    int i = threadIdx.x;
    unsigned int lane = i % warpSize;
    int source = __brev(lane) >> 27;
    float2 p = points[i];
    p.x = __shfl_sync(0xffffffffu, p.x, source);
    p.y = __shfl_sync(0xffffffffu, p.y, source);
    points[i] = p;
}

int main(void)
{
    float2 points[N];
    for (int i = 0; i < N; i++)
        points[i] = make_float2((float)i, -0.5f * i);
    float2 *d_points;
    cudaMalloc((void **)&d_points, sizeof(points));
    cudaMemcpy(d_points, points, sizeof(points), cudaMemcpyHostToDevice);
    reorder<<<1, N>>>(d_points);
    cudaMemcpy(points, d_points, sizeof(points), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        int lane = i % 32, reversed = 0;
        for (int bit = 0; bit < 5; bit++)
            reversed |= (lane >> bit & 1) << (4 - bit);
        int from = i - lane + reversed;
        assert(points[i].x == (float)from && points[i].y == -0.5f * from);
    }
    cudaFree(d_points);
    return 0;
}
