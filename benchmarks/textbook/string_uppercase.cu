// expect: SUCCESSFUL
// Upper-cases a text on the device and counts the changed letters.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__device__ int changed;

__device__ bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

__global__ void to_upper(char *text, int length)
{
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        if (is_lower(text[i])) {
            text[i] -= 'a' - 'A';
            atomicAdd(&changed, 1);
        }
    }
}

int main()
{
    char text[] = "Hello, CUDA world: 42 threads say 'good morning'.";
    const int size = sizeof(text);
    int zero = 0;
    int count = -1;
    char *d_text;

    cudaMalloc(&d_text, size);
    cudaMemcpy(d_text, text, size, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(changed, &zero, sizeof(int));
    to_upper<<<1, 32>>>(d_text, size - 1);
    cudaMemcpy(text, d_text, size, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, changed, sizeof(int));
    cudaFree(d_text);

    puts(text);
    assert(strcmp(text, "HELLO, CUDA WORLD: 42 THREADS SAY 'GOOD MORNING'.") == 0);
    assert(count == 30);
    return 0;
}
