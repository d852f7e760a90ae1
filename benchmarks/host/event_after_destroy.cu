// expect: FAILED
// property: api-misuse
// A kernel is timed by two events; one is destroyed before the elapsed time is asked for.
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
    cudaEventDestroy(start);
    cudaEventElapsedTime(&milliseconds, start, stop); // violation
    printf("%f ms\n", milliseconds);

    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(v[i] == i / 32.0f + 1.9375f);
    cudaEventDestroy(stop);
    cudaFree(d_v);
    return 0;
}
