// expect: SUCCESSFUL
// 2500 elements go through a device buffer of 1024 in three chunks, the last of which is shorter.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TOTAL 2500
#define CHUNK 1024

__global__ void negate(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = -v[i];
}

int main(void)
{
    int *v = (int *)malloc(TOTAL * sizeof(int)), *d_v;
    for (int i = 0; i < TOTAL; i++)
        v[i] = i;
    cudaMalloc((void **)&d_v, CHUNK * sizeof(int));
    for (int first = 0; first < TOTAL; first += CHUNK) {
        int n = TOTAL - first < CHUNK ? TOTAL - first : CHUNK;
        cudaMemcpy(d_v, v + first, n * sizeof(int), cudaMemcpyHostToDevice);
        negate<<<(n + 127) / 128, 128>>>(d_v, n);
        cudaMemcpy(v + first, d_v, n * sizeof(int), cudaMemcpyDeviceToHost);
    }
    for (int i = 0; i < TOTAL; i++)
        assert(v[i] == -i);
    cudaFree(d_v);
    free(v);
    return 0;
}
