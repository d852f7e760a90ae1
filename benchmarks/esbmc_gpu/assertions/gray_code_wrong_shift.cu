// expect: FAILED
// property: assertion
// Codes of 12 bits; the word is shifted by two places instead of one, so neighbours may differ in two bits.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BITS 12

__global__ void gray(unsigned short *code)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    code[i] = i ^ i >> 2;
}

int main(void)
{
    const int n = 1 << BITS;
    const size_t bytes = n * sizeof(unsigned short);
    unsigned short *code = (unsigned short *)malloc(bytes), *d_code;
    if (!code)
        return EXIT_FAILURE;
    cudaMalloc(&d_code, bytes);
    gray<<<n / 256, 256>>>(d_code);
    cudaMemcpy(code, d_code, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_code);
    for (int i = 0; i < n; i++) {
        unsigned int change = code[i] ^ code[(i + 1) % n];
        assert(change != 0 && (change & (change - 1)) == 0); // violation
    }
    free(code);
    return EXIT_SUCCESS;
}
