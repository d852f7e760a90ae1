// expect: FAILED
// property: data-race
// Even keys move before odd ones, to places found by a scan; a thread takes its key before all have been moved.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64
#define BITS 1

__device__ int scan_inclusive(int *cell, int value)
{
    int t = threadIdx.x;
    cell[t] = value;
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int before = t < d ? 0 : cell[t - d];
        __syncthreads();
        cell[t] += before;
        __syncthreads();
    }
    return cell[t];
}

__global__ void sort(unsigned char *keys)
{
    __shared__ int cell[N];
    __shared__ unsigned char moved[N];
    int t = threadIdx.x;
    unsigned char key = keys[t];
    for (int bit = 0; bit < BITS; bit++) {
        int zero = (key >> bit & 1) == 0;
        int zeros_to_here = scan_inclusive(cell, zero);
        int zeros = cell[N - 1];
        int place = zero ? zeros_to_here - 1 : zeros + t - zeros_to_here;
        moved[place] = key; // violation
        key = moved[t]; // violation
    }
    keys[t] = key;
}

int main(void)
{
    unsigned char keys[N];
    for (int i = 0; i < N; i++)
        keys[i] = (unsigned char)(i * 37 % N);
    unsigned char *d_keys;
    cudaMalloc((void **)&d_keys, N);
    cudaMemcpy(d_keys, keys, N, cudaMemcpyHostToDevice);
    sort<<<1, N>>>(d_keys);
    cudaMemcpy(keys, d_keys, N, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d ", keys[i]);
    cudaFree(d_keys);
    return 0;
}
