// expect: SUCCESSFUL
// The warps of a block prepare different tables in a switch; the barrier that all wait at stands behind it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

enum Task { SQUARES, CUBES, POWERS };

__global__ void fill(unsigned int *out)
{
    __shared__ unsigned int table[3][32];
    int lane = threadIdx.x % 32;
    switch ((Task)(threadIdx.x / 32)) {
    case SQUARES:
        table[SQUARES][lane] = lane * lane;
        break;
    case CUBES:
        table[CUBES][lane] = lane * lane * lane;
        break;
    default:
        table[POWERS][lane] = 1u << lane;
        break;
    }
    __syncthreads();
    out[threadIdx.x] = table[0][31 - lane] ^ table[1][lane] ^ table[2][lane];
}

int main(void)
{
    unsigned int out[96], *d_out;
    cudaMalloc((void **)&d_out, sizeof(out));
    fill<<<1, 96>>>(d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < 96; i++) {
        unsigned int l = i % 32;
        assert(out[i] == ((31 - l) * (31 - l) ^ l * l * l ^ 1u << l));
    }
    cudaFree(d_out);
    return 0;
}
