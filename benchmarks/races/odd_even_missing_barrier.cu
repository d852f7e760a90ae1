// expect: FAILED
// property: data-race
// Odd-even transposition sort without the barrier between its phases.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 31

__global__ void odd_even_sort(short *keys, int n)
{
    int tid = threadIdx.x;
    for (int phase = 0; phase < n; phase++) {
        int i = 2 * tid + (phase & 1);
        if (i + 1 < n && keys[i] > keys[i + 1]) { // violation
            short t = keys[i]; // violation
            keys[i] = keys[i + 1]; // violation
            keys[i + 1] = t; // violation
        }
    }
}

int main(void)
{
    short keys[N];
    for (int i = 0; i < N; i++)
        keys[i] = (short)((N - i) * 3 % 17);

    short *d_keys;
    cudaMalloc((void **)&d_keys, sizeof(keys));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    odd_even_sort<<<1, (N + 1) / 2>>>(d_keys, N);
    cudaMemcpy(keys, d_keys, sizeof(keys), cudaMemcpyDeviceToHost);
    cudaFree(d_keys);

    for (int i = 0; i + 1 < N; i++) {
        printf("%d ", keys[i]);
    }
    printf("%d\n", keys[N - 1]);
    return 0;
}
