// expect: FAILED
// property: launch-config
// A block asks for 64 KB of shared memory, but the kernel was never allowed more than 48 KB.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define BYTES (64 * 1024)

__global__ void touch_ends(unsigned char *out)
{
    extern __shared__ unsigned char large[];
    int t = threadIdx.x;
    large[BYTES / blockDim.x * t] = (unsigned char)t;
    large[BYTES / blockDim.x * (t + 1) - 1] = (unsigned char)(255 - t);
    __syncthreads();
    int other = blockDim.x - 1 - t;
    out[t] = large[BYTES / blockDim.x * other] ^ large[BYTES / blockDim.x * (other + 1) - 1];
}

int main(void)
{
    unsigned char out[128], *d_out;
    cudaMalloc((void **)&d_out, sizeof(out));
    touch_ends<<<1, 128, BYTES>>>(d_out); // violation
    if (cudaGetLastError() == cudaSuccess) {
        cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < 128; i++)
            assert(out[i] == 255);
    }
    cudaFree(d_out);
    return 0;
}
