// expect: SUCCESSFUL
// A grid-stride loop over an arbitrary number of elements from 0 to 20, of which eight threads take turns.
#include <assert.h>
#include <cuda_runtime.h>

#define MAX 20

unsigned int nondet_uint(void);
void __VERIFIER_assume(int condition);

__global__ void count_up(int *v, unsigned int n)
{
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v[i] += 1;
}

int main(void)
{
    unsigned int n = nondet_uint();
    __VERIFIER_assume(n <= MAX);
    int v[MAX] = {0}, *d_v;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    count_up<<<2, 4>>>(d_v, n);
    cudaMemcpy(v, d_v, sizeof(v), cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < MAX; i++)
        assert(v[i] == (i < n));
    cudaFree(d_v);
    return 0;
}
