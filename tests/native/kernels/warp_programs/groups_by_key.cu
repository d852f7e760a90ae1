/* Lanes with one key elect a leader, which counts them and adds up what they have. */
#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
__global__ void count(const int *keys, int *sums, int *leaders, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned here = __ballot_sync(0xffffffff, i < n);
    if (i >= n) return;
    unsigned like = __match_any_sync(here, keys[i]);
    int sum = __reduce_add_sync(like, (unsigned)(i % 10));
    int leader = __ffs((int)like) - 1;
    if (lane == leader) atomicAdd(&sums[keys[i]], sum);
    leaders[i] = __all_sync(here, keys[i] >= 0) ? leader : -1;
    __syncwarp(here);
}
int main(void) {
    int n = N, expected[6] = {0}, r[6], *h = (int *)malloc(n * sizeof(int)), *keys, *sums, *leaders;
    for (int i = 0; i < n; i++) expected[h[i] = i * i % 6] += i % 10;
    cudaMalloc((void **)&keys, n * sizeof(int));
    cudaMalloc((void **)&leaders, n * sizeof(int));
    cudaMalloc((void **)&sums, sizeof r);
    cudaMemset(sums, 0, sizeof r);
    cudaMemcpy(keys, h, n * sizeof(int), cudaMemcpyHostToDevice);
    count<<<(n + 191) / 192, 192>>>(keys, sums, leaders, n);
    cudaMemcpy(r, sums, sizeof r, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 6; k++) assert(r[k] == expected[k]);
    cudaMemcpy(h, leaders, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) assert(h[i] >= 0 && h[i] <= i % 32);
    cudaFree(keys); cudaFree(leaders); cudaFree(sums); free(h);
    return 0;
}
