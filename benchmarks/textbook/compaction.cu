// expect: SUCCESSFUL
// options: --context-bound 2
// Keeps the positive elements; an atomic counter hands out the places, so their order is open.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 4

__global__ void keep_positive(const int *in, int *out, int *count, int n)
{
    int i = threadIdx.x;
    if (i < n && in[i] > 0) {
        int place = atomicAdd(count, 1);
        out[place] = in[i];
    }
}

int main(void)
{
    int in[N] = {5, -2, 7, 11};
    int out[N] = {0};
    int count = 0;

    int *d_in, *d_out, *d_count;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMalloc((void **)&d_count, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, out, sizeof(out), cudaMemcpyHostToDevice);
    cudaMemcpy(d_count, &count, sizeof(int), cudaMemcpyHostToDevice);
    keep_positive<<<1, N>>>(d_in, d_out, d_count, N);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);

    assert(count == 3);
    int sum = 0, product = 1;
    for (int i = 0; i < count; i++) {
        sum += out[i];
        product *= out[i];
    }
    assert(sum == 23 && product == 385);
    assert(out[3] == 0);

    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_count);
    return 0;
}
