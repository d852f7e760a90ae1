// expect: SUCCESSFUL
// cudaMemset sets bytes: all bits of -1 are set, so 0xff gives -1 as an int, and 0 gives 0.
#include <assert.h>
#include <cuda_runtime.h>

#define N 1500

__global__ void mark_multiples(int *owner, int of)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && i % of == 0)
        owner[i] = of;
}

int main(void)
{
    int owner[N], *d_owner;
    cudaMalloc((void **)&d_owner, sizeof(owner));
    cudaMemset(d_owner, 0xff, sizeof(owner));
    mark_multiples<<<(N + 255) / 256, 256>>>(d_owner, 6);
    cudaMemcpy(owner, d_owner, sizeof(owner), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(owner[i] == (i % 6 ? -1 : 6));
    cudaFree(d_owner);
    return 0;
}
