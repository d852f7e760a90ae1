// expect: SUCCESSFUL
// atomicAdd returns the old value, which is the first free place of a list.
#include <assert.h>
#include <cuda_runtime.h>

#define N 3

__device__ int used;

__global__ void collect(const int *v, int *list)
{
    if (v[threadIdx.x] > 0) {
        int place = atomicAdd(&used, 1);
        list[place] = v[threadIdx.x];
    }
}

int main(void)
{
    const int v[N] = {4, 6, 8};
    int list[N], h_used, *d_v, *d_list;
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMalloc((void **)&d_list, sizeof(list));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    collect<<<1, N>>>(d_v, d_list);
    cudaMemcpyFromSymbol(&h_used, used, sizeof(int));
    cudaMemcpy(list, d_list, sizeof(list), cudaMemcpyDeviceToHost);
    assert(h_used == N);
    assert(list[0] + list[1] + list[2] == 18);
    cudaFree(d_v);
    cudaFree(d_list);
    return 0;
}
