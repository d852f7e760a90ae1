// expect: SUCCESSFUL
// Occurrences of keys: __match_any_sync finds the lanes of one key, and the lowest of them counts for all.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 512
#define KEYS 6

__global__ void count_keys(const int *keys, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int peers = __match_any_sync(0xffffffffu, keys[i]);
    int leader = __ffs(peers) - 1;
    if (threadIdx.x % warpSize == leader)
        atomicAdd(&count[keys[i]], __popc(peers));
}

int main(void)
{
    int keys[N], count[KEYS], expected[KEYS] = {0};
    for (int i = 0; i < N; i++) {
        keys[i] = (i * i + i / 7) % KEYS;
        expected[keys[i]]++;
    }
    int *d_keys, *d_count;
    cudaMalloc((void **)&d_keys, sizeof(keys));
    cudaMalloc((void **)&d_count, sizeof(count));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof(count));
    count_keys<<<(N + 127) / 128, 128>>>(d_keys, d_count, N);
    cudaMemcpy(count, d_count, sizeof(count), cudaMemcpyDeviceToHost);
    for (int k = 0; k < KEYS; k++)
        assert(count[k] == expected[k]);
    cudaFree(d_keys);
    cudaFree(d_count);
    return 0;
}
