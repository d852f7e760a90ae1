// Asynchronous copies from global to shared memory.

#include <cuda_pipeline.h>

// prove: proved if blockDim.x <= 256 && gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 4 --arg out=symbolic:16 --arg in=symbolic:16
// launch: --grid 1 --block 3 --arg out=symbolic:16 --arg in=symbolic:16
__global__ void reverse_what_is_copied(float *out, const float *in) {
    __shared__ float tile[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    __pipeline_memcpy_async(&tile[t], &in[first + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[first + t] = tile[blockDim.x - 1 - t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=symbolic:16 --arg in=symbolic:16
__global__ void reverse_what_may_still_be_copied(float *out, const float *in) {
    __shared__ float tile[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    __pipeline_memcpy_async(&tile[t], &in[first + t], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[first + t] = tile[blockDim.x - 1 - t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg out=symbolic:16 --arg in=symbolic:16
__global__ void reverse_what_is_in_no_batch(float *out, const float *in) {
    __shared__ float tile[256];
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    __pipeline_memcpy_async(&tile[t], &in[first + t], sizeof(float));
    __pipeline_wait_prior(0);
    __syncthreads();
    out[first + t] = tile[blockDim.x - 1 - t];
}

// prove: proved if blockDim.x <= 128 && n <= 16777215
// launch: --grid 1 --block 4 --arg n=3 --arg out=symbolic:16 --arg in=symbolic:16
// launch: --grid 2 --block 2 --arg n=2 --arg out=symbolic:16 --arg in=symbolic:16
__global__ void sum_of_tiles_that_are_copied(float *out, const float *in, int n) {
    __shared__ float tile[128];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        __pipeline_memcpy_async(&tile[t], &in[i * blockDim.x + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++)
            sum += tile[k] * k;
        __syncthreads();
    }
    out[(long long)blockIdx.x * blockDim.x + t] = sum;
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=2 --arg out=symbolic:16 --arg in=symbolic:16
__global__ void sum_of_tiles_that_are_copied_too_soon(float *out, const float *in, int n) {
    __shared__ float tile[128];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        __pipeline_memcpy_async(&tile[t], &in[i * blockDim.x + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++)
            sum += tile[k] * k;
    }
    out[(long long)blockIdx.x * blockDim.x + t] = sum;
}
