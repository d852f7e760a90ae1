// expect: SUCCESSFUL
// Exclusive scan in rounds of growing distance, from one half of a double buffer to the other.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define COUNT 64

__global__ void scan_naive(int *out, const int *in, int n)
{
    extern __shared__ int buffers[]; // two of n elements
    const int tid = threadIdx.x;
    int to = 0, from = 1;

    buffers[to * n + tid] = tid > 0 ? in[tid - 1] : 0;
    for (int offset = 1; offset < n; offset *= 2) {
        to = 1 - to;
        from = 1 - to;
        __syncthreads(); // the round before is complete
        buffers[to * n + tid] = buffers[from * n + tid];
        if (tid >= offset)
            buffers[to * n + tid] += buffers[from * n + tid - offset];
    }
    __syncthreads();
    out[tid] = buffers[to * n + tid];
}

int main(void)
{
    int *in = (int *)malloc(COUNT * sizeof(int));
    int *out = (int *)malloc(COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++)
        in[i] = (i * 29) % 31 - 10;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, COUNT * sizeof(int));
    cudaMalloc((void **)&d_out, COUNT * sizeof(int));
    cudaMemcpy(d_in, in, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    scan_naive<<<1, COUNT, 2 * COUNT * sizeof(int)>>>(d_out, d_in, COUNT);
    cudaMemcpy(out, d_out, COUNT * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0, wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += out[i] != sum;
        sum += in[i];
    }
    printf("%d sums are wrong\n", wrong);
    assert(wrong == 0);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
