// expect: SUCCESSFUL
// A smoothing filter in chunks, one stream each; a chunk waits for the copy of its left neighbour, whose last element
// it reads.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 256
#define CHUNKS 4
#define SIZE (N / CHUNKS)

__global__ void smooth(const float *in, float *out, int first, int count)
{
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < first + count) {
        float left = i > 0 ? in[i - 1] : in[i];
        out[i] = 0.5f * (left + in[i]);
    }
}

int main(void)
{
    float *h_in, *h_out, *d_in, *d_out;
    cudaStream_t streams[CHUNKS];
    cudaEvent_t copied[CHUNKS];

    cudaMallocHost((void **)&h_in, N * sizeof(float));
    cudaMallocHost((void **)&h_out, N * sizeof(float));
    cudaMalloc((void **)&d_in, N * sizeof(float));
    cudaMalloc((void **)&d_out, N * sizeof(float));
    for (int i = 0; i < N; i++)
        h_in[i] = (float)i;
    for (int c = 0; c < CHUNKS; c++)
        cudaStreamCreate(&streams[c]);
    for (int c = 0; c < CHUNKS; c++)
        cudaEventCreate(&copied[c]);

    for (int c = 0; c < CHUNKS; c++) {
        int first = c * SIZE;
        cudaMemcpyAsync(d_in + first, h_in + first, SIZE * sizeof(float), cudaMemcpyHostToDevice, streams[c]);
        cudaEventRecord(copied[c], streams[c]);
    }
    for (int c = 0; c < CHUNKS; c++) {
        int first = c * SIZE;
        if (c > 0)
            cudaStreamWaitEvent(streams[c], copied[c - 1], 0);
        smooth<<<1, SIZE, 0, streams[c]>>>(d_in, d_out, first, SIZE);
        cudaMemcpyAsync(h_out + first, d_out + first, SIZE * sizeof(float), cudaMemcpyDeviceToHost, streams[c]);
    }
    for (int c = 0; c < CHUNKS; c++)
        cudaStreamSynchronize(streams[c]);

    assert(h_out[0] == 0.0f);
    for (int i = 1; i < N; i++)
        assert(h_out[i] == i - 0.5f);
    for (int c = 0; c < CHUNKS; c++)
        cudaStreamDestroy(streams[c]);
    cudaFreeHost(h_in);
    cudaFreeHost(h_out);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
