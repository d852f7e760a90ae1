// expect: FAILED
// property: memory-space
// A struct is copied to the device with the host pointer inside.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct {
    int n;
    float *values;
    int *flags;
} Series;

__global__ void mark_large(Series *s, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s->n)
        s->flags[i] = s->values[i] > limit; // violation
}

static Series make_series(int n)
{
    Series s;
    s.n = n;
    s.values = (float *)malloc(n * sizeof(float));
    s.flags = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        s.values[i] = 0.5f * i;
    return s;
}

int main(void)
{
    Series host = make_series(70);
    Series mirror = host;
    cudaMalloc((void **)&mirror.flags, host.n * sizeof(int));

    Series *device;
    cudaMalloc((void **)&device, sizeof(Series));
    cudaMemcpy(device, &mirror, sizeof(Series), cudaMemcpyHostToDevice);
    mark_large<<<(host.n + 31) / 32, 32>>>(device, 10.0f);
    cudaMemcpy(host.flags, mirror.flags, host.n * sizeof(int), cudaMemcpyDeviceToHost);

    for (int i = 0; i < host.n; i++)
        assert(host.flags[i] == (i > 20));

    cudaFree(mirror.flags);
    cudaFree(device);
    free(host.values);
    free(host.flags);
    return 0;
}
