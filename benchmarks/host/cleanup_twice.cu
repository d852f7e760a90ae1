// expect: FAILED
// property: double-free
// A function that fails frees its buffers, and its caller frees them once more.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 40

struct Buffers {
    int *host;
    int *device;
};

__global__ void triple(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= 3;
}

static void release(struct Buffers *b)
{
    free(b->host); // violation
    cudaFree(b->device);
}

static bool process(struct Buffers *b, int limit)
{
    for (int i = 0; i < N; i++)
        b->host[i] = i;
    cudaMemcpy(b->device, b->host, N * sizeof(int), cudaMemcpyHostToDevice);
    triple<<<2, 20>>>(b->device, N);
    cudaMemcpy(b->host, b->device, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        if (b->host[i] > limit) {
            release(b);
            return false;
        }
    }
    return true;
}

int main(void)
{
    struct Buffers b;
    b.host = (int *)malloc(N * sizeof(int));
    cudaMalloc((void **)&b.device, N * sizeof(int));
    if (!process(&b, 100))
        fprintf(stderr, "a value is too large\n");
    release(&b);
    return 0;
}
