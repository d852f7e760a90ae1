// expect: SUCCESSFUL
// The second half of an array is copied by a pointer that is moved by elements.
#include <assert.h>
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
    cudaMemcpy(half, d_v + N / 2, sizeof(half), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N / 2; i++)
        assert(half[i] == (float)(i + N / 2) * (i + N / 2));
    cudaFree(d_v);
    return 0;
}
