// expect: FAILED
// property: assertion
// Each warp packs its odd numbers, but a lane counts its own vote too, and the first place stays empty.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 512
#define WARP 32

__global__ void pack_odd(const unsigned char *in, unsigned char *out, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % WARP;
    bool odd = in[i] & 1;
    unsigned int votes = __ballot_sync(0xffffffffu, odd);
    unsigned int below = (2u << lane) - 1u;
    if (odd)
        out[i - lane + __popc(votes & below)] = in[i];
    if (lane == 0)
        counts[i / WARP] = __popc(votes);
}

int main(void)
{
    unsigned char in[N], out[N];
    int counts[N / WARP];
    for (int i = 0; i < N; i++)
        in[i] = (unsigned char)(i * i / 3 % 200);
    unsigned char *d_in, *d_out;
    int *d_counts;
    cudaMalloc((void **)&d_in, N);
    cudaMalloc((void **)&d_out, N);
    cudaMalloc((void **)&d_counts, sizeof(counts));
    cudaMemcpy(d_in, in, N, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, N);
    pack_odd<<<N / 256, 256>>>(d_in, d_out, d_counts);
    cudaMemcpy(out, d_out, N, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int w = 0; w < N / WARP; w++) {
        int place = 0;
        for (int i = 0; i < WARP; i++)
            if (in[w * WARP + i] % 2 == 1) {
                assert(out[w * WARP + place] == in[w * WARP + i]); // violation
                place++;
            }
        assert(counts[w] == place);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_counts);
    return 0;
}
