// expect: FAILED
// property: use-after-free
// Bitonic sort; the device array is freed before its values are copied back.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__device__ __forceinline__ void swap_values(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

__global__ void bitonic_sort(int *values)
{
    __shared__ int shared[N];
    unsigned int tid = threadIdx.x;
    shared[tid] = values[tid];
    __syncthreads();

    for (unsigned int k = 2; k <= N; k *= 2) {
        for (unsigned int j = k / 2; j > 0; j /= 2) {
            unsigned int partner = tid ^ j;
            if (partner > tid) {
                bool ascending = (tid & k) == 0;
                if (ascending == (shared[tid] > shared[partner]))
                    swap_values(&shared[tid], &shared[partner]);
            }
            __syncthreads();
        }
    }
    values[tid] = shared[tid];
}

int main(void)
{
    int values[N];
    long checksum = 0;
    for (int i = 0; i < N; i++) {
        values[i] = (i * 1103 + 77) % 211 - 100;
        checksum += values[i];
    }

    int *d_values;
    cudaMalloc((void **)&d_values, sizeof(values));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    bitonic_sort<<<1, N>>>(d_values);
    cudaFree(d_values);
    cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost); // violation

    for (int i = 0; i < N; i++) {
        checksum -= values[i];
        if (i > 0)
            assert(values[i - 1] <= values[i]);
    }
    assert(checksum == 0);
    return 0;
}
