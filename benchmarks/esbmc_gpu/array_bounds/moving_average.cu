// expect: SUCCESSFUL
// A moving average over three samples; the array has a ghost on each side and the kernel gets the first sample.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SAMPLES 3000
#define THREADS 128

__global__ void smooth(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main(void)
{
    int *h = (int *)malloc((SAMPLES + 2) * sizeof(int));
    for (int i = 0; i < SAMPLES + 2; i++)
        h[i] = 3 * i;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, (SAMPLES + 2) * sizeof(int));
    cudaMalloc((void **)&d_out, SAMPLES * sizeof(int));
    cudaMemcpy(d_in, h, (SAMPLES + 2) * sizeof(int), cudaMemcpyHostToDevice);
    smooth<<<(SAMPLES + THREADS - 1) / THREADS, THREADS>>>(d_in + 1, d_out, SAMPLES);
    cudaMemcpy(h, d_out, SAMPLES * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < SAMPLES; i += 100)
        assert(h[i] == 3 * (i + 1));
    cudaFree(d_in);
    cudaFree(d_out);
    free(h);
    return 0;
}
