// expect: FAILED
// property: assertion
// Bitonic sort by launches, in which the distance grows inside each stage instead of shrinking.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void compare_step(unsigned short *keys, int distance, int stage)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partner = i ^ distance;
    if (partner > i) {
        bool up = (i & stage) == 0;
        unsigned short a = keys[i], b = keys[partner];
        if (up == (a > b)) {
            keys[i] = b;
            keys[partner] = a;
        }
    }
}

int main(void)
{
    unsigned short keys[N], *d_keys;
    for (int i = 0; i < N; i++)
        keys[i] = (unsigned short)(i * 25 % 64 * 10);
    cudaMalloc((void **)&d_keys, sizeof(keys));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    for (int stage = 2; stage <= N; stage *= 2)
        for (int distance = 1; distance < stage; distance *= 2)
            compare_step<<<2, N / 2>>>(d_keys, distance, stage);
    cudaMemcpy(keys, d_keys, sizeof(keys), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(keys[i] == 10 * i); // violation
    cudaFree(d_keys);
    return 0;
}
