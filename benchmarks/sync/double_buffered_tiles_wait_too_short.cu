// expect: FAILED
// property: data-race
// It waits for all batches but two, so the tile that is summed may still be on its way.
#include <assert.h>
#include <stdio.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#define N 64
#define TILE 16

__global__ void running_sum(const int *in, int *out)
{
    __shared__ int tile[2][TILE];
    int tid = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&tile[0][tid], &in[tid], sizeof(int)); // violation
    __pipeline_commit();
    for (int t = 0; t < N / TILE; t++) {
        if (t + 1 < N / TILE)
            __pipeline_memcpy_async(&tile[(t + 1) % 2][tid], &in[(t + 1) * TILE + tid], sizeof(int)); // violation
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += tile[t % 2][TILE - 1 - tid]; // violation
        __syncthreads();
    }
    out[tid] = sum;
}

int main(void)
{
    int in[N], out[TILE];
    for (int i = 0; i < N; i++)
        in[i] = 3 * i + 1;
    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    running_sum<<<1, TILE>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < TILE; i++)
        printf("%d ", out[i]);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
