// Kernels that say of themselves what proofs do not find.

#include <cudabmc.h>

// prove: proved
// launch: --grid 1 --block 4 --arg n=5 --arg a=zeros:32
// launch: --grid 1 --block 4 --arg n=4 --arg a=zeros:32
__global__ void zigzag(int *a, int n) {
    cudabmc_requires(gridDim.x == 1);
    int step = 1;
    for (int i = 0; i < n; i++) {
        cudabmc_invariant(step == 1 || step == 3);
        a[4 * threadIdx.x + step] = i;
        step = 4 - step;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=5 --arg a=zeros:32
__global__ void zigzag_too_far(int *a, int n) {
    cudabmc_requires(gridDim.x == 1);
    int step = 1;
    for (int i = 0; i < n; i++) {
        cudabmc_invariant(step == 1 || step == 5);
        a[4 * threadIdx.x + step] = i;
        step = 6 - step;
    }
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 4 --arg n=5 --arg a=zeros:32
// launch: --grid 2 --block 4 --arg n=4 --arg a=zeros:32
__global__ void shifted_alike(int *a, int n) {
    __shared__ int s[1024];
    int shift = n & 1023;
    for (int j = 0; j < n; j++) {
        cudabmc_invariant(cudabmc_uniform(shift) && shift >= 0 && shift < 1024);
        s[(threadIdx.x + shift) % 1024] = shift;
        __syncthreads();
        shift = (shift * 3 + 1) & 1023;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = shift;
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=5 --arg a=zeros:32
__global__ void shifted_each_its_way(int *a, int n) {
    __shared__ int s[1024];
    int shift = threadIdx.x;
    for (int j = 0; j < n; j++) {
        s[(threadIdx.x ^ shift) % 1024] = shift;
        __syncthreads();
        shift = (shift * 3 + 1) & 1023;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = shift;
}

// prove: proved if blockDim.x == 256 && gridDim.x == 1
// launch: --grid 1 --block 256 --arg out=zeros:256 --arg in=symbolic:256
// launch: --grid 1 --block 256 --arg out=zeros:256 --arg in=zeros:256
__global__ void turned_by_a_table(float *out, const float *in) {
    __shared__ int to[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
    to[t] = 255 - t;
    cudabmc_barrier_invariant(to[t] == 255 - t);
    __syncthreads();
    out[to[t]] = in[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 256 --arg out=zeros:256 --arg in=symbolic:256
__global__ void turned_to_one(float *out, const float *in) {
    __shared__ int to[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
    to[t] = 255 - t / 2;
    cudabmc_barrier_invariant(to[t] == 255 - t / 2);
    __syncthreads();
    out[to[t]] = in[t];
}

// prove: proved if blockDim.x == 256 && gridDim.x == 1
// launch: --grid 1 --block 256 --arg n=3 --arg out=zeros:256
// launch: --grid 1 --block 256 --arg n=2 --arg out=zeros:256
__global__ void turned_again_and_again(int *out, int n) {
    __shared__ int to[256];
    int t = threadIdx.x;
    cudabmc_requires(blockDim.x == 256 && gridDim.x == 1);
    to[t] = t;
    cudabmc_barrier_invariant(to[t] % 256 == t && to[t] >= 0);
    __syncthreads();
    for (int i = 0; i < n; i++) {
        if (to[t] < 1000000)
            to[t] += 256;
        cudabmc_barrier_invariant(to[t] % 256 == t && to[t] >= 0);
        __syncthreads();
    }
    out[to[t] % 256] = t;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg out=zeros:8 --arg place=0,1,1,3
__global__ void by_no_permutation(int *out, const int *place) {
    out[place[threadIdx.x]] = threadIdx.x;
}

__device__ int clamped(int x, int n) {
    cudabmc_requires(n > 0);
    cudabmc_ensures(cudabmc_result() >= 0 & cudabmc_result() < n);
    if (x < 0)
        return 0;
    return x < n ? x : n - 1;
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647 && n > 0
// launch: --grid 1 --block 4 --arg n=3 --arg b=zeros:4 --arg a=symbolic:4
// launch: --grid 1 --block 4 --arg n=2 --arg b=zeros:4 --arg a=symbolic:4
__global__ void at_clamped_places(const int *a, int *b, int n) {
    cudabmc_requires(n > 0);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[clamped(i - 1, n)];
}
