// expect: FAILED
// property: data-race
// Least and greatest sample; a plain read of the shared value spares some threads the atomic, and races with it.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 128
#define BLOCK 128

__global__ void find_range(const int *samples, int *least, int *greatest)
{
    __shared__ int low, high;
    if (threadIdx.x == 0) {
        low = INT_MAX;
        high = INT_MIN;
    }
    __syncthreads();
    int sample = samples[blockIdx.x * blockDim.x + threadIdx.x];
    if (sample < low) // violation
        atomicMin(&low, sample); // violation
    atomicMax(&high, sample);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(least, low);
        atomicMax(greatest, high);
    }
}

int main(void)
{
    int samples[N], range[2] = {INT_MAX, INT_MIN};
    int low = INT_MAX, high = INT_MIN;
    for (int i = 0; i < N; i++) {
        samples[i] = (i * 277) % 641 - 300;
        low = samples[i] < low ? samples[i] : low;
        high = samples[i] > high ? samples[i] : high;
    }
    int *d_samples, *d_range;
    cudaMalloc((void **)&d_samples, sizeof(samples));
    cudaMalloc((void **)&d_range, sizeof(range));
    cudaMemcpy(d_samples, samples, sizeof(samples), cudaMemcpyHostToDevice);
    cudaMemcpy(d_range, range, sizeof(range), cudaMemcpyHostToDevice);
    find_range<<<N / BLOCK, BLOCK>>>(d_samples, d_range, d_range + 1);
    cudaMemcpy(range, d_range, sizeof(range), cudaMemcpyDeviceToHost);
    printf("%d to %d, expected %d to %d\n", range[0], range[1], low, high);
    cudaFree(d_samples);
    cudaFree(d_range);
    return 0;
}
