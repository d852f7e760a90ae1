// expect: FAILED
// property: data-race
// Two streams fork at an event and join at another, which is recorded before the kernel that it should stand for.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N 64

__global__ void start(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void doubled(const int *a, int *b) { b[threadIdx.x] = 2 * a[threadIdx.x]; }
__global__ void squared(const int *a, int *c) { c[threadIdx.x] = a[threadIdx.x] * a[threadIdx.x]; } // violation
__global__ void combine(const int *b, const int *c, int *sum) { sum[threadIdx.x] = b[threadIdx.x] + c[threadIdx.x]; } // violation

int main(void)
{
    int *a, *b, *c, *sum, h[N];
    cudaStream_t left, right;
    cudaEvent_t forked, joined;
    cudaMalloc((void **)&a, N * sizeof(int));
    cudaMalloc((void **)&b, N * sizeof(int));
    cudaMalloc((void **)&c, N * sizeof(int));
    cudaMalloc((void **)&sum, N * sizeof(int));
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    cudaEventCreate(&forked);
    cudaEventCreate(&joined);

    start<<<1, N, 0, left>>>(a);
    cudaEventRecord(forked, left);
    cudaStreamWaitEvent(right, forked, 0);
    doubled<<<1, N, 0, left>>>(a, b);
    cudaEventRecord(joined, right);
    squared<<<1, N, 0, right>>>(a, c);
    cudaStreamWaitEvent(left, joined, 0);
    combine<<<1, N, 0, left>>>(b, c, sum);
    cudaStreamSynchronize(left);
    cudaMemcpy(h, sum, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(h[i] == 2 * i + i * i);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
    return 0;
}
