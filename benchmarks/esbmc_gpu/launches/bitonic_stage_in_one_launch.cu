// expect: FAILED
// property: data-race
// Bitonic sort with one launch for each stage; inside it the steps are not separated.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void compare_step(unsigned short *keys, int stage)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int distance = stage / 2; distance > 0; distance /= 2) {
        int partner = i ^ distance;
        bool up = (i & stage) == 0;
        if (partner > i) {
            unsigned short a = keys[i], b = keys[partner]; // violation
            keys[i] = up == (a > b) ? b : a; // violation
            keys[partner] = up == (a > b) ? a : b; // violation
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
        compare_step<<<2, N / 2>>>(d_keys, stage);
    cudaMemcpy(keys, d_keys, sizeof(keys), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", keys[i]);
    cudaFree(d_keys);
    return 0;
}
