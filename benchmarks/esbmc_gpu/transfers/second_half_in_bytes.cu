// expect: FAILED
// property: bounds
// The second half of an array is copied by a pointer that is moved by the number of bytes, four times too far.
#include <cuda_runtime.h>

#define N 2000

__global__ void squares(float *v, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v[i] = (float)i * i;
}

int main(void)
{
    float half[N / 2], *d_v;
    cudaMalloc((void **)&d_v, N * sizeof(float));
    squares<<<1, 256>>>(d_v, N);
    cudaMemcpy(half, d_v + N / 2 * sizeof(float), sizeof(half), cudaMemcpyDeviceToHost); // violation
    cudaFree(d_v);
    return 0;
}
