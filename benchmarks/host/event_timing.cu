// expect: SUCCESSFUL
// A kernel is timed by two events; nothing but the sign of the time is known.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 100

__global__ void work(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = (float)i;
        for (int k = 0; k < 5; k++)
            x = 0.5f * x + 1.0f;
        v[i] = x;
    }
}

int main(void)
{
    float v[N];
    float *d_v;
    float milliseconds = -1.0f;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMalloc((void **)&d_v, sizeof(v));

    cudaEventRecord(start, 0);
    work<<<(N + 31) / 32, 32>>>(d_v, N);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&milliseconds, start, stop);
    printf("%f ms\n", milliseconds);
    assert(milliseconds >= 0.0f);

    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(v[i] == i / 32.0f + 1.9375f);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_v);
    return 0;
}
