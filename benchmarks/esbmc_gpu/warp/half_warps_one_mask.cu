// expect: FAILED
// property: api-misuse
// The halves of a warp work apart, but the upper one waits under the mask of the lower one.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define HALF 16
#define WARPS 4

__global__ void two_folds(const unsigned int *in, unsigned int *out)
{
    __shared__ unsigned int cell[WARPS][2][HALF];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int place = lane % HALF;
    unsigned int *mine = cell[warp][lane / HALF];
    mine[place] = in[threadIdx.x];
    if (lane < HALF) {
        for (int s = HALF / 2; s > 0; s /= 2) {
            __syncwarp(0x0000ffffu);
            if (place < s)
                mine[place] += mine[place + s];
        }
    } else {
        for (int s = HALF / 2; s > 0; s /= 2) {
            __syncwarp(0x0000ffffu); // violation
            if (place < s)
                mine[place] *= mine[place + s];
        }
    }
    if (place == 0)
        out[threadIdx.x / HALF] = mine[0];
}

int main(void)
{
    unsigned int in[WARPS * 32], out[WARPS * 2];
    for (int i = 0; i < WARPS * 32; i++)
        in[i] = i % 9 + 1;
    unsigned int *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    two_folds<<<1, WARPS * 32>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int h = 0; h < WARPS * 2; h++) {
        unsigned int fold = h % 2;
        for (int i = 0; i < HALF; i++)
            fold = h % 2 ? fold * in[h * HALF + i] : fold + in[h * HALF + i];
        printf("%u %u\n", out[h], fold);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
