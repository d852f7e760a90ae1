// expect: SUCCESSFUL
// Heat flows along a rod of 256 points for six steps; the launches swap the two buffers by their pointers.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define POINTS 256
#define STEPS 6

__global__ void step(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < POINTS - 1)
        to[i] = (from[i - 1] + from[i + 1]) / 2;
    else
        to[i] = from[i];
}

int main(void)
{
    float *rod = (float *)malloc(POINTS * sizeof(float));
    float *expected = (float *)malloc(POINTS * sizeof(float));
    float *now, *then;
    for (int i = 0; i < POINTS; i++)
        rod[i] = expected[i] = i % 16 == 0 ? 64.0f : 0.0f;
    cudaMalloc((void **)&now, POINTS * sizeof(float));
    cudaMalloc((void **)&then, POINTS * sizeof(float));
    cudaMemcpy(now, rod, POINTS * sizeof(float), cudaMemcpyHostToDevice);
    for (int s = 0; s < STEPS; s++) {
        step<<<POINTS / 128, 128>>>(then, now);
        float *kept = now;
        now = then;
        then = kept;
    }
    cudaMemcpy(rod, now, POINTS * sizeof(float), cudaMemcpyDeviceToHost);

    for (int s = 0; s < STEPS; s++) {
        float left = expected[0];
        for (int i = 1; i < POINTS - 1; i++) {
            float own = expected[i];
            expected[i] = (left + expected[i + 1]) / 2;
            left = own;
        }
    }
    for (int i = 0; i < POINTS; i++)
        assert(rod[i] == expected[i]);
    cudaFree(now);
    cudaFree(then);
    free(rod);
    free(expected);
    return 0;
}
