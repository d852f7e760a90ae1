// expect: SUCCESSFUL
// The host goes backwards over its unsigned index and tests it before it is decremented.
#include <assert.h>
#include <cuda_runtime.h>

#define N 1000

__global__ void ones(int *v, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = 1;
}

int main(void)
{
    int v[N], *d_v;
    cudaMalloc((void **)&d_v, sizeof(v));
    ones<<<(N + 255) / 256, 256>>>(d_v, N);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    cudaFree(d_v);

    int sum = 0; // suffix sums in place
    for (unsigned int i = N; i-- > 0;)
        v[i] = sum += v[i];
    assert(v[0] == N && v[N - 1] == 1);
    return 0;
}
