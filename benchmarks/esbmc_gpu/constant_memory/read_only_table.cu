// expect: FAILED
// property: invalid-pointer
// A kernel corrects an entry of a table in constant memory by way of a pointer; no kernel may write there.
#include <cuda_runtime.h>

#define N 256

__constant__ int limits[4] = {10, 100, 1000, -1};

__global__ void classify(const int *v, unsigned char *digits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *(int *)&limits[3] = 10000; // violation
    int d = 1;
    for (int k = 0; k < 3; k++)
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
    cudaFree(d_v);
    cudaFree(d_digits);
    return 0;
}
