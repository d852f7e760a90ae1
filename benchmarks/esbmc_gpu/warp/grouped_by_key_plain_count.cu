// expect: FAILED
// property: data-race
// The leader of the lanes of one key counts for all of them, but adds to the common table without an atomic.
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
        count[keys[i]] += __popc(peers); // violation
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
        printf("%d %d\n", count[k], expected[k]);
    cudaFree(d_keys);
    cudaFree(d_count);
    return 0;
}
