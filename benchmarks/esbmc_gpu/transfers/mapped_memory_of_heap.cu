// expect: FAILED
// property: memory-space
// The kernel works on memory of the host that came from malloc and is neither pinned nor mapped.
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 1024

__global__ void triple(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] *= 3; // violation
}

int main(void)
{
    int *v;
    if ((v = (int *)malloc(N * sizeof(int))) == NULL)
        return 1;
    for (int i = 0; i < N; i++)
        v[i] = i;
    triple<<<N / 256, 256>>>(v, N);
    cudaDeviceSynchronize();
    free(v);
    return 0;
}
