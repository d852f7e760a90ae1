// expect: SUCCESSFUL
// The host corrects an entry of a table in constant memory, between two launches.
#include <assert.h>
#include <cuda_runtime.h>

#define N 256

__constant__ int limits[4] = {10, 100, 1000, 2000};

__global__ void classify(const int *v, unsigned char *digits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int d = 1;
    for (int k = 0; k < 4; k++)
        d += v[i] >= limits[k];
    digits[i] = d;
}

int main(void)
{
    int v[N], *d_v;
    unsigned char digits[N], *d_digits;
    for (int i = 0; i < N; i++)
        v[i] = 16 * i;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMalloc((void **)&d_digits, sizeof(digits));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    classify<<<N / 128, 128>>>(d_v, d_digits);
    cudaMemcpy(digits, d_digits, sizeof(digits), cudaMemcpyDeviceToHost);
    assert(digits[0] == 1 && digits[125] == 5);
    const int last = 10000;
    cudaMemcpyToSymbol(limits, &last, sizeof(int), 3 * sizeof(int));
    classify<<<N / 128, 128>>>(d_v, d_digits);
    cudaMemcpy(digits, d_digits, sizeof(digits), cudaMemcpyDeviceToHost);
    assert(digits[6] == 2 && digits[125] == 4);
    cudaFree(d_v);
    cudaFree(d_digits);
    return 0;
}
