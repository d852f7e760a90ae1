// expect: FAILED
// property: barrier-divergence
// The warps of a block prepare tables in a switch, and each case has a barrier of its own.
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
        __syncthreads(); // violation
        break;
    case CUBES:
        table[CUBES][lane] = lane * lane * lane;
        __syncthreads(); // violation
        break;
    default:
        table[POWERS][lane] = 1u << lane;
        __syncthreads(); // violation
        break;
    }
    out[threadIdx.x] = table[0][31 - lane] ^ table[1][lane] ^ table[2][lane];
}

int main(void)
{
    unsigned int out[96], *d_out;
    cudaMalloc((void **)&d_out, sizeof(out));
    fill<<<1, 96>>>(d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < 96; i++)
        printf("%u ", out[i]);
    cudaFree(d_out);
    return 0;
}
